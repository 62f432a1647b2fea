import type { Exchange } from '../../src/engine/model/exchange';
import { actedOnOther, isStillThere, listsSent } from './stillThere';

function read(index: number, shown: unknown): Exchange {
  return {
    index,
    case: { chain: { step: 'read' } },
    response: { status: 200 },
    content: { shown },
  } as unknown as Exchange;
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

test.each([
  ['another thing', { id: 'b' }, { how: '/things/b shows "new"' }],
  ['the same thing under the same name', { id: 'A' }, undefined],
])('a request that shows in %s', (_what, values, expected) => {
  const operation = { path: '/things/{id}' };
  const step = (index: number, name: string, of: object, content: object) =>
    ({
      index,
      case: { chain: { step: name }, request: { operation, values: of } },
      request: { path: `/things/${Object.values(of)}` },
      response: { status: 200 },
      content,
    }) as unknown as Exchange;
  const write = step(2, 'put', { id: 'a' }, { sent: { name: 'new' } });
  const chain = [
    step(1, 'other', values, { shown: { name: 'old' } }),
    write,
    step(3, 'other', values, { shown: { name: 'new' } }),
  ];
  const acted = actedOnOther(write, chain);
  if (expected) expect(acted).toMatchObject(expected);
  else expect(acted).toBeUndefined();
});

test('of what a refused request sent, only what nobody else sent says that it made something', () => {
  const agreement = '79c06cfa-76ce-4373-918e-227df312ec64';
  const step = (index: number, name: string, content: object, like: object = {}) =>
    ({
      index,
      case: { chain: { step: name }, request: { input: { like } } },
      response: { status: 200 },
      content,
    }) as unknown as Exchange;
  const [one, two] = ['one-0a1b2c3d', 'two-1a2b3c4d'];
  const make = step(1, 'make', { sent: { name: one } });
  const refused = step(2, 'refused', { sent: { name: two, agreement } }, { name: two });
  const listing = (...names: string[]) => step(3, 'list', { shown: names.map((name) => ({ name, agreement })) });
  expect(listsSent(refused, listing(one), [make])).toBe('');
  expect(listsSent(refused, listing(one, two), [make])).toBe(two);
});
