import type { Probe } from '../../src/case';
import { anonymous } from './anonymous';
import { invalid } from './invalid';
import { lookalike } from './lookalike';
import { scheme } from './scheme';
import { unknown } from './unknown';
import { valid } from './valid';

/** In the order of asking on one resource: what must be refused or must not touch it first, what may use it up last. */
export const probes: readonly Probe[] = [anonymous, invalid, lookalike, valid, scheme, unknown];
