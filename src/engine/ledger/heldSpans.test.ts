/** Which spans listed things have for themselves, and which are free. */

import { laterThanAll, overlaps, type Stretch, spansHeld } from './heldSpans';

const nights = (...all: readonly (readonly [unknown, unknown])[]) => all.map(([from, to]) => ({ from, to }));

/** Returns the members that have spans, as `from-to`, of items as literals. */
function spansIn(items: readonly object[], isKnown?: (from: string, to: string) => boolean): string[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const members = names.map((name) => {
    const shown = items.flatMap((item, at) => (name in item ? [{ at, value: Reflect.get(item, name) }] : []));
    return [name, shown] as const;
  });
  return spansHeld(members, isKnown).map(({ from, to }) => `${from}-${to}`);
}

const APART = nights(['2026-12-01', '2026-12-04'], ['2026-12-04', '2026-12-06']);
const OVER = nights(['2026-12-01', '2026-12-04'], ['2026-12-03', '2026-12-06']);

test.each<[string, readonly object[], readonly string[]]>([
  ['nights, of which one begins when another ends', APART, ['from-to']],
  ['nights of two rooms, which overlap', OVER, ['from-from', 'to-to']],
  ['days alone', [{ on: '2026-12-01' }, { on: '2026-12-02' }], ['on-on']],
  ['a day that two have', [{ on: '2026-12-01' }, { on: '2026-12-01' }], []],
  ['the only thing', [{ on: '2026-12-01' }], []],
  ['what is no time', [{ on: 'today' }, { on: '2026-12-02' }], []],
  ['ranges of numbers', [0, 10, 20, 30].map((start) => ({ start, end: start + 9 })), ['start-end']],
  ['numbers that overlap', [0, 5, 10, 15].map((start) => ({ start, end: start + 9 })), []],
  ['too few ranges', [0, 10, 20].map((start) => ({ start, end: start + 9 })), []],
  ['ids', [0, 10, 20, 30].map((id) => ({ id, end: id + 9 })), []],
])('of %s', (_, items, spans) => {
  expect(spansIn(items)).toEqual(spans);
});

test('what an earlier list has shown to be spans is so when they overlap', () => {
  expect(spansIn(OVER, (from, to) => from === 'from' && to === 'to')).toEqual(['from-to']);
});

const at = (text: string) => Date.parse(text);
const TAKEN: readonly Stretch[] = [[at('2026-12-01'), at('2026-12-04')]];

test.each<[string, string, boolean]>([
  ['2026-11-28', '2026-11-30', false],
  ['2026-11-28', '2026-12-01', true],
  ['2026-12-02', '2026-12-03', true],
  ['2026-12-05', '2026-12-09', false],
])('from %s to %s', (from, to, isTaken) => {
  expect(overlaps([at(from), at(to)], TAKEN)).toBe(isTaken);
});

test.each<[string | number, Stretch, readonly Stretch[], string | number | undefined]>([
  ['2026-12-02', [at('2026-12-02'), at('2026-12-05')], TAKEN, '2027-12-05'],
  ['2026-12-05', [at('2026-12-02'), at('2026-12-05')], TAKEN, '2027-12-08'],
  [
    '2026-12-02T10:00:00+01:00',
    [at('2026-12-02T09:00:00Z'), at('2026-12-02T09:00:00Z')],
    TAKEN,
    '2027-12-05T00:00:00Z',
  ],
  ['9999-12-31', [at('9999-12-31'), at('9999-12-31')], [[at('9999-12-31'), at('9999-12-31')]], undefined],
  [1999, [1000, 1999], [[0, 2999]], 3999],
])('after all others, in place of %s', (value, span, taken, expected) => {
  expect(laterThanAll(value, span, taken)).toBe(expected);
});
