import { jsonExcerpt, markedText } from './jsonExcerpt';

const shown = (value: unknown, pointer: string) => {
  const lines = jsonExcerpt(typeof value === 'string' ? value : JSON.stringify(value), pointer);
  return lines && markedText(lines).split('\n');
};

test('the value is marked, with its list and object around it', () => {
  const items = Array.from({ length: 30 }, (_, index) => ({ id: index, price: { value: '1', currency: 'eur' } }));
  expect(shown({ items, next: null }, '/items/27/price/currency')).toEqual([
    '  …',
    '      {"id":26,"price":{"value":"1","currency":"eur"}}',
    '      {',
    '        "id": 27',
    '        "price": {',
    '          "value": "1"',
    '>         "currency": "eur"',
    '        }',
    '      }',
    '  …',
  ]);
});

test.each([
  ['a member', '{"a":1,"b":[2]}', '/b', ['  {', '    "a": 1', '>   "b": [2]', '  }']],
  ['what follows is told', '{"a":1,"b":2}', '/a', ['  {', '>   "a": 1', '    …', '  }']],
  ['the whole', '[1, 2]', '', ['> [1, 2]']],
  ['a name with a slash', '{"a/b":{"~":1}}', '/a~1b/~0', ['  {', '    "a/b": {', '>     "~": 1', '    }', '  }']],
  ['a text with quotes and braces', '["}\\"]", 5]', '/1', ['  [', '    "}\\"]"', '>   5', '  ]']],
])('%s', (_, json, pointer, lines) => {
  expect(shown(json, pointer)).toEqual(lines);
});

test('an object that is long shows its first members', () => {
  const object = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`member${index}`, 'x'.repeat(70)]));
  const lines = shown(object, '') ?? [];
  expect(lines[0]).toBe('> {');
  expect(lines).toHaveLength(8);
  expect(lines[1]).toMatch(/^ {4}"member0": "x+…$/);
});

test('a text that was cut is shown as long as the cut comes later', () => {
  const json = `{"a":"1","b":{"c":2},"d":[${'3,'.repeat(50)}… (9999 bytes in all)`;
  expect(shown(json, '/b/c')).toContain('>     "c": 2');
  expect(shown(json, '/d/80')).toBeUndefined();
  expect(shown(json, '/e')).toBeUndefined();
});

test.each([
  ['no JSON', 'oops', '/a'],
  ['nothing', '', ''],
  ['no such member', '{"a":1}', '/b'],
  ['no such item', '[1]', '/1'],
  ['far too deep', '['.repeat(500), '/0'.repeat(400)],
])('%s has no excerpt', (_, json, pointer) => {
  expect(shown(json, pointer)).toBeUndefined();
});

test('a long text is read in a moment', () => {
  const json = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(60) })));
  const begun = process.cpuUsage();
  expect(shown(json, '/49999/index')).toContain('>     "index": 49999');
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(3000);
});

test('of a value that is as long as an answer the start is shown, whatever space it has', () => {
  const [line = ''] = shown(JSON.stringify('word  '.repeat(1_000_000)), '') ?? [];
  expect(line).toMatch(/^> "(word )+.*…$/);
  expect(line.length).toBeLessThan(1000);
});
