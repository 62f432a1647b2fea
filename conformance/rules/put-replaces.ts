import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { isReadable, judgeAfter, wherePossible } from '../judging/chainRules';
import { merged, unchanged } from '../judging/chainState';
import { around, isDone } from '../judging/chainSteps';
import { judgeGone, judgeNeverThere } from '../judging/goneAfterPut';
import { describeKept, describeSent, namesOf } from '../judging/keptMembers';
import { isMissing } from '../judging/missing';
import { lostPut } from '../judging/readBack';
import { isWitnessed } from '../judging/witness';

const UNSEEN = 'no PUT was taken with a GET after it that shows its members';

/** Judges a text, or bytes, that were put. @returns undefined where it is neither. */
function judgeContent(exchange: Exchange, context: Context): readonly Breach[] | undefined {
  const { before: look, after } = around(exchange, context.chain);
  // Where nothing was there before, what the PUT itself is answered is the first that is known of it.
  const before = look && isMissing(look) ? exchange : look;
  const lost = after && lostPut(exchange, after, context.chain);
  if (!after || lost === undefined) return undefined;
  if (lost === 'none') return [];
  if (!isWitnessed({ by: exchange, before, after }, context)) return undefined;
  const message = 'what was put is shown with another content';
  return [{ message, kind: 'content', expected: lost.sent, actual: lost.shown, ownWords: [lost.shown], at: after }];
}

/** "A successful PUT of a given representation would suggest that a subsequent GET … will result in an equivalent representation." RFC 9110 §9.3.4 */
export const putReplaces: Rule = {
  id: 'put-replaces',
  level: 'should',
  statement:
    'After a PUT, GET finds what was put and shows it, of the members that it shows, and no longer what was left out.',
  reference: 'RFC 9110 §9.3.4',
  advice: 'Let PUT replace the whole; what changes a part of it is PATCH. Refuse what may not be changed.',
  probes: ['state'],
  across: true,
  bind: (operation, operations) =>
    operation.method === 'PUT' && isReadable(operation) ? wherePossible(operation, operations, UNSEEN) : [],
  judge(exchange, _subject, context) {
    const { step } = exchange.case.chain ?? {};
    if (!isDone(exchange)) return undefined;
    const isPut = step === 'put' || step === 'again' || step === 'bare';
    const gone = isPut ? (judgeGone(exchange, context) ?? judgeNeverThere(exchange, context)) : undefined;
    if (gone) return gone;
    const lost = step === 'put' ? judgeContent(exchange, context) : undefined;
    if (lost) return lost;
    if (step === 'put')
      return judgeAfter(exchange, context, unchanged, (kept) => ({
        message: `what was put is not there: ${namesOf(kept)}`,
        kind: 'lost',
        names: kept.map(({ name }) => name),
        expected: describeSent(kept),
        actual: `${describeKept(kept)}, as before`,
      }));
    if (step !== 'bare') return undefined;
    return judgeAfter(exchange, context, merged, (kept) => ({
      message: `an earlier PUT set what is still there, although a later PUT left it out: ${namesOf(kept)}`,
      kind: 'left',
      names: kept.map(({ name }) => name),
      expected: `no ${namesOf(kept)}, or its value before the first PUT`,
      actual: describeKept(kept),
    }));
  },
};
