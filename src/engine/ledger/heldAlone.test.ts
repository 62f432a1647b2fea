/** What one of the listed things has alone: lists as literals. */

import { heldAloneIn } from './heldAlone';

const noneIsOwn = () => false;
const seats = (...all: (number | null)[]) => all.map((seat, at) => ({ id: `g${at}`, seat }));

/** Returns what is held, as `member: flag`, or with the last place of others and the next one of all. */
function heldIn(items: readonly unknown[], isOwn: (item: unknown, at: number) => boolean = noneIsOwn): string[] {
  return [...heldAloneIn(items, isOwn)].map(
    ([name, held]) => `${name}: ${held.is === 'place' ? `${held.last}, ${held.next}` : held.is}`,
  );
}

test.each<[string, readonly unknown[], readonly string[]]>([
  ['a flag that is on for one of two', [{ flagship: true }, { flagship: false }], ['flagship: flag']],
  ['a flag that is on for two', [{ open: true }, { open: true }, { open: false }], []],
  ['a flag that is on for none', [{ open: false }, { open: false }], []],
  ['the flag of the only thing', [{ flagship: true }], []],
  ['a flag that some show otherwise', [{ open: true }, { open: false }, { open: 'no' }], []],
  ['places from 1 on', seats(2, 1, 3), ['seat: 3, 4']],
  ['places with a gap', seats(1, 2, 4, 5, 6), ['seat: 6, 7']],
  ['places that some do not have', seats(1, null, 2, 3, null), ['seat: 3, 4']],
  ['a place that two have', seats(1, 2, 2, 3, 4), []],
  ['numbers far from one another, which differ by chance', seats(3, 40, 700), []],
  ['too few to tell', seats(1, 2), []],
  ['broken numbers', [{ size: 1.5 }, { size: 2 }, { size: 2.5 }], []],
  ['names alone', ['a', 'b', 'c'], []],
])('of %s', (_, items, held) => {
  expect(heldIn(items)).toEqual(held);
});

test('what the run has may be taken from it', () => {
  expect(heldIn([{ flagship: false }, { flagship: true }], (_, at) => at === 1)).toEqual([]);
  expect(heldIn(seats(1, 2, 3, 4), (_, at) => at === 3)).toEqual(['seat: 3, 5']);
  expect(heldIn(seats(1, 2, 3), (_, at) => at > 0)).toEqual([]);
});

test('that the run has put its own far behind the others does not hide that these are places', () => {
  expect(heldIn(seats(1, 2, 3, 1000), (_, at) => at === 3)).toEqual(['seat: 3, 1001']);
  const before = heldAloneIn(seats(1, 2, 3), noneIsOwn);
  expect([...heldAloneIn(seats(1, 7, 7), noneIsOwn, before).values()]).toEqual([{ is: 'place', last: 7, next: 8 }]);
});
