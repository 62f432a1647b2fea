/** As `proxy.hostile.test.ts`, with more bytes of chance. */

import './proxy.hostile.test';
