/** How a thing is removed whose state is against it: by tables of what is answered, one answer after another. */

import type { Outcome } from '../../wire/send';
import { notedEntry } from './entry';
import { answeredWith, kindOfOrders } from './orders.testing';
import { removeEntry } from './remove';

const LENT = answeredWith(409);
const DONE = answeredWith(204);
const RETURNED = answeredWith(200, { id: '7' });

/** @param removals what each request to remove the order is answered. @param acts what each action is answered. */
async function remove(removals: readonly Outcome[], acts: Readonly<Record<string, Outcome>>, isLast = true) {
  const { kind } = await kindOfOrders(['get', 'delete']);
  const asked: string[] = [];
  const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kind, { texts: ['soil-1a2b3c4d'], refers: {} }, {});
  const left = await removeEntry(entry, {
    send: async () => answeredWith(404),
    remove: async () => removals[asked.push('DELETE') - 1 - asked.filter((each) => each !== 'DELETE').length] ?? LENT,
    ...(isLast
      ? {
          actions: Object.entries(acts).map(([name, outcome]) => async () => {
            asked.push(name);
            return outcome;
          }),
        }
      : {}),
    looksMs: [0],
    signal: new AbortController().signal,
  });
  return { asked, left };
}

test.each<[string, readonly Outcome[], Readonly<Record<string, Outcome>>, readonly string[], boolean]>([
  ['is removed at once', [DONE], { return: RETURNED }, ['DELETE'], true],
  ['is removed once it is returned', [LENT, DONE], { return: RETURNED }, ['DELETE', 'return', 'DELETE'], true],
  [
    'takes two actions',
    [LENT, LENT, DONE],
    { pay: RETURNED, return: RETURNED },
    ['DELETE', 'pay', 'DELETE', 'return', 'DELETE'],
    true,
  ],
  ['refuses the action, too', [LENT], { return: LENT }, ['DELETE', 'return'], false],
  ['is refused for another reason', [answeredWith(403)], { return: RETURNED }, ['DELETE'], false],
  ['has no action', [LENT], {}, ['DELETE'], false],
])('what %s', async (_, removals, acts, asked, isGone) => {
  expect(await remove(removals, acts)).toEqual({
    asked,
    left: isGone ? undefined : expect.stringContaining('answered 40'),
  });
});

test('as long as something else may keep it, nothing is done to it', async () => {
  expect((await remove([LENT], { return: RETURNED }, false)).asked).toEqual(['DELETE']);
});

test.each<[string, object, boolean]>([
  ['shows what the run wrote', { id: '7', name: 'soil-1a2b3c4d' }, false],
  ['shows what somebody has added', { id: '7', name: 'soil-1a2b3c4d', restoredBy: 'Fay' }, true],
])('what is there after its removal, and %s', async (_, shown, isOthers) => {
  const { kind } = await kindOfOrders(['get', 'delete']);
  const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kind, { texts: ['soil-1a2b3c4d'], refers: {} }, {});
  entry.content.written = { name: 'soil-1a2b3c4d' };
  entry.content.isLooked = true;
  entry.content.seen.add(['7']);
  const left = await removeEntry(entry, {
    send: async () => answeredWith(200, shown),
    remove: async () => DONE,
    looksMs: [0],
    signal: new AbortController().signal,
  });
  expect(left).toContain('still there');
  expect(entry.isOthers !== undefined).toBe(isOthers);
});

test.each<[string, object, boolean, object[], boolean]>([
  ['a GET shows nothing of anything', {}, true, [], false],
  ['the list still has it', {}, true, [{ id: '7' }], true],
  ['a GET shows what the run wrote', { id: '7', name: 'soil-1a2b3c4d' }, true, [], true],
  ['a GET finds nothing of what is not there', {}, false, [], true],
])('whether it is told that a removed thing is still there, where %s', async (_, shown, isBlind, listed, isLeft) => {
  const { kind } = await kindOfOrders(['get', 'delete']);
  const entry = notedEntry({ item: '/orders/{}', ids: ['7'] }, kind, { texts: ['soil-1a2b3c4d'], refers: {} }, {});
  // What a PUT without a text has replaced shows nothing of the run any more.
  entry.isBare = Object.keys(shown).length === 0;
  const left = await removeEntry(entry, {
    send: async (operation) => answeredWith(200, operation === kind.reader ? shown : listed),
    remove: async () => DONE,
    isBlind,
    looksMs: [0],
    signal: new AbortController().signal,
  });
  expect(left !== undefined).toBe(isLeft);
});
