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
