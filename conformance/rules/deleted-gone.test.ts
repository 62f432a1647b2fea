import { BED_NURSERY, contractWith, SHELF_DESK } from '../contracts.testing';
import { deletedGone } from './deleted-gone';
import { ruleTable, should } from './exchange.testing';

const bed = { bedId: 7, name: 'Rose', width: 3 };

const made = { ask: 'POST /beds', step: 'make', sends: bed, id: '7', status: 201 } as const;
const shows = (json: unknown, status = 200) => ({ ask: 'GET /beds/7', step: 'read', status, json }) as const;
const removed = (status = 204) => ({ ask: 'DELETE /beds/7', step: 'remove', status }) as const;

const given = (json: unknown, status = 200) => ({ ...shows(json, status), about: 'handed over' }) as const;
const removesGiven = { ...removed(), about: 'handed over', probe: 'valid' } as const;

const there = should('what was deleted is still there, as it was', '404 or 410, or something that says so', '200 OK');

const looks = (status = 404) => ({ ask: 'GET /beds/7', step: 'look', status }) as const;
const below = (status = 201) =>
  ({ ask: 'POST /beds/7/seedlings', step: 'below', sends: { species: 'Fern' }, status }) as const;
const takes = should('what was deleted takes something new', '404, or another refusal', '201 Created');

ruleTable(deletedGone, BED_NURSERY, [
  ['what was deleted takes something new', [made, removed(), looks(), below(), looks()], takes],
  ['what was deleted takes nothing', [made, removed(), looks(), below(404), looks()], 'kept'],
  [
    'what was deleted takes nothing, and says so in another way',
    [made, removed(), looks(), below(409), looks()],
    'kept',
  ],
  [
    'what was deleted is made anew by what is written into it',
    [made, removed(), looks(), below(), looks(200)],
    'silent',
  ],
  ['it is deleted later', [made, removed(202), looks(), below(), looks()], 'silent'],
  ['what was deleted shows that it is', [made, removed(), looks(200), below(), looks(200)], 'silent'],

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
  ['what was handed over, and deleted, is still there', [given(bed), removesGiven, given(bed)], there],
  ['what was handed over, and deleted, is gone', [given(bed), removesGiven, given(undefined, 404)], 'kept'],
  [
    'what was handed over, and deleted, says so',
    [given(bed), removesGiven, given({ ...bed, deletedAt: 'now' })],
    'kept',
  ],
  ['what was handed over was not found before', [given(undefined, 404), removesGiven, given(bed)], 'silent'],
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

const lists = (...items: object[]) => ({ ask: 'GET /beds', step: 'list', status: 200, json: items }) as const;
const gone = shows(undefined, 404);
const listed = should('what was deleted is still listed, as it was', 'a list without it', 'a list with it');

ruleTable(deletedGone, BED_NURSERY, [
  ['what was deleted is still listed', [made, shows(bed), removed(), gone, lists(bed)], listed],
  [
    'what was deleted is listed by less',
    [made, shows(bed), removed(), gone, lists({ bedId: 7, name: 'Rose' })],
    listed,
  ],
  [
    'what was deleted is listed no more',
    [made, shows(bed), removed(), gone, lists({ bedId: 8, name: 'Fern' })],
    'kept',
  ],
  ['another one has its id', [made, shows(bed), removed(), gone, lists({ bedId: 7, name: 'Fern' })], 'kept'],
  ['it is listed by its id alone', [made, shows(bed), removed(), gone, lists({ bedId: 7 })], 'kept'],
  ['it is listed as deleted', [made, shows(bed), removed(), gone, lists({ ...bed, deletedAt: 'now' })], 'kept'],
  [
    'the list is out of a cache',
    [made, shows(bed), removed(), gone, { ...lists(bed), page: { isCached: true } }],
    'kept',
  ],
  [
    'it was put there once more',
    [made, shows(bed), removed(), { ask: 'PUT /beds/7', status: 200 }, gone, lists(bed)],
    'kept',
  ],
]);

const marks = contractWith({
  '/marks': { get: { responses: { 200: { description: 'd' } } }, post: { responses: { 201: { description: 'd' } } } },
  '/marks/{mark}': {
    parameters: [{ name: 'mark', in: 'path', required: true, schema: { type: 'string' } }],
    delete: { responses: { 204: { description: 'd' } } },
  },
});
const mark = { mark: 'm7', text: 'Rose' };
const marked = { ask: 'POST /marks', step: 'make', sends: { text: 'Rose' }, id: 'm7', status: 201 } as const;
const marksAre = (...items: object[]) => ({ ask: 'GET /marks', step: 'list', status: 200, json: items }) as const;
const unmarked = { ask: 'DELETE /marks/m7', step: 'remove', status: 204 } as const;

// What nobody can ask for by its name is seen by its list.
ruleTable(deletedGone, marks, [
  ['a mark is listed still', [marked, marksAre(mark), unmarked, marksAre(mark)], listed],
  ['a mark is listed no more', [marked, marksAre(mark), unmarked, marksAre()], 'kept'],
  ['a mark was never listed', [marked, marksAre(), unmarked, marksAre(mark)], 'silent'],
  [
    'a mark that is listed has the name of the one before',
    [marked, marksAre(mark), unmarked, marksAre({ ...mark, text: 'Fern' })],
    'silent',
  ],
  [
    'another mark has a number that is the name of what was removed',
    [
      { ...marked, id: '10' },
      marksAre({ id: 3, text: 'Fern', width: 10 }, { id: 10, text: 'Rose', width: 5 }),
      { ...unmarked, ask: 'DELETE /marks/10' },
      marksAre({ id: 3, text: 'Fern', width: 10 }, { id: 4, text: 'Moss', width: 5 }),
    ],
    'kept',
  ],
  ['a mark may not be removed', [marked, marksAre(mark), { ...unmarked, status: 403 }, marksAre(mark)], 'silent'],
]);

ruleTable(deletedGone, SHELF_DESK, [
  ['nothing can be deleted', { ask: 'GET /shelves/3', step: 'read', status: 200 }, 'unbound'],
]);

const ok = { responses: { 200: { description: 'd' } } };
const single = contractWith({
  '/customer/cart': { get: ok, put: ok, post: ok, delete: ok },
});

const cart = { currency: 'EUR', lines: [] };
const showsCart = (json: unknown) => ({ ask: 'GET /customer/cart', step: 'read', status: 200, json }) as const;
const put = { ask: 'PUT /customer/cart', step: 'put', sends: { voucher: 'A' }, status: 200 } as const;
const post = { ask: 'POST /customer/cart', step: 'post', sends: { article: 1 }, status: 201 } as const;
const emptied = { ask: 'DELETE /customer/cart', step: 'remove', status: 204 } as const;

ruleTable(deletedGone, single, [
  [
    'the path names no item, so that deleting empties what it names, which was empty before',
    [showsCart(cart), post, showsCart(cart), emptied, showsCart(cart)],
    'silent',
  ],
  [
    'what was put into a cart keeps nobody from showing an empty one',
    [showsCart(cart), put, showsCart({ ...cart, voucher: 'A' }), emptied, showsCart(cart)],
    'kept',
  ],
  [
    'a put that changed nothing shows nothing of the deletion either',
    [showsCart(cart), put, showsCart(cart), emptied, showsCart(cart)],
    'silent',
  ],
  [
    'deleting leaves exactly what was put there',
    [showsCart(cart), put, showsCart({ ...cart, voucher: 'A' }), emptied, showsCart({ ...cart, voucher: 'A' })],
    there,
  ],
]);
