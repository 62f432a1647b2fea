/** As `diffRevision.test.ts`, with every place of a contract. */

import './diffRevision.test';
