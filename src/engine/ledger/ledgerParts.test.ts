import type { Operation } from '../../contract/contract';
import { type Thing, valuesFor } from '../../resources/things';
import { pause } from '../../support/waiting';
import type { Case } from '../model/case';
import { notedEntry } from './entry';
import type { Unnamed } from './ledgerEvents';
import { type AskAbout, type AskToRemove, createLedgerState, keepEntry, suspectIntent } from './ledgerState';
import { answeredWith, kindOfOrders } from './orders.testing';
import { removeEntry } from './remove';
import { settleLedger } from './settle';

describe('removing', () => {
  const removed = async (status: number, statuses: number[]) => {
    const { kind } = await kindOfOrders(['delete']);
    const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kind, { texts: [], refers: {} }, { status });
    const asked: number[] = [];
    const remove = async () => {
      asked.push(statuses[asked.length] ?? 500);
      return answeredWith(asked.at(-1) ?? 500);
    };
    // The list shows none.
    const send = async () => answeredWith(200, []);
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

test.each([
  ['small numbers, which may be positions', ['1', '2', '3'], false, 1, ['2', '3', '1']],
  ['small numbers, which are seen to be names', ['1', '2', '3'], true, 3, ['3', '2', '1']],
  ['other names', ['a7', 'b8', 'c9'], false, 3, ['c9', 'b8', 'a7']],
])(
  'in which order, and how many side by side, things are removed that have %s',
  async (_, ids, isSeen, ...expected) => {
    const { kinds, kind } = await kindOfOrders(['delete']);
    let underWay = 0;
    let most = 0;
    const order: string[] = [];
    const remove: AskToRemove = async ({ thing }) => {
      order.push(...thing.ids);
      most = Math.max(most, ++underWay);
      await pause(5);
      underWay--;
      return answeredWith(204);
    };
    const state = createLedgerState({ kinds, send: async () => answeredWith(404), remove, onEvent: undefined });
    for (const [at, id] of ids.entries()) {
      const entry = notedEntry(
        { item: kind.item, ids: [id] },
        kind,
        { texts: ['soil-1'], refers: {} },
        { isEchoed: true },
      );
      keepEntry(state, { ...entry, number: at + 1 });
    }
    const record = state.records.of(kind);
    record.noteGiven(['9'], 1);
    if (isSeen) record.noteMissing(['8'], 2);
    record.noteStanding(['9']);
    await settleLedger({ state, mayRemove: true, show: () => undefined, signal: new AbortController().signal });
    expect([most, order]).toEqual(expected);
  },
);

test('what others refer to is removed only once they are', async () => {
  const { kinds, kind } = await kindOfOrders(['delete']);
  const events: string[] = [];
  const remove: AskToRemove = async ({ thing }) => {
    events.push(`${thing.ids} begins`);
    await pause(5);
    events.push(`${thing.ids} ends`);
    return answeredWith(204);
  };
  const state = createLedgerState({ kinds, send: async () => answeredWith(404), remove, onEvent: undefined });
  for (const [at, [id, refersTo]] of [
    ['a7', ''],
    ['b8', 'a7'],
    ['c9', ''],
  ].entries()) {
    const proof = { texts: ['soil-1'], refers: {} };
    const entry = notedEntry({ item: kind.item, ids: [id ?? ''] }, kind, proof, { isEchoed: true });
    entry.content.written = { name: 'soil-1', after: refersTo ?? '' };
    keepEntry(state, { ...entry, number: at + 1 });
  }
  await settleLedger({ state, mayRemove: true, show: () => undefined, signal: new AbortController().signal });
  expect(events).toEqual(['c9 begins', 'b8 begins', 'c9 ends', 'b8 ends', 'a7 begins', 'a7 ends']);
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
      if (id === '') return answeredWith(200, listed);
      const thing = things.get(id);
      if (method === 'DELETE') things.delete(id);
      return thing ? answeredWith(200, thing) : answeredWith(404);
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

test('what a request changed, and is not found since, is told, for it may have another name', async () => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete']);
  const state = createLedgerState({
    kinds,
    send: async () => answeredWith(404),
    remove: async () => answeredWith(404),
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
    send: async () => answeredWith(404),
    remove: async () => answeredWith(404),
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
    send: async () => answeredWith(200, []),
    remove: async () => answeredWith(200, []),
    onEvent(event) {
      if ('intended' in event) open.add(event.intended.number);
      if ('came' in event) open.delete(event.came);
    },
  });
  const like = { name: 'soil-1a2b3c4d' };
  suspectIntent(state, { number: 7, item: '/orders/{}', ids: [], like, whole: like }, 'it was refused');
  const unnamed = state.requests.intended(7);
  if (unnamed) state.requests.intend(7, { ...unnamed, isFaint: true });
  const left = await settleLedger({
    state,
    mayRemove: true,
    show: () => undefined,
    signal: new AbortController().signal,
  });
  expect({ left, open: [...open] }).toEqual({ left: [], open: [] });
});
