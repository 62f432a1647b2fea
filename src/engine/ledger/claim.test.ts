/** What speaks for what an answer names, by a table of answers and of what was seen before. */

import { toExchange } from '../../../conformance/rules/exchange.testing';
import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { candidatesOf, claimEntry } from './claim';
import { notedEntry } from './entry';
import { createLedgerState, keepEntry, type LedgerState } from './ledgerState';
import type { Evidence } from './ownership';

const NAME = 'soil-1a2b3c4d';
const ORIGIN = 'http://localhost';
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const order = json({ type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } });
const done = { description: 'done', ...order };

async function orders() {
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': {
        get: { responses: { 200: { description: 'all' } } },
        post: { requestBody: order, responses: { 200: done, 201: done } },
      },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: done } },
        put: { requestBody: order, responses: { 200: done } },
      },
    },
  });
  const kinds = kindsOf(contract.operations);
  const kind = kinds.at('/orders/{}');
  if (!kind) throw new Error('There is no such kind.');
  const state = createLedgerState({
    kinds,
    send: () => undefined,
    remove: async () => undefined,
    onEvent: undefined,
  });
  return { contract, kind, state };
}

/** What was seen before the request was sent, at event 5. */
type Before = (state: LedgerState, kind: Awaited<ReturnType<typeof orders>>['kind']) => void;
const ORDER = { item: '/orders/{}', ids: ['7'] };
const NOTHING: Before = () => undefined;
const listed =
  (isWhole: boolean): Before =>
  ({ places }) =>
    places.noteList(ORDER, 3, () => isWhole);

test.each<[string, number, unknown, Before, Partial<Evidence>]>([
  [
    'shows what was sent',
    201,
    { id: '7', name: NAME },
    NOTHING,
    { source: 'representation', isEchoed: true, hasText: true },
  ],
  [
    'shows something else',
    201,
    { id: '7', name: 'x' },
    NOTHING,
    { isEchoed: false, before: 'unknown', mayBeOld: false },
  ],
  [
    'is a 200 beside a declared 201',
    200,
    { id: '7', name: NAME },
    NOTHING,
    { status: 200, isDeclared: true, mayBeOld: true },
  ],
  [
    'is the same, where a GET found nothing before',
    200,
    { id: '7' },
    ({ places }) => places.noteBefore(ORDER, 'absent'),
    { before: 'absent', mayBeOld: false },
  ],
  [
    'is the same, where a whole list did not have it',
    200,
    { id: '7' },
    listed(true),
    { before: 'unlisted', mayBeOld: false },
  ],
  [
    'is the same, where a page did not have it',
    200,
    { id: '7' },
    listed(false),
    { before: 'unlisted', mayBeOld: true },
  ],
  [
    'names a number that comes soon after a proven one',
    200,
    { id: '7' },
    ({ places }) => places.count({ ...ORDER, ids: ['5'] }, 2),
    { isNew: true, mayBeOld: false },
  ],
  [
    'names what a list showed before',
    201,
    { id: '7' },
    ({ sightings }) => sightings.show([ORDER], { sent: 1, answered: 2 }),
    { before: 'showed' },
  ],
  ['is guessed to have the name in a member', 201, { code: '7', name: NAME }, NOTHING, { source: 'guess' }],
  [
    'has the name in a member that was proven',
    201,
    { code: '7', name: NAME },
    ({ records }, kind) => {
      records.of(kind).place = '/code';
    },
    { source: 'representation' },
  ],
  ['is not declared', 202, { id: '7' }, NOTHING, { status: 202, isDeclared: false }],
])('an answer that %s', async (_, status, shown, before, expected) => {
  const { contract, kind, state } = await orders();
  before(state, kind);
  const literal = { ask: 'POST /orders', sends: { name: NAME }, unique: { name: NAME }, status, json: shown };
  const exchange = toExchange(contract, literal, 1);
  const seven = candidatesOf(exchange, kind, ORIGIN).find(({ text }) => text === '7');
  if (!seven) throw new Error('The answer does not name 7.');
  const entry = claimEntry(state, exchange, kind, seven, [], { sent: 5, answered: 6 });
  expect([entry.thing, entry.number, entry.content.written]).toEqual([ORDER, exchange.index, { name: NAME }]);
  expect(entry.evidence).toMatchObject(expected);
});

test.each<[string, boolean, Partial<Evidence>]>([
  ['what the run has removed, by a name that is like no other', true, { source: 'path', isImprobable: true }],
  ['what nobody has seen', false, { source: 'path', isImprobable: false }],
])('a PUT that makes again %s', async (_, isAgain, expected) => {
  const { contract, kind, state } = await orders();
  const old = notedEntry(ORDER, kind, { texts: [], refers: {} }, { source: 'path', isImprobable: true });
  if (isAgain) keepEntry(state, { ...old, number: 1, removed: true });
  const exchange = toExchange(contract, { ask: 'PUT /orders/7', sends: { name: NAME }, status: 201, json: {} }, 2);
  const inPath = { text: '7', pointer: undefined, source: 'path' as const };
  const { evidence } = claimEntry(state, exchange, kind, inPath, [], { sent: 5, answered: 6 });
  expect(evidence).toMatchObject(expected);
});

const text = { type: 'string' };
const object = (...names: string[]) =>
  json({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) });
const map = json({ type: 'object', properties: { id: text, labels: { type: 'object' } } });

test.each<[string, object, unknown, boolean]>([
  ['has no such member by the contract', object('id', 'state'), { id: '7', state: 'new' }, false],
  ['has none, and the answer shows it', object('id', 'state'), { id: '7', path: NAME }, true],
  ['has one', object('id', 'path'), { id: '7' }, true],
  ['may have one in a part that is any object', map, { id: '7' }, true],
  ['is not described', {}, { id: '7' }, true],
])('a text that was sent tells what was made where the thing %s: %#', async (_, thing, shown, hasText) => {
  const answers = { responses: { 201: { description: 'made', ...thing }, 200: { description: 'ok', ...thing } } };
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/kernels': {
        get: { responses: { 200: { description: 'all' } } },
        post: { requestBody: object('path'), ...answers },
      },
      '/kernels/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], get: answers },
    },
  });
  const kinds = kindsOf(contract.operations);
  const kind = kinds.at('/kernels/{}');
  if (!kind) throw new Error('There is no such kind.');
  const state = createLedgerState({ kinds, send: () => undefined, remove: async () => undefined, onEvent: undefined });
  const literal = { ask: 'POST /kernels', sends: { path: NAME }, unique: { path: NAME }, status: 201, json: shown };
  const exchange = toExchange(contract, literal, 1);
  const [first] = candidatesOf(exchange, kind, ORIGIN);
  if (!first) throw new Error('The answer names nothing.');
  const { evidence } = claimEntry(state, exchange, kind, first, [], { sent: 5, answered: 6 });
  expect(evidence.hasText).toBe(hasText);
});

test.each([
  ['no GET shows a trip', [], '1', false, true],
  ['a GET shows each trip', ['get'], '1', false, false],
  ['no GET shows a trip, and the id is larger than what may be counted there', [], '70001', false, false],
  ['no GET shows a trip, and a list had all trips before', [], '1', true, false],
])('the id of what was made in a vehicle may count within that alone: %s', async (_, more, id, isListed, expected) => {
  const trip = object('id', 'goal');
  const named = (name: string) => [{ name, in: 'path', required: true, schema: text }];
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/vehicles/{vehicle}/trips': {
        parameters: named('vehicle'),
        post: { requestBody: object('goal'), responses: { 201: { description: 'made', ...trip } } },
      },
      '/trips/{trip}': {
        parameters: named('trip'),
        delete: { responses: { 204: { description: 'gone' } } },
        ...Object.fromEntries(more.map((method) => [method, { responses: { 200: { description: 'ok', ...trip } } }])),
      },
    },
  });
  const kinds = kindsOf(contract.operations);
  const kind = kinds.at('/trips/{}');
  if (!kind) throw new Error('There is no such kind.');
  const state = createLedgerState({ kinds, send: () => undefined, remove: async () => undefined, onEvent: undefined });
  if (isListed) state.places.noteList({ item: '/trips/{}', ids: [''] }, 3, () => true);
  const json = { id, goal: NAME };
  const literal = { ask: 'POST /vehicles/5/trips', sends: { goal: NAME }, unique: { goal: NAME }, status: 201, json };
  const exchange = toExchange(contract, literal, 1);
  const [first] = candidatesOf(exchange, kind, ORIGIN);
  if (!first) throw new Error('The answer names nothing.');
  const { evidence } = claimEntry(state, exchange, kind, first, [], { sent: 5, answered: 6 });
  expect(evidence.mayCountWithin).toBe(expected);
});
