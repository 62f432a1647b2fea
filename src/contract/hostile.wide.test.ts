/** As `hostile.test.ts`, with more that takes long. */

import './hostile.test';
