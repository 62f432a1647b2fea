import { namesFor, singular } from './names';

test.each([
  ['/store/plants/{}', 'plant'],
  ['/companies/{}', 'company'],
  ['/addresses/{}', 'address'],
  ['/news/{}', 'news'],
  ['/tv-series/{}', 'tvseries'],
  ['/statuses/{}', 'status'],
  ['/warehouses/{}', 'warehouse'],
])('%s lists a %s', (item, expected) => {
  expect(singular(item)).toBe(expected);
});

test('the id of a word that is its own plural is found under its name', () => {
  const parameter = { name: 'id' } as Parameters<typeof namesFor>[0]['parameter'];
  expect(namesFor({ item: '/news/{}', parameter })).toContain('newsid');
});
