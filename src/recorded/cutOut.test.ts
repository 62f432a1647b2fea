import fc from 'fast-check';
import { runsOf } from '../support/testing/cases.testing';
import { Cutter, TOO_LONG } from './cutOut';

/** Cuts a text that comes in pieces which end at these places. */
function cut(text: string, ends: readonly number[] = [], longest?: number) {
  const bytes = Buffer.from(text);
  const cutter = new Cutter(['log', 'entries'], longest);
  const places = [...ends.map((end) => end % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  let from = 0;
  const items = places.flatMap((to) => {
    const piece = bytes.subarray(from, to);
    from = to;
    return cutter.push(piece);
  });
  return { items, around: cutter.around() };
}

test.each([
  ['{"log":{"entries":[1,{"a":[2]},"x,]"]}}', ['1', '{"a":[2]}', '"x,]"'], '{"log":{"entries":[0,0,0]}}'],
  [' { "log" : { "v":"1", "entries" : [ ] , "z":[1] } } ', [], ' { "log" : { "v":"1", "entries" : [ ] , "z":[1] } } '],
  ['{"entries":[1],"log":{"pages":[{"entries":[2]}],"entries":[3]}}', ['3'], undefined],
  ['{"other":{"log":{"entries":[1]}},"log":{"x":{"entries":[2]}}}', [], undefined],
  ['{"log":{"comment":"\\"entries\\":[1]","entries":["\\\\",2]}}', ['"\\\\"', '2'], undefined],
  ['{"l\\u006fg":{"entries":[1]}}', ['1'], undefined],
  ['{"log":{"entries":{"a":1}}}', [], '{"log":{"entries":{"a":1}}}'],
  ['{"log":[{"entries":[1]}]}', [], undefined],
  ['["log",{"entries":[1]}]', [], undefined],
  ['[1,2', [], '[1,2'],
  ['}}}]]{"log":{"entries":[1]}}', [], undefined],
])('of %s', (text, items, around) => {
  expect(cut(text).items).toEqual(items);
  if (around !== undefined) expect(cut(text).around).toBe(around);
});

test.each([
  '{"log":{"entries":[1,]}}',
  '{"log":{"entries":[,1]}}',
  '{"log":{"entries":[1}}',
  '{"log":{"entries":[{"a":1}',
])('what is no JSON is none without its items: %s', (text) => {
  expect(() => JSON.parse(cut(text).around ?? '')).toThrow(SyntaxError);
});

test('an item that is too long is told as that, and those beside it are kept', () => {
  const { items, around } = cut(`{"log":{"entries":[1,"${'a'.repeat(100)}",2]}}`, [40], 50);
  expect(items).toEqual(['1', TOO_LONG, '2']);
  expect(around).toBe('{"log":{"entries":[0,0,0]}}');
});

test('any text in any pieces has the items that JSON.parse finds', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const log = fc.oneof(fc.record({ a: value, entries: fc.array(value), b: value }, { requiredKeys: [] }), value);
  const har = fc.oneof(fc.record({ entries: value, log, c: value }, { requiredKeys: [] }), value);
  const ends = fc.array(fc.nat(1000), { maxLength: 5 });
  fc.assert(
    fc.property(har, ends, fc.constantFrom(undefined, 1), (given, at, indent) => {
      const text = JSON.stringify(given, null, indent);
      const { items, around } = cut(text, at);
      const parsed = JSON.parse(text);
      const list = parsed?.log?.entries;
      expect(items.map((item) => JSON.parse(String(item)))).toEqual(Array.isArray(list) ? list : []);
      if (Array.isArray(list)) parsed.log.entries = list.map(() => 0);
      expect(JSON.parse(around ?? '')).toEqual(parsed);
    }),
    { numRuns: runsOf(150, 500) },
  );
});
