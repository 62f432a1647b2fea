import { inviolableOf, violatingTexts } from '../values.testing';

/** So many branches with members of their own, all of which may be left out: a value of one is one of all others. */
const branches = Array.from({ length: 8 }, (_, at) => ({
  type: 'object',
  properties: Object.fromEntries(['a', 'b'].map((name) => [`${name}${at}`, { type: 'string' }])),
}));
const choice = { type: 'object', additionalProperties: { type: 'string' }, anyOf: branches };

test('a clause that nothing breaks alone leaves the others their turn', () => {
  const schema = { type: 'object', properties: { choice, later: { type: 'string', maxLength: 3 } } };
  expect(Object.keys(violatingTexts(schema))).toContain('/later maxLength: 4 characters');
  expect(inviolableOf(schema)).toContain('anyOf: none was found within the limits');
});
