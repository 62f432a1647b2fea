/** As `login.test.ts`, with a session of cookies. */

import './login.test';
