import type { Rule } from '../../src/engine/model/rule';
import { isSuccess } from '../../src/http/statuses';
import { withoutNames } from '../../src/routing/pathTemplate';
import { makesReadable, wherePossible } from '../judging/chainRules';
import { keptOtherwise } from '../judging/chainState';
import { statusLine } from '../judging/exchanges';
import { describeKept, describeSent, namesOf } from '../judging/keptMembers';
import { isMissing } from '../judging/missing';
import { lostContent } from '../judging/readBack';
import { isUntouchedByOthers, isWitnessed, wasNeverThere } from '../judging/witness';

const UNSEEN = 'no GET asked for what a 201 made, by the id in its answer';

/** "The request has been fulfilled and has resulted in one or more new resources being created." RFC 9110 §15.3.2 */
export const createdFound: Rule = {
  id: 'created-found',
  level: 'should',
  statement: 'What a 201 says was made is found by the id that the answer gives, as it was sent and answered.',
  reference: 'RFC 9110 §15.3.2',
  advice: 'Answer 201 once it is there, and 202 where that takes longer.',
  probes: ['valid'],
  across: true,
  bind: (operation, operations) =>
    makesReadable(operation, operations) ? wherePossible(operation, operations, UNSEEN) : [],
  judge(exchange, _subject, context) {
    const { chain } = context;
    if (exchange.case.chain?.step !== 'make' || exchange.response?.status !== 201) return undefined;
    // A 201 that says nothing of what it made names nothing that could be looked for.
    const { isOfRequest, isProven, wanted } = exchange.content?.id ?? {};
    const id = isOfRequest ? undefined : wanted;
    const { path, method } = exchange.case.request.operation;
    // Only paths of the same kind count, since things of other kinds may have the same id.
    const item = withoutNames(path).replace(/\/$/, '') + (method === 'POST' ? '/{}' : '');
    const read = chain.find(({ case: { chain: place, request }, content }) => {
      if (place?.step !== 'read' && place?.step !== 'other') return false;
      return (
        id !== undefined &&
        content?.id?.wanted === id &&
        withoutNames(request.operation.path).replace(/\/$/, '') === item
      );
    });
    if (!read?.response || read.error) return undefined;
    if (isSuccess(read.response.status)) {
      const lost = lostContent(exchange, read);
      if (lost !== undefined && lost !== 'none') {
        if (!isWitnessed({ by: exchange, before: exchange, after: read }, context)) return undefined;
        const message = 'what was made is shown with another content';
        const { sent: expected, shown: actual } = lost;
        return [{ message, kind: 'content', expected, actual, ownWords: [actual], at: read }];
      }
      const seen = { by: exchange, before: exchange, after: read };
      // Of many things one alone may be the default one, and another has been made meanwhile.
      const mayBeTaken = !isUntouchedByOthers({ ...seen, mayMakeRoom: true }, context);
      const differing = keptOtherwise(exchange, read) ?? [];
      const kept = mayBeTaken ? differing.filter(({ sent }) => typeof sent !== 'boolean') : differing;
      if (kept.length === 0) return differing.length === 0 ? [] : undefined;
      const changed = kept.map(({ name }) => name);
      if (!isWitnessed({ ...seen, names: changed }, context)) return undefined;
      const message = `what was made is there with other values: ${namesOf(kept)}`;
      const expected = describeSent(kept);
      const names = kept.map(({ name }) => name);
      return [{ message, kind: 'changed', names, expected, actual: describeKept(kept), at: read }];
    }
    // What a look has shown once was there.
    if (isProven || !isMissing(read) || !wasNeverThere(exchange, read, context)) return undefined;
    const message = 'what was made is not there';
    const expected = `${read.request.path} found after 201`;
    return [{ message, kind: 'missing', expected, actual: statusLine(read.response), at: read }];
  },
};
