import { cookiesIn, readCookies } from './cookies';

test.each([
  [
    'a=1; b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['a="x y"', [['a', 'x y']]],
  [
    'a=x%20y;b="x%2Fy"',
    [
      ['a', 'x y'],
      ['b', 'x/y'],
    ],
  ],
  ['a=b=c', [['a', 'b=c']]],
  [
    'a=%zz; a=',
    [
      ['a', '%zz'],
      ['a', ''],
    ],
  ],
  ['; =1;', []],
])('%s', (field, expected) => {
  expect(readCookies(field).map(({ name, value }) => [name, value])).toEqual(expected);
});

test('the fields of a request are read alike, however their name is written, and keep what was written', () => {
  const cookies = cookiesIn([
    ['cookie', 'a="1"'],
    ['Cookie', 'b=%41'],
    ['Cookies', 'c=1'],
  ]);
  expect(cookies).toEqual([
    { name: 'a', value: '1', written: '"1"' },
    { name: 'b', value: 'A', written: '%41' },
  ]);
});
