import utils = require('@stoplight/prism-http/dist/validator/validators/utils');

import { Ajv } from 'ajv';
import { isNone, isSome } from 'fp-ts/Option';
import { mendJudging } from './prismSchemas';

mendJudging();
const judge = (value: unknown, schema: object) => utils.validateAgainstSchema(value, schema, false, 0, 'body');
const judgeTexts = (value: unknown, schema: object) => utils.validateAgainstSchema(value, schema, true, 0, 'query');
const pairwise = new Ajv({ strict: false }).compile({ uniqueItems: true });

const TEXTS = [
  ...['0', '-0', '1', '1.0', '10e-1', '1e400', '-1e400', '12', '0.1', '9007199254740993', '9007199254740992'],
  ...[
    'null',
    'true',
    'false',
    '""',
    '"1"',
    '"null"',
    '"[]"',
    '"{}"',
    '"Infinity"',
    '"é"',
    '"\\u00e9"',
    '"\\ud800"',
    '"\\ud801"',
  ],
  ...[
    '[]',
    '{}',
    '[1]',
    '[1.0]',
    '["1"]',
    '[1,2]',
    '[2,1]',
    '["1,2"]',
    '[[1,2]]',
    '[[1],[2]]',
    '[null]',
    '[[]]',
    '[{}]',
  ],
  ...[
    '{"a":1,"b":2}',
    '{"b":2.0,"a":1}',
    '{"a":2,"b":1}',
    '{"a":1}',
    '{"a":null}',
    '{"":1}',
    '{"a:1,b":2}',
    '{"a":"1"}',
  ],
  ...['{"a":{"b":[1,{"c":null,"d":0}]}}', '{"a":{"b":[1,{"d":-0,"c":null}]}}', '{"__proto__":1}', '{"__proto__":2}'],
];

test.each(TEXTS)('%s is the same as what ajv takes for the same', (one) => {
  for (const other of TEXTS) {
    const items = [JSON.parse(one), ['between'], JSON.parse(other)];
    expect([other, isNone(judge(items, { uniqueItems: true }))]).toEqual([other, pairwise(items)]);
  }
});

test('items are unique where nothing says that they must be', () => {
  expect(isNone(judge([1, 1], { uniqueItems: false }))).toBe(true);
  expect(isNone(judge('aa', { uniqueItems: true }))).toBe(true);
});

test('the items that are the same are told as ajv tells them', () => {
  expect(judge([{ a: 1 }, 2, { a: 1 }, 3, { a: 1 }], { uniqueItems: true })).toMatchObject({
    value: [{ message: 'Request body must NOT have duplicate items (items ## 2 and 4 are identical)' }],
  });
});

const NUMBERS = { type: 'array', items: { type: 'number' } };

test.each([
  ['each violation of a small value', 3, 3],
  ['a hundred violations of a larger one', 10_000, 100],
  ['the first violation of a large one', 100_000, 1],
])('%s is told', (_name, length, told) => {
  const texts = Array.from({ length }, String);
  expect(judge(texts, NUMBERS)).toMatchObject({ value: { length: told } });
  expect(isNone(judge(texts.map(Number), NUMBERS))).toBe(true);
});

test('a hundred thousand items are compared before anybody gives up', () => {
  const items = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `item ${id}` }));
  expect(isNone(judge(items, { uniqueItems: true }))).toBe(true);
  expect(isSome(judge([...items, { name: 'item 7', id: 7 }], { uniqueItems: true }))).toBe(true);
});

test('what is wrong beside text of several types is found behind any number of them', () => {
  const list = { type: 'array', items: { oneOf: [{ type: 'number' }, { type: 'string' }] } };
  const schema = { properties: { list, count: { type: 'number' } } };
  const texts = (count: string) => ({ list: Array.from({ length: 500 }, String), count });
  expect(judgeTexts(texts('many'), schema)).toMatchObject({ value: [{ path: ['query', 'count'] }] });
  expect(isNone(judgeTexts(texts('7'), schema))).toBe(true);
});
