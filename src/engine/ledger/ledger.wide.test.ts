/** As `ledger.test.ts`, with what is waited for longer. */

import './ledger.test';
