import type { Suite } from '../src/plan';
import { observe } from './observations';
import { probes } from './probes';
import { rules } from './rules';
import { improbableValue } from './values/path';

/** All that Espalier asks and requires. */
export const suite: Suite = { probes, rules, observe, improbable: improbableValue };
