import { unbrokenOf, violatingTexts } from '../values.testing';

const text = (most: number) => ({ type: 'string', maxLength: most });
const ADDRESS = { type: 'object', required: ['street'], properties: { street: text(9), city: text(5) } };
const ref = { $ref: '#/$defs/Address' };
const twice = (properties: object) => ({ type: 'object', properties, $defs: { Address: ADDRESS } });

const broken = (schema: object, at: string, thorough = false) =>
  Object.keys(violatingTexts(schema, { thorough })).filter((each) => each.startsWith(at));

describe('a schema that stands at several places is violated at each', () => {
  test.each<[string, object, string]>([
    ['two members', twice({ billing: ref, shipping: ref }), '/shipping'],
    ['the items of two lists', twice({ a: { type: 'array', items: ref }, b: { type: 'array', items: ref } }), '/b/0'],
    ['a member and the items of a list', twice({ a: ref, b: { type: 'array', items: ref } }), '/b/0'],
    ['a member and the values of a map', twice({ a: ref, b: { type: 'object', additionalProperties: ref } }), '/b/'],
    ['a member of a member', twice({ a: ref, b: { type: 'object', properties: { c: ref } } }), '/b/c'],
  ])('%s', (_, schema, at) => {
    const found = broken(schema, at);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/\/street maxLength/)]));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/\/city maxLength/)]));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/ required/)]));
  });

  test('only the place that is meant is broken', () => {
    const texts = violatingTexts(twice({ billing: ref, shipping: ref }));
    const [text = ''] = Object.entries(texts).flatMap(([name, json]) =>
      name.startsWith('/shipping/street maxLength') ? [json] : [],
    );
    expect(JSON.parse(text).shipping.street).toHaveLength(10);
    expect(JSON.parse(text).billing?.street ?? '').not.toHaveLength(10);
  });
});

const many = Object.fromEntries('abcdefghijkl'.split('').map((name) => [name, ref]));

test('of many places, each is violated once, and the rest is said to be open', () => {
  const schema = twice(many);
  const places = new Set(Object.keys(violatingTexts(schema)).map((each) => each.split('/')[1]?.split(' ')[0]));
  expect(places.size).toBeGreaterThanOrEqual(8);
  expect(Object.keys(violatingTexts(schema)).length).toBeLessThan(2 * broken(schema, '/a').length + 12);
  const open = unbrokenOf(schema);
  expect(open).toContain('/l/city maxLength');
  expect(new Set(open).size).toBe(open.length);
});

test('where all is wanted, nothing is open', () => {
  const schema = twice(many);
  expect(unbrokenOf(schema, { thorough: true })).toEqual([]);
  expect(broken(schema, '/l', true)).toEqual(expect.arrayContaining([expect.stringMatching(/^\/l\/city maxLength/)]));
});

test('what stands at one place only is violated as before', () => {
  expect(unbrokenOf({ type: 'object', properties: { a: text(1), b: text(1) } })).toEqual([]);
});
