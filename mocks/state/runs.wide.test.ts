/** As `runs.test.ts`, on further contracts. */

import './runs.test';
