/** All cases of `namings.test.ts`. */

import './namings.test';
