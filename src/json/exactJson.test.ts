import fc from 'fast-check';
import { DEEPEST_JSON, extentOfJson, isWhole, readJson, startOfJson, TooDeepJson, wholeNumber } from './exactJson';
import { escapePointer, pointerTokens } from './pointer';
import type { JsonValue } from './value';

describe('readJson', () => {
  test('gives the value as JSON.parse does', () => {
    expect(readJson('{"a":[1,2.5,"x",null,true]}').value).toEqual({ a: [1, 2.5, 'x', null, true] });
  });

  test('keeps the text of numbers', () => {
    const { written } = readJson('{"a":9007199254740993,"b":[1.00000000000000000001],"c":12,"d~/e":1e400}');
    expect(written.get('/a')).toBe('9007199254740993');
    expect(written.get('/b/0')).toBe('1.00000000000000000001');
    expect(written.get('/d~0~1e')).toBe('1e400');
    for (const pointer of ['', '/b', '/b/0/a', '/b/1', '/c', '/e']) expect(written.get(pointer)).toBeUndefined();
    expect(readJson('-9007199254740993').written.get('')).toBe('-9007199254740993');
  });

  test.each([
    ['0.10000000000000000000001', false],
    ['-123456789012345678901.5', false],
    ['12345678901234567e-3', false],
    ['1.50000000000000000000000', true],
    ['0.000000000000000000000000125', true],
    ['100000000000000000000000000', true],
    ['1.7976931348623157e+308', true],
  ])('a double holds %s: %j', (text, isExact) => {
    expect(readJson(text).written.get('')).toBe(isExact ? undefined : text);
  });

  test('tells repeated member names, whatever stands between', () => {
    expect(readJson('{"a":1,"b":{"a":2,"a":3},"b":3}').repeated).toEqual(['a', 'b']);
  });

  test.each(['', 'NaN', "{'a':1}", '{"a":1}x', '{"a":1', '\ufeff{}', '01', '[1,]'])('%j is a SyntaxError', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  test('what nests as deep as is read is read to its bottom', () => {
    const nested = (deep: number) => `${'['.repeat(deep)}9007199254740993${']'.repeat(deep)}`;
    const { value, written } = readJson(nested(DEEPEST_JSON));
    expect(value).toHaveLength(1);
    expect(written.get('/0'.repeat(DEEPEST_JSON))).toBe('9007199254740993');
    for (const deep of [DEEPEST_JSON + 1, 200_000]) expect(() => readJson(nested(deep))).toThrow(TooDeepJson);
    expect(() => readJson('['.repeat(200_000))).toThrow(SyntaxError);
  });

  test('of a name that is repeated the last value counts', () => {
    expect(readJson('{"a":9007199254740993,"\\u0061":1}')).toMatchObject({ value: { a: 1 }, repeated: ['a'] });
    expect(readJson('{"a":9007199254740993,"a":1}').written.get('/a')).toBeUndefined();
  });

  test('of many repeated names the first ten are told', () => {
    const members = Array.from({ length: 40 }, (_, at) => `"${at % 20}":0`);
    expect(readJson(`{${members.join()}}`).repeated).toEqual([...'0123456789']);
  });

  test('whatever the text, its numbers and its repeated names are found', () => {
    fc.assert(
      fc.property(document, ({ text, numbers, repeated }) => {
        const read = readJson(text);
        expect(read.value).toEqual(JSON.parse(text));
        for (const [pointer, number] of numbers) {
          const written = read.written.get(pointer) ?? String(valueAt(read.value, pointer));
          expect(wholeNumber(written)).toBe(wholeNumber(number));
          expect(isWhole(written)).toBe(isWhole(number));
        }
        expect(new Set(read.repeated)).toEqual(repeated);
      }),
    );
  });
});

describe('extentOfJson', () => {
  test.each([
    ['[1,{"a":2,"b":[]}]', 5, false],
    ['"[,,,{"', 0, false],
    ['["\\"[[", "\\\\", 3]', 3, false],
    ['["never closed [[[[', 1, false],
    ['[{"a":1}, [2', 4, false],
    [`${'['.repeat(DEEPEST_JSON)}1${']'.repeat(DEEPEST_JSON)}`, DEEPEST_JSON, false],
    [`${'['.repeat(DEEPEST_JSON + 1)}1`, DEEPEST_JSON + 1, true],
    ['[]'.repeat(DEEPEST_JSON + 1), DEEPEST_JSON + 1, false],
  ])('%#: counts what it holds', (text, values, isTooDeep) => {
    expect(extentOfJson(text, 10_000)).toEqual({ values, isTooDeep });
  });

  test('ends with the first value too many', () => {
    expect(extentOfJson('['.repeat(3_000_000), 5000)).toEqual({ values: 5001, isTooDeep: true });
  });
});

interface Sample {
  readonly text: string;
  /** The text of each number that counts, by its pointer. */
  readonly numbers: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

const space = fc.constantFrom('', '', ' ', '\n\t');
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 22n }),
    fc.constantFrom('', '.0', '.50', `.${'0'.repeat(20)}1`),
    fc.constantFrom('', 'e0', 'E+2', 'e-3', 'e300'),
  )
  .map((parts) => parts.join(''));
const name = fc.constantFrom('a', 'b', 'a/b', '~', '', '"\\', '__proto__', 'ä');
const { node: document } = fc.letrec<{ node: Sample }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    number.map((text) => ({ text, numbers: new Map([['', text]]), repeated: new Set<string>() })),
    fc
      .constantFrom('true', 'null', '"1"', '"\\\\"', '"\\"1,{"', '"[-1"')
      .map((text) => ({ text, numbers: new Map(), repeated: new Set<string>() })),
    fc
      .tuple(space, fc.array(tie('node'), { maxLength: 4 }))
      .map(([gap, items]) => collect(`[${gap}${items.map(({ text }) => text).join(`${gap},`)}]`, [...items.entries()])),
    fc.tuple(space, fc.array(fc.tuple(name, fc.boolean(), tie('node')), { maxLength: 4 })).map(([gap, members]) => {
      const texts = members.map(([each, escaped, { text }]) => `${spelt(each, escaped)}${gap}:${gap}${text}`);
      const names = members.map(([each]) => each);
      const last = members.filter(([each], at) => !names.includes(each, at + 1));
      const twice = names.filter((each, at) => names.indexOf(each) !== at);
      const whole = collect(
        `{${gap}${texts.join(`,${gap}`)}}`,
        last.map(([each, , value]) => [each, value] as const),
      );
      const within = members.flatMap(([, , { repeated }]) => [...repeated]);
      return { ...whole, repeated: new Set([...within, ...twice]) };
    }),
  ),
}));

function spelt(text: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(text);
  return `"${[...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
}

function collect(text: string, children: readonly (readonly [string | number, Sample])[]): Sample {
  const numbers = children.flatMap(([key, child]) =>
    [...child.numbers].map(([pointer, each]) => [`/${escapePointer(key)}${pointer}`, each] as const),
  );
  return { text, numbers: new Map(numbers), repeated: new Set(children.flatMap(([, child]) => [...child.repeated])) };
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], value);
}

describe('startOfJson', () => {
  const startOf = (value: unknown, most: number) =>
    startOfJson({ value: value as JsonValue, written: new Map() }, '', most);

  test.each([
    [{ a: [1, 'x', null], b: {} }, '{"a":[1,"x",null],"b":{}}'],
    [[], '[]'],
    ['text', '"text"'],
    [undefined, 'undefined'],
  ])('of a short value it is all of it', (value, text) => {
    expect(startOf(value, 100)).toBe(text);
  });

  test('of a value that is long or nests deep it is not much more than asked for', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(startOf(deep, 100)).toMatch(/^\[{100}$/);
    expect(
      startOf(
        Array.from({ length: 10_000 }, (_, at) => at),
        10,
      ),
    ).toBe('[0,1,2,3,4');
    expect(startOf({ a: 'x'.repeat(10_000) }, 20)).toBe('{"a":"xxxxxxxxxxxxxx');
  });

  test('numbers stay as they were written, at any depth', () => {
    const text = '{"id":12345678901234567890,"a/b":[1.0,0.10000000000000000001]}';
    expect(startOfJson(readJson(text), '', 100)).toBe('{"id":12345678901234567890,"a/b":[1,0.10000000000000000001]}');
    expect(startOfJson(readJson(text), '/a~1b/1', 100)).toBe('0.10000000000000000001');
  });
});

describe('wholeNumber', () => {
  test.each([
    ['1.0', 1n],
    ['1e3', 1000n],
    ['-0', 0n],
    ['0.5e1', 5n],
    ['1200e-2', 12n],
    ['9223372036854775808', 9223372036854775808n],
    ['1.5', undefined],
    ['1e-1', undefined],
    ['1e999999999', undefined],
  ])('%s is %s', (text, whole) => {
    expect(wholeNumber(text)).toBe(whole);
  });
});
