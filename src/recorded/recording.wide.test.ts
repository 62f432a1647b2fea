/** As `recording.test.ts`, with more recordings. */

import './recording.test';
