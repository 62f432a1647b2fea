import type { Operation } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { hasSureToken } from '../../src/resources/tokens';
import { takesMergePatch } from '../judging/chainRules';
import { around } from '../judging/chainSteps';
import { isJson } from '../judging/declaredMedia';
import { describeKept, describeSent, type KeptMember, namesOf } from '../judging/keptMembers';
import { shownMembers } from '../judging/shownMembers';
import { answeredTo, changedMembers, deniedMembers, leftOut, lookAfter } from '../judging/shownOtherwise';
import { isWitnessed } from '../judging/witness';

const UNSEEN = 'no answer to a request that was taken showed what was sent';

/** "200 … the content … POST: the status of, or results obtained from, the action; PUT, DELETE: the status of the action" RFC 9110 §15.3.1 */
export const sentShown: Rule = {
  id: 'sent-shown',
  level: 'should',
  statement: 'Where the answer to a request that sets members shows them, it shows them as they were sent.',
  reference: 'RFC 9110 §15.3.1, §15.3.2',
  advice: 'Answer with what was kept, and refuse what cannot be kept.',
  probes: ['valid', 'state'],
  across: true,
  bind: (operation) =>
    setsMembers(operation) ? [{ operation, clause: operation.clause, optional: () => UNSEEN }] : [],
  judge(exchange, _subject, context) {
    // With a key that was used before, a service may answer as it did then, whatever is sent with it now.
    const answered = exchange.case.chain?.step === 'reuse' ? undefined : answeredTo(exchange);
    if (!answered) return undefined;
    const look = lookAfter(exchange, context.chain);
    const denied = look ? deniedMembers(exchange, answered, look) : [];
    if (look && denied.length > 0) {
      const names = denied.map(({ name }) => name);
      if (!isWitnessed({ by: exchange, before: exchange, after: look, names }, context)) return undefined;
      return [{ ...breach(denied, 'denied', 'the answer shows other values than the thing has'), at: look }];
    }
    const changed = changedMembers(exchange, answered, context).filter(
      (each) => !isTold(each, exchange, look, context),
    );
    const left = leftOut(exchange, answered, context);
    return [
      ...(changed.length === 0 ? [] : [breach(changed, 'changed', 'the answer shows other values than were sent')]),
      ...(left.length === 0 ? [] : [breach(left, 'left out', 'the answer leaves out what was sent')]),
    ];
  },
};

/** Tells whether a request may set members, and its answer may show them. */
function setsMembers({ method, requestBody, responses }: Operation): boolean {
  const hasJson = (media: readonly { readonly type: string }[] = []) => media.some(({ type }) => isJson(type));
  const isAnswered = responses.some(({ status, media }) => /^(2|default$)/i.test(status) && hasJson(media));
  return ['POST', 'PUT', 'PATCH'].includes(method) && hasJson(requestBody?.media) && isAnswered;
}

/** Tells whether another rule tells of a member, since the next look shows it as the answer does: `created-found`, `put-replaces`, `patch-merges`. */
function isTold({ name, sent }: KeptMember, write: Exchange, look: Exchange | undefined, { chain }: Context): boolean {
  const shownIn = (each: Exchange | undefined) => each && shownMembers(each, { [name]: null })?.[name];
  const now = shownIn(look);
  if (now === undefined || now !== shownIn(write)) return false;
  const { step } = write.case.chain ?? {};
  if (step === 'make') return write.response?.status === 201 && typeof sent === 'string' && hasSureToken(sent);
  const isChange = step === 'put' || (step === 'patch' && takesMergePatch(write.case.request.operation));
  return isChange && shownIn(around(write, chain).before) === now;
}

function breach(kept: readonly KeptMember[], kind: string, what: string): Breach {
  const names = kept.map(({ name }) => name);
  return {
    message: `${what}: ${namesOf(kept)}`,
    kind,
    names,
    expected: describeSent(kept),
    actual: describeKept(kept),
  };
}
