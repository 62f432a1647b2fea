/**
 * Services in which strangers keep things. Some are honest; others lie, make mistakes, or behave in surprising ways. Whatever they answer, a
 * run must not touch the things of others.
 */

import { strangersWithActions } from './actions';
import { carelessStrangers } from './careless';
import { honestStrangers } from './honest';
import { strangersWhoseAnswersMislead } from './misleadingAnswers';
import { strangersWhoseListsMislead } from './misleadingLists';
import { strangersWhoseLocationsMislead } from './misleadingLocations';
import { strangersAtTheSameTime } from './sameTime';
import type { Stranger } from './stranger';
import { strangersWithTakenKeys } from './takenKeys';

/** All services. */
export const strangers: readonly Stranger[] = [
  ...honestStrangers,
  ...strangersWhoseAnswersMislead,
  ...strangersWhoseLocationsMislead,
  ...strangersWithTakenKeys,
  ...strangersWhoseListsMislead,
  ...strangersAtTheSameTime,
  ...carelessStrangers,
  ...strangersWithActions,
];
