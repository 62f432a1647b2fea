import type { Operation } from '../../contract/contract';
import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { type Kind, kindsOf } from '../../resources/kinds';
import { type Thing, valuesFor } from '../../resources/things';
import { pause } from '../../support/waiting';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import {
  type AskAbout,
  type AskToRemove,
  createLedgerState,
  isMadeIn,
  keepEntry,
  type LedgerEvent,
  notedEntry,
  suspectIntent,
  type Unnamed,
} from './ledgerState';
import { lookAtEntry, searchUnnamed } from './proveOwn';
import { removeEntry } from './remove';
import { settleLedger } from './settle';

const text = { type: 'string' };
const json = { content: { 'application/json': { schema: { type: 'object', properties: { id: text, name: text } } } } };

async function kindOfOrders(methods: readonly string[], hasList = true) {
  const responses = { 200: { description: 'ok' } };
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': { ...(hasList ? { get: { responses } } : {}), post: { requestBody: json, responses } },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        ...Object.fromEntries(methods.map((method) => [method, { responses }])),
      },
    },
  });
  const kinds = kindsOf(contract.operations);
  const kind = kinds.at('/orders/{}');
  if (!kind) throw new Error('There is no such kind.');
  return { kinds, kind };
}

const answered = (status: number, value?: unknown): Outcome => {
  const body = Buffer.from(value === undefined ? '' : JSON.stringify(value));
  return { response: { status, headers: [], body } as unknown as Response, error: null } as unknown as Outcome;
};

describe('removing', () => {
  const removed = async (status: number, statuses: number[]) => {
    const { kind } = await kindOfOrders(['delete']);
    const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kind, { texts: [], refers: {} }, { status });
    const asked: number[] = [];
    const remove = async () => {
      asked.push(statuses[asked.length] ?? 500);
      return answered(asked.at(-1) ?? 500);
    };
    // The list shows none.
    const send = async () => answered(200, []);
    const why = await removeEntry(entry, { send, remove, looksMs: [0], signal: new AbortController().signal });
    return { asked, why };
  };

  test('what a 202 promised is asked for again where it is not there yet', async () => {
    expect(await removed(202, [404, 204])).toEqual({ asked: [404, 204], why: undefined });
  });

  test('what a 201 has made and is not there is gone', async () => {
    expect(await removed(201, [404, 204])).toEqual({ asked: [404], why: undefined });
  });
});

describe('what an answer did not name, in a list', () => {
  const NAME = 'soil-1a2b3c4d';
  const made = { id: '7', name: NAME };
  /** @param read what a GET of the item is answered. */
  const search = async (listed: unknown, read: Outcome | undefined, wasLooked = true) => {
    const { kinds, kind }: { kinds: ReturnType<typeof kindsOf>; kind: Kind } = await kindOfOrders(
      read ? ['get', 'delete'] : ['delete'],
    );
    const send: AskAbout = async (operation) =>
      operation === kind.lister ? answered(200, listed) : (read ?? answered(405));
    const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
    if (wasLooked) state.lookedAt.set('["/orders/{}",[]]', 0);
    const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: NAME }, whole: { name: NAME } };
    const unnamed: Unnamed = { intent, kind, reason: 'made', sent: 1, isMade: true };
    return searchUnnamed(state, unnamed, (lister, thing) => send(lister, thing));
  };

  test.each([
    ['is found where a GET shows it as well', [made], answered(200, made), true, '7'],
    ['is not where a GET shows something else', [made], answered(200, { id: '7', name: 'other' }), true, undefined],
    ['is not where a GET finds nothing', [made], answered(404), true, undefined],
    [
      'is not where it has a text that was not sent',
      [{ ...made, note: 'copied' }],
      answered(200, made),
      true,
      undefined,
    ],
    ['is not where a GET shows such a text', [made], answered(200, { ...made, note: 'copied' }), true, undefined],
    ['is found without a GET where the list was seen before', [made], undefined, true, '7'],
    ['is not where nobody had looked', [made], undefined, false, undefined],
    ['is not where two have the text', [made, { ...made, id: '8' }], answered(200, made), true, undefined],
  ])('%s', async (_, listed, read, wasLooked, expected) => {
    expect(await search(listed, read, wasLooked)).toBe(expected);
  });
});

test.each([
  ['did not have it at once', [], {}, undefined],
  ['did not have it at once, though it was only promised', [], { isPromised: true as const }, '7'],
  ['had it at once, and another one', [{ id: '8', name: 'soil-1a2b3c4d', note: 'x' }], {}, '7'],
])('what a list has later, and %s', async (_, first: readonly object[], more, expected) => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete']);
  const made = { id: '7', name: 'soil-1a2b3c4d' };
  let listed: readonly object[] = first;
  const send: AskAbout = async (operation) => answered(200, operation === kind.lister ? listed : made);
  const events: LedgerEvent[] = [];
  const onEvent = (event: LedgerEvent) => void events.push(event);
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent });
  const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: made.name }, whole: { name: made.name } };
  state.intended.set(1, { intent, kind, reason: 'made', sent: 1, isMade: true, ...more });
  const search = async () => {
    const unnamed = state.intended.get(1);
    return unnamed && searchUnnamed(state, unnamed, (lister, thing) => send(lister, thing));
  };
  await search();
  listed = [made];
  expect(await search()).toBe(expected);
  expect(events.some((event) => 'intended' in event && event.intended.isMissed)).toBe(expected === undefined);
});

test.each([
  ['small numbers, which may be positions', ['1', '2', '3'], 1],
  ['other names', ['a7', 'b8', 'c9'], 3],
])('how many are removed side by side that have %s', async (_, ids, expected) => {
  const { kinds, kind } = await kindOfOrders(['delete']);
  let underWay = 0;
  let most = 0;
  const remove: AskToRemove = async () => {
    most = Math.max(most, ++underWay);
    await pause(5);
    underWay--;
    return answered(204);
  };
  const state = createLedgerState({ kinds, send: async () => answered(404), remove, onEvent: undefined });
  for (const [at, id] of ids.entries()) {
    const entry = notedEntry(
      { item: kind.item, ids: [id] },
      kind,
      { texts: ['soil-1'], refers: {} },
      { isEchoed: true },
    );
    keepEntry(state, { ...entry, number: at + 1 });
  }
  await settleLedger({ state, mayRemove: true, show: () => undefined, signal: new AbortController().signal });
  expect(most).toBe(expected);
});

describe('what answers called by a name that is not its own', () => {
  /**
   * Ends a run that made `7` and `8`, both of which were answered as `wrong`.
   * @param listed what the list shows; undefined where there is no list.
   */
  const settled = async (listed: readonly unknown[] | undefined, numbers: readonly number[]) => {
    const { kinds, kind } = await kindOfOrders(['get', 'delete'], listed !== undefined);
    const things = new Map(['7', '8'].map((id, at) => [id, { id, name: `soil-${at + 1}` }]));
    const send: AskAbout = async ({ method }, { ids: [id = ''] }) => {
      if (id === '') return answered(200, listed);
      const thing = things.get(id);
      if (method === 'DELETE') things.delete(id);
      return thing ? answered(200, thing) : answered(404);
    };
    const remove: AskToRemove = async ({ thing }) => kind.remover && send(kind.remover, thing);
    const state = createLedgerState({ kinds, send, remove, onEvent: undefined });
    for (const number of numbers) {
      const like = { name: `soil-${number}` };
      const unnamed = {
        intent: { number, item: kind.item, ids: [], like, whole: like },
        kind,
        reason: 'made',
        sent: 0,
      };
      const proof = { texts: Object.values(like), refers: {} };
      const evidence = { isEchoed: true };
      const entry = notedEntry({ item: kind.item, ids: ['wrong'] }, kind, proof, evidence);
      keepEntry(state, { ...entry, number, unnamed });
    }
    const show = (operation: Operation, thing: Thing) =>
      ({ request: { operation, values: valuesFor(operation, thing) } }) as unknown as Case;
    const left = await settleLedger({ state, mayRemove: true, show, signal: new AbortController().signal });
    return { told: left.map(({ leftover }) => leftover.reason), left: [...things.keys()] };
  };
  const shown = [
    { id: '7', name: 'soil-1' },
    { id: '8', name: 'soil-2' },
  ];

  test('is found in the list, and removed', async () => {
    expect(await settled(shown, [1])).toEqual({ told: [], left: ['8'] });
  });

  test('is found in the list of two that were given the same name', async () => {
    expect(await settled(shown, [1, 2])).toEqual({ told: [], left: [] });
  });

  test('is told where no list shows it', async () => {
    const told = ['perhaps made: #1 named it, but nothing was ever found by that name'];
    expect(await settled(undefined, [1])).toEqual({ told, left: ['7', '8'] });
  });
});

describe('what a 200 without a text of its own names', () => {
  const ORDINARY = { note: 'none', litres: '57' };
  /** @param shown what a GET of it shows. @param proven the statuses of answers that were proven to name what they had made. */
  const isOurs = async (shown: object, proven: readonly number[], isAnswered = true) => {
    const { kinds, kind } = await kindOfOrders(['get', 'delete']);
    const thing = { id: '7', ...shown };
    const send: AskAbout = async (operation) => answered(200, operation === kind.lister ? [thing] : thing);
    const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
    state.trusted.set(kind, new Set(proven));
    const evidence = { status: 200, before: 'unlisted' as const };
    const entry = {
      ...notedEntry({ item: kind.item, ids: ['7'] }, kind, { texts: [], refers: {} }, evidence),
      sent: ORDINARY,
      answered: new Set(isAnswered ? Object.values(ORDINARY) : []),
    };
    await lookAtEntry(state, entry);
    return isMadeIn(state, entry);
  };
  const same = { note: 'none', litres: 57 };

  test.each<[string, object, readonly number[], boolean, boolean]>([
    ['is ours where other 200s were proven to name what they made', same, [200], true, true],
    ['may be what was found where 201s were', same, [201], true, false],
    [
      'may be a stranger with the same note, which has a text that was not sent',
      { ...same, by: 'ada' },
      [200],
      true,
      false,
    ],
    ['may be a stranger with the same note alone', { note: 'none', litres: 58 }, [200], true, false],
    ['may be a stranger where its answer shows nothing of what was sent', same, [200], false, false],
  ])('%s', async (_, shown, proven, isAnswered, expected) => {
    expect(await isOurs(shown, proven, isAnswered)).toBe(expected);
  });
});

test('what a request changed, and is not found since, is told, for it may have another name', async () => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete']);
  const state = createLedgerState({
    kinds,
    send: async () => answered(404),
    remove: async () => answered(404),
    onEvent: undefined,
  });
  const proof = { texts: ['soil-1a2b3c4d'], refers: {} };
  const evidence = { isEchoed: true, found: 'text' as const };
  const entry = notedEntry({ item: kind.item, ids: ['old-title'] }, kind, proof, evidence);
  keepEntry(state, { ...entry, number: 1, changedBy: 4 });
  const show = (operation: Operation, thing: Thing) =>
    ({ request: { operation, values: valuesFor(operation, thing) } }) as unknown as Case;
  const left = await settleLedger({ state, mayRemove: true, show, signal: new AbortController().signal });
  expect(left.map(({ leftover }) => leftover)).toEqual([
    {
      operation: 'GET /orders/{id}',
      reason: 'perhaps left under another name: #4 changed it, and it is not found by its own since',
    },
  ]);
});

test('of a PUT that was sent twice, its path names what both made: nothing is in doubt, and no event is left open', async () => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete', 'put']);
  const open = new Set<number>();
  const state = createLedgerState({
    kinds,
    send: async () => answered(404),
    remove: async () => answered(404),
    onEvent(event) {
      if ('intended' in event) open.add(event.intended.number);
      if ('came' in event) open.delete(event.came);
    },
  });
  const thing = { item: kind.item, ids: ['3dd27974-03b1-444e'] };
  const intentOf = (number: number) => ({ number, ...thing, like: {} });
  const entry = notedEntry(thing, kind, { texts: [], refers: {} }, { source: 'path', isImprobable: true });
  const unnamed: Unnamed = { intent: intentOf(12), kind, reason: 'made', sent: 0 };
  keepEntry(state, { ...entry, number: 12, unnamed });
  suspectIntent(state, intentOf(-12), 'it was sent twice');
  const show = (operation: Operation, asked: Thing) =>
    ({ request: { operation, values: valuesFor(operation, asked) } }) as unknown as Case;
  const left = await settleLedger({ state, mayRemove: true, show, signal: new AbortController().signal });
  expect({ left, open: [...open] }).toEqual({ left: [], open: [] });
});

test('what was refused, and was looked for in vain, leaves nothing open', async () => {
  const { kinds } = await kindOfOrders(['get', 'delete']);
  const open = new Set<number>();
  const state = createLedgerState({
    kinds,
    send: async () => answered(200, []),
    remove: async () => answered(200, []),
    onEvent(event) {
      if ('intended' in event) open.add(event.intended.number);
      if ('came' in event) open.delete(event.came);
    },
  });
  const like = { name: 'soil-1a2b3c4d' };
  suspectIntent(state, { number: 7, item: '/orders/{}', ids: [], like, whole: like }, 'it was refused');
  const unnamed = state.intended.get(7);
  if (unnamed) state.intended.set(7, { ...unnamed, isFaint: true });
  const left = await settleLedger({
    state,
    mayRemove: true,
    show: () => undefined,
    signal: new AbortController().signal,
  });
  expect({ left, open: [...open] }).toEqual({ left: [], open: [] });
});
