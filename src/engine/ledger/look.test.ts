/** What a look proves, by tables of what it shows. */

import type { Candidate } from '../../resources/identity';
import { type Entry, notedEntry } from './entry';
import { type AskAbout, createLedgerState, isMadeIn } from './ledgerState';
import { isShownAsSent, isSurelyAsSent, lookAtEntry, toBeShown } from './look';
import { answeredWith, kindOfOrders } from './orders.testing';

const NAME = 'soil-1a2b3c4d';
const ORDER = { item: '/orders/{}', ids: ['7'] };

/** What the answer to making `{ "name": NAME }` named by a member of this source. */
async function claimed(source: Candidate['source'], more: Partial<Entry> = {}): Promise<Entry> {
  const { kind } = await kindOfOrders(['get', 'delete']);
  const proof = { texts: [NAME], refers: {} };
  return { ...notedEntry(ORDER, kind, proof, { source }), sent: { name: NAME }, ...more };
}

describe('what a GET shows', () => {
  const of = (value: unknown) => answeredWith(200, value).response;
  test.each<[string, Candidate['source'], Partial<Entry>, unknown, boolean | undefined]>([
    ['what was sent', 'representation', {}, { id: '7', name: NAME }, true],
    ['what was sent, in a wrapper', 'location', {}, { data: { id: '7', name: NAME } }, true],
    ['something else', 'representation', {}, { id: '7', name: 'other' }, false],
    ['no JSON, with what was sent', 'representation', {}, undefined, undefined],
    [
      'what was sent later',
      'representation',
      { isBare: true, later: new Set(['soil-2']) },
      { id: '7', name: 'soil-2' },
      true,
    ],
    [
      'what was sent first, and has been replaced',
      'representation',
      { isBare: true, later: new Set(['soil-2']) },
      { id: '7', name: NAME },
      false,
    ],
    ['all that was sent, by a guessed name', 'guess', { place: '/ref' }, { ref: '7', name: NAME }, false],
    [
      'nothing but what was sent and answered, by a guessed name',
      'guess',
      { place: '/ref', answered: new Set(['7']) },
      { ref: '7', name: NAME },
      true,
    ],
    [
      'a text of somebody else, by a guessed name',
      'guess',
      { place: '/ref', answered: new Set(['7']) },
      { ref: '7', name: NAME, by: 'Ada' },
      false,
    ],
    [
      'what was sent, by a name of the request that was guessed',
      'guess',
      {},
      { id: '7', name: NAME, createdAt: '2026-01-02' },
      true,
    ],
  ])('%s, named by %s', async (_, source, more, shown, expected) => {
    const entry = await claimed(source, more);
    const response = of(shown);
    expect(response && isShownAsSent(entry, toBeShown(entry), response)).toBe(expected);
  });
});

test.each<[string, number, unknown, boolean]>([
  ['a 201 says that it was made, whatever else it shows', 201, { id: '7', note: 'none', by: 'ada' }, true],
  ['a 200 does not, where there is a text that was not sent', 200, { id: '7', note: 'none', by: 'ada' }, false],
  ['a 200 may do, where there is none', 200, { id: '7', note: 'none' }, true],
])('without a text of its own, %s', async (_, status, shown, expected) => {
  const { kind } = await kindOfOrders(['get']);
  const entry = { ...notedEntry(ORDER, kind, { texts: [], refers: {} }, { status }), sent: { note: 'none' } };
  expect(isSurelyAsSent(entry, shown)).toBe(expected);
});

describe('what a 200 without a text of its own names', () => {
  const ORDINARY = { note: 'none', litres: '57' };
  /** @param shown what a GET of it shows. @param proven the statuses of answers that were proven to name what they had made. */
  const isOurs = async (shown: object, proven: readonly number[], isAnswered = true) => {
    const { kinds, kind } = await kindOfOrders(['get', 'delete']);
    const thing = { id: '7', ...shown };
    const send: AskAbout = async (operation) => answeredWith(200, operation === kind.lister ? [thing] : thing);
    const state = createLedgerState({ kinds, send, remove: async () => undefined, onEvent: undefined });
    for (const status of proven) state.records.of(kind).noteNamed(status, true);
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
