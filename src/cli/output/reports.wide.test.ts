/** As `reports.test.ts`, with a pipe that nobody reads. */

import './reports.test';
