/** All cases of `ci.test.ts`. */

import './ci.test';
