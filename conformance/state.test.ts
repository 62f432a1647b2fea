import type { Exchange } from '../src/wire/exchange';
import { isStillThere } from './state';

function read(index: number, shown: unknown): Exchange {
  return { index, case: { step: 'read' }, response: { status: 200 }, content: { shown } } as unknown as Exchange;
}

test.each([
  [true, 'a thing as it was', { name: 'Ada', roles: [] }, { name: 'Ada', roles: [] }],
  [false, 'a list that is empty now', { items: [1], total: 1 }, { items: [], total: 0 }],
  [true, 'a thing with another link', { name: 'Ada', link: '/1' }, { name: 'Ada', link: '/2' }],
  [false, 'a thing without its link', { photo: { link: '/1' } }, { photo: {} }],
  [undefined, 'a list that was empty before', { items: [], total: 0 }, { items: [], total: 0 }],
  [true, 'things without a text', { items: [1], total: 1 }, { items: [1], total: 1 }],
])('whether what was removed is still there: %s of %s', (expected, _what, before, after) => {
  const [first, second] = [read(1, before), read(3, after)];
  expect(isStillThere(second, [first, second])).toBe(expected);
});
