/** All cases of `narrowings.test.ts`. */

import './narrowings.test';
