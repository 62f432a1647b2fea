import fc from 'fast-check';
import { stringify } from 'yaml';
import { pointerTokens } from '../../json/pointer';
import { runsOf } from '../../support/testing/cases.testing';
import { parseText } from './parseText';
import { createPlaces } from './positions';
import { indexJson } from './positionsJson';
import { readYaml } from './readYaml';

/** What the text says from the place of a value or of its name on, to the end of the line. */
function at(text: string, pointer: string, onKey = false): string {
  const offset = createPlaces(text).offsetOf(pointerTokens(pointer), onKey);
  return text.slice(offset).split('\n')[0] ?? '';
}

describe('in YAML', () => {
  test.each([
    ['a member of a block', 'a:\n  b: 1\n  c: two words\n', '#/a/c', 'two words'],
    ['an item of a block', 'a:\n  - 1\n  - two\n', '#/a/1', 'two'],
    ['an item of a list of lists', '- - 1\n  - 2\n- - 3\n', '#/1/0', '3'],
    ['a member of an item', 'a:\n  - b: 1\n    c: 2\n', '#/a/0/c', '2'],
    ['a member of a flow', 'a: { b: 1, c: [x, y] }\n', '#/a/c/1', 'y] }'],
    ['a pair in a list', 'a: [ { x: 1 }, y: 2 ]\n', '#/a/1/y', '2 ]'],
    ['a text over several lines', 'a: one\n  two\nb: |\n  three\n  four\nc: 5\n', '#/c', '5'],
    ['a block text', 'a: >-\n  folded\n  text\nb: 2\n', '#/b', '2'],
    ['a quoted value', 'a: "x: y"\nb: \'z\'\n', '#/b', "'z'"],
    ['a quoted name', '"a/b": 1\n\'c~d\': 2\n', '#/c~0d', '2'],
    ['a name that is a number', "responses:\n  200: x\n  '404': y\n", '#/responses/404', 'y'],
    ['a name that is written as another number', 'a: 0\n0x10: b\n1e3: c\n', '#/1000', 'c'],
    ['a name that is null, or true', '~: a\nTrue: b\nc: d\n', '#/true', 'b'],
    ['an anchored value', 'a: &x { b: 1 }\nc: 2\n', '#/a', '{ b: 1 }'],
    ['what an alias stands for', 'a: &x { b: 1 }\nc: *x\n', '#/c/b', '1 }'],
    ['an alias itself', 'a: &x { b: 1 }\nc: *x\n', '#/c', '*x'],
    ['what was merged', 'a: &x { b: 1 }\nc: { <<: *x, d: 2 }\n', '#/c/b', '1 }'],
    ['of what was merged, the first', 'a: &x { b: 1 }\nc: &y { b: 2, e: 3 }\nd: { <<: [*x, *y] }\n', '#/d/b', '1 }'],
    ['of what was merged, the second', 'a: &x { b: 1 }\nc: &y { b: 2, e: 3 }\nd: { <<: [*x, *y] }\n', '#/d/e', '3 }'],
    ['of two merges, the second', 'a: &x { b: 1 }\nc: &y { e: 3 }\nd:\n  <<: *x\n  <<: *y\n', '#/d/e', '3 }'],
    ['what is there before it is merged', 'a: &x { b: 1 }\nc: { <<: *x, b: 2 }\n', '#/c/b', '2 }'],
    ['a name that only looks like a merge', "a: { b: 1 }\n'<<': { b: 2 }\nc: 3\n", '#/<<', '{ b: 2 }'],
    ['a tagged value', 'a: !!str 5\nb: !!map { c: 1 }\n', '#/b/c', '1 }'],
    ['tabs between tokens', 'a:\t1\nb:\t"x"\t# y\n', '#/b', '"x"\t# y'],
    ['comments in between', '# one\na: # two\n  # three\n  b: 1\n', '#/a/b', '1'],
    ['after the mark of a document', '%YAML 1.2\n---\na: 1\n...\n', '#/a', '1'],
    ['an empty value, at its name', 'a: 1\nb:\nc: 3\n', '#/b', 'b:'],
    ['an empty item, at what is before it', '- a: 1\n-\n- c\n', '#/1', '1'],
    ['what is missing, at what it is missing from', 'a:\n  b: 1\n', '#/a/x/y', 'b: 1'],
    ['an item beyond the last', 'a: [1, 2]\n', '#/a/2', '[1, 2]'],
  ])('%s', (_, text, pointer, found) => {
    expect(parseText(text)).toBeDefined();
    expect(at(text, pointer)).toBe(found);
  });

  test('the name of a member', () => {
    expect(at('a:\n  "b": [1, 2]\n', '#/a/b', true)).toBe('"b": [1, 2]');
    expect(at('a: &x { b: 1 }\nc: *x\n', '#/c/b', true)).toBe('b: 1 }');
  });

  test('where the document begins there is the whole', () => {
    expect(at('# comment\na: 1\n', '#')).toBe('a: 1');
  });
});

describe('in JSON', () => {
  test.each([
    ['minified', '{"a":[1,{"b":"x"},[]],"c":{}}', '#/a/1/b', '"x"},[]],"c":{}}'],
    ['formatted', '{\n  "a": [\n    1,\n    { "b": "x" }\n  ]\n}\n', '#/a/1', '{ "b": "x" }'],
    ['escaped names', '{"a\\"\\u0062/":1,"c":2}', '#/a"b~1', '1,"c":2}'],
    ['names longer than YAML has them', `{"${'x'.repeat(2000)}":1,"c":2}`, '#/c', '2}'],
    ['characters that YAML has not', '{"a\u007f":"\ud83d","c":2}', '#/c', '2}'],
    ['of a name that comes twice, the last', '{"a":1,"a":2}', '#/a', '2}'],
    ['a number at the root', ' 17 ', '#', '17 '],
  ])('%s', (_, text, pointer, found) => {
    expect(at(text, pointer)).toBe(found);
  });

  test.each(['{"a":1,}', '[1 2]', '[01]', '{a: 1}', '{"a" 1}', '[1]]', '[', '{"a":}', '["\\q"]', '["\n"]', 'nul', ''])(
    'what is none is left to YAML: %j',
    (text) => {
      expect(indexJson(text)).toBeUndefined();
    },
  );
});

/** Values as a contract holds them; names that YAML takes for something else among them. */
const value = fc
  .jsonValue({ maxDepth: 4 })
  .chain((json) =>
    fc.dictionary(
      fc.constantFrom(
        '200',
        '1.5',
        '0x1F',
        'null',
        '~',
        'true',
        'a/b',
        'm~n',
        '<<',
        '',
        ' ',
        'x: y',
        '-',
        '#',
        '__proto__',
        'ä',
        '0o7',
        '.inf',
      ),
      fc.constant(json),
    ),
  );

/** The pointers of all values in a value, as tokens. */
function pointers(value: unknown, to: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [to];
  return [to, ...Object.entries(value).flatMap(([key, child]) => pointers(child, [...to, key]))];
}

function reached(value: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce((from, token) => (from as Record<string, unknown>)[token], value);
}

/** Where a second reading of the text, by the other index, has a value. */
function expectAgreement(text: string): void {
  const [one, other] = [indexJson(text), readYaml(text).index];
  expect([...(one?.starts ?? [])]).toEqual([...other.starts]);
  expect([...(one?.ends ?? [])]).toEqual([...other.ends]);
}

describe('whatever the value', () => {
  test('in JSON each is found where parsing it again finds it', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        const places = createPlaces(text);
        for (const tokens of pointers(json)) {
          const rest = text.slice(places.offsetOf(tokens, false));
          const wanted = JSON.stringify(reached(json, tokens), null, indent);
          // What is further in is indented by what is around it.
          expect(rest.replace(/\s/g, '').startsWith(wanted.replace(/\s/g, ''))).toBe(true);
        }
      }),
    );
  });

  test('in YAML each is found where parsing it again finds it', () => {
    fc.assert(
      fc.property(
        value,
        fc.record({
          collectionStyle: fc.constantFrom('any', 'block', 'flow'),
          lineWidth: fc.constantFrom(0, 20),
          defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
        } as const),
        (json, options) => {
          // `yaml` writes this name without quotes, and it would merge then.
          fc.pre(!Object.hasOwn(json, '<<'));
          const text = stringify(json, { ...options, aliasDuplicateObjects: false });
          const read = parseText(text);
          const places = createPlaces(text);
          for (const tokens of pointers(read)) {
            const found = reached(read, tokens);
            if (typeof found === 'object' && found !== null) continue;
            const key = text.slice(places.offsetOf(tokens, false));
            expect(beginsWith(key, found)).toBe(true);
          }
        },
      ),
      { numRuns: runsOf(25, 100) },
    );
  });

  test('JSON is found alike as JSON and as YAML', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: fc.constantFrom(...'ab"\\/:,{}[] \n\té😀') }), (json) => {
        expectAgreement(JSON.stringify(json));
        expectAgreement(JSON.stringify(json, null, 2));
      }),
    );
  });
});

/** Whether YAML that begins with a scalar begins with this one. */
function beginsWith(text: string, scalar: unknown): boolean {
  for (let end = 1; end <= text.length; end++) {
    try {
      if (Object.is(parseText(text.slice(0, end)), scalar)) return true;
    } catch {
      // Not yet at its end.
    }
  }
  return false;
}
