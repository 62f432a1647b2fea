/** As `own.test.ts`, with runs of 10,000 things, and more that are interrupted. */

import './own.test';
