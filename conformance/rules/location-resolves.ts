import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { withoutNames } from '../../src/routing/pathTemplate';
import { wherePossible } from '../judging/chainRules';
import { isSameThing } from '../judging/chainSteps';
import { namedBy, statusLine } from '../judging/exchanges';
import { isMissing } from '../judging/missing';
import { isFound } from '../judging/shownMembers';
import { wasNeverThere } from '../judging/witness';

const UNSEEN = 'no 201 came with a Location of this service';

/** "For 201 (Created) responses, the Location value refers to the primary resource created by the request." RFC 9110 §10.2.2 */
export const locationResolves: Rule = {
  id: 'location-resolves',
  level: 'should',
  statement: 'Where a 201 names a Location, there is something at it, of the id that the answer has.',
  reference: 'RFC 9110 §15.3.2, §10.2.2',
  advice: 'Name the path under which clients reach what was made, with all that a gateway puts before it.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    const creates = operation.responses.some(({ status }) => /^(201|2XX)$/i.test(status));
    return creates && operation.method === 'POST' ? wherePossible(operation, operations, UNSEEN) : [];
  },
  judge(exchange, _subject, context) {
    const { chain } = context;
    const { case: each, response, error } = exchange;
    if (each.chain?.step !== 'located' || !response || error) return undefined;
    const made = chain.findLast(
      ({ index, case: planned }) =>
        index < exchange.index && (planned.chain?.step === 'make' || planned.chain?.step === 'post'),
    );
    if (made?.response?.status !== 201) return undefined;
    if (!isMissing(exchange)) return response.status >= 400 ? undefined : judgeId(exchange, chain);
    if (!wasNeverThere(made, exchange, context) && !isThereByAnotherName(made, exchange, chain)) return undefined;
    const message = 'there is nothing at the Location that a 201 named';
    return [{ message, kind: 'nothing', expected: `${exchange.request.path} found`, actual: statusLine(response) }];
  },
};

/**
 * Tells whether what was made is found at another path than that of its Location: where the answer shows nothing but that, a list shows what was
 * sent, and so how it is named. For example, the Location is /rooms/80, and GET /rooms/8 finds what was sent.
 */
function isThereByAnotherName(made: Exchange, located: Exchange, chain: readonly Exchange[]): boolean {
  const item = `${withoutNames(made.case.request.operation.path).replace(/\/$/, '')}/{}`;
  return chain.some(
    (each) =>
      each.index > located.index &&
      each.case.chain?.step === 'read' &&
      namedBy(each) !== namedBy(located) &&
      withoutNames(each.case.request.operation.path) === item &&
      isFound(each.response),
  );
}

/**
 * Judges the id of what a Location names. An answer may be about something else than the new thing, such as a receipt: so its id counts only
 * where something was found by that id, too, and shows it.
 */
function judgeId(exchange: Exchange, chain: readonly Exchange[]): readonly Breach[] {
  const { wanted, shown } = exchange.content?.id ?? {};
  if (wanted === undefined || shown === undefined || shown.toLowerCase() === wanted.toLowerCase()) return [];
  const isFound = chain.some(
    (each) =>
      (each.case.chain?.step === 'read' || each.case.chain?.step === 'other') &&
      isSameThing(each, exchange) &&
      each.content?.id?.shown === wanted,
  );
  if (!isFound) return [];
  const message = 'what is at the Location has another id than the 201 said';
  return [{ message, kind: 'another', expected: `the id ${wanted}, as in the answer`, actual: `the id ${shown}` }];
}
