import type { Exchange } from '../../src/engine/model/exchange';
import type { Rule } from '../../src/engine/model/rule';
import { isEqual } from '../../src/json/equality';
import { isObject } from '../../src/json/value';
import { saysVersion } from '../../src/resources/vocabulary/setByService';
import { isReadable, judgeAfter, wherePossible } from '../judging/chainRules';
import { different } from '../judging/chainState';
import { isDone } from '../judging/chainSteps';
import { describeKept, describeSent, type KeptMember, namesOf } from '../judging/keptMembers';
import { sentBy } from '../judging/shownMembers';

const UNSEEN = 'no PUT was taken twice with a GET after each';

/** "The intended effect on the server of multiple identical requests … is the same as the effect for a single such request." RFC 9110 §9.2.2 */
export const putIdempotent: Rule = {
  id: 'put-idempotent',
  level: 'should',
  statement: 'The same PUT a second time leaves what the first one left.',
  reference: 'RFC 9110 §9.2.2',
  advice: 'Let PUT set values, and POST or PATCH add to them.',
  probes: ['state'],
  across: true,
  bind: (operation, operations) =>
    operation.method === 'PUT' && isReadable(operation) ? wherePossible(operation, operations, UNSEEN) : [],
  judge(exchange, _subject, context) {
    if (exchange.case.chain?.step !== 'again' || !isDone(exchange)) return undefined;
    const first = context.chain.findLast(
      ({ case: planned, index }) => planned.chain?.step === 'put' && index < exchange.index,
    );
    if (!first || !isDone(first) || !hasSameContent(first, exchange)) return undefined;
    return judgeAfter(exchange, context, changedFrom, (kept) => ({
      message: `the same request a second time changed ${namesOf(kept)}`,
      names: kept.map(({ name }) => name),
      expected: describeSent(kept),
      actual: describeKept(kept),
    }));
  },
};

/**
 * Whether both were sent with the same content: a value that would take something from others is left out, or is another one, once they have it.
 * What was sent is compared as it was read, since exchanges do not keep their bytes for as long as a chain lasts.
 */
function hasSameContent({ content: one }: Exchange, { content: other }: Exchange): boolean {
  return (
    isEqual(withoutVersion(one?.sent), withoutVersion(other?.sent)) &&
    sameBytes(one?.plain?.sent?.bytes, other?.plain?.sent?.bytes)
  );
}

/** Leaves out which state of the thing a request is about: after the first PUT, that is another one. */
function withoutVersion(sent: unknown): unknown {
  return isObject(sent) ? Object.fromEntries(Object.entries(sent).filter(([name]) => !saysVersion(name))) : sent;
}

function sameBytes(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one && other ? one.equals(other) : one === other;
}

/**
 * Returns the members that differ between the looks after the first PUT and after the second. What is shown in the end as it was sent is what both
 * of them ask for: then the first look came out of a cache, or too early.
 */
function changedFrom(again: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(again);
  return different(again, after, chain)?.filter(({ name, shown }) => shown !== sent[name]);
}
