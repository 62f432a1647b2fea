import { DESK, NURSERY } from '../contracts.testing';
import { must, ruleTable } from './exchange.testing';
import { patchMerges } from './patch-merges';

const bed = { name: 'Rose', width: 3, note: 'north' };

const made = { ask: 'POST /beds', step: 'make', sends: bed, id: '7', status: 201 } as const;
const patch = (sends: unknown, status = 200) => ({ ask: 'PATCH /beds/7', step: 'patch', sends, status }) as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;

const wrong = (names: string, expected: string, actual: string) =>
  must(`a merge patch did not leave ${names} as it should`, expected, actual);

ruleTable(patchMerges, NURSERY, [
  [
    'a patch is ignored',
    [made, shows(bed), patch({ width: 40 }), shows(bed)],
    wrong('/width', '/width 40', '/width 3'),
  ],
  [
    'what a patch does not have is dropped',
    [made, shows(bed), patch({ width: 40 }), shows({ width: 40 })],
    wrong('/name, /note', '/name "Rose", /note "north"', '/name null, /note null'),
  ],
  [
    'one of two members is taken',
    [made, shows(bed), patch({ name: 'Fern', width: 40 }), shows({ ...bed, name: 'Fern' })],
    wrong('/width', '/width 40', '/width 3'),
  ],
  [
    'a member stays that null removes',
    [made, shows(bed), patch({ note: null }), shows(bed)],
    wrong('/note', '/note removed', '/note "north"'),
  ],
  [
    'a member changes that the patch does not have',
    [made, shows(bed), patch({ width: 40 }), shows({ ...bed, width: 40, name: 'Moss' })],
    wrong('/name', '/name "Rose"', '/name "Moss"'),
  ],
  ['a member is set', [made, shows(bed), patch({ width: 40 }), shows({ ...bed, width: 40 })], 'kept'],
  ['a member is removed', [made, shows(bed), patch({ note: null }), shows({ name: 'Rose', width: 3 })], 'kept'],
  [
    'a member that is removed is shown as null',
    [made, shows(bed), patch({ note: null }), shows({ ...bed, note: null })],
    'kept',
  ],
  [
    'a member is set, and shown in capitals',
    [made, shows(bed), patch({ name: 'Fern' }), shows({ ...bed, name: 'FERN' })],
    'kept',
  ],
  [
    'a date of the service changes with each patch',
    [
      made,
      shows({ ...bed, updatedAt: 'Monday' }),
      patch({ width: 40 }),
      shows({ ...bed, width: 40, updatedAt: 'Tuesday' }),
    ],
    'kept',
  ],
  [
    'what the service counts itself, and nobody sent, changes',
    [made, shows({ ...bed, readings: 1 }), patch({ width: 40 }), shows({ ...bed, width: 40, readings: 2 })],
    'kept',
  ],
  [
    'null leaves the default of a member that nobody set',
    [
      { ...made, sends: { name: 'Rose', width: 3 } },
      shows({ ...bed, note: 'none' }),
      patch({ note: null }),
      shows({ ...bed, note: 'none' }),
    ],
    'kept',
  ],
  [
    'null brings the default of a member back',
    [made, shows(bed), patch({ note: null }), shows({ ...bed, note: 'none' })],
    'kept',
  ],
  ['a patch is refused', [made, shows(bed), patch({ width: 40 }, 409), shows(bed)], 'silent'],
  ['a patch is accepted for later', [made, shows(bed), patch({ width: 40 }, 202), shows(bed)], 'silent'],
  ['what was changed cannot be read', [made, shows(bed), patch({ width: 40 }), shows(undefined, 404)], 'silent'],
  ['nothing is read before', [made, patch({ width: 40 }), shows({ width: 40 })], 'silent'],
  [
    'a member is patched that is never shown',
    [shows({ name: 'Rose' }), patch({ secret: 'a' }), shows({ name: 'Rose' })],
    'silent',
  ],
]);

ruleTable(patchMerges, DESK, [
  [
    'a patch is declared as plain JSON, whose meaning is the service’s own',
    { ask: 'PATCH /orders/11', step: 'patch', sends: { note: 'a' }, status: 200 },
    'unbound',
  ],
]);
