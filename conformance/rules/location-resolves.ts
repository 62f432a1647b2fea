import type { Rule } from '../../src/engine/model/rule';
import { wherePossible } from '../judging/chainRules';
import { isMissing } from '../judging/chainState';
import { statusLine } from '../judging/exchanges';

const UNSEEN = 'no 201 came with a Location of this service';

/** "For 201 (Created) responses, the Location value refers to the primary resource created by the request." RFC 9110 §10.2.2 */
export const locationResolves: Rule = {
  id: 'location-resolves',
  level: 'should',
  statement: 'Where a 201 names a Location, there is something at it.',
  reference: 'RFC 9110 §15.3.2, §10.2.2',
  advice: 'Name the path under which clients reach what was made, with all that a gateway puts before it.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    const creates = operation.responses.some(({ status }) => /^(201|2XX)$/i.test(status));
    return creates && operation.method === 'POST' ? wherePossible(operation, operations, UNSEEN) : [];
  },
  judge(exchange, _subject, { chain }) {
    const { case: each, response, error } = exchange;
    if (each.chain?.step !== 'located' || !response || error) return undefined;
    const made = chain.findLast(
      ({ index, case: planned }) =>
        index < exchange.index && (planned.chain?.step === 'make' || planned.chain?.step === 'post'),
    );
    if (made?.response?.status !== 201) return undefined;
    if (!isMissing(exchange)) return response.status < 400 ? [] : undefined;
    const message = 'there is nothing at the Location that a 201 named';
    return [{ message, expected: `${exchange.request.path} found`, actual: statusLine(response) }];
  },
};
