/** As `madeUpBodies.test.ts`, with more bodies. */

import './madeUpBodies.test';
