import { BED_NURSERY, FLEET, ORDER_DESK } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { patchApplied } from './patch-applied';

const order = { customer: 'Rose', priority: 'low', note: 'north' };
const made = { ask: 'POST /orders', step: 'make', sends: order, id: '7', status: 201 } as const;
const patch = (sends: object, json: unknown = { ...order, ...sends }, status = 200) =>
  ({ ask: 'PATCH /orders/7', step: 'patch', sends, status, json }) as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /orders/7', step: 'read', status, json }) as const;

const fern = { customer: 'Fern' };
const kept = { ...order, ...fern };

ruleTable(patchApplied, ORDER_DESK, [
  [
    'the answer shows the change, and GET what was before',
    [made, shows(order), patch(fern), shows(order)],
    should(
      'what the answer to a PATCH showed as changed is as it was: /customer',
      '/customer "Fern"',
      '/customer "Rose"',
    ),
  ],
  [
    'one of two members is not kept',
    [made, shows(order), patch({ ...fern, note: 'south' }), shows(kept)],
    should('what the answer to a PATCH showed as changed is as it was: /note', '/note "south"', '/note "north"'),
  ],
  ['it is changed', [made, shows(order), patch(fern), shows(kept)], 'kept'],
  ['the answer shows that it was ignored', [made, shows(order), patch(fern, order), shows(order)], 'silent'],
  [
    'the answer shows nothing',
    [made, shows(order), { ...patch(fern, {}, 204), json: undefined }, shows(order)],
    'silent',
  ],
  ['it is promised', [made, shows(order), patch(fern, kept, 202), shows(order)], 'silent'],
  ['it is refused', [made, shows(order), { ...patch(fern, {}, 409), json: undefined }, shows(order)], 'silent'],
  ['it is what was there', [made, shows(order), patch({ customer: 'Rose' }), shows(order)], 'silent'],
  ['it is shown in capitals', [made, shows(order), patch(fern), shows({ ...kept, customer: 'FERN' })], 'kept'],
  [
    'something else is shown in its place',
    [made, shows(order), patch(fern), shows({ ...kept, customer: 'Moss' })],
    'kept',
  ],
  ['all else is dropped, which no type of a patch forbids', [made, shows(order), patch(fern), shows(fern)], 'kept'],
  ['nobody looked before', [made, patch(fern), shows(order)], 'silent'],
  ['it is gone', [made, shows(order), patch(fern), shows(undefined, 404)], 'silent'],
  [
    'another request changed it back',
    [made, shows(order), patch(fern), { ask: 'PUT /orders/7', sends: order, status: 200 }, shows(order)],
    'silent',
  ],
]);

const full = { customer: 'Fern', priority: 'high', note: 'east', lines: ['a', 'b'], paid: true };
const changes = (sends: object, json: unknown) =>
  [patch(full, full), shows(full), patch(sends, json), shows(json)] as const;
const lost = (what: string, expected: string, actual: string) =>
  should(`a patch of another member did not leave ${what} as it was, and so did one before it`, expected, actual);
const moss = { ...full, customer: 'Moss' };
const low = { ...full, priority: 'low' };

ruleTable(patchApplied, ORDER_DESK, [
  [
    'patches of two other members both take a note away',
    [
      made,
      shows(order),
      ...changes({ customer: 'Moss' }, { ...moss, note: '' }),
      ...changes({ priority: 'low' }, { ...low, note: '' }),
    ],
    lost('/note', '/note "east"', '/note ""'),
  ],
  [
    'both empty a list',
    [
      made,
      shows(order),
      ...changes({ customer: 'Moss' }, { ...moss, lines: [] }),
      ...changes({ priority: 'low' }, { ...low, lines: [] }),
    ],
    lost('/lines', '/lines ["a","b"]', '/lines []'),
  ],
  [
    'a list is shown in another order',
    [
      made,
      shows(order),
      ...changes({ customer: 'Moss' }, { ...moss, lines: ['b', 'a'] }),
      ...changes({ priority: 'low' }, { ...low, lines: ['b', 'a'] }),
    ],
    'kept',
  ],
  [
    'one patch alone takes a note away, which may follow from its member',
    [made, shows(order), ...changes({ customer: 'Moss' }, moss), ...changes({ priority: 'low' }, { ...low, note: '' })],
    'kept',
  ],
  [
    'each patch takes all else away, as one that replaces the whole does',
    [
      made,
      shows(order),
      ...changes({ customer: 'Moss' }, { customer: 'Moss' }),
      ...changes({ priority: 'low' }, { priority: 'low' }),
    ],
    'kept',
  ],
  [
    'what was paid has to be paid anew after each change',
    [
      made,
      shows(order),
      ...changes({ customer: 'Moss' }, { ...moss, paid: false }),
      ...changes({ priority: 'low' }, { ...low, paid: false }),
    ],
    'kept',
  ],
]);

ruleTable(patchApplied, BED_NURSERY, [
  ['a merge patch is judged by another rule', { ask: 'PATCH /beds/7', status: 200 }, 'unbound'],
]);

const planned = { tripId: 't', goal: 'Riga', progress: 'planned' };
const finished = { ...planned, progress: 'finished' };
const tripMade = {
  ask: 'POST /vehicles/v/trips',
  step: 'make',
  sends: { goal: 'Riga' },
  id: 't',
  status: 201,
  json: planned,
} as const;
const tripShown = (json: unknown, fields = {}) =>
  ({ ask: 'GET /trips/t', step: 'read', id: 't', status: 200, json, fields }) as const;
const finishing = (json: unknown, status = 200, id = 't') =>
  ({ ask: 'POST /trips/t/finish', step: 'act', id, status, json }) as const;
const notKept = should(
  'what the answer to an action showed as changed is as it was: /progress',
  '/progress "finished"',
  '/progress "planned"',
);

ruleTable(patchApplied, FLEET, [
  [
    'an action says another state, and GET shows what was before',
    [tripMade, tripShown(planned), finishing(finished), tripShown(planned)],
    notKept,
  ],
  ['it has that state', [tripMade, tripShown(planned), finishing(finished), tripShown(finished)], 'kept'],
  [
    'it is in a third state by then',
    [tripMade, tripShown(planned), finishing(finished), tripShown({ ...planned, progress: 'gone' })],
    'kept',
  ],
  [
    'it is as before, and was counted',
    [tripMade, tripShown(planned), finishing(finished), tripShown({ ...planned, km: 1 })],
    'silent',
  ],
  [
    'the answer shows what was before',
    [tripMade, tripShown(planned), finishing(planned), tripShown(planned)],
    'silent',
  ],
  [
    'the answer is about another thing',
    [tripMade, tripShown(planned), finishing(finished, 200, 'u'), tripShown(planned)],
    'silent',
  ],
  [
    'its name stands in paths alone, and the answer shows it',
    [{ ...tripMade, isOfRequest: true }, tripShown(planned), finishing(finished), tripShown(planned)],
    notKept,
  ],
  ['it is promised', [tripMade, tripShown(planned), finishing(finished, 202), tripShown(planned)], 'silent'],
  ['it is refused', [tripMade, tripShown(planned), finishing(finished, 409), tripShown(planned)], 'silent'],
  ['a cache answers', [tripMade, tripShown(planned), finishing(finished), tripShown(planned, { Age: '5' })], 'silent'],
  [
    'only its goal is another one',
    [tripMade, tripShown(planned), finishing({ ...planned, goal: 'x' }), tripShown(planned)],
    'silent',
  ],
  [
    'another request changed it back',
    [
      tripMade,
      tripShown(planned),
      finishing(finished),
      { ask: 'PUT /trips/t', sends: {}, status: 200 },
      tripShown(planned),
    ],
    'silent',
  ],
]);

const tripRemoved = { ask: 'DELETE /trips/t', step: 'remove', id: 't', status: 204 } as const;
const restoring = (json: unknown, status = 200, id: string | undefined = 't') =>
  ({ ask: 'POST /trips/t/restore', step: 'act', id, status, json }) as const;
const notThere = { ...tripShown(undefined), status: 404 };
const removed = [tripMade, tripShown(planned), tripRemoved, notThere] as const;

ruleTable(patchApplied, FLEET, [
  [
    'an action says that it brought back what is not there',
    [...removed, restoring(planned), notThere],
    should(
      'what the answer to an action shows as brought back is not there',
      'what the answer to the action showed',
      '404 Not Found',
    ),
  ],
  ['it is there again', [...removed, restoring(planned), tripShown(planned)], 'kept'],
  ['it is refused', [...removed, restoring(undefined, 409), notThere], 'silent'],
  ['it is promised', [...removed, restoring(planned, 202), notThere], 'silent'],
  ['the answer shows another one', [...removed, restoring({ ...planned, tripId: 'u' }, 200, 'u'), notThere], 'silent'],
  [
    'another request removed it again',
    [...removed, restoring(planned), { ask: 'DELETE /trips/t', status: 204 }, notThere],
    'silent',
  ],
  ['another action takes away what was not there before', [...removed, finishing(finished), notThere], 'silent'],
]);
