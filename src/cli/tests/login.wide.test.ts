/** As `login.test.ts`, with sessions, and logins of other tools. */

import './login.test';
