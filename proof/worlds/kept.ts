/** Worlds that have shown a defect. Each is the least one that does, and stays here so that the defect does not come back. */

import type { Writes } from '../../src/engine/model/probe';
import type { World } from './world';

interface KeptWorld {
  /** What it showed, as a sentence. */
  readonly showed: string;
  readonly world: World;
  readonly mode: Writes;
  /** Whether the defect is still there: `npm run worlds -- --kept` tells when it is not. */
  readonly isOpen?: true;
}

export const kept: readonly KeptWorld[] = [
  {
    showed:
      'The Allow of a 405 at what a Location names was compared with the methods of the collection that the POST went to.',
    world: { kinds: [{ missing: ['read', 'list'], creates: 'located and whole', replaces: 'makes' }] },
    mode: 'own',
    isOpen: true,
  },
];
