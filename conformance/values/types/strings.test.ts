import { isOfFormat, TEXT_FORMATS } from '../../../src/contract/schema/formats';
import { inviolableOf, shownByValues, validOf, violatingTexts, whyNone, witnessOf } from '../values.testing';

test('a plain string is a word that nobody chose', () => {
  expect(witnessOf({ type: 'string' })).toMatch(/^[a-z]{12}$/);
  expect(witnessOf({})).toMatch(/^[a-z]{12}$/);
});

describe('lengths', () => {
  test('are shown at both ends, in characters of which one is two units of UTF-16', () => {
    const schema = { type: 'string', minLength: 3, maxLength: 40 };
    expect(shownByValues(schema)).toEqual([
      'minLength: 3 characters, the least',
      'minLength: 3 characters, the least, of plain letters',
      'maxLength: 40 characters, the most',
      'maxLength: 40 characters, the most, of plain letters',
    ]);
    const [, shortest = '', plainest = '', longest = '', plain = ''] = validOf(schema).map(
      (json) => JSON.parse(json) as string,
    );
    expect([[...shortest].length, shortest.length]).toEqual([3, 4]);
    expect([[...longest].length, longest.length]).toEqual([40, 41]);
    expect(plainest).toMatch(/^[a-z]{3}$/);
    expect(plain).toMatch(/^[a-z]{40}$/);
  });

  test('are violated by one character', () => {
    expect(violatingTexts({ type: 'string', minLength: 3 })['minLength: 2 characters']).toMatch(/^"[a-z]🌱"$/);
    const violations = violatingTexts({ type: 'string', minLength: 3, maxLength: 5, pattern: '^[a-z]*$' });
    expect(violations['minLength: 2 characters']).toMatch(/^"[a-z]{2}"$/);
    expect(violations['maxLength: 6 characters']).toMatch(/^"[a-z]{6}"$/);
    expect(violations['pattern: does not match ^[a-z]*$']).toMatch(/^"(?![a-z]*").{3,5}"$/);
  });

  test('of an identifier of Latin letters hold no other', () => {
    for (const json of validOf({ type: 'string', maxLength: 6, pattern: '^[A-Z][a-z]*$' }))
      expect(json).toMatch(/^"[A-Z][a-z]*"$/);
  });

  test('are shown and violated by texts like an example of letters and digits, which may have what no schema asks for', () => {
    const schema = { type: 'string', minLength: 6, maxLength: 16, example: 'Zx7vogazefun' };
    expect(shownByValues(schema)).toContain('maxLength: 16 characters, the most, like the example');
    expect(validOf(schema)).toEqual(expect.arrayContaining(['"Zx7vog"', '"Zx7vogazefunZx7v"']));
    expect(violatingTexts(schema)['maxLength: 17 characters']).toBe('"Zx7vogazefunZx7vo"');
  });

  test.each(['Ada Lovelace', 'a/b', 'ada@example.com', ''])(
    'are of plain letters where a part of the example %j could be no such text, or be taken for another',
    (example) => {
      expect(validOf({ type: 'string', minLength: 8, maxLength: 20, example })).toContainEqual(
        expect.stringMatching(/^"[a-z]{20}"$/),
      );
    },
  );

  test('are not so short that they could be the name of something', () => {
    expect(validOf({ type: 'string', minLength: 3, example: 'octocat' })).not.toContain('"oct"');
  });

  test.each([
    [{ type: 'string', minLength: 0 }, 'minLength: there is nothing less than 0'],
    [{ type: 'string', maxLength: 1_000_000 }, 'maxLength: what breaks it is too large to be made'],
    [{ type: 'string', format: 'email' }, 'format: no standard makes this format binding'],
    [{ type: 'string', minimum: 3 }, 'minimum: it says nothing of string'],
    [{ type: 'string', enum: ['a'], maxLength: 3 }, 'maxLength: what breaks it breaks `enum`, too'],
    [
      { type: 'string', pattern: '^.{4}$', maxLength: 9 },
      'maxLength: of what breaks it, no text of a fitting length was found that matches ^.{4}$',
    ],
  ])('%j: %s', (schema, reason) => {
    expect(inviolableOf(schema)).toContain(reason);
  });
});

describe('formats', () => {
  test.each(TEXT_FORMATS)('%s has a text', (format) => {
    expect(isOfFormat(format, witnessOf({ type: 'string', format }) as string)).toBe(true);
  });

  test.each([
    [{ format: 'date-time', maxLength: 20 }, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    [{ format: 'date-time', pattern: '\\.\\d{3}Z$' }, /\.\d{3}Z$/],
    [{ format: 'date', pattern: '^19' }, /^19\d\d-\d\d-\d\d$/],
    [{ format: 'uri', pattern: '^https://', maxLength: 12 }, /^https:\/\/.{1,4}$/],
    [{ format: 'email', minLength: 50, maxLength: 50 }, /^[a-z0-9.-]+@[a-z0-9.-]+$/],
    [{ format: 'uuid', pattern: '^0' }, /^0[0-9a-f-]{35}$/],
    [{ format: 'ipv4', minLength: 15 }, /^\d{3}\.\d{3}\.\d{3}\.\d{3}$/],
    [{ format: 'byte', minLength: 40 }, /^[A-Za-z0-9+/]{38,}={0,2}$/],
  ])('%j keeps its other clauses', (schema, pattern) => {
    const text = witnessOf({ type: 'string', ...schema }) as string;
    expect(text).toMatch(pattern);
    expect(isOfFormat(schema.format, text)).toBe(true);
  });

  test.each([
    ['2020-02-29T23:59:60Z', true],
    ['2020-02-29 10:00:00.123456789+02:00', true],
    ['2020-02-30T10:00:00Z', false],
    ['2020-02-29T10:00:00Z ', false],
    ['2020-02-29', false],
    ['at noon', false],
  ])('%j is a date-time: %j', (text, isOne) => {
    expect(isOfFormat('date-time', text)).toBe(isOne);
  });

  test.each(['date', 'date-time'])('%s is violated by what is nearly one', (format) => {
    const value = JSON.parse(violatingTexts({ type: 'string', format })[`format: no ${format}`] ?? '');
    expect(value).toMatch(/^2026-13-01$|^2026-03-14T25:/);
  });

  test.each([
    [{ format: 'email' }, '"no e-mail address"'],
    [{ format: 'uuid' }, '"none"'],
    [{ format: 'uuid', minLength: 36 }, '"zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz"'],
    [{ format: 'uri', maxLength: 5 }, '" "'],
    [{ format: 'time' }, '"no time"'],
    [{ format: 'uri-reference' }, undefined],
    [{ format: 'email', maxLength: 2 }, undefined],
    [{ format: 'date' }, '"2026-13-01"'],
  ])('%j is violated by what is none at all, where all formats are wanted', (schema, json) => {
    const broken = violatingTexts({ type: 'string', ...schema }, { allFormats: true });
    expect(broken[`format: no ${schema.format}`]).toBe(json);
  });

  test('hold no character of two units at the ends of their lengths', () => {
    for (const json of validOf({ type: 'string', format: 'email', maxLength: 40 })) expect(json).toMatch(/^[ -~]*$/);
  });
});

test.each([
  [{ minLength: 5, maxLength: 4 }, 'no text has a fitting length'],
  [{ pattern: '/^[a-z]$/' }, 'no text of a fitting length was found that matches /^[a-z]$/'],
  [{ pattern: '^[a-z]{3}$', minLength: 4 }, 'no text of a fitting length was found that matches ^[a-z]{3}$'],
  [{ minLength: 10_000_000 }, 'no text has a fitting length'],
])('%j has none', (schema, reason) => {
  expect(whyNone({ type: 'string', ...schema })).toBe(reason);
});
