/** As `stall.test.ts`, with more processes that are stopped. */

import './stall.test';
