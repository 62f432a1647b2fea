/** What is perhaps made or left, with answers as literals: what is noted as it happens, and what is told at the end, in which order. */

import type { Operation } from '../../contract/contract';
import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { type Thing, valuesFor } from '../../resources/things';
import { NO_INPUT } from '../../serialization/input';
import type { Outcome } from '../../wire/send';
import type { Case, Claim } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Writes } from '../model/probe';
import { notedEntry } from './entry';
import { passGate } from './gate';
import type { Intent, LedgerEvent } from './ledgerEvents';
import { createLedgerState, keepEntry, suspectIntent, UNDER_WAY } from './ledgerState';
import { noteListed } from './lookBefore';
import { noteAnswered } from './noteAnswered';
import { noteIntended } from './noteSent';
import { answeredWith } from './orders.testing';
import { steadily } from './remove';
import { settleLedger } from './settle';

const text = { type: 'string' };
const responses = { 200: { description: 'ok' } };
const anything = { content: { 'application/json': { schema: { type: 'object' } } } };
const item = (...methods: string[]) => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
  ...Object.fromEntries(methods.map((method) => [method, { responses }])),
});
const PATHS = {
  '/orders': { get: { responses }, post: { requestBody: anything, responses } },
  '/orders/{id}': item('get', 'put', 'delete'),
  '/orders/{id}/copy': item('post'),
  '/orders/{id}/notes': item('get', 'post'),
  '/jobs/{id}': item('get'),
  '/api-tokens': { get: { responses }, post: { requestBody: anything, responses } },
  '/api-tokens/{id}': item('get', 'delete'),
  '/tags': { get: { responses }, post: { requestBody: anything, responses } },
  '/tags/{id}': item('delete'),
  '/metrics': { post: { requestBody: anything, responses } },
  '/buckets': { get: { responses } },
  '/buckets/{id}': item('get'),
  '/buckets/{id}/objects/{key}': {
    parameters: ['id', 'key'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    put: { requestBody: anything, responses },
  },
};

/** A run at a service that answers GET so, by its path. */
async function runAt(answers: Readonly<Record<string, Outcome>> = {}, writes: Writes = 'any') {
  const { operations } = await load({ ...head('3.1'), paths: PATHS });
  const kinds = kindsOf(operations);
  const events: LedgerEvent[] = [];
  const state = createLedgerState({
    kinds,
    writes,
    send: async ({ path }, { ids }) => answers[path.replace('{id}', ids[0] ?? '')] ?? answeredWith(404),
    remove: async () => answeredWith(204),
    onEvent: (event) => events.push(event),
  });
  /** @param body a text is that of a form. */
  const caseOf = (name: string, body?: object | string, claim: Partial<Claim> = {}, authorised = true): Case => {
    const operation = operations.find((each) => each.name === name);
    if (!operation) throw new Error(`There is no ${name}.`);
    const isForm = typeof body === 'string';
    const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const written =
      body === undefined ? undefined : { contentType, bytes: Buffer.from(isForm ? body : JSON.stringify(body)) };
    return {
      request: {
        operation,
        values: operation.path.includes('{id}') ? { id: '7' } : {},
        input: { ...NO_INPUT, body: written },
        authorisation: { headers: [], query: [], cookies: [] },
        authorised,
      },
      claim: { probe: 'valid', name: 'valid', exists: true, handedOver: false, ...claim },
      touches: { thing: name, within: [] },
    };
  };
  const kindAt = (at: string) => {
    const kind = kinds.items.find((each) => each.item === at);
    if (!kind) throw new Error(`There is no kind ${at}.`);
    return kind;
  };
  const send = (each: Case, index: number, answer: Outcome) => {
    noteIntended(state, each, index);
    const request = { path: each.request.operation.path, headers: [] };
    noteAnswered(state, { case: each, index, request, ...answer } as unknown as Exchange, 'http://here');
  };
  const show = (operation: Operation, thing: Thing) =>
    ({ request: { operation, values: valuesFor(operation, thing) } }) as unknown as Case;
  const settle = async () => {
    const { signal } = new AbortController();
    const left = await settleLedger({ state, mayRemove: true, looksLast: writes, show, signal });
    return left.map(({ leftover, case: { request } }) => `${request.operation.path}: ${leftover.reason}`);
  };
  return { state, events, caseOf, kindAt, send, settle };
}

/** An answer without a body that leads somewhere. */
function locatedAt(status: number, location: string): Outcome {
  const response = { status, headers: [['Location', location]], body: Buffer.alloc(0) };
  return { ...answeredWith(status), response } as unknown as Outcome;
}

const clause = { pointer: '', file: '', line: 1, column: 1 };
const violation = { clauseText: 'minLength: 1', subject: '/name', sent: '0 characters', clause };

test.each<[string, string, Partial<Claim>, boolean, boolean]>([
  ['an action', 'POST /orders/{id}/copy', {}, true, true],
  ['a POST in no collection', 'POST /metrics', {}, true, true],
  ['a POST that makes something, which is noted by itself', 'POST /orders', {}, true, false],
  ['a PUT', 'PUT /orders/{id}', {}, true, false],
  ['a DELETE', 'DELETE /orders/{id}', {}, true, false],
  ['a GET', 'GET /orders', {}, true, false],
  [
    'an action that is to be refused',
    'POST /orders/{id}/copy',
    { violation } as unknown as Partial<Claim>,
    true,
    false,
  ],
])(
  'whether it is noted that %s perhaps makes something while it is under way',
  async (_, name, claim, authorised, expected) => {
    const { state, events, caseOf } = await runAt();
    const each = caseOf(name, undefined, claim, authorised);
    noteIntended(state, each, 3);
    const told = events.filter((event) => 'perhaps' in event);
    const { values } = each.request;
    expect(told).toEqual(expected ? [{ perhaps: { number: 3, operation: name, values, reason: UNDER_WAY } }] : []);
  },
);

test.each<[string, unknown, number, object, readonly string[]]>([
  [
    'shows a text that was sent',
    [{ id: 'a' }],
    200,
    { id: 'a', name: 'soil-7f3e91c2' },
    [
      '/orders/{id}: perhaps made: #3 named it, but it was there before, and that request has changed it, so it is left alone',
    ],
  ],
  [
    'is a 201',
    [{ id: 'a' }],
    201,
    { id: 'a', name: 'soil-7f3e91c2' },
    [
      '/orders/{id}: perhaps made: #3 named it, but it was there before, and that request has changed it, so it is left alone',
    ],
  ],
  ['shows what was sent in something else', [{ id: 'a' }], 201, { id: 'a', last: { note: 'soil-7f3e91c2' } }, []],
  ['shows nothing that was sent, so that it was found', [{ id: 'a' }], 200, { id: 'a', name: 'fern' }, []],
])(
  'where the answer to a POST names what a list showed before, and %s',
  async (_, listed, status, answer, expected) => {
    const shown = answeredWith(200, listed);
    const { state, events, caseOf, kindAt, send, settle } = await runAt(
      { '/orders': shown, '/orders/a': answeredWith(200, answer) },
      'own',
    );
    if (shown.response)
      noteListed(state, kindAt('/orders/{}'), { item: '/orders/{}', ids: [''] }, shown.response, {
        sent: 1,
        answered: 2,
      });
    for (let at = 0; at < 3; at++) state.sightings.tick();
    send(caseOf('POST /orders', { name: 'soil-7f3e91c2' }), 3, answeredWith(status, answer));
    const isChanged = expected.length > 0;
    expect(state.records.of(kindAt('/orders/{}')).overwrittenBy).toBe(isChanged ? 3 : undefined);
    // What is left behind by a run that is killed has to say so, too.
    expect(events.some((event) => 'made' in event && event.made.others !== undefined)).toBe(isChanged);
    expect((await settle()).filter((line) => line.startsWith('/orders/{id}'))).toEqual(expected);
    const again = await passGate(state, caseOf('POST /orders', { name: 'soil-5e6f7a8b' }));
    expect('why' in again && again.why).toBe(
      isChanged && '#3 was to make something, and changed what was there before',
    );
  },
);

test.each<[string, second: object, isOverwritten: boolean]>([
  ['another text of the run, and the same as before beside it', { name: 'fern-5e6f7a8b', code: '+4930123' }, true],
  ['the same text of the run, by which the service may know it', { name: 'soil-7f3e91c2', code: '+4930124' }, false],
])('where two POSTs were answered with one id, and the second one sent %s', async (_, second, isOverwritten) => {
  const { state, caseOf, kindAt, send } = await runAt({}, 'own');
  const first = { name: 'soil-7f3e91c2', code: '+4930123' };
  const liked = (body: { readonly name?: string }) => {
    const each = caseOf('POST /orders', body);
    return {
      ...each,
      request: { ...each.request, input: { ...each.request.input, like: { '/name': body.name ?? '' } } },
    };
  };
  send(liked(first), 3, answeredWith(201, { id: 'a', ...first }));
  send(liked(second), 4, answeredWith(201, { id: 'a', ...second }));
  expect(state.records.of(kindAt('/orders/{}')).overwrittenBy).toBe(isOverwritten ? 4 : undefined);
});

test.each<[string, item: object, isPosted: boolean, expected: boolean]>([
  ['is new and names it', { id: 'n', orderId: '7' }, true, true],
  ['is new and names another one', { id: 'n', orderId: '8' }, true, false],
  ['was there before', { id: 'b', orderId: '7' }, true, false],
  ['is new, and no POST was about it', { id: 'n', orderId: '7' }, false, false],
])('where something was handed over, and what a list shows %s', async (_, item, isPosted, isTold) => {
  const before = answeredWith(200, [{ id: 'b', orderId: '7' }]);
  const { state, caseOf, kindAt, send, settle } = await runAt(
    { '/api-tokens': answeredWith(200, [item]), '/api-tokens/n': answeredWith(200, item) },
    'handed-over',
  );
  const thing = { item: '/api-tokens/{}', ids: [''] };
  if (before.response)
    noteListed(state, kindAt(thing.item), thing, before.response, { sent: 1, answered: state.sightings.tick() });
  const asked = isPosted ? 'POST /orders/{id}/copy' : 'PUT /orders/{id}';
  send(caseOf(asked, { name: 'a longer text' }, { handedOver: true }), 3, answeredWith(200, {}));
  state.sentTexts.add('a longer text');
  const told = (await settle()).filter((line) => line.startsWith('/api-tokens'));
  expect(told).toEqual(
    isTold
      ? [
          '/api-tokens/{id}: perhaps made: a list shows it with orderId 7, which was handed over, and no answer said that it was made',
        ]
      : [],
  );
});

test.each([
  ['made up', false, ['/buckets/{id}']],
  ['handed over', true, []],
])('a PUT whose path goes through a name that was %s, and a list shows that now', async (_, handedOver, expected) => {
  const bucket = '3f2b1c9e-7d44-4c1a-9b57-0a6d2f8e1c35';
  const now = answeredWith(200, [{ id: 'a' }, { id: bucket }]);
  const { state, caseOf, kindAt, send, settle } = await runAt(
    { '/buckets': now, [`/buckets/${bucket}`]: answeredWith(200, { id: bucket }) },
    'handed-over',
  );
  const { response } = answeredWith(200, [{ id: 'a' }]);
  const thing = { item: '/buckets/{}', ids: [''] };
  if (response) noteListed(state, kindAt(thing.item), thing, response, { sent: 1, answered: state.sightings.tick() });
  const each = caseOf('PUT /buckets/{id}/objects/{key}', { note: 'a' }, { exists: handedOver, handedOver });
  const values = { id: bucket, key: 'a-key' };
  send({ ...each, request: { ...each.request, values } }, 3, answeredWith(201, {}));
  const told = (await settle()).filter((line) => line.startsWith('/buckets/{id}:'));
  expect(told.map((line) => line.split(':')[0])).toEqual(expected);
});

test('what is answered is under way no longer, and what its answer says was made is noted anew until it is told', async () => {
  const { events, caseOf, send, settle } = await runAt();
  send(caseOf('POST /metrics', {}), 3, answeredWith(202));
  const reason =
    'perhaps made: #3 was answered 202, and nothing tells by which operation that could be asked for or removed';
  const perhaps = { number: 3, operation: 'POST /metrics', values: {} };
  expect(events).toEqual([
    { perhaps: { ...perhaps, reason: UNDER_WAY } },
    { came: 3 },
    { perhaps: { ...perhaps, reason } },
  ]);
  expect(await settle()).toEqual([`/metrics: ${reason}`]);
  expect(events.at(-1)).toEqual({ came: 3 });
});

const MADE =
  '/metrics: perhaps made: #3 was answered 200, and nothing tells by which operation that could be asked for or removed';
test.each<[string, object | string, object, readonly string[]]>([
  ['a token to a password', { name: 'ada', password: 'lovelace' }, { accessToken: 'eyJhbGciOi' }, []],
  ['a token to a password in a form', 'username=ada&password=lovelace', { access_token: 'eyJhbGciOi' }, []],
  ['an id beside the token', { name: 'ada', password: 'lovelace' }, { token: 'eyJhbGciOi', id: 'a-long-id' }, [MADE]],
  ['a token to a name of the run', { name: 'ada-7f3e91c2', password: 'lovelace' }, { token: 'eyJhbGciOi' }, [MADE]],
  ['a token to a form with such a name', 'name=ada-7f3e91c2&password=x', { token: 'eyJhbGciOi' }, [MADE]],
  ['a key to no password', { scopes: ['read'] }, { apiKey: 'sk-0123456789' }, [MADE]],
])('who is let in with a password has made nothing: %s', async (_, body, answer, expected) => {
  const { caseOf, send, settle } = await runAt();
  send(caseOf('POST /metrics', body), 3, answeredWith(200, answer));
  expect((await settle()).map((line) => line.replace(/ (to|\() ?[^,]*(, [^,]*)*, and/, ', and'))).toEqual(expected);
});

const NOTHING_TELLS = 'and nothing tells by which operation that could be asked for or removed';
test.each<[string, string, Outcome, readonly string[]]>([
  [
    'an id in an answer at the path of a list is not of what the list lies in',
    'POST /orders/{id}/notes',
    answeredWith(201, { id: '361' }),
    [`/orders/{id}/notes: perhaps made: #3 was answered 201 (id: 361), ${NOTHING_TELLS}`],
  ],
  [
    'a 202 that leads to a job tells of the job, and of what that was to make',
    'POST /orders/{id}/copy',
    locatedAt(202, '/jobs/9'),
    [
      '/jobs/{id}: perhaps made: #3 named it, but a 202 does not say that something was made',
      `/orders/{id}/copy: perhaps made: #3 was answered 202 (Location: /jobs/9), ${NOTHING_TELLS}`,
    ],
  ],
])('%s', async (_, name, answer, expected) => {
  const { caseOf, send, settle } = await runAt({ '/jobs/9': answeredWith(200, { id: '9', state: 'done' }) });
  send(caseOf(name, {}), 3, answer);
  expect(await settle()).toEqual(expected);
});

test('what was sent says by which names a person can find it, at any depth, and no secret', async () => {
  const { caseOf, send, settle } = await runAt();
  const body = { interval: 10, password: 'hunter2', applications: [{ appName: 'soil', instanceId: 'a-1' }] };
  send(caseOf('POST /metrics', body), 3, answeredWith(202));
  expect((await settle())[0]).toContain(
    '#3 was answered 202 to appName: soil, instanceId: a-1, interval: 10, and nothing tells',
  );
});

test.each<[string, object, readonly string[]]>([
  [
    'still shows',
    { id: '7', status: { state: 'expired' } },
    [
      '/orders/{id}: perhaps made: #1 named it, and it is still there after it was removed: GET /orders/{id} was answered 200',
    ],
  ],
  ['shows as archived since', { id: '7', archived: true }, []],
])('what the run removed without knowing it for its own, and a GET %s', async (_, shown, expected) => {
  const { state, kindAt, settle } = await runAt({ '/orders/7': answeredWith(200, shown) });
  const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kindAt('/orders/{}'), { texts: [], refers: {} }, {});
  keepEntry(state, { ...entry, number: 1, removed: true });
  expect(await settle()).toEqual(expected);
});

test('what was removed and is not found is gone', async () => {
  const { state, kindAt, settle } = await runAt();
  const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kindAt('/orders/{}'), { texts: [], refers: {} }, {});
  keepEntry(state, { ...entry, number: 1, removed: true });
  expect(await settle()).toEqual([]);
});

test('what is left and lets somebody in is told before all else', async () => {
  const shown = answeredWith(200, { id: '7' });
  const { state, kindAt, settle } = await runAt({ '/orders/7': shown, '/orders/8': shown, '/api-tokens/9': shown });
  for (const [at, id] of [
    ['/orders/{}', '7'],
    ['/orders/{}', '8'],
    ['/api-tokens/{}', '9'],
  ] as const)
    keepEntry(state, {
      ...notedEntry({ item: at, ids: [id] }, kindAt(at), { texts: [], refers: {} }, {}),
      number: Number(id),
    });
  expect((await settle()).map((line) => line.slice(0, line.indexOf(':')))).toEqual([
    '/api-tokens/{id}',
    '/orders/{id}',
    '/orders/{id}',
  ]);
});

test('what no answer named is told by what was sent, but for what is secret', async () => {
  const { state, settle } = await runAt({ '/api-tokens': answeredWith(200, []) });
  const intent: Intent = {
    number: 3,
    item: '/api-tokens/{}',
    ids: [],
    like: { tokenName: 'a-7f3e91c2', secret: 'b-7f3e91c2' },
  };
  suspectIntent(state, intent, 'perhaps made: it never came to its end');
  expect(await settle()).toEqual([
    '/api-tokens: perhaps made: it never came to its end (tokenName: a-7f3e91c2); GET /api-tokens shows nothing that is surely it',
  ]);
});

test.each<[string, Writes, readonly string[]]>([
  [
    'of a throw-away target is told',
    'any',
    [
      '/tags: perhaps made: a list shows it that did not have it before, and no answer said that it was made (type: simple, value: b)',
    ],
  ],
  ['of any other may be somebody’s', 'own', []],
])('what a list has anew under a name that others have, too, %s', async (_, writes, expected) => {
  const tags = ['a', 'c', 'b'].map((value) => ({ id: 'simple', type: 'simple', value }));
  const { state, kindAt, settle } = await runAt({ '/tags': answeredWith(200, tags) }, writes);
  state.ownTexts.add('7f3e91c2');
  const before = answeredWith(200, tags.slice(0, 2)).response;
  if (before) noteListed(state, kindAt('/tags/{}'), { item: '/tags/{}', ids: [''] }, before, { sent: 1, answered: 2 });
  expect((await settle()).map((line) => line.replace('id: simple, ', ''))).toEqual(expected);
});

test('a service that refuses all changes for now is waited for thrice, although it answers what changes nothing', async () => {
  const later: Outcome = {
    ...answeredWith(503),
    response: { status: 503, headers: [['Retry-After', '0']], body: Buffer.alloc(0) },
  } as unknown as Outcome;
  const { kindAt } = await runAt();
  const kind = kindAt('/orders/{}');
  let asked = 0;
  const remove = async () => {
    asked++;
    return later;
  };
  const { signal } = new AbortController();
  const steady = steadily({ send: async () => answeredWith(200, {}), remove }, signal);
  const times: number[] = [];
  for (const id of ['1', '2', '3', '4', '5']) {
    const thing = { item: kind.item, ids: [id] };
    asked = 0;
    if (kind.reader) await steady.send(kind.reader, thing, signal);
    await steady.remove(notedEntry(thing, kind, { texts: [], refers: {} }, {}), signal);
    times.push(asked);
  }
  expect(times).toEqual([5, 5, 5, 1, 1]);
});

test.each<[string, string, readonly object[], readonly string[]]>([
  [
    'is listed at the end',
    'd62b81cc-72e3-421a-a338-7f46f5084edd',
    [{ id: 'd62b81cc-72e3-421a-a338-7f46f5084edd' }],
    ['made'],
  ],
  ['is not listed', 'd62b81cc-72e3-421a-a338-7f46f5084edd', [], []],
  // Nobody has looked whether it was there before.
  ['may be somebody else’s', '7', [{ id: '7' }], []],
])('what a GET of a made-up name shows, which %s', async (_, id, listed, told) => {
  const own = answeredWith(200, { id });
  const { caseOf, send, settle } = await runAt({ '/orders': answeredWith(200, listed), [`/orders/${id}`]: own }, 'own');
  const each = caseOf('GET /orders/{id}', undefined, { exists: false, probe: 'unknown' });
  send({ ...each, request: { ...each.request, values: { id } } }, 1, own);
  const why = 'the name was made up for a GET';
  expect((await settle()).map((line) => (line.includes(why) ? 'made' : line))).toEqual(told);
});

// Nearly every service has such names: a list gives them for the GET that comes next.
test.each<[string, readonly object[], readonly object[]]>([
  ['a UUID', [{ id: 'd62b81cc-72e3-421a-a338-7f46f5084edd' }], [{ id: 'd62b81cc-72e3-421a-a338-7f46f5084edd' }]],
  ['a large number', [{ id: 8347261951 }], [{ id: 8347261951 }]],
  ['a hash', [{ id: '9f86d081884c7d659a2feaa0c55ad015' }], [{ id: '9f86d081884c7d659a2feaa0c55ad015' }, { id: '7' }]],
])('what a list showed before a GET asked for it was not made by that: %s', async (_, before, after) => {
  const id = String((before[0] as { id: unknown }).id);
  const own = answeredWith(200, { id });
  const { caseOf, send, settle } = await runAt({ '/orders': answeredWith(200, after), [`/orders/${id}`]: own }, 'own');
  send(caseOf('GET /orders'), 1, answeredWith(200, before));
  const each = caseOf('GET /orders/{id}', undefined, { exists: false });
  send({ ...each, request: { ...each.request, values: { id } } }, 2, own);
  expect(await settle()).toEqual([]);
});
