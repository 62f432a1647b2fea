/** As `endless.test.ts`, with all that Prism makes up. */

import './endless.test';
