/** As `state.test.ts`, with more requests one after another. */

import './state.test';
