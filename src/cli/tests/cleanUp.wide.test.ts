/** As `cleanUp.test.ts`, with further credentials. */

import './cleanUp.test';
