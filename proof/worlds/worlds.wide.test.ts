/** As `worlds.test.ts`, with all worlds that have shown a defect. */

import './worlds.test';
