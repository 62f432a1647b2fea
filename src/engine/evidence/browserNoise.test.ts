import { withoutBrowserNoise } from './browserNoise';

const BROWSER: [string, string][] = [
  ['Accept', 'application/json'],
  ['accept-language', 'de-DE,de;q=0.9'],
  ['Authorization', 'Bearer $ESPALIER_TOKEN'],
  ['DNT', '1'],
  ['priority', 'u=1, i'],
  ['Referer', 'http://localhost:3000/'],
  ['sec-ch-ua', '"Chromium";v="140"'],
  ['Sec-Fetch-Mode', 'cors'],
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['X-Request-Id', '7'],
];

const namesOf = (declared: readonly string[], fields = BROWSER) =>
  withoutBrowserNoise(fields, declared).map(([name]) => name);

test('what a browser adds of itself is left out', () => {
  expect(namesOf([])).toEqual(['Accept', 'Authorization', 'X-Request-Id']);
});

test('what the contract declares is kept', () => {
  expect(namesOf(['Accept-Language'])).toEqual(['Accept', 'accept-language', 'Authorization', 'X-Request-Id']);
});

test('what another client sends was chosen by somebody', () => {
  const fields: [string, string][] = [
    ['Accept-Language', 'de'],
    ['User-Agent', 'shop-app/7'],
  ];
  expect(namesOf([], fields)).toEqual(['Accept-Language', 'User-Agent']);
});
