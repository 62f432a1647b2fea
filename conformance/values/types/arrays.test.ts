import { inviolableOf, shownByValues, validOf, violatingTexts, whyNone, witnessOf } from '../values.testing';

const LETTERS = { type: 'array', items: { enum: ['a', 'b', 'c', 'd'] } };

test.each<[schema: object, value: unknown]>([
  [LETTERS, ['a']],
  [{ ...LETTERS, minItems: 3 }, ['a', 'a', 'a']],
  [{ ...LETTERS, minItems: 3, uniqueItems: true }, ['a', 'b', 'c']],
  [{ ...LETTERS, maxItems: 0 }, []],
  [{ type: 'array', prefixItems: [{ const: 1 }, { const: 'x' }], items: false }, [1, 'x']],
  [{ type: 'array', items: { type: 'integer' }, contains: { const: 5 }, minContains: 2 }, [5, 5]],
  [{ type: 'array', contains: { const: 5 }, items: { enum: [5, 6] }, maxContains: 1, minItems: 3 }, [5, 6, 6]],
  [{ type: 'array', items: false }, []],
  [{ type: 'array', prefixItems: [{ const: 1 }], unevaluatedItems: { const: 2 }, minItems: 3 }, [1, 2, 2]],
  [{ type: 'array', items: { const: 1 }, allOf: [{ minItems: 2 }] }, [1, 1]],
])('the witness of %j', (schema, value) => {
  expect(witnessOf(schema)).toEqual(value);
});

test('the fewest, the most and none are shown, and what an item may be', () => {
  expect(validOf({ ...LETTERS, minItems: 1, maxItems: 3 })).toEqual([
    '["a"]',
    '["a","a","a"]',
    '["a","b","c"]',
    '["d"]',
  ]);
  expect(shownByValues(LETTERS)).toEqual([
    'type: no item',
    '/0 enum: "a"',
    '/1 enum: "b"',
    '/2 enum: "c"',
    '/3 enum: "d"',
  ]);
});

test.each<[schema: object, what: string, json: string]>([
  [{ ...LETTERS, minItems: 2 }, 'minItems: 1 item', '["a"]'],
  [{ ...LETTERS, maxItems: 2 }, 'maxItems: 3 items', '["a","a","a"]'],
  [{ ...LETTERS, maxItems: 2, uniqueItems: true }, 'maxItems: 3 items', '["a","b","c"]'],
  [{ ...LETTERS, uniqueItems: true }, 'uniqueItems: the same item twice', '["a","a"]'],
  [LETTERS, '/0 enum: none of those that are listed', '["ax"]'],
  [{ type: 'array', prefixItems: [{ const: 1 }, { const: 2 }] }, '/1 const: none of those that are listed', '[1,3]'],
  [
    { type: 'array', prefixItems: [{ const: 1 }], unevaluatedItems: false },
    'unevaluatedItems: one item more',
    '[1,"lofitakopivo"]',
  ],
  [{ type: 'array', items: { enum: [5, 6] }, contains: { const: 5 } }, 'contains: no such item', '[6]'],
  [
    { type: 'array', items: { enum: [5, 6] }, contains: { const: 5 }, maxContains: 1 },
    'maxContains: more than 1 such items',
    '[5,5]',
  ],
])('of %j: %s', (schema, what, json) => {
  const found = violatingTexts(schema)[what] ?? '';
  expect(found.replace(/"[a-z]{12}"/, '"lofitakopivo"')).toBe(json);
});

test('what is too large is said to be so', () => {
  expect(inviolableOf({ ...LETTERS, maxItems: 1_000_000 })).toContain(
    'maxItems: what breaks it is too large to be made',
  );
  expect(whyNone({ ...LETTERS, minItems: 1_000_000 })).toBe('1000000 items are too many to be made');
});

test.each<[schema: object, reason: string]>([
  [{ ...LETTERS, minItems: 3, maxItems: 2 }, 'it must have at least 3 items, and at most 2'],
  [{ ...LETTERS, minItems: 5, uniqueItems: true }, 'item 4: no value was found that satisfies all its clauses'],
])('%j has none, and why', (schema, reason) => {
  expect(whyNone(schema)).toBe(reason);
});
