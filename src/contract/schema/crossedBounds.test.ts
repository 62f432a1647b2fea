import { crossedBounds } from './crossedBounds';

test.each([
  [{ minimum: 5, maximum: 1 }, [['minimum', 'maximum']]],
  [{ minLength: 3, maxLength: 2 }, [['minLength', 'maxLength']]],
  [{ minItems: 1, maxItems: 0 }, [['minItems', 'maxItems']]],
  [{ minProperties: 9, maxProperties: 8 }, [['minProperties', 'maxProperties']]],
  [{ exclusiveMinimum: 2, maximum: 1 }, [['exclusiveMinimum', 'maximum']]],
  [{ minimum: 1, maximum: 1 }, []],
  [{ minimum: 1, exclusiveMaximum: true, maximum: 5 }, []],
  [{ minLength: 3, maximum: 2 }, []],
  [{ minLength: 3 }, []],
])('of %j these cross: %j', (keywords, crossed) => {
  expect(crossedBounds(keywords)).toEqual(crossed);
});

test('a schema that is no object has none', () => {
  expect(crossedBounds(false)).toEqual([]);
});
