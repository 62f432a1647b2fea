/** As `changeClause.test.ts`, with a run on each changed contract. */

import './changeClause.test';
