/** As `users.test.ts`, with all that is asked of what a user made. */

import './users.test';
