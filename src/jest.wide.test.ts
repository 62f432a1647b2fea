/** As `jest.test.ts`, with more runs of Jest. */

import './jest.test';
