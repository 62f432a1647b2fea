/** As `notes.test.ts`, with further deviations. */

import './notes.test';
