/** All cases of `consents.test.ts`. */

import './consents.test';
