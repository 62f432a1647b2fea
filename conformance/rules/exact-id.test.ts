import { BED_NURSERY, oneOperation, PLANT_STORE } from '../contracts.testing';
import { exactId } from './exact-id';
import { must, ruleTable } from './exchange.testing';

const other = (status: number, name = 'another id, equal in its lowest 32 bits') =>
  ({ ask: 'DELETE /plants/101', path: '/plants/4294967397', probe: 'lookalike', name, status }) as const;
const deletes = (status: number) => ({ ask: 'DELETE /plants/101', status }) as const;

const acted = (actual: string) =>
  must('a request for another id acted on this one', '/plants/101 still there after /plants/4294967397', actual);

ruleTable(exactId, PLANT_STORE, [
  [
    'the lowest 32 bits of an id are taken for all of it',
    [other(204), deletes(404)],
    acted('204 No Content to the other (another id, equal in its lowest 32 bits), then 404 Not Found'),
  ],
  [
    'an id is rounded to a double',
    [other(204, 'another id, equal once rounded to a double'), deletes(400)],
    acted('204 No Content to the other (another id, equal once rounded to a double), then 400 Bad Request'),
  ],
  ['this one may be deleted on a condition alone', [other(204), deletes(412)], 'silent'],
  ['this one is deleted on a condition that was not sent', [other(204), deletes(428)], 'silent'],
  ['this one is in use', [other(204), deletes(409)], 'silent'],
  ['this one may not be deleted', [other(204), deletes(403)], 'silent'],
  ['the other id is not found, and this one is deleted', [other(404), deletes(204)], 'kept'],
  ['each id is answered with 204, whether or not it was there', [other(204), deletes(204)], 'kept'],
  ['this one was not there, whatever was asked before', [other(404), deletes(404)], 'silent'],
  [
    'a stranger was let in before, which used it up',
    [{ ask: 'DELETE /plants/101', probe: 'anonymous', status: 204 }, other(204), deletes(404)],
    'silent',
  ],
  ['no other id was asked for', deletes(204), 'silent'],
  ['the connection breaks', [other(204), { ...deletes(404), error: ['reset', 'reset the connection'] }], 'silent'],
]);

const bed = { bedId: 7, name: 'Rose', width: 3 };
const moss = { bedId: 8, name: 'Moss', width: 9 };

const reads = (id: string, json: unknown = bed) =>
  ({ ask: 'GET /beds/7', step: 'read', id, status: 200, json }) as const;
const readsOther = (json: unknown) => ({ ask: 'GET /beds/8', step: 'other', id: '8', status: 200, json }) as const;
const noOther = { ask: 'GET /beds/8', step: 'other', status: 404 } as const;
const put = { ask: 'PUT /beds/7', step: 'put', sends: { name: 'Fern', width: 200 }, status: 200 } as const;
const removes = { ask: 'DELETE /beds/7', step: 'remove', status: 204 } as const;

const touched = (actual: string) => must('a request for one id acted on another', 'only /beds/7 is touched', actual);

ruleTable(exactId, BED_NURSERY, [
  [
    'a bed is shown under the id of another',
    reads('77'),
    must(
      'the answer shows another thing than the one that was asked for',
      'the id 7, as when it was made',
      'the id 77',
    ),
  ],
  [
    'a DELETE of one bed deletes another, too',
    [reads('7'), readsOther(moss), removes, noOther],
    touched('/beds/8 is gone'),
  ],
  [
    'a bed is gone after a DELETE of another, and nobody saw whether the older one was there still',
    [readsOther(moss), removes, noOther],
    'kept',
  ],
  [
    'a bed is gone after a DELETE of another, and another request of the run named it meanwhile',
    [reads('7'), readsOther(moss), { ask: 'DELETE /beds/8', status: 204 }, removes, noOther],
    'kept',
  ],
  [
    'a bed is gone after a DELETE of another, and the service may have made room for a new one',
    [
      reads('7'),
      readsOther(moss),
      { ask: 'POST /beds', sends: { name: 'Rush', width: 4 }, status: 201 },
      removes,
      noOther,
    ],
    'kept',
  ],
  [
    'a bed is gone that the run itself removed before, and that a part of the service knew for a while',
    [{ ask: 'DELETE /beds/8', status: 204 }, reads('7'), readsOther(moss), removes, noOther],
    'kept',
  ],
  [
    'a PUT turns a switch that another bed shows turned, too',
    [readsOther({ ...moss, shady: false }), { ...put, sends: { shady: true } }, readsOther({ ...moss, shady: true })],
    'kept',
  ],
  [
    'a PUT of one bed replaces another, too',
    [readsOther(moss), put, readsOther({ ...moss, name: 'Fern' })],
    touched('/beds/8 shows "Fern"'),
  ],
  [
    'a PUT of one bed replaces another, too, and a third one was made meanwhile',
    [
      readsOther(moss),
      { ask: 'POST /beds', sends: { name: 'Rush', width: 4 }, status: 201 },
      put,
      readsOther({ ...moss, name: 'Fern' }),
    ],
    touched('/beds/8 shows "Fern"'),
  ],
  [
    'a PUT of one bed replaces another, too, which another request changed meanwhile',
    [
      readsOther(moss),
      { ask: 'PUT /beds/8', sends: { name: 'Fern', width: 4 }, status: 200 },
      put,
      readsOther({ ...moss, name: 'Fern' }),
    ],
    'kept',
  ],
  ['a bed is shown under its id', reads('7'), 'kept'],
  ['a PUT leaves another bed as it was', [readsOther(moss), put, readsOther(moss)], 'kept'],
  ['a DELETE leaves another bed as it was', [readsOther(moss), removes, readsOther(moss)], 'kept'],
  ['another bed was not there before', [noOther, removes, noOther], 'silent'],
  ['a PUT is accepted for later', [readsOther(moss), { ...put, status: 202 }, readsOther(moss)], 'kept'],
  [
    'what is put with another id in it is shown as it was put',
    [{ ...put, sends: { bedId: 77, name: 'Fern' } }, reads('77', { bedId: 77 })],
    'silent',
  ],
  ['the answer shows no id', { ask: 'GET /beds/7', step: 'read', status: 200, json: { name: 'Rose' } }, 'silent'],
  ['beds are listed', { ask: 'GET /beds', step: 'list', status: 200, json: [] }, 'unbound'],
]);

ruleTable(exactId, oneOperation({ responses: { 200: { description: 'd' } } }), [
  ['what is only read is no kind of thing that the contract makes', { ask: 'GET /things/1', status: 200 }, 'unbound'],
]);
