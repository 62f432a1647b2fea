/** As `interrupted.test.ts`, with the services that it leaves out. */

import { testInterruptions } from './interruptions.testing';

jest.setTimeout(600_000);

testInterruptions(['anothers-id-each-time', 'nested', 'list-only', 'get-or-create-201']);
