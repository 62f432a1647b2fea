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
  violable: (operation, known) => inputsOf(operation, known).invalid.map(({ violation }) => violation.clause),
};
