/** All cases of `pairs.test.ts`. */

import './pairs.test';
