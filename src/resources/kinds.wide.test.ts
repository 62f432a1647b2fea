/** As `kinds.test.ts`, with what is asked of the things themselves, and a service that is for reading alone. */

import './kinds.test';
