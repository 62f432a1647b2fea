import { declaredResponse } from '../src/contract/contract';
import { groupBy } from '../src/groupBy';
import type { Observation } from '../src/report';
import type { Exchange } from '../src/target/exchange';
import { statusLine } from './rules/shared';

/** What was seen where the contract is silent: statuses that it does not declare, and answers that it leaves open. */
export function observe(exchanges: readonly Exchange[]): Observation[] {
  const answered = exchanges.filter(({ response, error }) => response && !error);
  const groups = groupBy(answered.filter(isOpen), ({ case: each, response }) =>
    [each.operation.name, each.probe, response?.status].join(' '),
  );
  return [...groups.values()].map((group) => {
    const [{ case: each, response }] = group;
    const undeclared = response && !declaredResponse(each.operation, response.status);
    return {
      operation: each.operation.name,
      message: `${SUBJECTS[each.probe]} answered ${response ? statusLine(response) : ''}${undeclared ? ', which the contract does not declare' : ''}`,
      exchanges: group.map(({ index }) => index),
    };
  });
}

const SUBJECTS: Readonly<Record<Exchange['case']['probe'], string>> = {
  anonymous: 'a request without a valid credential was',
  invalid: 'a value outside the declared type was',
  lookalike: 'a request for another id was',
  valid: 'a valid request was',
  scheme: 'a request with the scheme in another letter case was',
  unknown: 'a request for something that does not exist was',
};

function isOpen({ case: each, response }: Exchange): boolean {
  if (!response) return false;
  return each.probe === 'unknown' || !declaredResponse(each.operation, response.status);
}
