/** As `reasons.test.ts`, with further leftovers. */

import './reasons.test';
