import { MOST_HELD, type Shelf, ThingStore } from './store';

const thing = (value: string) => ({ value, isStart: false, isNew: true });

function stored() {
  let changes = 0;
  const store = new ThingStore(() => {
    changes++;
  });
  return { store, shelf: store.shelfAt(store.root, '/orders/{}', () => []), changes: () => changes };
}

test('holds what there is room for, and says where there is none', () => {
  const { store, shelf } = stored();
  let kept = 0;
  while (store.put(shelf, String(kept), thing('a'))) kept++;
  expect(kept).toBe(MOST_HELD);
  expect(store.isFull()).toBe(true);
  expect(store.put(shelf, 'more', thing('a'))).toBe(false);
  expect(store.put(shelf, '7', thing('b'))).toBe(true);
  store.remove(shelf, '8', false);
  expect(store.put(shelf, 'more', thing('a'))).toBe(true);
  // What a full store has no room for is answered all the same.
  expect(store.placeBelow(shelf, '9')).toEqual({ shelves: new Map(), singles: new Map(), isNew: true });
  expect(shelf.below.size).toBe(0);
});

test('counts what takes much room', () => {
  const { store, shelf } = stored();
  const large = thing('x'.repeat(10 * 1024 * 1024));
  let kept = 0;
  while (store.put(shelf, String(kept), large)) kept++;
  expect(kept).toBe(26);
});

test('removes what lies below with what it lies in, and starts anew there', () => {
  const { store, shelf, changes } = stored();
  const linesOf = (id: string): Shelf =>
    store.shelfAt(store.placeBelow(shelf, id), '/orders/{}/lines/{}', () => [['start', 'line']]);
  store.put(shelf, '1', thing('order'));
  store.put(shelf, '2', { ...thing('order'), isNew: false });
  expect([...linesOf('1').things.keys()]).toEqual([]);
  expect([...linesOf('2').things.keys()]).toEqual(['start']);
  store.put(linesOf('1'), 'own', thing('line'));
  store.putSingle(store.placeBelow(shelf, '1'), '/orders/{}/label', thing('label'));
  const [before, told] = [store.count(), changes()];
  store.remove(shelf, '1', true);
  expect([store.count(), changes()]).toEqual([before - 4, told + 1]);
  expect(shelf.gone.has('1')).toBe(true);
  expect([...linesOf('1').things.keys()]).toEqual(['start']);
});
