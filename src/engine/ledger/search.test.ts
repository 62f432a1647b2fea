/** What is found in lists, by tables of what a list and a GET show. */

import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { anyNamed } from '../../resources/things';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import { notedEntry } from './entry';
import type { LedgerEvent, Unnamed } from './ledgerEvents';
import { type AskAbout, createLedgerState, keepEntry } from './ledgerState';
import { lookAround } from './lookBefore';
import { answeredWith, kindOfOrders } from './orders.testing';
import type { Evidence } from './ownership';
import { anyIn } from './places';
import { type AskList, findInstead, findNamed, isListedElsewhere, searchUnnamed } from './search';

const NAME = 'soil-1a2b3c4d';

describe('what an answer did not name, in a list', () => {
  const made = { id: '7', name: NAME };
  /** @param read what a GET of the item is answered. */
  const search = async (listed: unknown, read: Outcome | undefined, wasLooked = true) => {
    const { kinds, kind } = await kindOfOrders(read ? ['get', 'delete'] : ['delete']);
    const send: AskAbout = async (operation) =>
      operation === kind.lister ? answeredWith(200, listed) : (read ?? answeredWith(405));
    const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
    if (wasLooked) state.places.noteList(anyIn(kind, []), 0, () => false);
    const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: NAME }, whole: { name: NAME } };
    const unnamed: Unnamed = { intent, kind, reason: 'made', sent: 1, isMade: true };
    return searchUnnamed(state, unnamed, (lister, thing) => send(lister, thing));
  };

  test.each([
    ['is found where a GET shows it as well', [made], answeredWith(200, made), true, '7'],
    ['is not where a GET shows something else', [made], answeredWith(200, { id: '7', name: 'other' }), true, undefined],
    ['is not where a GET finds nothing', [made], answeredWith(404), true, undefined],
    [
      'is not where it has a text that was not sent',
      [{ ...made, note: 'copied' }],
      answeredWith(200, made),
      true,
      undefined,
    ],
    ['is not where a GET shows such a text', [made], answeredWith(200, { ...made, note: 'copied' }), true, undefined],
    ['is found without a GET where the list was seen before', [made], undefined, true, '7'],
    [
      'is found by an id in a member where a GET shows it',
      [{ meta: { id: '7' }, name: NAME }],
      answeredWith(200, made),
      true,
      '7',
    ],
    [
      'is not without a GET, since the id may be that of another thing',
      [{ customer: { id: '7' }, name: NAME }],
      undefined,
      true,
      undefined,
    ],
    ['is not where nobody had looked', [made], undefined, false, undefined],
    ['is not where two have the text', [made, { ...made, id: '8' }], answeredWith(200, made), true, undefined],
  ])('%s', async (_, listed, read, wasLooked, expected) => {
    expect(await search(listed, read, wasLooked)).toBe(expected);
  });
});

test.each<[string, Outcome, string | undefined]>([
  ['a GET shows as it was sent', answeredWith(200, { id: '7', name: NAME }), '7'],
  ['a GET shows with something else', answeredWith(200, { id: '7', name: 'theirs' }), undefined],
  ['a GET shows with a text that was not sent', answeredWith(200, { id: '7', name: NAME, note: 'copied' }), undefined],
  ['a GET does not find', answeredWith(404), undefined],
])('what a job names is what was made where %s', async (_, read, expected) => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete'], false);
  const state = createLedgerState({ kinds, send: async () => read, remove: async () => undefined, onEvent: undefined });
  const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: NAME }, whole: { name: NAME } };
  const unnamed: Unnamed = { intent, kind, reason: 'made', sent: 1, isMade: true };
  expect(await findNamed(state, unnamed, ['7'], () => undefined)).toBe(expected);
});

test.each([
  ['cursor and q', ['cursor', 'q'], '7'],
  ['offset and name', ['offset', 'name'], '7'],
  ['cursor alone', ['cursor'], undefined],
])('what stands on a later page of a list with %s is asked for by its text', async (_, queried, expected) => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete'], true, queried);
  const made = { id: '7', name: NAME };
  const send: AskAbout = async (operation, _thing, _signal, pair) => {
    if (operation !== kind.lister) return answeredWith(200, made);
    return answeredWith(200, pair?.value === NAME ? [made] : [{ id: '1', name: 'other' }]);
  };
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
  const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: NAME }, whole: { name: NAME } };
  const unnamed: Unnamed = { intent, kind, reason: 'made', sent: 1, isMade: true };
  const ask: AskList = (lister, thing, pair) => send(lister, thing, undefined, pair);
  expect(await searchUnnamed(state, unnamed, ask)).toBe(expected);
});

test.each([
  ['shows nothing', [], undefined],
  ['shows other ones', [{ id: '2', name: 'other' }], undefined],
  ['cannot be asked so', undefined, '7'],
])('what is there later, and was asked for by its text at once, where that list %s', async (_, chosen, expected) => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete'], true, ['cursor', 'name']);
  const made = { id: '7', name: NAME };
  let isLater = false;
  const send: AskAbout = async (operation, _thing, _signal, pair) => {
    if (operation !== kind.lister) return answeredWith(200, made);
    if (!pair) return answeredWith(200, [{ id: '1', name: 'first' }]);
    if (isLater) return answeredWith(200, [made]);
    return chosen ? answeredWith(200, chosen) : answeredWith(500);
  };
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
  const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: NAME }, whole: { name: NAME } };
  state.requests.intend(1, { intent, kind, reason: 'made', sent: 1, isMade: true });
  const search = async () => {
    const unnamed = state.requests.intended(1);
    return unnamed && searchUnnamed(state, unnamed, (lister, thing, pair) => send(lister, thing, undefined, pair));
  };
  await search();
  isLater = true;
  expect(await search()).toBe(expected);
});

test.each<[string, object[] | undefined, string[], string[], string | undefined, object[]?]>([
  ['all drivers were listed without it', [{ id: '3' }], [], ['GET /drivers'], '7'],
  ['it was listed before', [{ id: '7' }], [], ['GET /drivers'], undefined],
  [
    'somebody else makes drivers meanwhile',
    [{ id: '3' }],
    [],
    ['GET /drivers'],
    undefined,
    [{ id: '6', name: 'Anna' }],
  ],
  ['more drivers may be there than were listed', [{ id: '3' }], ['page'], ['GET /drivers'], undefined],
  ['drivers are made in vehicles alone', undefined, [], [], '7'],
  ['drivers are made elsewhere, too', undefined, [], ['POST /drivers'], undefined],
])('a driver whom the list of a vehicle shows, where %s', async (_, before, queried, more, expected, since = []) => {
  const { kinds, kind, maker } = await driversOf(more, queried);
  const made = { id: '7', name: NAME };
  let all: readonly object[] = before ?? [];
  const send: AskAbout = async (operation) =>
    answeredWith(200, operation === kind.reader ? made : operation === kind.lister ? all : [made]);
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
  const like = { name: NAME };
  state.ownTexts.add(NAME);
  const request = { operation: maker, values: { vehicle: '5' }, input: { like } };
  await lookAround(state, { request, claim: { exists: true }, chain: { kind: 'own' } } as unknown as Case, {
    kind,
    thing: undefined,
  });
  all = [...all, made, ...since];
  const place = anyNamed(kind, request);
  const intent = { ...place, number: 1, ids: [], like, whole: like };
  const unnamed: Unnamed = { intent, kind, reason: 'made', sent: state.sightings.tick(), isMade: true };
  expect(await searchUnnamed(state, unnamed, (lister, thing) => send(lister, thing))).toBe(expected);
});

/** Drivers who are made in a vehicle by a request that answers nothing. @param more what else there is. */
async function driversOf(more: readonly string[], queried: readonly string[]) {
  const text = { type: 'string' };
  const driver = { type: 'object', properties: { id: text, name: text } };
  const shows = (schema: object) => ({ 200: { description: 'd', content: { 'application/json': { schema } } } });
  const list = { responses: shows({ type: 'array', items: driver }) };
  const parameters = (name: string) => [{ name, in: 'path', required: true, schema: text }];
  const created = { responses: { 201: { description: 'd' } } };
  const get = { ...list, parameters: queried.map((name) => ({ name, in: 'query', schema: text })) };
  const beside = {
    ...(more.includes('GET /drivers') ? { get } : {}),
    ...(more.includes('POST /drivers') ? { post: created } : {}),
  };
  const { operations } = await load({
    ...head('3.1'),
    paths: {
      '/vehicles/{vehicle}/drivers': { parameters: parameters('vehicle'), get: list, post: created },
      ...(more.length > 0 ? { '/drivers': beside } : {}),
      '/drivers/{driver}': {
        parameters: parameters('driver'),
        get: { responses: shows(driver) },
        delete: { responses: { 204: { description: 'd' } } },
      },
    },
  });
  const kinds = kindsOf(operations);
  const kind = kinds.at('/drivers/{}');
  const maker = operations.find(({ name }) => name === 'POST /vehicles/{vehicle}/drivers');
  if (!kind || !maker) throw new Error('There is no such kind.');
  return { kinds, kind, maker };
}

test.each([
  ['did not have it at once', [], {}, undefined],
  ['did not have it at once, though it was only promised', [], { isPromised: true as const }, '7'],
  ['had it at once, and another one', [{ id: '8', name: 'soil-1a2b3c4d', note: 'x' }], {}, '7'],
])('what a list has later, and %s', async (_, first: readonly object[], more, expected) => {
  const { kinds, kind } = await kindOfOrders(['get', 'delete']);
  const made = { id: '7', name: 'soil-1a2b3c4d' };
  let listed: readonly object[] = first;
  const send: AskAbout = async (operation) => answeredWith(200, operation === kind.lister ? listed : made);
  const events: LedgerEvent[] = [];
  const onEvent = (event: LedgerEvent) => void events.push(event);
  const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent });
  const intent = { number: 1, item: '/orders/{}', ids: [], like: { name: made.name }, whole: { name: made.name } };
  state.requests.intend(1, { intent, kind, reason: 'made', sent: 1, isMade: true, ...more });
  const search = async () => {
    const unnamed = state.requests.intended(1);
    return unnamed && searchUnnamed(state, unnamed, (lister, thing) => send(lister, thing));
  };
  await search();
  listed = [made];
  expect(await search()).toBe(expected);
  expect(events.some((event) => 'intended' in event && event.intended.isMissed)).toBe(expected === undefined);
});

describe('where an answer named 7, and', () => {
  /** What an answer named that was to be `{ "name": NAME }`, and what a look found there. */
  const named = async (evidence: Partial<Evidence>, texts: readonly string[] = [NAME]) => {
    const { kinds, kind } = await kindOfOrders(['get', 'delete']);
    const like = Object.fromEntries(texts.map((text) => ['name', text]));
    const intent = { number: 1, item: '/orders/{}', ids: [], like, whole: { name: NAME } };
    const unnamed: Unnamed = { intent, kind, reason: 'made', sent: 1 };
    const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kind, { texts, refers: {} }, evidence);
    return { kinds, kind, entry: { ...entry, number: 1, unnamed } };
  };
  const found8 = { id: '8', name: NAME };

  test.each<[string, Partial<Evidence>, readonly unknown[], string | undefined]>([
    ['it shows what was sent, it stands', { found: 'text' }, [found8], undefined],
    ['nobody could look, it stands', { found: 'unknown' }, [found8], undefined],
    ['it shows something else, the list names it', { found: 'else' }, [found8], '8'],
    ['it is missing, the list names it', { found: 'missing' }, [found8], '8'],
    ['it was only guessed, the list names it', { source: 'guess' }, [found8], '8'],
    ['its path named it, it stands whatever was found', { source: 'path', found: 'else' }, [found8], undefined],
    ['it is missing, and in no list, nothing is named', { found: 'missing' }, [], ''],
  ])('%s', async (_, evidence, listed, expected) => {
    const { kinds, kind, entry } = await named(evidence);
    const send: AskAbout = async (operation) => answeredWith(200, operation === kind.lister ? listed : found8);
    const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
    keepEntry(state, entry);
    expect(await findInstead(state, entry, (lister, thing) => send(lister, thing))).toBe(expected);
  });

  test.each<[string, Partial<Evidence>, readonly unknown[], boolean]>([
    ['it is missing, but listed by another name', { found: 'missing' }, [found8], true],
    ['it is missing, and listed by the same name', { found: 'missing' }, [{ id: '7', name: NAME }], false],
    ['it is missing, and not listed', { found: 'missing' }, [], false],
    ['it is there, and listed by another name as well', { found: 'text' }, [found8], false],
  ])('%s, it is listed elsewhere', async (_, evidence, listed, expected) => {
    const { entry } = await named(evidence);
    expect(await isListedElsewhere(entry, async () => answeredWith(200, listed))).toBe(expected);
  });
});
