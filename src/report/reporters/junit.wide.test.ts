/** As `junit.test.ts`, with a report for which there is no room. */

import './junit.test';
