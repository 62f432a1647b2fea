/** What says of itself that it is removed, as literals: what was shown or written before, what is shown now, and whether it is gone. */

import { notedEntry } from './entry';
import { isKeptRemoved, marksIn } from './keptRemoved';
import { answeredWith, kindOfOrders } from './orders.testing';
import { isGoneBy, removeEntry } from './remove';

type Change = Readonly<Record<string, unknown>>;

/** An order that showed and was sent these members, and was removed since, unless nobody asked for that. */
async function order(
  shown: Change,
  written: Readonly<Record<string, string>> = {},
  asked: 'removed' | 'shaky' | 'no' = 'removed',
) {
  const { kind } = await kindOfOrders(['get', 'delete']);
  const entry = notedEntry({ item: kind.item, ids: ['7'] }, kind, { texts: [], refers: {} }, { isEchoed: true });
  entry.content.written = written;
  entry.content.seen.add(marksIn(shown));
  entry.removed = asked === 'removed';
  entry.isShaky = asked === 'shaky';
  return entry;
}

test.each<[string, Change, Readonly<Record<string, string>>, Change, boolean]>([
  ['says so since', { status: 'new' }, {}, { status: 'archived' }, true],
  ['has a moment of its end', { deletedAt: null }, {}, { deletedAt: '2026-11-26T10:00:00Z' }, true],
  ['is switched off since', { enabled: true }, {}, { enabled: false }, true],
  ['was made switched off, as an answer showed', { enabled: false }, {}, { enabled: false }, false],
  ['was made switched off, as the run sent it', {}, { enabled: 'false' }, { enabled: false }, false],
  ['was made as archived, and is deleted since', { archived: true }, {}, { archived: true, deleted: true }, true],
  ['was archived before, and is shown so still', { archived: true }, {}, { archived: true }, false],
  ['says nothing of its end', {}, {}, { status: 'expired' }, false],
  ['says so in what it holds alone', {}, {}, { status: { state: 'deleted' } }, false],
])('what was removed, and %s', async (_, before, written, now, expected) => {
  expect(isKeptRemoved(await order(before, written), { id: '7', ...now })).toBe(expected);
  expect(isKeptRemoved(await order(before, written, 'shaky'), { id: '7', ...now })).toBe(expected);
  // Nobody has asked for its end.
  expect(isKeptRemoved(await order(before, written, 'no'), { id: '7', ...now })).toBe(false);
});

test('what says so before its removal is asked for is still there', async () => {
  const entry = await order({}, {}, 'no');
  const send = async () => answeredWith(200, { id: '7', active: false });
  expect(await isGoneBy(entry, send, new AbortController().signal)).toBe(false);
});

test.each<[string, Change, Change, string | undefined]>([
  ['says so', { active: true }, { active: false }, undefined],
  [
    'was never active',
    { active: false },
    { active: false },
    'it is still there after it was removed: GET /orders/{id} was answered 200',
  ],
])('what a polite answer to DELETE leaves, and %s', async (_, before, now, expected) => {
  const entry = await order(before, {}, 'no');
  const send = async () => answeredWith(200, { id: '7', ...now });
  const remove = async () => answeredWith(204);
  const { signal } = new AbortController();
  expect(await removeEntry(entry, { send, remove, looksMs: [0], signal })).toBe(expected);
});

test('what is shown after a removal that came to a 500 tells whether it was done', async () => {
  const entry = await order({ active: true }, {}, 'no');
  const asked: string[] = [];
  const send = async () => answeredWith(200, { id: '7', active: asked.length === 0 });
  const remove = async () => {
    asked.push('DELETE');
    return answeredWith(500);
  };
  expect(
    await removeEntry(entry, { send, remove, looksMs: [0], signal: new AbortController().signal }),
  ).toBeUndefined();
  expect(asked).toEqual(['DELETE']);
});
