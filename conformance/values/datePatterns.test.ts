import { dateAs, datesIn } from './datePatterns';

test.each([
  ['dd-MM-yyyy', '17-05-2024'],
  ['dd-MM-yyyyHH:mm:ss', '17-05-202410:25:40'],
  ['yyyy-mm-dd', '2024-05-17'],
  ['YYYY-MM-DD', '2024-05-17'],
  ['MM/DD/YYYY', '05/17/2024'],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSX", '2024-05-17T10:25:40.000Z'],
  ['YYYY-MM-DDTHH:mm:ssZ', '2024-05-17T10:25:40+0000'],
  ['%Y-%m-%d %H:%M', '2024-05-17 10:25'],
  ['yyyyMMdd', '20240517'],
])('the pattern %s is written as %s', (pattern, written) => {
  expect(dateAs(pattern)).toBe(written);
});

test.each([
  'dummy',
  'my day',
  'Monday',
  'addressed to you',
  '2024-05-17',
  'MM-dd',
  '%d items',
  'ddd',
  '',
  'HH:mm',
  'my-daddy',
])('"%s" is no pattern of a date', (text) => {
  expect(dateAs(text)).toBeUndefined();
});

test.each([
  ['The day of the visit, as dd.MM.yyyy', ['17.05.2024']],
  ['Format: yyyy-MM-dd HH:mm', ['2024-05-17 10:25']],
  [
    `not compatible with any of standard forms ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "yyyy-MM-dd")`,
    ['2024-05-17T10:25:40.000Z', '2024-05-17'],
  ],
  ["time data 'abc' does not match format '%d/%m/%Y'", ['17/05/2024']],
  ['Any day', []],
])('"%s" has the patterns of %j', (text, dates) => {
  expect(datesIn(text)).toEqual(dates);
});
