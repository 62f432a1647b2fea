/** Asks about a second thing that what a chain makes does not lie in: whether it shows what lies in the first one, and takes anything once it is removed. */

import type { Touched } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { isNamedInPath, type Kind, listersOfMade } from '../../src/resources/kinds';
import { placesIn } from '../../src/resources/things';
import { itemPath, namesIn } from '../../src/routing/pathTemplate';
import { plainInput } from '../inputs/inputs';
import { aroundFor, makerCase, type PathPlace, resourceAt } from './makeResources';
import { mayMake } from './mayMake';
import { type ChainSteps, stepper } from './stepper';
import { tellable } from './tellableInputs';

/** The steps about a second thing, in two parts. */
interface Aside {
  /** Lists what is in it, which is nothing yet. */
  readonly list: ChainSteps['cases'];
  /** Removes it, and asks it to take something then. */
  readonly remove: ChainSteps['cases'];
}

/**
 * Plans them where the run makes what the things of a kind lie in: `/beds/7/seedlings` beside `/beds/8/seedlings`.
 * @param above the places of what they lie in.
 */
export function asideOf(kind: Kind, known: Known, name: Touched, above: readonly PathPlace[]): Aside | undefined {
  const { maker } = kind;
  // A list of all shows rightly what lies in any of them.
  const lister = listersOfMade(kind).find(({ path }) => namesIn(path).length === namesIn(maker.path).length);
  const depth = above.length;
  const item = itemPath(maker.path, depth - 1);
  const around = item === undefined ? undefined : known.contract.kinds.at(item);
  const last = above.at(-1);
  const isMade = typeof last === 'object' && !last.isFixed && last.expression === undefined && !last.member;
  if (!around || !isMade || isNamedInPath(kind) || isNamedInPath(around) || !mayMake(around, known)) return undefined;
  if (placesIn(around.item) !== depth) return undefined;
  const outer = aroundFor(around, known, name, above.slice(0, -1), [kind]);
  const second = outer && makerCase(around, known, name, outer);
  if (!second) return undefined;
  const places = [...above.slice(0, -1), { from: second }];
  const steps = (): ChainSteps => stepper(known, 'own', (operation) => resourceAt(operation, places, name));
  const [list, remove] = [steps(), steps()];
  if (list.asked(lister)) list.add('elsewhere', lister, 'what another one has');
  const { remover, reader } = around;
  if (remove.asked(remover) && remove.asked(reader) && remove.asked(maker)) {
    remove.add('remove', remover, 'what nothing is in');
    remove.add('look', reader, 'what was removed', { awaits: 'gone' });
    // What it makes can be told from all else, and is removed.
    const input = plainInput(maker, known);
    if (input) remove.add('below', maker, 'into what was removed', { input: tellable(maker, input, known) });
    if (input) remove.add('look', reader, 'what was removed, once more');
  }
  return { list: list.cases, remove: remove.cases };
}
