import { deletedGone } from './deleted-gone';
import { NURSERY, ruleTable, SHELVES, should } from './exchange.testing';

const bed = { bedId: 7, name: 'Rose', width: 3 };

const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;
const removed = (status = 204) => ({ ask: 'DELETE /beds/7', step: 'remove', status }) as const;

const there = should('what was deleted is still there, as it was', '404 or 410, or something that says so', '200 OK');

ruleTable(deletedGone, NURSERY, [
  ['what was deleted is still there', [shows(bed), removed(), shows(bed)], there],
  ['what was deleted with 200 is still there', [shows(bed), removed(200), shows(bed)], there],
  [
    'what was deleted is still there, and was changed by its date alone',
    [shows({ ...bed, updatedAt: 'Monday' }), removed(), shows({ ...bed, updatedAt: 'Tuesday' })],
    there,
  ],
  [
    'what was deleted says that it is not deleted',
    [shows({ ...bed, deletedAt: null }), removed(), shows({ ...bed, deletedAt: null })],
    there,
  ],
  ['what was deleted is not found', [shows(bed), removed(), shows(undefined, 404)], 'kept'],
  ['what was deleted is gone', [shows(bed), removed(), shows(undefined, 410)], 'kept'],
  ['what was deleted has a date of its deletion', [shows(bed), removed(), shows({ ...bed, deletedAt: 'now' })], 'kept'],
  ['what was deleted is in another state', [shows(bed), removed(), shows({ ...bed, status: 'archived' })], 'kept'],
  [
    'what was deleted goes from one state to another one',
    [shows({ ...bed, status: 'open' }), removed(), shows({ ...bed, status: 'closed' })],
    'kept',
  ],
  [
    'what was deleted is no longer active',
    [shows({ ...bed, active: true }), removed(), shows({ ...bed, active: false })],
    'kept',
  ],
  ['what was deleted is emptied', [shows(bed), removed(), shows({ bedId: 7 })], 'kept'],
  ['what was deleted is as it was at first', [shows(bed), removed(), shows({ ...bed, name: 'bed', width: 1 })], 'kept'],
  ['what was deleted shows nothing', [shows(bed), removed(), shows({})], 'silent'],
  ['a deletion is accepted for later', [shows(bed), removed(202), shows(bed)], 'silent'],
  ['a deletion is refused', [shows(bed), removed(409), shows(bed)], 'silent'],
  ['what was deleted may not be seen', [shows(bed), removed(), shows(undefined, 403)], 'silent'],
  ['what was deleted was not found before', [shows(undefined, 404), removed(), shows(bed)], 'silent'],
  ['nobody looked', [shows(bed), removed()], 'silent'],
  [
    'a list that was empty is empty still',
    [shows({ items: [], total: 0 }), removed(), shows({ items: [], total: 0 })],
    'silent',
  ],
  ['a bed is read', shows(bed), 'unbound'],
]);

ruleTable(deletedGone, SHELVES, [
  ['nothing can be deleted', { ask: 'GET /shelves/3', step: 'read', status: 200 }, 'unbound'],
]);
