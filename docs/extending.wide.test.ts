/** As `extending.test.ts`, with every example. */

import './extending.test';
