import { createRandom } from '../../src/support/random';
import { ownText } from './chosenKeys';
import { isAsShuffled } from './shuffledTexts';

test.each<[text: string, pattern: RegExp, own: RegExp | undefined]>([
  // A token stands first, where there is room for it.
  ['Oak', /^.{1,40}$/, /^[a-f][0-9a-f]{7}-Oak$/],
  // A long one has other letters of the same kinds.
  ['sweet chestnut tree', /^[a-z ]+$/, /^[a-z]{5} [a-z]{8} [a-z]{4}$/],
  ['beaddecadefe', /^[0-9a-f]{12}$/, /^[a-f]{12}$/],
  // Where the pattern has no room for a token, there are more letters or digits.
  ['Oak', /^[A-Z][a-z]+( [A-Z][a-z]+)?$/, /^Oak[a-z]{12}$/],
  ['OAK', /^[A-Z]+$/, /^OAK[A-Z]{12}$/],
  ['7', /^\d+$/, /^\d{13}$/],
  // Or as many more as there is room for, and others in place of its own.
  ['M-87', /^[A-Z]{1,3}-[A-Z0-9]{2,12}$/, /^[A-Z]-\d\d[A-Z]{10}$/],
  // A URI keeps its host, and is told at its end; so does what is no URI keep the end that names a host.
  ['https://example.com', /^[a-z]+:\S+$/, /^https:\/\/example\.com\/[a-f][0-9a-f]{7}$/],
  [
    'https://example.com/hooks/a',
    /^[a-z]+:\S+$/,
    /^https:\/\/example\.com\/hooks\/[a-f0-9]{8}-a$|^https:\/\/example\.com\/hooks\/a-[a-f0-9]{8}$/,
  ],
  ['redis://cache:6379', /^[a-z]+:\S+$/, /^redis:\/\/cache:6379\/[a-f][0-9a-f]{7}$/],
  // Where the contract names no format, a URI is one afterwards, too, and an address of mail is one.
  ['https://example.com', /./, /^https:\/\/example\.com\/[a-f][0-9a-f]{7}$/],
  ['ada@example.org', /./, /^[a-f][0-9a-f]{7}@example\.com$/],
  ['urn:x:1', /^[a-z]+:\S+$/, /^urn:x:1-[a-f][0-9a-f]{7}$/],
  ['10.0.0.1:80', /^[\d.]+:\d+[a-z]*$/, undefined],
  // There is room for a few, and somebody may have any of these.
  ['M-87', /^[A-Z]{1,3}-[A-Z0-9]{2,6}$/, undefined],
  // There is no room for anything.
  ['Oak', /^(Oak|Elm)$/, undefined],
])('of %s that matches %s', (text, pattern, own) => {
  const found = ownText(text, (value) => typeof value === 'string' && pattern.test(value), createRandom(7, 'own text'));
  if (own === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(own);
});

test.each<[text: string, isUnlikely: boolean]>([
  ['GU-9921GEKIF', true],
  ['4UFTOVEZI-7', true],
  ['7f3a-9e0c-41bd-8a6e', true],
  // Somebody may have it: there are few such texts, or they are counted.
  ['SO-4410', false],
  ['4006381333931', false],
  ['Mazda', false],
  ['beef-1a2b', false],
])('that nobody has %s by chance: %s', (text, isUnlikely) => {
  expect(isAsShuffled(text)).toBe(isUnlikely);
});
