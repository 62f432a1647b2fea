import { shownByValues, validOf, violatingTexts, whyNone, witnessOf } from '../values.testing';

describe('valid numbers', () => {
  test.each<[schema: object, values: string[]]>([
    [{ type: 'integer', minimum: 0, maximum: 150 }, ['0', '1', '150', '149']],
    [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 }, ['1', '2', '9', '8']],
    [{ type: 'number', minimum: 0.5, maximum: 2 }, ['0.5', '0.51', '2', '1.99']],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 0.1 }, ['0.001', '0.002', '0.1', '0.099']],
    [{ type: 'number', minimum: 0, maximum: 19.99, multipleOf: 0.01 }, ['0', '0.01', '19.99', '19.98']],
    [{ type: 'integer', multipleOf: 5, minimum: 3, maximum: 21 }, ['5', '10', '20', '15']],
    [{ type: 'integer', format: 'int32' }, ['-2147483648', '2147483647']],
    [{ type: 'integer', format: 'int64' }, ['-9223372036854775808', '9223372036854775807']],
    [{ type: 'number' }, ['0.5']],
    [{ type: 'integer', allOf: [{ minimum: 1 }, { minimum: 5 }], maximum: 9 }, ['5', '6', '9', '8']],
  ])('%j is shown at its bounds', (schema, values) => {
    expect(validOf(schema)).toEqual(expect.arrayContaining(values));
  });

  test('a bound of a format alone has no number next to it that is worth a request', () => {
    expect(validOf({ type: 'integer', format: 'int32' })).toHaveLength(3);
    expect(validOf({ type: 'integer', format: 'int32', maximum: 60 })).toContain('59');
  });

  test('each boundary names its clause', () => {
    expect(shownByValues({ type: 'integer', minimum: 1, maximum: 9 })).toEqual([
      'minimum: 1, the least',
      'minimum: 2, next to the least',
      'maximum: 9, the greatest',
      'maximum: 8, next to the greatest',
    ]);
  });

  test.each<[schema: object, value: number]>([
    [{ type: 'integer', minimum: 7, maximum: 7 }, 7],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.1, multipleOf: 0.05 }, 0.05],
    [{ type: 'integer', multipleOf: 4, not: { multipleOf: 8 }, minimum: 5, maximum: 13 }, 12],
    [{ type: 'number', maximum: -3, multipleOf: 2.5, minimum: -5 }, -5],
    [{ type: 'number', minimum: 1e300, maximum: 1e300 }, 1e300],
  ])('the one value of %j is found', (schema, value) => {
    expect(Number(witnessOf(schema))).toBe(value);
  });

  test.each([
    { type: 'integer', minimum: 5, maximum: 4 },
    { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'integer', minimum: 1, maximum: 9, multipleOf: 10 },
    { type: 'integer', format: 'int32', minimum: 2 ** 31 },
  ])('%j has none', (schema) => {
    expect(whyNone(schema)).toBe('no number lies within its bounds');
  });

  test('an id is so large that it names nothing, a count is small', () => {
    const schema = {
      type: 'object',
      properties: { userId: { type: 'integer', format: 'int64' }, size: { type: 'integer' } },
    };
    const { userId, size } = witnessOf(schema) as { userId: number; size: number };
    expect(userId).toBeGreaterThan(2 ** 30);
    expect(userId).toBeLessThan(2 ** 31);
    expect(size).toBeLessThanOrEqual(100);
  });

  test('beyond 2^53 a bound is known as the next double only, and nothing between is taken for valid or invalid', () => {
    const schema = { type: 'integer', maximum: Number(2n ** 63n - 1n) };
    const [greatest] = validOf(schema)
      .map(BigInt)
      .sort((one, other) => (one > other ? -1 : 1));
    expect(greatest).toBeLessThan(2n ** 63n);
    expect(BigInt(violatingTexts(schema)['maximum: more than 9223372036854776000'] ?? 0)).toBeGreaterThan(2n ** 63n);
  });
});

describe('violations', () => {
  test.each<[schema: object, what: string, value: string]>([
    [{ type: 'integer', minimum: 3 }, 'minimum: less than 3', '2'],
    [{ type: 'number', minimum: 3 }, 'minimum: less than 3', '2.9'],
    [{ type: 'number', minimum: 0.25 }, 'minimum: less than 0.25', '0.249'],
    [{ type: 'number', maximum: 100, multipleOf: 0.05 }, 'maximum: more than 100', '100.05'],
    [{ type: 'integer', exclusiveMinimum: 3 }, 'exclusiveMinimum: no more than 3', '3'],
    [{ type: 'number', exclusiveMaximum: 100.5 }, 'exclusiveMaximum: no less than 100.5', '100.5'],
    [{ type: 'number', multipleOf: 0.01, minimum: 1 }, 'multipleOf: no multiple of 0.01', '1.005'],
    [{ type: 'integer', format: 'int32' }, 'format: more than 2147483647', '2147483648'],
    [{ type: 'integer', format: 'int64' }, 'format: less than -9223372036854775808', '-9223372036854775809'],
    [{ type: 'integer', format: 'int32' }, 'type: a fraction', '1.5'],
    [{ type: ['integer', 'null'] }, 'type: a fraction', '1.5'],
    // A single holds 16777216 and 16777218, and nothing between.
    [{ type: 'number', format: 'float', maximum: 16777216 }, 'maximum: more than 16777216', '16777226'],
  ])('of %j: %s', (schema, what, value) => {
    expect(violatingTexts(schema)).toMatchObject({ [what]: value });
  });

  test('what lies beside a multiple stays within the other bounds', () => {
    const schema = { type: 'integer', multipleOf: 5, minimum: 2, maximum: 8 };
    expect(['2', '3', '4', '6', '7', '8']).toContain(violatingTexts(schema)['multipleOf: no multiple of 5']);
  });

  test('of two bounds the stricter is broken alone, the other never', () => {
    const schema = { type: 'integer', allOf: [{ minimum: 1 }, { minimum: 5 }] };
    expect(violatingTexts(schema)).toMatchObject({ 'minimum: less than 5': '4' });
    expect(violatingTexts(schema)).not.toHaveProperty(['minimum: less than 1']);
  });
});
