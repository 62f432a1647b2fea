/** As `proxy.test.ts`, with bodies of 100 MB. */

import './proxy.test';
