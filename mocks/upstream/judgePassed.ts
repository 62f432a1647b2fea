/** Judges an exchange that the service behind the mock has answered, as `espalier proxy` does, and says what it breaks. */

import { placeOf } from '../../src/contract/clause';
import type { Contract } from '../../src/contract/contract';
import type { ClientResponse } from '../../src/recorded/clientResponse';
import type { Found } from '../../src/recorded/findOperation';

/** Returns what an exchange breaks, each as a sentence with the rule and the place of the clause. */
export function breachesOfPassed(contract: Contract, found: Found, read: ClientResponse): string[] {
  // The rules are loaded only here, since most mocks have no service behind them.
  const { judgeRead } =
    require('../../src/recorded/judgeResponse') as typeof import('../../src/recorded/judgeResponse');
  const { rules } = require('../../conformance/rules') as typeof import('../../conformance/rules');
  const { requirements, declared } = judgeRead({ read, found }, rules, { contract });
  const broken = requirements.flatMap(({ rule, clause: whole, findings }) =>
    findings.map(({ level, message, expected, actual, clause = whole }) => {
      const severity = level === 'must' ? 'fail' : 'warn';
      return `${severity}: ${message}: expected ${expected}, actual ${actual} (${rule}, ${placeOf(clause)})`;
    }),
  );
  const silent = declared
    ? []
    : [`the contract does not declare the status ${read.status} (${placeOf(found.operation.clause)})`];
  return broken.length > 0 ? broken : silent;
}
