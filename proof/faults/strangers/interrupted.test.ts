/**
 * Some services, each at one moment: one of them by `npm test`, two by `npm run test:wide`. `interrupted.slow.test.ts` (`npm run test:slow`) tries
 * all moments, and more services.
 */

import { MANY_CASES } from '../../../src/support/testing/cases.testing';
import { INTERRUPTIONS, testInterruptions } from './interruptions.testing';

testInterruptions(['plain'], [INTERRUPTIONS[0]]);
if (MANY_CASES) testInterruptions(['put-maker'], [INTERRUPTIONS[1]]);
