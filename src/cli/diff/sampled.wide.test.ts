/** As `sampled.test.ts`, with more pairs. */

import './sampled.test';
