/** As `redact.test.ts`, with more texts. */

import './redact.test';
