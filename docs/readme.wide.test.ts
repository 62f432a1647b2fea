/** As `readme.test.ts`, and what a command loads. */

import './readme.test';
