/** As `hostile.test.ts`, with contracts of 50 MB, and many warnings. */

import './hostile.test';
