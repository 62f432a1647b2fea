/** All cases of `state.test.ts`. */

import './state.test';
