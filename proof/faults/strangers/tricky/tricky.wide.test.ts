/** As `tricky.test.ts`, with one service of twelve. */

import './tricky.test';
