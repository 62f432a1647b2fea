/** As `properties.test.ts`, with more schemas. */

import './properties.test';
