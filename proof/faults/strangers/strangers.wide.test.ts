/** As `strangers.test.ts`, with more of the services. */

import './strangers.test';
