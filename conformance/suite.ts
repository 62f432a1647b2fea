import type { Suite } from '../src/plan';
import { observe } from './observations';
import { probes } from './probes';
import { askPlainly } from './probes/making';
import { rules } from './rules';

/** All that Espalier asks and requires. */
export const suite: Suite = { probes, rules, observe, ask: askPlainly };
