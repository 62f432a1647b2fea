import type { Rule } from '../../src/engine/model/rule';
import { kindsOf } from '../../src/resources/kinds';
import { counterOf } from '../chains/counters';
import { wherePossible } from '../judging/chainRules';
import { isDone } from '../judging/chainSteps';
import { countsAround, countsBetween } from '../judging/counted';

const UNSEEN = 'no two looks showed how many things there are before and after one was made or removed';

/** That `note_count` is the number of notes is what its name says. Which members say so is guessed, so it is no must. */
export const countsKept: Rule = {
  id: 'counts-kept',
  notOfMock: true,
  level: 'should',
  statement:
    'Where a thing shows how many things lie in it, it counts one more after one was made, and one less after one was removed.',
  reference: 'RFC 9110 §9.3.1',
  advice: 'Count what is there when it is asked for, or change the number together with what it counts.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    const kinds = kindsOf(operations);
    const kind = kinds.madeBy(operation) ?? (operation.method === 'DELETE' ? kinds.ofItem(operation) : undefined);
    const all = kind && kinds.at(kind.item);
    return all && counterOf(all, kinds) ? wherePossible(operation, operations, UNSEEN) : [];
  },
  judge(exchange, _subject, { chain, isMocked }) {
    const { step } = exchange.case.chain ?? {};
    // Our mock keeps things, and makes up what it cannot be told: it does not count them.
    if (isMocked) return undefined;
    if ((step !== 'make' && step !== 'remove') || !isDone(exchange)) return undefined;
    const looks = countsAround(exchange, chain);
    const counts = looks && countsBetween(looks.before, looks.after, chain);
    if (!looks || !counts || counts.length === 0) return undefined;
    return counts
      .filter(({ after, expected }) => after !== expected)
      .map(({ name, before, after, expected }) => ({
        message: `${name} does not count what was ${step === 'make' ? 'made' : 'removed'}`,
        kind: step,
        names: [name],
        expected: `${name} ${expected}, since it was ${before} (#${looks.before.index})`,
        actual: `${name} ${after}`,
        at: looks.after,
      }));
  },
};
