/** What the run changed and did not make, with answers as literals: what is put back, and what is told. */

import type { Operation } from '../../contract/contract';
import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { type Thing, valuesFor } from '../../resources/things';
import { NO_INPUT } from '../../serialization/input';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Writes } from '../model/probe';
import { lookBeforeChange, noteChangedPlace, putBackChanged, tellChanged } from './changed';
import { notedEntry } from './entry';
import type { LedgerEvent } from './ledgerEvents';
import { createLedgerState, keepEntry } from './ledgerState';
import { noteChanged } from './noteSent';
import { answeredWith } from './orders.testing';

const responses = { 200: { description: 'ok' } };
const json = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const mode = {
  requestBody: json({ readOnly: { type: 'boolean' }, since: { type: 'string', readOnly: true } }),
  responses,
};
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const PATHS = {
  '/mode': { get: { responses }, post: mode },
  '/theme': { put: mode },
  '/search': { post: mode },
  '/flush': { post: { responses } },
  '/orders': { get: { responses }, post: mode },
  '/orders/{id}': { parameters, get: { responses }, put: mode, delete: { responses } },
  '/orders/{id}/stale': { parameters, post: mode },
};

interface Sent {
  readonly asks: string;
  readonly id?: string;
  readonly body?: object;
  /** What answers it; default: 204, with nothing. */
  readonly answer?: readonly [number, unknown];
}

/**
 * A run that sends these to a service of one mode and one order of somebody, and has made order 8.
 * @param takes whether the service takes what is to be put back.
 */
async function run(sent: readonly Sent[], { writes = 'any' as Writes, takes = true } = {}) {
  const { operations } = await load({ ...head('3.1'), paths: PATHS });
  const kinds = kindsOf(operations);
  const shown: Record<string, object> = {
    '/mode': { readOnly: false, since: 'Monday', uptime: 1 },
    '/orders/7': { id: '7', readOnly: false },
  };
  const pathOf = (operation: Operation, ids: readonly string[]) => operation.path.replace('{id}', ids[0] ?? '');
  const events: LedgerEvent[] = [];
  const state = createLedgerState({
    kinds,
    writes,
    send: async (operation, { ids }) => {
      const value = shown[pathOf(operation, ids)];
      return value ? answeredWith(200, value) : answeredWith(404);
    },
    remove: async () => undefined,
    onEvent: (event) => events.push(event),
  });
  const kind = kinds.at('/orders/{}');
  if (!kind) throw new Error('There is no such kind.');
  keepEntry(state, { ...notedEntry({ item: kind.item, ids: ['8'] }, kind, { texts: [], refers: {} }, {}), number: 99 });
  const caseOf = (name: string, id: string | undefined, body: object | undefined): Case => {
    const operation = operations.find((each) => each.name === name);
    if (!operation) throw new Error(`There is no ${name}.`);
    const written = body && { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
    return {
      request: {
        operation,
        values: id === undefined ? {} : { id },
        input: { ...NO_INPUT, body: written },
        authorisation: { headers: [], query: [], cookies: [] },
        authorised: true,
      },
      claim: { probe: 'valid', name: 'valid', exists: true, handedOver: false },
      touches: { thing: name, within: [] },
    };
  };
  const changes = (each: Case) => {
    const path = pathOf(each.request.operation, Object.values(each.request.values));
    const { body } = each.request.input;
    if (body && shown[path])
      shown[path] = { ...shown[path], ...JSON.parse(body.bytes.toString()), since: 'now', uptime: 2 };
  };
  for (const [at, { asks, id, body, answer: [status, value] = [204, undefined] }] of sent.entries()) {
    const each = caseOf(asks, id, body);
    await lookBeforeChange(state, each);
    if (status < 300) changes(each);
    noteChangedPlace(state, { case: each, index: at + 1, ...answeredWith(status, value) } as unknown as Exchange);
  }
  const { signal } = new AbortController();
  const back: string[] = [];
  const putBack = async (each: Case) => {
    back.push(`${each.request.operation.name} ${each.request.input.body?.bytes}`);
    if (takes) changes(each);
    return answeredWith(takes ? 204 : 403);
  };
  await putBackChanged(state, putBack, signal);
  const show = (operation: Operation, thing: Thing) =>
    ({ request: { operation, values: valuesFor(operation, thing) } }) as unknown as Case;
  const told = await tellChanged(state, show, signal);
  const open = new Set(events.flatMap((event) => ('perhaps' in event ? event.perhaps.number : [])));
  for (const event of events) if ('came' in event) open.delete(event.came);
  const asText = ({ leftover, case: { request } }: (typeof told)[number]) =>
    `${leftover.operation} → ${request.method ?? request.operation.method} ${request.operation.path}: ${leftover.reason}`;
  return { back, told: told.map(asText), open: [...open], events };
}

test('a setting that a request changed is put back as a GET showed it before, without what is only read', async () => {
  const { back, told, open } = await run([
    { asks: 'POST /mode', body: { readOnly: true } },
    { asks: 'POST /mode', body: {} },
  ]);
  expect({ back, told, open }).toEqual({ back: ['POST /mode {"readOnly":false}'], told: [], open: [] });
});

test('what was changed and shows what it did before is not put back', async () => {
  expect(await run([{ asks: 'POST /mode', body: { readOnly: false } }])).toMatchObject({ back: [], told: [] });
});

test('what the service does not let be put back is told, with what differs', async () => {
  const sent = [{ asks: 'POST /mode', body: { readOnly: true } }];
  expect(await run([...sent, ...sent, ...sent], { takes: false })).toMatchObject({
    told: [
      'POST /mode → GET /mode: changed, and not put back: GET /mode shows another readOnly than before, after #1 (and 2 more requests of that kind)',
    ],
    open: [],
  });
});

test('a thing of somebody else is put back, too, and is told where it cannot be', async () => {
  const sent = [{ asks: 'PUT /orders/{id}', id: '7', body: { readOnly: true } }];
  expect(await run(sent)).toMatchObject({ back: ['PUT /orders/{id} {"readOnly":false}'], told: [] });
  expect((await run(sent, { takes: false })).told).toEqual([
    'PUT /orders/{id} → GET /orders/{id}: changed, and not put back: GET /orders/{id} shows another readOnly than before, after #1',
  ]);
});

const UNSEEN = 'and nothing shows what that did to what the run did not make';

test.each<[string, Sent, readonly string[]]>([
  [
    'a PUT that no GET shows',
    { asks: 'PUT /theme', body: {} },
    [`PUT /theme → GET /theme: perhaps changed: #1 was answered 204, ${UNSEEN}`],
  ],
  [
    'an action without content',
    { asks: 'POST /flush' },
    [`POST /flush → GET /flush: perhaps changed: #1 was answered 204, ${UNSEEN}`],
  ],
  [
    'an action on what is somebody else’s',
    { asks: 'POST /orders/{id}/stale', id: '7', answer: [200, { id: '7' }] },
    [`POST /orders/{id}/stale → GET /orders/{id}/stale: perhaps changed: #1 was answered 200, ${UNSEEN}`],
  ],
  ['a question', { asks: 'POST /search', body: {}, answer: [200, [{ id: '7' }]] }, []],
  ['what makes something', { asks: 'POST /orders', body: {}, answer: [201, { id: '9' }] }, []],
  ['an action on what the run made', { asks: 'POST /orders/{id}/stale', id: '8', answer: [200, { id: '8' }] }, []],
  ['a change of what the run made', { asks: 'PUT /orders/{id}', id: '8', body: { readOnly: true } }, []],
  ['a removal', { asks: 'DELETE /orders/{id}', id: '7' }, []],
  [
    'what was in trouble with a part of it done, perhaps',
    { asks: 'PUT /theme', body: {}, answer: [500, undefined] },
    [`PUT /theme → GET /theme: perhaps changed: #1 was answered 500, ${UNSEEN}`],
  ],
  [
    'what was in trouble, and shows what it did before',
    { asks: 'POST /mode', body: { readOnly: true }, answer: [500, undefined] },
    [],
  ],
  ['what was refused', { asks: 'PUT /theme', body: {}, answer: [403, undefined] }, []],
  ['what a made-up name stands for', { asks: 'POST /orders/{id}/stale', id: '7f3e91c27f3e91c2' }, []],
])('whether %s is told', async (_, sent, expected) => {
  expect((await run([sent])).told).toEqual(expected);
});

test('without leave to change anything, a thing that was handed over is not told as changed', async () => {
  const sent = [{ asks: 'PUT /orders/{id}', id: '7', body: { readOnly: true } }];
  expect(await run(sent, { writes: 'own' })).toMatchObject({ back: [], told: [] });
});

test('what was changed is noted at once, so that a run that is killed tells it, too', async () => {
  const { events } = await run([{ asks: 'PUT /theme', body: {} }]);
  expect(events).toContainEqual({
    perhaps: { number: 1, operation: 'PUT /theme', values: {}, reason: 'perhaps changed: #1 was answered 204' },
  });
});

const DONE = { state: 'COMPLETED', code: 200, message: '8' };
test.each<[string, object, object, boolean]>([
  ['says that it was done, as before', DONE, { readOnly: true }, false],
  ['says so, and nothing was sent', { ...DONE, code: 204 }, {}, false],
  ['repeats what was sent', { id: '8', readOnly: true }, { readOnly: true }, true],
])(
  'an answer to a change is a look at the thing where it repeats something: it %s',
  async (_, answer, body, expected) => {
    const { operations } = await load({ ...head('3.1'), paths: PATHS });
    const kinds = kindsOf(operations);
    const kind = kinds.at('/orders/{}');
    const operation = kind?.replacer;
    if (!kind || !operation) throw new Error('There is no such kind.');
    const state = createLedgerState({
      kinds,
      send: async () => answeredWith(404),
      remove: async () => undefined,
      onEvent: undefined,
    });
    const entry = notedEntry({ item: kind.item, ids: ['8'] }, kind, { texts: [], refers: {} }, {});
    entry.content.isLooked = true;
    entry.content.seen.add(['COMPLETED', '200', '204', '8', 'true']);
    keepEntry(state, entry);
    const bytes = Buffer.from(JSON.stringify(body));
    const request = {
      operation,
      values: { id: '8' },
      input: { ...NO_INPUT, body: { contentType: 'application/json', bytes } },
      authorisation: { headers: [], query: [], cookies: [] },
      authorised: true,
    };
    const each: Case = {
      request,
      claim: { probe: 'valid', name: 'valid', exists: true, handedOver: false },
      touches: { thing: 'PUT', within: [] },
    };
    noteChanged(state, { case: each, response: answeredWith(200, answer).response });
    expect(entry.look.isEchoed).toBe(expected);
    // Until a look shows it again, it may show what the run has put there.
    expect(entry.content.isChanged).toBe(!expected);
  },
);
