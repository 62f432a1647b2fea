/** Some services, each at one moment; `interrupted.slow.test.ts` (`npm run test:slow`) tries all moments, and more services. */

import { MOMENTS, testInterruptions } from './interruptions.testing';

testInterruptions(['plain'], [MOMENTS[0]]);
testInterruptions(['put-maker'], [MOMENTS[1]]);
