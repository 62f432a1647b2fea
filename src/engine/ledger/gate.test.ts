/** The gate, with answers as literals: what is sent, what is withheld, and why. */

import type { Operation } from '../../contract/contract';
import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import { NO_INPUT } from '../../serialization/input';
import type { Outcome } from '../../wire/send';
import type { Case, Claim } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Writes } from '../model/probe';
import { noteTaken, tellDisturbed } from './disturbing';
import { type Entry, notedEntry } from './entry';
import { type Passage, passGate, passPutBack, passRemoval, passSafe } from './gate';
import { createLedgerState, keepEntry, type LedgerState } from './ledgerState';
import { noteListedAsOthers } from './listedAsOthers';
import { listPlace } from './lookBefore';
import { noteChanged, noteIntended } from './noteSent';

const NAME = 'soil-1a2b3c4d';
const responses = { 200: { description: 'ok' } };
const parameters = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

const requestBody = {
  content: {
    'application/json': {
      schema: {
        properties: {
          type: { enum: ['VALIDITY', 'INTEGRITY'] },
          year: { type: 'integer', minimum: 1900, maximum: 2100 },
        },
      },
    },
  },
};

const PATHS = {
  '/shelves/{shelf}/pots': {
    parameters: [{ name: 'shelf', in: 'path', required: true, schema: { type: 'string' } }],
    delete: { responses: { 204: { description: 'd' } } },
  },
  '/pots/{pot}': {
    parameters: [{ name: 'pot', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { responses },
    delete: { responses },
  },
  '/beds': { get: { responses }, post: { responses } },
  '/beds/{bed}': { parameters: parameters('bed'), get: { responses }, put: { responses }, delete: { responses } },
  '/beds/{bed}/water': { parameters: parameters('bed'), post: { responses } },
  '/beds/{bed}/tags/{code}': { parameters: parameters('bed', 'code'), get: { responses }, put: { responses } },
  '/beds/{bed}/seedlings': { parameters: parameters('bed'), get: { responses }, post: { responses } },
  '/beds/{bed}/seedlings/{id}': { parameters: parameters('bed', 'id'), get: { responses }, delete: { responses } },
  '/jars': { get: { responses }, post: { responses } },
  '/jars/{jar}': { parameters: parameters('jar'), delete: { responses } },
  '/vases': { post: { responses: { 201: { description: 'made' } } } },
  '/vases/{vase}': { parameters: parameters('vase'), get: { responses }, delete: { responses } },
  '/users/{login}': { parameters: parameters('login'), get: { responses } },
  '/notes': {
    post: {
      requestBody: {
        content: { 'application/json': { schema: { properties: { createdBy: { enum: ['ada', 'bot'] } } } } },
      },
      responses,
    },
  },
  ...Object.fromEntries(
    [
      ['/leaves', 201],
      ['/tasks', 200],
    ].flatMap(([path, status]) => [
      [path, { post: { requestBody, responses: { [String(status)]: { description: 'made' } } } }],
      [
        `${path}/{id}`,
        {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
          get: { responses },
          delete: { responses },
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    [[], ['bed']].flatMap((names) => {
      const rules = names.length === 0 ? '/rules' : '/beds/{bed}/rules';
      return [
        [rules, { parameters: parameters(...names), get: { responses }, post: { requestBody, responses } }],
        [`${rules}/{rule}`, { parameters: parameters(...names, 'rule'), get: { responses }, delete: { responses } }],
      ];
    }),
  ),
};

/** Answers by method and path: `GET /beds/7` → a status and a value. */
type Answers = Readonly<Record<string, readonly [number, unknown?]>>;

/** A run that has made bed 7, at a service that answers so; everything else is not found. */
async function runAt(answers: Answers, writes: Writes = 'own', mended?: LedgerState['mended']) {
  const contract = await load({ ...head('3.1'), paths: PATHS });
  const kinds = kindsOf(contract.operations);
  const asked: string[] = [];
  const send = async (operation: Operation, { ids }: Thing): Promise<Outcome> => {
    let at = 0;
    const line = `${operation.method} ${operation.path.replace(/\{\w+\}/g, () => ids[at++] ?? '')}`;
    asked.push(line);
    const [status, value] = answers[line] ?? [404];
    const body = Buffer.from(value === undefined ? '' : JSON.stringify(value));
    return { response: { status, headers: [], body }, error: null } as unknown as Outcome;
  };
  const state: LedgerState = createLedgerState({
    kinds,
    send,
    remove: async () => undefined,
    onEvent: undefined,
    writes,
    ...(mended ? { mended } : {}),
  });
  const kind = kinds.at('/beds/{}');
  if (!kind) throw new Error('There is no such kind.');
  const evidence = { isEchoed: true, found: 'text' as const };
  const entry: Entry = notedEntry({ item: kind.item, ids: ['7'] }, kind, { texts: [NAME], refers: {} }, evidence);
  entry.content.written = { name: NAME };
  keepEntry(state, { ...entry, number: 1 });
  const caseOf = (asks: string, values: Readonly<Record<string, string>>, claim: Partial<Claim> = {}): Case => {
    const operation = contract.operations.find(({ name }) => name === asks);
    if (!operation) throw new Error(`There is no ${asks}.`);
    return {
      request: {
        operation,
        values,
        input: NO_INPUT,
        authorisation: { headers: [], query: [], cookies: [] },
        authorised: true,
      },
      claim: { probe: 'valid', name: 'valid', exists: true, handedOver: false, ...claim },
      touches: { thing: asks, within: [] },
      chain: { kind: 'own' },
    };
  };
  return { state, entry, asked, caseOf };
}

const OWN = [200, { id: '7', name: NAME }] as const;
const TAKEN = [200, { id: '7', name: 'What Ada keeps' }] as const;

test.each<[string, string, Answers, string | undefined]>([
  ['what shows what was sent', 'DELETE /beds/{bed}', { 'GET /beds/7': OWN }, undefined],
  [
    'what somebody has taken over',
    'DELETE /beds/{bed}',
    { 'GET /beds/7': TAKEN },
    'name shows something that the run did not write',
  ],
  [
    'what somebody has taken over and switched off, which says nothing of its end',
    'DELETE /beds/{bed}',
    { 'GET /beds/7': [200, { id: '7', name: 'What Ada keeps', enabled: false }] },
    'name shows something that the run did not write',
  ],
  [
    'the same, by a PUT',
    'PUT /beds/{bed}',
    { 'GET /beds/7': TAKEN },
    'name shows something that the run did not write',
  ],
  [
    'the same, by an action',
    'POST /beds/{bed}/water',
    { 'GET /beds/7': TAKEN },
    'name shows something that the run did not write',
  ],
  [
    'the same, by making something in it',
    'POST /beds/{bed}/seedlings',
    { 'GET /beds/7': TAKEN },
    'name shows something that the run did not write',
  ],
  ['what is not there any more', 'DELETE /beds/{bed}', {}, undefined],
  ['what leads to something else', 'DELETE /beds/{bed}', { 'GET /beds/7': [301] }, 'a GET of it leads somewhere else'],
  [
    'what cannot be looked at',
    'DELETE /beds/{bed}',
    { 'GET /beds/7': [500] },
    'nobody can look whether it still is what the run made',
  ],
  [
    'what only the list shows as it was sent',
    'DELETE /beds/{bed}',
    { 'GET /beds/7': [500], 'GET /beds': [200, [{ id: '7', name: NAME }]] },
    undefined,
  ],
  [
    'what somebody has put something in',
    'DELETE /beds/{bed}',
    { 'GET /beds/7': OWN, 'GET /beds/7/seedlings': [200, [{ id: '31' }]] },
    'GET /beds/{bed}/seedlings shows something in it that the run did not make',
  ],
])('a thing of the run: %s', async (_, asks, answers, why) => {
  const { state, caseOf } = await runAt(answers);
  const passed = await passGate(state, caseOf(asks, { bed: '7' }));
  expect('why' in passed ? passed.why : undefined).toBe(why);
});

const RULE = Buffer.from('{"type":"VALIDITY"}');
const withBody = (each: Case, body: Buffer): Case => ({
  ...each,
  request: { ...each.request, input: { ...NO_INPUT, body: { bytes: body, contentType: 'application/json' } } },
});

test.each<[string, Answers, Writes, string | undefined]>([
  ['a list that has one of each type', { 'GET /rules': [200, [{ id: 3, type: 'VALIDITY' }]] }, 'own', 'something has'],
  ['a list that has it, of a throw-away target', { 'GET /rules': [200, [{ type: 'VALIDITY' }]] }, 'any', undefined],
  ['a list that has another', { 'GET /rules': [200, [{ id: 3, type: 'INTEGRITY' }]] }, 'own', undefined],
  [
    'an empty list, and a GET that shows it',
    { 'GET /rules': [200, []], 'GET /rules/VALIDITY': [200, { a: 1 }] },
    'own',
    'something has',
  ],
  [
    'a list that has what the run made',
    { 'GET /rules': [200, [{ type: 'VALIDITY', config: NAME }]] },
    'own',
    undefined,
  ],
  ['no list', { 'GET /rules': [500] }, 'own', 'nobody can look'],
])('what a listed value names is made: %s', async (_, answers, writes, why) => {
  const { state, caseOf } = await runAt(answers, writes);
  state.ownTexts.add('1a2b3c4d');
  const passed = await passGate(state, withBody(caseOf('POST /rules', {}), RULE));
  expect('why' in passed ? passed.why : undefined).toEqual(
    why === undefined ? undefined : expect.stringContaining(why),
  );
});

test.each([
  ['a service that gives ids itself, and says that it makes', 'POST /leaves', true],
  ['one that may change what is there', 'POST /tasks', false],
])('where nobody can look, what a listed value names is made by %s: %s', async (_, asks, passes) => {
  const { state, caseOf } = await runAt({});
  expect('why' in (await passGate(state, withBody(caseOf(asks, {}), RULE)))).toBe(!passes);
});

/** Changes one member of a body, unless it would be a value that the contract does not allow. */
const mendedWithin =
  (isAllowed: (value: unknown) => boolean): LedgerState['mended'] =>
  (each, edits) => {
    const body = JSON.parse(String(each.request.input.body?.bytes));
    for (const { name, value } of edits) body[name.slice(1)] = value;
    return edits.every(({ value }) => isAllowed(value)) ? withBody(each, Buffer.from(JSON.stringify(body))) : undefined;
  };

const SEATS = [1, 2, 4, 5, 6].map((seat) => ({ id: `r${seat}`, seat }));

/** Marks are numbers far from one another, so that they are no places in an order. */
const MARKED = [3, 50, 999, 4, 70_000].map((mark) => ({ id: `m${mark}`, mark }));
const DAYS = ['2026-12-01', '2026-12-02'].map((day) => ({ id: day, day }));

test.each<[string, readonly object[], object, (value: unknown) => boolean, object | string]>([
  [
    'a flag that is on for somebody’s thing alone',
    [
      { id: 'a', flagship: true },
      { id: 'b', flagship: false },
    ],
    { flagship: true },
    () => true,
    { flagship: false },
  ],
  [
    'the same, where nothing else is allowed',
    [
      { id: 'a', flagship: true },
      { id: 'b', flagship: false },
    ],
    { flagship: true },
    () => false,
    'one alone of the listed things has flagship: true, and could lose it',
  ],
  [
    'a flag that is on for the run’s own',
    [
      { id: 'a', flagship: true, name: NAME },
      { id: 'b', flagship: false },
    ],
    { flagship: true },
    () => true,
    { flagship: true },
  ],
  ['a place that somebody’s thing has', SEATS, { seat: 2 }, () => true, {}],
  ['the same, where it needs a place', SEATS, { seat: 2 }, (value) => value !== undefined, { seat: 7 }],
  ['a place between others, which moves those behind', SEATS, { seat: 3 }, (value) => value !== undefined, { seat: 7 }],
  [
    'a place, where nothing else is allowed',
    SEATS,
    { seat: 2 },
    () => false,
    'each of the listed things has a seat of its own, and 2 could move one of them',
  ],
  [
    'a place, where a thing of the run has the last one that is allowed',
    [...SEATS, { id: 'r9', seat: 9, name: NAME }],
    { seat: 2 },
    (value) => typeof value === 'number' && value <= 9,
    { seat: 7 },
  ],
  ['a mark that somebody’s thing has', MARKED, { mark: 3 }, () => true, { mark: 2 }],
  [
    'a mark, where nothing else is allowed',
    MARKED,
    { mark: 3 },
    () => false,
    'no two of the listed things are alike in this, and the one with mark: 3 could be overwritten',
  ],
  ['a day that somebody’s thing has', DAYS, { day: '2026-12-01' }, () => true, { day: '2027-12-03' }],
  ['a day that nobody has', DAYS, { day: '2026-11-30' }, () => true, { day: '2026-11-30' }],
  ['a place behind all others', SEATS, { seat: 9 }, () => true, { seat: 9 }],
])('what a list shows that one thing has alone: %s', async (_, items, sent, isAllowed, expected) => {
  const { state, caseOf } = await runAt({ 'GET /rules': [200, items] }, 'own', mendedWithin(isAllowed));
  state.ownTexts.add('1a2b3c4d');
  const body = Buffer.from(JSON.stringify({ name: 'soil-5e6f7a8b', ...sent }));
  const passed = await passGate(state, withBody(caseOf('POST /rules', {}), body));
  const given = 'why' in passed ? passed.why : JSON.parse(String(passed.each.request.input.body?.bytes));
  expect(given).toEqual(typeof expected === 'string' ? expected : { name: 'soil-5e6f7a8b', ...expected });
});

/** What somebody has, and the example of the contract is the same: year 2004 is a value of which there are few. */
const CARS = [
  { id: 'v1', type: 'VALIDITY', year: 2004 },
  { id: 'v2', type: 'VALIDITY', year: 2005 },
];

test.each<[string, object, (value: unknown) => boolean, object | undefined]>([
  ['another number of which nothing is listed', { year: 2004 }, () => true, { year: 2003 }],
  ['no such member, where no other value is allowed', { year: 2004 }, (value) => value === undefined, {}],
  ['nothing, where it is neither', { year: 2004 }, () => false, undefined],
  ['what two listed things have alike', { type: 'VALIDITY' }, () => false, { type: 'VALIDITY' }],
  [
    'what none of them has beside what both have',
    { type: 'VALIDITY', year: 2005 },
    () => true,
    { type: 'VALIDITY', year: 2006 },
  ],
])('in place of a value that a listed thing has, a POST is sent with %s', async (_, sent, isAllowed, expected) => {
  const { state, caseOf } = await runAt({ 'GET /rules': [200, CARS] }, 'own', mendedWithin(isAllowed));
  const passed = await passGate(state, withBody(caseOf('POST /rules', {}), Buffer.from(JSON.stringify(sent))));
  const given = 'why' in passed ? undefined : JSON.parse(String(passed.each.request.input.body?.bytes));
  expect(given).toEqual(expected);
});

test('a PUT of the run’s own takes nothing from somebody’s either, nor does one that is to be refused', async () => {
  const answers: Answers = {
    'GET /beds/7': OWN,
    'GET /beds': [
      200,
      [
        { id: '1', flagship: true },
        { id: '2', flagship: false },
        { id: '7', flagship: false },
      ],
    ],
  };
  const { state, caseOf } = await runAt(answers);
  const kind = state.kinds.at('/beds/{}');
  if (kind) await listPlace(state, kind, { item: kind.item, ids: [] });
  const put = caseOf('PUT /beds/{bed}', { bed: '7' });
  expect(await passGate(state, withBody(put, Buffer.from('{"flagship":true}')))).toHaveProperty('why');
  expect(await passGate(state, withBody(put, Buffer.from('{"flagship":false}')))).toHaveProperty('isGiven', true);
  const refused = { ...put, request: { ...put.request, authorised: false } };
  expect(await passGate(state, withBody(refused, Buffer.from('{"flagship":true}')))).toHaveProperty('why');
  const handedOver = { ...put, claim: { ...put.claim, handedOver: true } };
  expect(await passGate(state, withBody(handedOver, Buffer.from('{"flagship":true}')))).toHaveProperty('isGiven', true);
});

test('a change that comes a second time takes the same place again, and one that is another takes the next', async () => {
  const listed = (seat?: number): Answers[string] => [200, [...SEATS, { id: '7', name: NAME, seat }]];
  const answers: Record<string, Answers[string]> = { 'GET /beds/7': OWN, 'GET /beds': listed() };
  const { state, caseOf } = await runAt(
    answers,
    'own',
    mendedWithin((value) => typeof value === 'number'),
  );
  state.ownTexts.add('1a2b3c4d');
  const kind = state.kinds.at('/beds/{}');
  if (kind) await listPlace(state, kind, { item: kind.item, ids: [] });
  const seatOf = async (sent: object) => {
    const each = withBody(caseOf('PUT /beds/{bed}', { bed: '7' }), Buffer.from(JSON.stringify(sent)));
    const passed = await passGate(state, each);
    const { seat } = 'why' in passed ? { seat: undefined } : JSON.parse(String(passed.each.request.input.body?.bytes));
    answers['GET /beds'] = listed(seat);
    return seat;
  };
  expect(await seatOf({ name: NAME, seat: 2 })).toBe(7);
  expect(await seatOf({ name: NAME, seat: 2 })).toBe(7);
  expect(await seatOf({ name: NAME, seat: 3 })).toBe(8);
});

test('below a thing of the run, what a listed value names is the run’s own', async () => {
  const { state, caseOf } = await runAt({ 'GET /beds/7': OWN });
  expect('why' in (await passGate(state, withBody(caseOf('POST /beds/{bed}/rules', { bed: '7' }), RULE)))).toBe(false);
});

test.each<[string, Answers, Writes, boolean]>([
  ['a made-up id behind which nothing stands', {}, 'own', true],
  ['a made-up id behind which something stands', { 'GET /beds/99': [200, { id: '99', name: 'Ada' }] }, 'own', false],
  ['the same without consent', { 'GET /beds/99': [200, { id: '99', name: 'Ada' }] }, 'handed-over', false],
  ['the same on a throw-away target', { 'GET /beds/99': [200, { id: '99', name: 'Ada' }] }, 'any', true],
])('%s', async (_, answers, writes, isSent) => {
  const { state, caseOf } = await runAt(answers, writes);
  const { chain: _chain, ...each } = caseOf('DELETE /beds/{bed}', { bed: '99' }, { probe: 'invalid', exists: false });
  expect('why' in (await passGate(state, each))).toBe(!isSent);
});

test('requests that are to be refused share a look', async () => {
  const { state, asked, caseOf } = await runAt({ 'GET /beds/7': OWN });
  const clause = { pointer: '', file: '', line: 1, column: 1 };
  const violation = { clauseText: 'minLength: 1', subject: '/name', sent: '0 characters', clause };
  const each = caseOf('PUT /beds/{bed}', { bed: '7' }, { probe: 'invalid', violation } as unknown as Partial<Claim>);
  for (let at = 0; at < 3; at++) expect(await passGate(state, each)).toHaveProperty('isGiven', true);
  expect(asked).toEqual(['GET /beds/7']);
});

test.each<[string, Answers, Partial<Claim>]>([
  ['nothing', {}, {}],
  ['what somebody made', { 'GET /beds/7': [200, { id: '7', name: 'What Fay keeps' }] }, {}],
  [
    'what somebody made, and the request is to be refused',
    { 'GET /beds/7': [200, { id: '7', name: 'What Fay keeps' }] },
    { probe: 'invalid', violation: { subject: 'the body' } as NonNullable<Claim['violation']> },
  ],
])(
  'what the run has removed is asked for no more, however often, where a look at it finds %s',
  async (_, answers, claim) => {
    const { state, caseOf } = await runAt(answers);
    for (const entry of state.entries.values()) entry.removed = true;
    const each = caseOf('PUT /beds/{bed}', { bed: '7' }, claim);
    const passages = [];
    for (let at = 0; at < 3; at++) passages.push(await passGate(state, each));
    expect(passages.map((passage) => 'why' in passage)).toEqual([true, true, true]);
  },
);

test.each([
  ['which the run has put into it', 'shade', undefined],
  ['which nobody knows', 'frost', 'code shows words that the run did not write'],
])('a thing of the run shows what lies in it by a name %s', async (_, code, why) => {
  const { state, entry, caseOf } = await runAt({ 'GET /beds/7': [200, { ...OWN[1], tags: [{ code }] }] });
  entry.content.isLooked = true;
  entry.content.seen.add(['7', NAME]);
  noteIntended(state, caseOf('PUT /beds/{bed}/tags/{code}', { bed: '7', code: 'shade' }), 3);
  const passed = await passGate(state, caseOf('DELETE /beds/{bed}', { bed: '7' }));
  expect('why' in passed ? passed.why : undefined).toBe(why);
});

test('a removal passes for the thing that was looked at, and for no other', async () => {
  const { state, entry, caseOf } = await runAt({ 'GET /beds/7': OWN });
  const passed = await passRemoval(state, entry);
  if ('why' in passed) throw new Error(passed.why);
  expect(passed.passageOf(caseOf('DELETE /beds/{bed}', { bed: '7' })).isGiven).toBe(true);
  expect(() => passed.passageOf(caseOf('DELETE /beds/{bed}', { bed: '8' }))).toThrow(TypeError);
});

test.each<[string, unknown, unknown, boolean]>([
  ['which shows nothing of it', { success: true, message: 'It is watered.' }, { ...OWN[1], state: 'wet' }, true],
  ['which shows it as it is then', { ...OWN[1], state: 'wet' }, { ...OWN[1], state: 'wet' }, true],
  ['and then words come that it did not show', { ...OWN[1], state: 'wet' }, { ...OWN[1], note: 'of Fay' }, false],
])('a request of the run changes its thing, by an answer %s', async (_, answered, shown, isSent) => {
  const { state, entry, caseOf } = await runAt({ 'GET /beds/7': [200, shown] });
  entry.content.isLooked = true;
  entry.content.seen.add(['7', NAME]);
  const each = caseOf('POST /beds/{bed}/water', { bed: '7' });
  const response = { status: 200, headers: [], body: Buffer.from(JSON.stringify(answered)) } as unknown as Response;
  noteChanged(state, { case: each, response });
  expect('why' in (await passGate(state, caseOf('DELETE /beds/{bed}', { bed: '7' })))).toBe(!isSent);
});

test('where a run is ended, it is said that there was no time to look', async () => {
  const { state, entry } = await runAt({ 'GET /beds/7': [500] });
  const why = 'there was no time left to look whether it still is what the run made';
  expect(await passRemoval(state, entry, AbortSignal.abort())).toEqual({ why });
});

test.each<[Writes, boolean]>([
  ['any', true],
  ['own', false],
  ['handed-over', false],
])('with --writes %s, whether what the run changed and did not make is put back', async (writes, isSent) => {
  const { state, caseOf } = await runAt({}, writes);
  expect('why' in passPutBack(state, caseOf('PUT /beds/{bed}', { bed: '9' }))).toBe(!isSent);
});

test('what may change something does not pass as safe', async () => {
  const { caseOf } = await runAt({});
  expect(passSafe(caseOf('GET /beds/{bed}', { bed: '7' })).isGiven).toBe(true);
  expect(() => passSafe(caseOf('DELETE /beds/{bed}', { bed: '7' }))).toThrow(TypeError);
});

test('what repeats another request is sent as that was, or not at all', async () => {
  const { state, caseOf } = await runAt(
    { 'GET /rules': [200, SEATS] },
    'own',
    mendedWithin(() => true),
  );
  state.ownTexts.add('1a2b3c4d');
  const body = Buffer.from(JSON.stringify({ name: 'soil-5e6f7a8b', seat: 2 }));
  const post = withBody(caseOf('POST /rules', {}), body);
  const repeated = { ...post, waitsFor: { repeats: { of: post, as: 'same' as const } } };
  expect(await passGate(state, post)).toHaveProperty('isGiven', true);
  expect(await passGate(state, repeated)).toHaveProperty('why');
});

test('a list that shows a thing of the run as somebody else’s ends what a look allowed', async () => {
  const { state, asked, caseOf } = await runAt({ 'GET /beds/7': OWN });
  const violation = { subject: 'the body' } as NonNullable<Claim['violation']>;
  const put = caseOf('PUT /beds/{bed}', { bed: '7' }, { probe: 'invalid', violation });
  const listed = (name: string) => {
    const response = { status: 200, headers: [], body: Buffer.from(JSON.stringify([{ id: '7', name }])) };
    noteListedAsOthers(state, caseOf('GET /beds', {}).request.operation, response as unknown as Response);
  };
  await passGate(state, put);
  listed(NAME);
  await passGate(state, put);
  expect(asked).toEqual(['GET /beds/7']);
  const passage = (await passGate(state, put)) as Passage;
  expect(passage.isStale()).toBe(false);
  listed('What Fay keeps');
  expect(passage.isStale()).toBe(true);
  await passGate(state, put);
  expect(asked).toEqual(['GET /beds/7', 'GET /beds/7']);
});

test.each<[id: string, answers: Answers, why: string | undefined]>([
  ['abc', { 'GET /pots/0': TAKEN }, 'a lenient service may read its id as 0'],
  ['abc', {}, undefined],
  ['9223372036854775808', { 'GET /pots/2147483647': TAKEN }, 'a lenient service may read its id as 2147483647'],
  ['4294967303', { 'GET /pots/7': TAKEN }, 'a lenient service may read its id as 7'],
  ['4294967303', { 'GET /pots/8': TAKEN }, undefined],
  // What nobody has by chance is not looked at.
  ['3843169965892869063', { 'GET /pots/3843169965': TAKEN }, undefined],
])('a DELETE of %s, where that names nothing', async (pot, answers, why) => {
  const { state, caseOf } = await runAt(answers);
  const each = caseOf('DELETE /pots/{pot}', { pot }, { exists: false, probe: 'unknown' });
  const passed = await passGate(state, each);
  expect('why' in passed ? passed.why : undefined).toEqual(why && expect.stringContaining(why));
});

test('what somebody has brought back after its removal is not removed again', async () => {
  const back = [200, { id: '7', name: NAME, restoredBy: 'Fay' }] as const;
  const { state, entry, caseOf } = await runAt({ 'GET /beds/7': back });
  entry.content.isLooked = true;
  entry.content.seen.add(['7']);
  const each = caseOf('DELETE /beds/{bed}', { bed: '7' });
  const response = { status: 204, headers: [], body: Buffer.alloc(0) } as unknown as Response;
  noteChanged(state, { case: each, response });
  expect(await passGate(state, each)).toEqual({ why: 'restoredBy shows words that the run did not write' });
});

test.each<[string, jar: string, isRemoved: boolean, given: readonly string[], isSent: boolean]>([
  ['the name may be given again', '7', true, [], false],
  ['the next number was given since', '7', true, ['8'], true],
  ['nobody else may have the name', '3f2b1c9e-7d44-4c1a-9b57-0a6d2f8e1c35', true, [], true],
  ['it is not removed', '7', false, [], true],
])(
  'a second DELETE, while only a list shows the thing, as it may late, and %s',
  async (_, jar, removed, given, isSent) => {
    const { state, caseOf } = await runAt({ 'GET /jars': [200, [{ id: jar, name: NAME }]] });
    const kind = state.kinds.at('/jars/{}');
    if (!kind) throw new Error('There is no such kind.');
    const evidence = { isEchoed: true, found: 'text' as const };
    const entry: Entry = notedEntry({ item: kind.item, ids: [jar] }, kind, { texts: [NAME], refers: {} }, evidence);
    keepEntry(state, { ...entry, number: 2, removed });
    if (removed) state.records.of(kind).noteRemoved([jar], 3);
    for (const name of given) state.records.of(kind).noteGiven([name], 4);
    expect('why' in (await passGate(state, caseOf('DELETE /jars/{jar}', { jar })))).toBe(!isSent);
  },
);

test.each<[pot: string, status: number, isSent: boolean]>([
  ['7', 204, false],
  ['7', 403, true],
  ['3f2b1c9e-7d44-4c1a-9b57-0a6d2f8e1c35', 204, true],
])('pot %s, which was handed over, after the pots of a shelf were removed with %i', async (pot, status, isSent) => {
  const { state, caseOf } = await runAt({}, 'handed-over');
  const handedOver = (asks: string, values: Readonly<Record<string, string>>) => {
    const { chain: _, ...each } = caseOf(asks, values, { handedOver: true });
    return each;
  };
  const cleared = handedOver('DELETE /shelves/{shelf}/pots', { shelf: '2' });
  noteChanged(state, {
    case: cleared,
    response: { status, headers: [], body: Buffer.alloc(0) } as unknown as Response,
  });
  expect('why' in (await passGate(state, handedOver('DELETE /pots/{pot}', { pot })))).toBe(!isSent);
});

/** What the list shows before and after the run has made bed 7. */
const BEFORE = [200, [{ id: '1', name: 'Ada' }]] as const;

test.each<[string, Answers, boolean]>([
  ['is gone', { 'GET /beds': [200, [OWN[1]]] }, false],
  ['is not listed, and a GET shows it', { 'GET /beds': [200, [OWN[1]]], 'GET /beds/1': [200, { id: '1' }] }, true],
  ['is there', { 'GET /beds': [200, [...BEFORE[1], OWN[1]]] }, true],
  ['may be on another page', { 'GET /beds': [200, { items: [OWN[1]], total: 2 }] }, true],
])('a second thing is made where what was there before the first one %s', async (_, later, isSent) => {
  const answers: Record<string, Answers[string]> = { 'GET /beds': BEFORE };
  const { state, asked, caseOf } = await runAt(answers);
  const kind = state.kinds.at('/beds/{}');
  if (kind) await listPlace(state, kind, { item: kind.item, ids: [] });
  Object.assign(answers, later);
  const passages = [];
  const making = withBody(caseOf('POST /beds', {}), Buffer.from('{"name":"soil-5e6f7a8b"}'));
  noteTaken(state, { case: making, response: { status: 201 }, index: 1 } as Exchange);
  for (let at = 0; at < 2; at++) passages.push(await passGate(state, making));
  const why = 'after #1 the list shows that 1, which was there before, is gone';
  expect(passages.map((passed) => ('why' in passed ? passed.why : undefined))).toEqual(
    isSent ? [undefined, undefined] : [why, why],
  );
  // One look is enough.
  expect(asked.filter((line) => line === 'GET /beds').length).toBeLessThanOrEqual(3);
});

test.each<[string, later: readonly object[], told: string | undefined]>([
  [
    'is changed',
    [{ id: '1', name: 'Ada', current: false }],
    'after #1 the list shows that current of 1, which was there before, is false and no more true',
  ],
  ['is as it was, beside another one', [{ id: '1', name: 'Ada', current: true }, { id: '2' }], undefined],
  ['was handed over', [{ id: '1', name: 'Ada', current: false }], undefined],
])('a second thing is made, where what was there before the first one %s', async (what, later, told) => {
  const answers: Record<string, Answers[string]> = {
    'GET /beds': [200, [{ id: '1', name: 'Ada', current: true }]],
  };
  const { state, caseOf } = await runAt(answers);
  const kind = state.kinds.at('/beds/{}');
  if (!kind) throw new Error('There is no such kind.');
  await listPlace(state, kind, { item: kind.item, ids: [''] });
  answers['GET /beds'] = [200, later];
  const making = withBody(caseOf('POST /beds', {}), Buffer.from('{"name":"soil-5e6f7a8b"}'));
  const taken = (each: Case) => noteTaken(state, { case: each, response: { status: 201 }, index: 1 } as Exchange);
  if (what === 'was handed over') taken(caseOf('PUT /beds/{bed}', { bed: '1' }));
  taken(making);
  const passed = await passGate(state, making);
  expect('why' in passed ? passed.why : undefined).toBe(told);
  const all = await tellDisturbed(state, new AbortController().signal);
  expect(all.map(({ lister, reason }) => [lister.name, reason])).toEqual(
    told === undefined ? [] : [['GET /beds', `perhaps changed: ${told}`]],
  );
});

test('a second thing is made alone, where nothing lists such things and an answer could say that they are one', async () => {
  const { state, caseOf } = await runAt({});
  const making = () => withBody(caseOf('POST /vases', {}), Buffer.from('{"name":"soil-5e6f7a8b"}'));
  const [first, second] = [making(), making()];
  expect('why' in (await passGate(state, first))).toBe(false);
  const passed = passGate(state, second);
  const made = state.kinds.madeBy(second.request.operation);
  if (!made) throw new Error('It makes nothing.');
  state.records.of(made).overwrittenBy = 1;
  noteTaken(state, { case: first, response: { status: 201 }, index: 1 } as Exchange);
  expect(await passed).toEqual({ why: '#1 was to make something, and changed what was there before' });
});

const ADA = { 'GET /users/ada': [200, { login: 'ada' }] } as const;

test.each<[string, Answers, Writes, (value: unknown) => boolean, string | undefined]>([
  ['somebody, while another value names nobody', ADA, 'own', () => true, 'bot'],
  ['somebody, and nothing else is allowed', ADA, 'own', () => false, undefined],
  ['somebody, of a throw-away target', ADA, 'any', () => true, 'ada'],
  ['nobody', {}, 'own', () => true, 'ada'],
])('a listed value names %s', async (_, answers, writes, isAllowed, sent) => {
  const { state, caseOf } = await runAt(answers, writes, mendedWithin(isAllowed));
  const passed = await passGate(state, withBody(caseOf('POST /notes', {}), Buffer.from('{"createdBy":"ada"}')));
  const body = 'why' in passed ? undefined : JSON.parse(String(passed.each.request.input.body?.bytes));
  expect(body?.createdBy).toBe(sent);
});
