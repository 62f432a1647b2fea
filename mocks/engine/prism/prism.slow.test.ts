/** All cases of `prism.test.ts`. */

import './prism.test';
