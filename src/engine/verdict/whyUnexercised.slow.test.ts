/** All cases of `whyUnexercised.test.ts`. */

import './whyUnexercised.test';
