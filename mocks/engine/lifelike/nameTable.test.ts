/** Names suggest texts of the kind that they speak of. */

import seedrandom from 'seedrandom';
import { textByTable } from './nameTable';

const text = (words: string, number = 1) => textByTable(words, number, Date.UTC(2026, 0, 5), seedrandom(words)) ?? '';

test.each([
  ['isrc', /^[A-Z]{2}[A-Z\d]{3}\d{7}$/],
  ['commit sha', /^[\da-f]{40}$/],
  ['md5', /^[\da-f]{32}$/],
  ['checksum', /^[\da-f]{64}$/],
  ['hex color', /^#[\da-f]{6}$/],
  ['available market', /^[A-Z]{2}$/],
  ['token type', /^Bearer$/],
  ['ip address', /^\d+\.\d+\.\d+\.\d+$/],
  ['currency name', /^[A-Z][a-zA-Z ]+$/],
  ['department name', /^[A-Z][a-zA-Z ]+$/],
  ['container name', /^[a-z]+-[a-z\d]+$/],
  ['card last4', /^\d{4}$/],
  ['license plate', /\d{3}/],
  ['cron', /^\S+ \S+ \S+ \S+ \S+$/],
  ['isbn', /^97[89]\d{10}$/],
  ['default branch', /^(main|develop|release\/2\.4)$/],
])('%s', (words, shape) => {
  expect(text(words)).toMatch(shape);
});

test.each(['ean', 'isbn'])('the check digit of an %s is right', (name) => {
  const digits = [...text(name)].map(Number);
  expect(digits).toHaveLength(13);
  expect(digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10).toBe(0);
});

test('a token can be decoded, is of its own thing, and lasts an hour', () => {
  const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { iat, exp, sub } = claims(text('access token', 7));
  expect([exp - iat, sub]).toEqual([3600, '7']);
  // What refreshes a token is opaque.
  expect(textByTable('refresh token', 1, 0, seedrandom('1'))).toBeUndefined();
});

test('a name that only holds a word of the table is not of it', () => {
  for (const words of ['status text', 'roleplay', 'branch count', 'ether', 'name'])
    expect(textByTable(words, 1, 0, seedrandom('1'))).toBeUndefined();
});
