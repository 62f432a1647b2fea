/** As `namingOthers.test.ts`, with all places. */

import './namingOthers.test';
