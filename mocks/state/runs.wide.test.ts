/** As `runs.test.ts`, on the shop, too; `runs.slow.test.ts` tries all. */

import './runs.test';
