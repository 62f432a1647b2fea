/** As `ci.test.ts`, with every snippet. */

import './ci.test';
