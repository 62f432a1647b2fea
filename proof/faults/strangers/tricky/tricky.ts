/**
 * Services in which an unsafe request is easily aimed at what is somebody else's, or makes what nobody notices. A person who looks right
 * before each request, and believes no single answer, does no harm in any of them.
 */

import type { Stranger } from '../stranger';
import { strangersAboutAnother } from './aboutAnother';
import { strangersWithActionsThatMake } from './actionsThatMake';
import { strangersBelowAndBeside } from './cascades';
import { strangersWhoChangeThings } from './changing';
import { strangersWithChosenKeys } from './chosenKeys';
import { strangersWhoContradict } from './contradicting';
import { strangersWithFewNames } from './fewNames';
import { strangersWithFlags } from './flags';
import { strangersWhoKeep } from './kept';
import { strangersLikeAnother } from './likeAnother';
import { strangersWhoMisreadIds } from './misreadIds';
import { strangersWhoAreMoved } from './moving';
import { strangersOvertaken } from './overtaken';
import { strangersWithPathsApart } from './pathsApart';
import { strangersWhoArePolite } from './politeRemovals';
import { strangersWithReferences } from './references';
import { strangersWithSameNames } from './sameNames';
import { strangersOnTrips } from './shallow';
import { strangersUnheard } from './unheard';
import { strangersWithUnsafeGets } from './unsafeGets';

/** All of these services. */
export const trickyStrangers: readonly Stranger[] = [
  ...strangersWhoChangeThings,
  ...strangersWhoContradict,
  ...strangersWithActionsThatMake,
  ...strangersWithPathsApart,
  ...strangersWithReferences,
  ...strangersWithChosenKeys,
  ...strangersWhoMisreadIds,
  ...strangersWhoAreMoved,
  ...strangersWithUnsafeGets,
  ...strangersBelowAndBeside,
  ...strangersUnheard,
  ...strangersWithSameNames,
  ...strangersWhoArePolite,
  ...strangersWhoKeep,
  ...strangersWithFlags,
  ...strangersWithFewNames,
  ...strangersOnTrips,
  ...strangersAboutAnother,
  ...strangersLikeAnother,
  ...strangersOvertaken,
];
