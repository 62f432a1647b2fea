/** As `whyUnexercised.test.ts`, with more credentials that stop working. */

import './whyUnexercised.test';
