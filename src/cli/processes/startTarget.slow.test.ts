/** All cases of `startTarget.test.ts`. */

import './startTarget.test';
