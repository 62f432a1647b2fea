import fc from 'fast-check';
import { createPatternSearch } from './patternSearch';
import { ALL_CASES } from './testing/cases.testing';

const LONG = 'a'.repeat(60);

/** What the engine of JavaScript takes for ever to tell. */
test.each<[source: string, text: string, isFound: boolean]>([
  ['^(a+)+$', `${LONG}!`, false],
  ['^(a+)+$', LONG, true],
  ['^(a|a)*$', `${LONG}!`, false],
  ['^(a|aa)+$', `${LONG}!`, false],
  ['(a?){40}a{40}$', LONG, true],
  ['^(.*a){30}$', `${LONG}!`, false],
  ['^([a-z]+\\.)+[a-z]{2,}$', `${LONG}.${LONG}1`, false],
  ['^(?=(a+)+$)', `${LONG}!`, false],
  ['(?<!^(a+)+)!', `${LONG}!`, false],
])('%s in %s', (source, text, isFound) => {
  expect(createPatternSearch(new RegExp(source, 'u'))(text)).toBe(isFound);
});

test('what refers to its groups is looked for in a number of steps', () => {
  const search = createPatternSearch(/^(["'])(.*)\1:(?:(b)|c)*\3$/u);
  expect(['"it":', `'it':bc`, `'it':cb`, `'it":`].map(search)).toEqual([true, true, false, false]);
  const endless = createPatternSearch(/^(a*)(a*)(a*)(a*)\1\2\3\4b$/);
  expect([endless('aab'), endless(`${LONG}!`)]).toEqual([true, undefined]);
});

test('a pattern that is too large once its repetitions are written out is not told', () => {
  expect(createPatternSearch(/^((a{1,100}b){1,100}c){1,100}$/)('abc')).toBeUndefined();
});

/** Patterns of all parts but back-references, and texts that they may match. */
const parts = fc.letrec<{ all: string; some: string; one: string }>((tie) => ({
  one: fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\W', '\\p{L}', 'é', '𝒳', '^', '$', '\\b', '\\B'),
  some: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('one'),
    fc
      .tuple(tie('all'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'))
      .map(([of, times]) => `(?:${of})${times}`),
    fc.tuple(tie('all'), tie('all')).map(([one, other]) => `(${one}|${other})`),
    fc.tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('all')).map(([how, of]) => `(${how}${of})`),
  ),
  all: fc.array(tie('some'), { maxLength: 3 }).map((each) => each.join('')),
}));
const texts = fc
  .array(fc.constantFrom('a', 'b', ' ', 'é', '𝒳', '\ud835'), { maxLength: 7 })
  .map((each) => each.join(''));

test('it finds what the engine of JavaScript finds', () => {
  fc.assert(
    fc.property(parts.all, texts, fc.boolean(), (source, given, unicode) => {
      // V8 looks also from the middle of a character above U+FFFF.
      const text = unicode && /\\B|\(\?/.test(source) ? given.replace(/[\ud800-\udfff]/g, 'c') : given;
      const pattern = new RegExp(unicode ? source : source.replaceAll('\\p{L}', 'é'), unicode ? 'u' : '');
      expect(createPatternSearch(pattern)(text)).toBe(pattern.test(text));
    }),
    { numRuns: ALL_CASES ? 20_000 : 300, seed: 1 },
  );
});
