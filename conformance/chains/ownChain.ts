/** Begins the chains on things that the run makes itself: what the things lie in, what makes them, and how the steps name them. */

import type { Case, Touched } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { type Kind, placesAbove } from '../../src/resources/kinds';
import type { Input } from '../../src/serialization/input';
import { makerCase, type PathPlace, placesFor, resourceOf } from './makeResources';
import { mayMake } from './mayMake';
import { type ChainSteps, stepper } from './stepper';

interface OwnChain {
  /** The places of what the things lie in. */
  readonly above: readonly PathPlace[];
  /** Returns the request that makes one thing; undefined where there is none. @param input replaces the plainest input. */
  readonly makes: (input?: Input) => Case | undefined;
  /** Returns the steps of the chain. @param one makes the thing that a step is about, unless that names another one. */
  readonly stepsOn: (one: Case) => ChainSteps;
}

/** @returns undefined where the run may not make such things. */
export function ownChain(kind: Kind, known: Known, name: Touched): OwnChain | undefined {
  const above = mayMake(kind, known) ? placesFor(kind.maker, known, name, { most: placesAbove(kind) }) : undefined;
  return (
    above && {
      above,
      makes: (input) => makerCase(kind, known, name, above, input),
      stepsOn: (one) =>
        stepper(known, 'own', (operation, made = one) => resourceOf(kind, operation, above, { from: made }, name)),
    }
  );
}
