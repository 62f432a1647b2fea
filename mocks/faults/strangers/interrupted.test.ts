/** Some services, each at one moment; `interrupted.slow.test.ts` (`npm run test:slow`) tries all moments, and more services. */

import { STOPPING_MOMENTS, testInterruptions } from './interruptions.testing';

testInterruptions(['plain'], [STOPPING_MOMENTS[0]]);
testInterruptions(['put-maker'], [STOPPING_MOMENTS[1]]);
