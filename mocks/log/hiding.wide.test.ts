/** As `hiding.test.ts`, with everything that is hidden. */

import './hiding.test';
