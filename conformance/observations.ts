import { declaredResponse } from '../src/contract/contract';
import { groupBy } from '../src/groupBy';
import type { Observation } from '../src/report';
import type { Exchange } from '../src/wire/exchange';
import { statusLine } from './rules/shared';

/** What was seen where the contract is silent: answers that it leaves open, and statuses that it does not declare. */
export function observe(exchanges: readonly Exchange[]): Observation[] {
  const open = exchanges.filter(isOpen);
  const groups = groupBy(open, ({ case: each, response }) =>
    [each.operation.name, each.probe, response?.status].join(' '),
  );
  return [...groups.values()].map((group) => {
    const [{ case: each, response }] = group;
    const asked = ASKED[each.probe];
    const answered = response ? statusLine(response) : '';
    const declared = response !== null && declaredResponse(each.operation, response.status) !== undefined;
    return {
      operation: each.operation.name,
      message: `${asked}: ${answered}${declared ? '' : ', which the contract does not declare'}`,
      asked,
      answered,
      declared,
      exchanges: group.map(({ index }) => index),
    };
  });
}

const ASKED: Readonly<Record<Exchange['case']['probe'], string>> = {
  anonymous: 'without a valid credential',
  invalid: 'a value outside the declared type',
  lookalike: 'another id',
  valid: 'a valid request',
  again: 'a valid request a second time',
  provoke: 'what was handed over to provoke',
  scheme: 'the scheme in another letter case',
  unknown: 'something that does not exist',
  'wrong-token': 'a token that is not valid',
};

/** Probes whose answer the contract may leave open even where it declares the status. */
const LEFT_OPEN: ReadonlySet<string> = new Set(['again', 'unknown', 'wrong-token']);

function isOpen({ case: each, response, error }: Exchange): boolean {
  if (!response || error) return false;
  return LEFT_OPEN.has(each.probe) || !declaredResponse(each.operation, response.status);
}
