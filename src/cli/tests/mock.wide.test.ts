/** As `mock.test.ts`, with more processes. */

import './mock.test';
