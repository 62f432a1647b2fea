/** As `prism.test.ts`, with one request of four. */

import './prism.test';
