/** As `interrupted.test.ts`, with more services. */

import './interrupted.test';
