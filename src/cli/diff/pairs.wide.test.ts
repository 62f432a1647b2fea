/** As `pairs.test.ts`, with every pair. */

import './pairs.test';
