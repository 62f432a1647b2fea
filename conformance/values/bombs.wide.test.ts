/** As `bombs.test.ts`, with patterns that take long. */

import './bombs.test';
