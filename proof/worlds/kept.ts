/** Worlds that have shown a defect. Each is the least one that does, and stays here so that the defect does not come back. */

import type { Writes } from '../../src/engine/model/probe';
import type { World } from './world';

interface KeptWorld {
  /** What it showed, as a sentence. */
  readonly showed: string;
  readonly world: World;
  readonly mode: Writes;
  /** Whether it shows only where the run is made a second time. */
  readonly isTwice?: true;
  /** Whether the defect is still there: `npm run worlds -- --kept` tells when it is not. */
  readonly isOpen?: true;
}

export const kept: readonly KeptWorld[] = [
  {
    showed:
      'What was handed over was removed a second time, after its number had been given to a thing of somebody else.',
    world: { busy: 3, kinds: [{ naming: { by: 'reused' } }] },
    mode: 'handed-over',
  },
  {
    showed:
      'A body named a thing of others, which was removed then: its member allows few names, and somebody has most of them.',
    world: { kinds: [{}, { also: ['absorb'], naming: { by: 'listed' } }] },
    mode: 'handed-over',
  },
  {
    showed: 'A body named one of few names of a thing of others, for a thing that was handed over.',
    world: { kinds: [{ missing: ['create'], naming: { by: 'listed' } }, { refersTo: { back: 1 } }] },
    mode: 'handed-over',
  },
  {
    showed: 'A body listed what it removes, by few names of which others have most.',
    world: { kinds: [{ also: ['remove some'], naming: { by: 'listed' } }] },
    mode: 'own',
  },
  {
    showed:
      'A 412 to a DELETE that had no right If-Match was taken for a sign that a request for another id had removed the thing.',
    world: { kinds: [{ removes: 'idempotent', lock: 'required' }] },
    mode: 'own',
  },
  {
    showed: 'One Idempotency-Key was sent with two bodies, and the refusal was blamed on a value of the second one.',
    world: {
      manners: { invalid: 422, body: 'none' },
      kinds: [{ idempotency: 'required', members: [{ shape: { type: 'listed', nullable: true }, required: true }] }],
    },
    mode: 'own',
  },
  {
    showed: 'What the copy of a thing made was neither removed nor listed.',
    world: { kinds: [{ also: ['copy'] }] },
    mode: 'own',
  },
  {
    showed: 'What the copy of a thing that was handed over made was neither removed nor listed.',
    world: { kinds: [{ also: ['copy'] }] },
    mode: 'handed-over',
  },
  {
    showed:
      'A body named things of others: the least numbers that a reference allows, of a kind that the run cannot make.',
    world: { kinds: [{ missing: ['create'] }, { refersTo: { back: 1 } }] },
    mode: 'own',
  },
  {
    showed:
      'A value was said to be refused for its own sake, where the refusal named two members that do not go together.',
    world: { kinds: [{ business: 'amounts' }] },
    mode: 'own',
  },
  {
    showed: 'A length was said to be refused, where the refusal named what else a password has to have.',
    world: { kinds: [{ business: 'password' }] },
    mode: 'own',
  },
  {
    showed: 'What somebody else made meanwhile was taken for an effect of requests that were refused.',
    world: { busy: 3, kinds: [{ creates: 'nothing' }] },
    mode: 'any',
  },
  {
    showed:
      'The Allow of a 405 at what a Location names was compared with the methods of the collection that the POST went to.',
    world: { kinds: [{ missing: ['read', 'list'], creates: 'located and whole', replaces: 'makes' }] },
    mode: 'own',
  },
  {
    showed: 'A number that is more than there is left was said to be refused for its own sake.',
    world: { manners: { body: 'none' }, kinds: [{ stock: 'invalid' }] },
    mode: 'own',
  },
  {
    showed:
      'Texts that were to be equal in a list got a name of the run each, so that a valid list was said to break uniqueItems.',
    world: {
      kinds: [{ members: [{ shape: { type: 'list', of: {}, min: 2, max: 10, unique: true }, required: true }] }],
    },
    mode: 'own',
  },
  {
    showed: 'Dates that have to follow each other drew nothing, and draw nothing.',
    world: { kinds: [{ business: 'dates' }] },
    mode: 'own',
  },
  {
    showed:
      'What came after the account of whoever asks was removed was taken for the end of the credential by itself.',
    world: { admits: { ways: ['bearer'] }, account: 'own that can be left' },
    mode: 'any',
  },
  {
    showed: 'A step of a JSON Patch was taken for a thing, so that no valid patch was sent.',
    world: { kinds: [{ jsonPatches: true }] },
    mode: 'own',
  },
  {
    showed:
      'A number was said to be refused for its own sake, where another member must not be less than it and the refusal says nothing.',
    world: {
      seed: 678095,
      manners: { invalid: 422, body: 'none', declared: 'range', inputFirst: true, head: 405 },
      account: 'settings of all',
      kinds: [
        {
          business: 'amounts',
          unique: 'invalid',
          also: ['clear'],
          moves: true,
          stock: 'conflict',
          joins: 'made',
          quota: { most: 12 },
          jsonPatches: true,
          removes: 'gone',
          normalised: 'trimmed',
          coerces: 'instants',
        },
      ],
    },
    mode: 'handed-over',
  },
  {
    showed:
      'What was handed over was said to break the contract, since it was in a state in which it could not be restored.',
    world: { manners: { declared: 'default', body: 'problem' }, kinds: [{ restores: 'what is removed' }] },
    mode: 'handed-over',
  },
  {
    showed:
      'What could not be removed in its state was to be brought into another one by a POST that made something below it, which nothing listed.',
    world: { kinds: [{ states: 'sealed' }, { below: 1, missing: ['list', 'read'], accepted: 'job' }] },
    mode: 'own',
  },
  {
    showed:
      'Whether a removed thing was asked for once more depended on the time: a look that had found nothing let the next request pass within a second.',
    world: { seed: 41807, coded: 'gzip', kinds: [{ restores: 'what is removed', idempotency: 'offered' }] },
    mode: 'own',
    isTwice: true,
  },
  {
    showed: 'What the run itself had made, and a list showed late, was said to be made by requests that were refused.',
    world: {
      seed: 413047,
      prefix: '/api',
      admits: { ways: ['header', 'query'], together: true },
      kinds: [{ unique: 'conflict', searches: 'by GET', lags: 400, creates: 'nothing', replaces: 'makes' }],
    },
    mode: 'own',
  },
  {
    showed: 'A thing in a list was said to be the one that was deleted, since one of its numbers was the id of that.',
    world: {
      seed: 693450,
      prefix: '/api',
      busy: 25,
      account: 'own',
      kinds: [
        {
          missing: ['read'],
          idempotency: 'offered',
          below: 1,
          members: [
            {
              shape: { type: 'whole', min: 1, max: 10, exclusive: true, multiple: 5, long: true, nullable: true },
              required: true,
            },
          ],
        },
        { removes: 'shown', idempotency: 'required' },
      ],
    },
    mode: 'own',
  },
];
