/** All cases of `hostile.test.ts`. */

import './hostile.test';
