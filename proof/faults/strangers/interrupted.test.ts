/** Some services, each at one moment; `interrupted.slow.test.ts` (`npm run test:slow`) tries all moments, and more services. */

import { INTERRUPTIONS, testInterruptions } from './interruptions.testing';

testInterruptions(['plain'], [INTERRUPTIONS[0]]);
testInterruptions(['put-maker'], [INTERRUPTIONS[1]]);
