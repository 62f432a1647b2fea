/** As `proxy.test.ts`, with what is not judged. */

import './proxy.test';
