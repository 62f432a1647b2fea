/** As `verify.test.ts`, with more runs. */

import './verify.test';
