/** As `evaluate.test.ts`, with more schemas. */

import './evaluate.test';
