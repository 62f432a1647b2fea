/** Some services; `interrupted.slow.test.ts` (`npm run test:slow`) tries the others. */

import { testInterruptions } from './interruptions.testing';

testInterruptions(['plain', 'put-maker']);
