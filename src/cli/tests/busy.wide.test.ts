/** As `busy.test.ts`, with further signals. */

import './busy.test';
