import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { kindsOf } from '../../src/resources/kinds';
import { endsInReturn } from '../../src/resources/vocabulary/actions';
import { stateActionOf } from '../chains/actions';
import { isReadable, judgeAfter, takesMergePatch, wherePossible } from '../judging/chainRules';
import { unapplied } from '../judging/chainState';
import { around, isDone } from '../judging/chainSteps';
import { droppedUnasked } from '../judging/droppedMembers';
import { statusLine } from '../judging/exchanges';
import { describeKept, describeSent, type KeptMember, namesOf } from '../judging/keptMembers';
import { isMissing } from '../judging/missing';
import { showsItsThing, unkept } from '../judging/stateAfterAction';

const UNCHANGED = 'no answer to the action showed another state, with a GET before and after it';
const UNSEEN = 'no answer to a PATCH showed what was sent, with a GET before and after it';

/** "The PATCH method requests that a set of changes described in the request entity be applied to the resource identified by the Request-URI." RFC 5789 §2 */
export const patchApplied: Rule = {
  id: 'patch-applied',
  level: 'should',
  statement:
    'What the answer to a PATCH shows as changed, or that to an action as the state of its thing, GET shows, too; and no member is lost by each patch of another one.',
  reference: 'RFC 5789 §2, RFC 9110 §15.3.1',
  advice:
    'Keep what a request changes before it is answered, or answer 202 where that takes longer, and leave what a PATCH does not have as it is.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    if (stateActionOf(operation, kindsOf(operations))) return wherePossible(operation, operations, UNCHANGED);
    // What a merge patch does is stated, and judged by a rule of its own.
    const takesJson = operation.requestBody?.media.some(({ type }) => type === 'application/json') ?? false;
    const isPlain = takesJson && !takesMergePatch(operation);
    return operation.method === 'PATCH' && isPlain && isReadable(operation)
      ? wherePossible(operation, operations, UNSEEN)
      : [];
  },
  judge(exchange, _subject, context) {
    if (exchange.case.chain?.step === 'act') return judgeAction(exchange, context);
    if (exchange.case.chain?.step !== 'patch' || !isDone(exchange)) return undefined;
    const dropped = droppedUnasked(exchange, context);
    if (dropped && dropped.length > 0) return [lostBy(exchange, dropped, context)];
    const applied = judgeAfter(exchange, context, unapplied, (kept) => ({
      message: `what the answer to a PATCH showed as changed is as it was: ${namesOf(kept)}`,
      names: kept.map(({ name }) => name),
      expected: describeSent(kept),
      actual: describeKept(kept),
    }));
    return applied ?? (dropped && []);
  },
};

/** Judges whether what an action has brought back by its answer is there. */
function judgeReturn(exchange: Exchange, after: Exchange, { touches }: Context): readonly Breach[] | undefined {
  if (!isMissing(after)) return [];
  const others = touches.between(exchange, after).filter(({ index }) => index !== exchange.index);
  if (!after.response || others.some(({ nearness }) => nearness !== 'beside')) return undefined;
  const message = 'what the answer to an action shows as brought back is not there';
  const expected = 'what the answer to the action showed';
  return [{ message, kind: 'returned', expected, actual: statusLine(after.response), at: after }];
}

function judgeAction(exchange: Exchange, context: Context): readonly Breach[] | undefined {
  const { before, after } = around(exchange, context.chain);
  const isReturn = endsInReturn(exchange.case.request.operation.path) && before !== undefined && isMissing(before);
  if (isReturn && after?.response && isDone(exchange) && showsItsThing(exchange))
    return judgeReturn(exchange, after, context);
  return judgeAfter(exchange, context, unkept, (kept) => ({
    message: `what the answer to an action showed as changed is as it was: ${namesOf(kept)}`,
    kind: 'state',
    names: kept.map(({ name }) => name),
    expected: describeSent(kept),
    actual: describeKept(kept),
  }));
}

function lostBy(exchange: Exchange, dropped: readonly KeptMember[], { chain }: Context): Breach {
  const { after } = around(exchange, chain);
  return {
    message: `a patch of another member did not leave ${namesOf(dropped)} as it was, and so did one before it`,
    kind: 'dropped',
    names: dropped.map(({ name }) => name),
    expected: describeSent(dropped),
    actual: describeKept(dropped),
    ...(after ? { at: after } : {}),
  };
}
