/** As `seenSecrets.test.ts`, with each secret in more places. */

import './seenSecrets.test';
