import type { Known } from '../src/case';
import type { Clause, Operation } from '../src/contract/contract';
import type { Suite } from '../src/plan';
import { contentsOf, judgedSchema } from './contents';
import { observe } from './observations';
import { probes } from './probes';
import { inputsOf } from './probes/inputs';
import { askPlainly } from './probes/making';
import { rules } from './rules';

/** All that Espalier asks and requires. */
export const suite: Suite = {
  probes,
  rules,
  observe,
  ask: askPlainly,
  contentsOf,
  judgedSchema,
  violable,
  untouched(operation, known) {
    const { leftOut, spared } = inputsOf(operation, known);
    return { leftOut, clauses: spared };
  },
};

/** What is not broken for the sake of what others have is open all the same. */
function violable(operation: Operation, known: Known): Clause[] {
  const { leftOut, spared } = inputsOf(operation, known);
  const all =
    leftOut || spared.size > 0 ? inputsOf(operation, { ...known, writes: 'any' }) : inputsOf(operation, known);
  return all.invalid.map(({ violation }) => violation.clause);
}
