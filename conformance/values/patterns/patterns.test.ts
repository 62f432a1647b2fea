import { createRandom } from '../../../src/support/random';
import { findText } from './patterns';

const random = createRandom(1, 'patterns');
const ANY = { least: 0, most: 1000 };

const PATTERNS = [
  '^[a-z]+$',
  'abc',
  '^$',
  'a|^b$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^(?!foo)[a-z]+$',
  '^(?!.*--)[a-z-]{1,63}(?<!-)$',
  '^((?!\\.\\.)[a-z.])+$',
  '^((?!-)[A-Za-z0-9-]{1,63}(?<!-)\\.)+[A-Za-z]{2,6}$',
  '(?!^[0-9]+$)([a-zA-Z0-9-_]+)',
  '\\bfoo\\b',
  '^\\p{Lu}\\p{Ll}{2,5}$',
  '^[^\\x00-\\x7f]{3}$',
  '^\\S{1,2000}$',
  '^.{1,2097152}',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==)?$',
  '^(a|b)\\1$',
  '^"([^"\\\\]|\\\\.)*"$',
  '^\\d{4}-(0[1-9]|1[0-2])$',
  '^[\\w.-]+@([\\w-]+\\.)+[\\w-]{2,4}$',
];

test.each(PATTERNS)('a text is found that %s matches, and a shortest', (pattern) => {
  const wanted = { must: [pattern], mustNot: [], ...ANY };
  const usual = findText(wanted, 12, random) ?? '';
  const least = findText(wanted, 'least', random) ?? '';
  expect(usual).toMatch(new RegExp(pattern, 'u'));
  expect(least).toMatch(new RegExp(pattern, 'u'));
  expect(least.length).toBeLessThanOrEqual(usual.length);
});

test.each(PATTERNS.filter((pattern) => pattern !== '^.{1,2097152}'))(
  'a text is found that %s does not match',
  (pattern) => {
    const text = findText({ must: [], mustNot: [pattern], least: 1, most: 1000 }, 'least', random);
    expect(text).not.toMatch(new RegExp(pattern, 'u'));
  },
);

test.each([
  ['^[a-z]+$', 5, 5, 5],
  ['^[a-z]{2,30}$', 0, 20, 20],
  ['^(ab)+$', 0, 7, 6],
  ['^.{0,4096}$', 0, 300, 300],
])('the longest text of %s, from %d to %d characters, has %d', (pattern, least, most, length) => {
  expect(findText({ must: [pattern], mustNot: [], least, most }, 'greatest', random)).toHaveLength(length);
});

test('several patterns are matched at once', () => {
  const wanted = { must: ['^[a-z0-9]*$', '[0-9]{2}$', '^x'], mustNot: ['00', '^.{5}$'], ...ANY };
  expect(findText(wanted, 5, random)).toMatch(/^x(?!.*00)[a-z0-9]*[0-9]{2}$/);
});

test('what is written without anchors is matched as a whole where that may be', () => {
  expect(findText({ must: ['[a-f]{8}'], mustNot: [], ...ANY }, 12, random)).toMatch(/^[a-f]{8}$/);
});

test('lengths count characters, not units of UTF-16', () => {
  const text = findText({ must: ['^\\u{1F331}+$'], mustNot: [], least: 3, most: 3 }, 'least', random);
  expect(text).toBe('🌱🌱🌱');
});

test.each([
  ['nothing matches', ['/^[0-9]$/'], [], ANY],
  ['everything matches', [], ['[a-z]*'], ANY],
  ['no match is so long', ['^[a-z]{3}$'], [], { least: 4, most: 9 }],
  ['two patterns exclude each other', ['^a', '^b'], [], ANY],
  ['a pattern excludes itself', ['^a$'], ['a'], ANY],
  ['it begins to match again at each character', ['(a|b)*a(a|b){9}'], ['(a|b)*a(a|b){9}'], ANY],
])('there is none, and the search ends: %s', (_, must, mustNot, lengths) => {
  expect(findText({ must, mustNot, ...lengths }, 'least', random)).toBeUndefined();
});
