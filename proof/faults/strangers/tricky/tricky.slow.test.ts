/** As `tricky.test.ts`, with all services. */

import './tricky.test';
