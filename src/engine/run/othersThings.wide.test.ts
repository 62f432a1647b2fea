/** As `othersThings.test.ts`, with every service. */

import './othersThings.test';
