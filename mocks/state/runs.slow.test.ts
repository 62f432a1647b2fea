/** All cases of `runs.test.ts`. */

import './runs.wide.test';
