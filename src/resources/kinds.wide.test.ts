/** As `kinds.test.ts`, with a service that is for reading alone. */

import './kinds.test';
