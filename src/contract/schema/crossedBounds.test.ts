import { crossedBounds, isCrossed, isListOfOtherType } from './crossedBounds';

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

test.each([
  [{ type: 'string', enum: [1, 2] }, true],
  [{ type: ['integer', 'boolean'], enum: ['1'] }, true],
  [{ type: 'string', enum: [1, 'b'] }, false],
  [{ type: 'number', enum: [1] }, false],
  [{ type: 'string', enum: [null] }, false],
  [{ type: 'string', enum: [] }, false],
  [{ enum: [1] }, false],
])('none of what is listed is of the type in %j: %j', (keywords, isOther) => {
  expect(isListOfOtherType(keywords)).toBe(isOther);
  expect([isCrossed(keywords, 'type'), isCrossed(keywords, 'enum'), isCrossed(keywords, 'const')]).toEqual([
    isOther,
    isOther,
    false,
  ]);
});
