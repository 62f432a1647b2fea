/** As `verify.test.ts`, with runs of very many operations. */

import './verify.test';
