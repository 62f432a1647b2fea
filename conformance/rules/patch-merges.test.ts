import { BED_NURSERY, ORDER_DESK } from '../contracts.testing';
import { must, ruleTable } from './exchange.testing';
import { patchMerges } from './patch-merges';

const bed = { name: 'Rose', width: 3, note: 'north' };

const made = { ask: 'POST /beds', step: 'make', sends: bed, id: '7', status: 201 } as const;
const patch = (sends: unknown, status = 200) => ({ ask: 'PATCH /beds/7', step: 'patch', sends, status }) as const;
const put = (sends: unknown) => ({ ask: 'PUT /beds/7', step: 'put', sends, status: 200 }) as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;

const labels = { ...bed, labels: { color: 'red', size: 'low' } };
const labelled = { ...made, sends: labels } as const;

const tagged = { ...bed, tags: ['a', 'b'] };
const owned = { ...bed, owner: { name: 'Ruth', phone: '+41 32' } };

const wrong = (names: string, expected: string, actual: string) =>
  must(`a merge patch did not leave ${names} as it should`, expected, actual);

ruleTable(patchMerges, BED_NURSERY, [
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
  [
    'what a patch does not have is dropped of an object that is called as what services set',
    [
      { ...made, sends: owned },
      shows(owned),
      patch({ owner: { name: 'Ada' } }),
      shows({ ...bed, owner: { name: 'Ada' } }),
    ],
    wrong('/owner/phone', '/owner/phone "+41 32"', '/owner/phone null'),
  ],
  [
    'a list is emptied of which the patch says nothing',
    [{ ...made, sends: tagged }, shows(tagged), patch({ width: 40 }), shows({ ...bed, width: 40, tags: [] })],
    wrong('/tags', '/tags ["a","b"]', '/tags []'),
  ],
  [
    'a list that the patch leaves is sorted',
    [{ ...made, sends: tagged }, shows(tagged), patch({ width: 40 }), shows({ ...bed, width: 40, tags: ['b', 'a'] })],
    'kept',
  ],
  [
    'a list changes that the run has not set',
    [made, shows(tagged), patch({ width: 40 }), shows({ ...bed, width: 40, tags: [] })],
    'kept',
  ],
  [
    'the service sets the owner itself',
    [
      { ...made, sends: owned },
      shows({ ...bed, owner: { name: 'me', phone: '1' } }),
      patch({ owner: { name: 'Ada' } }),
      shows({ ...bed, owner: { name: 'you', phone: '2' } }),
    ],
    'kept',
  ],
  ['a member is set', [made, shows(bed), patch({ width: 40 }), shows({ ...bed, width: 40 })], 'kept'],
  [
    'the look before a patch did not show yet what a PUT had set',
    [
      made,
      shows(bed),
      put({ ...bed, width: 40 }),
      shows(bed),
      patch({ name: 'Fern' }),
      shows({ ...bed, name: 'Fern', width: 40 }),
    ],
    'silent',
  ],
  [
    'the look before a patch did not show yet what a PUT had left out',
    [
      made,
      shows(bed),
      put({ name: 'Rose', width: 3 }),
      shows(bed),
      patch({ name: 'Fern' }),
      shows({ name: 'Fern', width: 3 }),
    ],
    'silent',
  ],
  [
    'a patch takes the only member away by which what is wrapped was found',
    [made, shows({ bed }), patch({ note: null }), shows({ bed: { name: 'Rose', width: 3 } })],
    'kept',
  ],
  [
    'a patch takes the only member away by which a list within what is wrapped was found',
    [
      { ...made, sends: tagged },
      shows({ bed: tagged }),
      patch({ note: null }),
      shows({ bed: { name: 'Rose', width: 3, tags: ['a', 'b'] } }),
    ],
    'kept',
  ],
  [
    'a patch takes a member away, and another one of what is wrapped goes with it',
    [made, shows({ bed }), patch({ note: null }), shows({ bed: { name: 'Rose' } })],
    wrong('/width', '/width 3', '/width null'),
  ],
  [
    'a patch brings back what was there at first',
    [
      made,
      shows(bed),
      patch({ width: 40 }),
      shows({ ...bed, width: 40 }),
      patch({ name: 'Fern' }),
      shows({ ...bed, name: 'Fern' }),
    ],
    wrong('/width', '/width 40', '/width 3'),
  ],
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
  [
    'an object in a patch takes the place of the whole object',
    [labelled, shows(labels), patch({ labels: { size: 'tall' } }), shows({ ...bed, labels: { size: 'tall' } })],
    wrong('/labels/color', '/labels/color "red"', '/labels/color null'),
  ],
  [
    'a member of an object stays that null removes',
    [labelled, shows(labels), patch({ labels: { color: null } }), shows(labels)],
    wrong('/labels/color', '/labels/color removed', '/labels/color "red"'),
  ],
  [
    'all members of an object stay that null removes',
    [labelled, shows(labels), patch({ labels: null }), shows(labels)],
    wrong(
      '/labels/color, /labels/size',
      '/labels/color removed, /labels/size removed',
      '/labels/color "red", /labels/size "low"',
    ),
  ],
  [
    'a member of an object in a wrapped answer is not set',
    [labelled, shows({ data: labels }), patch({ labels: { color: 'blue' } }), shows({ data: labels })],
    wrong('/labels/color', '/labels/color "blue"', '/labels/color "red"'),
  ],
  [
    'a member of an object is set, and the others stay',
    [
      labelled,
      shows(labels),
      patch({ labels: { size: 'tall' } }),
      shows({ ...bed, labels: { color: 'red', size: 'tall' } }),
    ],
    'kept',
  ],
  [
    'a name in a map is shown late, by the next look',
    [
      labelled,
      shows(labels),
      patch({ labels: { shape: 'round' } }),
      shows(labels),
      patch({ width: 4 }),
      shows({ ...bed, width: 4, labels: { ...labels.labels, shape: 'round' } }),
    ],
    'kept',
  ],
  [
    'a member of an object is removed, and the others stay',
    [labelled, shows(labels), patch({ labels: { color: null } }), shows({ ...bed, labels: { size: 'low' } })],
    'kept',
  ],
  [
    'an object that null removes is shown empty',
    [labelled, shows(labels), patch({ labels: null }), shows({ ...bed, labels: {} })],
    'kept',
  ],
  [
    'an object that null removes has again what it has at first',
    [
      made,
      shows({ ...bed, labels: { color: 'grey' } }),
      patch({ labels: { color: 'red' } }),
      shows({ ...bed, labels: { color: 'red' } }),
      patch({ labels: null }),
      shows({ ...bed, labels: { color: 'grey' } }),
    ],
    'kept',
  ],
  [
    'a text takes the place of an object',
    [labelled, shows(labels), patch({ labels: 'none' }), shows({ ...bed, labels: 'none' })],
    'kept',
  ],
  [
    'what the service keeps itself in an object changes',
    [
      labelled,
      shows({ ...labels, labels: { ...labels.labels, count: 2, updatedAt: 'Monday' } }),
      patch({ width: 40 }),
      shows({ ...labels, width: 40, labels: { ...labels.labels, count: 3, updatedAt: 'Tuesday' } }),
    ],
    'kept',
  ],
  [
    'an object with an id is looked up, and shown with members of its own',
    [
      { ...made, sends: { ...bed, owner: { id: 1, name: 'Ada' } } },
      shows({ ...bed, owner: { id: 1, name: 'Ada' } }),
      patch({ width: 40, owner: { id: 2, name: 'Bob' } }),
      shows({ ...bed, width: 40, owner: { id: 2, name: 'Ada' } }),
    ],
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

ruleTable(patchMerges, ORDER_DESK, [
  [
    'a patch is declared as plain JSON, whose meaning is the service’s own',
    { ask: 'PATCH /orders/11', step: 'patch', sends: { note: 'a' }, status: 200 },
    'unbound',
  ],
]);
