/** As `positions.test.ts`, with more values. */

import './positions.test';
