/** All cases of `seenSecrets.test.ts`. */

import './seenSecrets.test';
