/** As `cutOut.test.ts`, with more texts. */

import './cutOut.test';
