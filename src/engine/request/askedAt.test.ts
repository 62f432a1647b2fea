import { askedAt } from './askedAt';

test.each([
  ['/notes/7', ['api_key'], '/notes/7'],
  ['/notes/7?api_key=s3cret', ['api_key'], '/notes/7'],
  ['/notes/7?lang=en&api_key=s3cret', ['api_key'], '/notes/7?lang=en'],
  ['/notes/7?api%5Fkey=s3cret&lang=en', ['api_key'], '/notes/7?lang=en'],
  ['/notes/7?api_key=mine', [], '/notes/7?api_key=mine'],
  ['/notes/7?a=1&b=2&a=3', ['a', 'b'], '/notes/7'],
])('%s with the credentials %p names %s', (path, names, named) => {
  const query = names.map((name) => ({ name, value: 's3cret' }));
  expect(askedAt({ authorisation: { query, headers: [], cookies: [] } }, path)).toBe(named);
});
