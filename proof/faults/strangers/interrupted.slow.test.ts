/** As `interrupted.test.ts`, at all moments, and with the services that it leaves out. */

import { INTERRUPTIONS, testInterruptions } from './interruptions.testing';

testInterruptions(
  ['plain', 'put-maker', 'anothers-id-each-time', 'nested', 'list-only', 'get-or-create-201'],
  INTERRUPTIONS,
  ['SIGTERM', 'SIGINT'],
);
