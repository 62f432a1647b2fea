import { Places } from './places';

const at = (id: string, ...above: string[]) => ({
  item: above.length === 0 ? '/orders/{}' : '/shops/{}/orders/{}',
  ids: [...above, id],
});

test.each<[string, readonly string[], string, boolean]>([
  ['comes soon after one that is proven', ['1000005'], '1000008', true],
  ['is the same one', ['1000005'], '1000005', false],
  ['comes before it', ['1000005'], '1000004', false],
  ['is a thousand more', ['5'], '1005', true],
  ['is more than that', ['5'], '1006', false],
  ['comes soon after an earlier one', ['5', '90000'], '7', true],
  [
    'comes after one that is long forgotten',
    ['5', ...Array.from({ length: 20 }, (_, n) => String(90_000 + n))],
    '7',
    false,
  ],
  ['is no number', ['5'], 'b7', false],
  ['comes after what is no number', ['b5'], '7', false],
])('a name that %s is counted on: %j → %s', (_, proven, name, expected) => {
  const places = new Places();
  for (const each of proven) places.count(at(each), 1);
  expect(places.isCountedOn(at(name), 2)).toBe(expected);
});

test('a number is counted on in its own collection alone, and only from what was proven before its request was sent', () => {
  const places = new Places();
  places.count(at('5', 'a'), 3);
  const asked = [at('6', 'a'), at('6', 'b'), at('6')].map((thing) => places.isCountedOn(thing, 4));
  expect(asked).toEqual([true, false, false]);
  expect(places.isCountedOn(at('6', 'a'), 3)).toBe(false);
});

test('the first list of a collection says when it was looked at, and whether that was all', () => {
  const places = new Places();
  expect([places.lookedAt(at('7')), places.wasLookedAt(at('7'))]).toEqual([undefined, false]);
  places.noteList(at(''), 5, () => false);
  places.noteList(at(''), 8, () => true);
  expect([places.lookedAt(at('7')), places.wasShownWhole(at('7'))]).toEqual([5, false]);
  expect([5, 6, undefined].map((before) => places.wasLookedAt(at('9'), before))).toEqual([false, true, true]);
});

test('collections are told in the order in which their lists were answered, and none that was not', async () => {
  const places = new Places();
  await places.lookOnce(at('', 'late'), 'making', async () => undefined);
  places.count(at('7', 'never'), 1);
  places.noteList(at('', 'early'), 2, () => false);
  places.noteList(at('', 'late'), 3, () => false);
  expect(places.looked().map(({ ids }) => ids)).toEqual([
    ['early', ''],
    ['late', ''],
  ]);
});

test('a list is looked at once before requests of each sort', async () => {
  const places = new Places();
  const looks: string[] = [];
  const look = (thing: ReturnType<typeof at>, before: 'making' | 'action') =>
    places.lookOnce(thing, before, async () => void looks.push(`${thing.ids.slice(0, -1)} ${before}`));
  await Promise.all([look(at('1', 'a'), 'making'), look(at('2', 'a'), 'making')]);
  await look(at('1', 'a'), 'action');
  await look(at('1', 'b'), 'making');
  expect(looks).toEqual(['a making', 'a action', 'b making']);
});

test('what a GET showed at one place says nothing of another one', () => {
  const places = new Places();
  places.noteBefore(at('7'), 'showed', ['seven']);
  places.noteBefore(at('8'), 'absent');
  expect([at('7'), at('8'), at('9')].map((thing) => places.before(thing))).toEqual(['showed', 'absent', undefined]);
  expect([places.namesBefore(at('7')), places.namesBefore(at('9'))]).toEqual([['seven'], []]);
});

test.each<[string, readonly unknown[] | undefined, unknown, boolean]>([
  ['was not there at first', [{ type: 'simple', value: 'a' }], { type: 'simple', value: 'b' }, true],
  [
    'was there at first, in another order of its members',
    [{ type: 'simple', value: 'a' }],
    { value: 'a', type: 'simple' },
    false,
  ],
  ['is in a list that nobody has looked at before', undefined, { value: 'a' }, false],
])('whether an item is new to which no name leads, and that %s', (_, first, item, expected) => {
  const places = new Places();
  if (first)
    places.noteList(
      at(''),
      5,
      () => false,
      () => first,
    );
  expect(places.isNewItem(at(''), item)).toBe(expected);
  // Of the lists, the first one counts.
  if (first)
    places.noteList(
      at(''),
      6,
      () => false,
      () => [item],
    );
  expect(places.isNewItem(at(''), item)).toBe(expected);
});
