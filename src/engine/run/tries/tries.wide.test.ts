/** As `tries.test.ts`, with further runs. */

import './tries.test';
