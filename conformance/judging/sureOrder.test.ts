import { outOfOrder } from './sureOrder';

test.each<[values: unknown[], direction: 'up' | 'down' | undefined, wrong: readonly unknown[] | undefined]>([
  [['ash', 'elm', 'oak'], 'up', undefined],
  [['ash', 'oak', 'elm'], 'up', ['oak', 'elm']],
  [['oak', 'ash'], 'down', undefined],
  [['ash', 'oak'], 'down', ['ash', 'oak']],
  [['oak', 'elm', 'fir'], undefined, ['elm', 'fir']],
  [[2, 12], 'up', undefined],
  [[12, 2], 'up', [12, 2]],
  [['2026-02-01', '2026-01-31'], 'up', ['2026-02-01', '2026-01-31']],
  // Some collations put capital letters first, and some do not look at them.
  [['Small', 'dill'], 'up', undefined],
  [['dill', 'Small'], 'up', undefined],
  [['Ash', 'ash', 'Elm', 'Ash'], 'up', ['Elm', 'Ash']],
  [['Oak', 'elm', 'ash'], 'up', ['elm', 'ash']],
  // Nobody can say where signs, accents and digits stand.
  [['élan', 'ash'], 'up', undefined],
  [['a-b', 'aa'], 'up', undefined],
  [['item 10', 'item 9'], 'up', undefined],
  [['oak', 7, null], 'up', undefined],
])('%j asked for %s', (values, direction, wrong) => {
  expect(outOfOrder(values, direction)).toEqual(wrong);
});
