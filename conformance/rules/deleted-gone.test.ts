import { NURSERY, SHELVES } from '../contracts.testing';
import { deletedGone } from './deleted-gone';
import { ruleTable, should } from './exchange.testing';

const bed = { bedId: 7, name: 'Rose', width: 3 };

const made = { ask: 'POST /beds', step: 'make', sends: bed, id: '7', status: 201 } as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;
const removed = (status = 204) => ({ ask: 'DELETE /beds/7', step: 'remove', status }) as const;

const there = should('what was deleted is still there, as it was', '404 or 410, or something that says so', '200 OK');

ruleTable(deletedGone, NURSERY, [
  ['what was deleted is still there', [made, shows(bed), removed(), shows(bed)], there],
  ['what was deleted with 200 is still there', [made, shows(bed), removed(200), shows(bed)], there],
  [
    'what was deleted is still there, and was changed by its date alone',
    [made, shows({ ...bed, updatedAt: 'Monday' }), removed(), shows({ ...bed, updatedAt: 'Tuesday' })],
    there,
  ],
  [
    'what was deleted says that it is not deleted',
    [made, shows({ ...bed, deletedAt: null }), removed(), shows({ ...bed, deletedAt: null })],
    there,
  ],
  ['what was deleted is not found', [made, shows(bed), removed(), shows(undefined, 404)], 'kept'],
  ['what was deleted is gone', [made, shows(bed), removed(), shows(undefined, 410)], 'kept'],
  [
    'what was deleted has a date of its deletion',
    [made, shows(bed), removed(), shows({ ...bed, deletedAt: 'now' })],
    'kept',
  ],
  [
    'what was deleted is in another state',
    [made, shows(bed), removed(), shows({ ...bed, status: 'archived' })],
    'kept',
  ],
  [
    'what was deleted goes from one state to another one',
    [made, shows({ ...bed, status: 'open' }), removed(), shows({ ...bed, status: 'closed' })],
    'kept',
  ],
  [
    'what was deleted is no longer active',
    [made, shows({ ...bed, active: true }), removed(), shows({ ...bed, active: false })],
    'kept',
  ],
  ['what was deleted is emptied', [made, shows(bed), removed(), shows({ bedId: 7 })], 'kept'],
  [
    'what was deleted is as it was at first',
    [made, shows(bed), removed(), shows({ ...bed, name: 'bed', width: 1 })],
    'kept',
  ],
  ['what was deleted shows nothing', [made, shows(bed), removed(), shows({})], 'silent'],
  ['a deletion is accepted for later', [made, shows(bed), removed(202), shows(bed)], 'silent'],
  ['a deletion is refused', [made, shows(bed), removed(409), shows(bed)], 'silent'],
  ['what was deleted may not be seen', [made, shows(bed), removed(), shows(undefined, 403)], 'silent'],
  ['what was deleted was not found before', [made, shows(undefined, 404), removed(), shows(bed)], 'silent'],
  [
    'what there is at first was never changed, so that deleting may have put it back to that',
    [
      shows(bed),
      { ask: 'PUT /beds/7', step: 'put', sends: { name: 'Fern', width: 9 }, status: 403 },
      shows(bed),
      removed(),
      shows(bed),
    ],
    'silent',
  ],
  ['nobody looked', [made, shows(bed), removed()], 'silent'],
  [
    'a list that was empty is empty still',
    [made, shows({ items: [], total: 0 }), removed(), shows({ items: [], total: 0 })],
    'silent',
  ],
  ['a bed is read', shows(bed), 'unbound'],
]);

ruleTable(deletedGone, SHELVES, [
  ['nothing can be deleted', { ask: 'GET /shelves/3', step: 'read', status: 200 }, 'unbound'],
]);
