import type { Probe } from '../../src/engine/model/probe';
import { afterwards } from './afterwards';
import { again } from './again';
import { anonymous } from './anonymous';
import { callbackProbe } from './callback';
import { headProbe } from './head';
import { invalid } from './invalid';
import { lookalike } from './lookalike';
import { method } from './method';
import { pages } from './pages';
import { provoke } from './provoke';
import { scheme } from './scheme';
import { state } from './state';
import { stranger } from './stranger';
import { unknown } from './unknown';
import { unusual } from './unusual';
import { valid } from './valid';
import { wrongToken } from './wrong-token';

/** In the order of asking on one resource: what must be refused or must not touch it first, what may use it up last. */
export const probes: readonly Probe[] = [
  anonymous,
  invalid,
  lookalike,
  wrongToken,
  valid,
  unusual,
  headProbe,
  again,
  provoke,
  scheme,
  unknown,
  method,
  callbackProbe,
  state,
  stranger,
  afterwards,
  pages,
];
