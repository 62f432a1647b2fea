/** As `startTarget.test.ts`, with every way to start a target, and more that do not end. */

import './startTarget.test';
