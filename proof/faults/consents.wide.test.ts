/** As `consents.test.ts`, with one contract of three. */

import './consents.test';
