/** All cases of `properties.test.ts`. */

import './properties.test';
