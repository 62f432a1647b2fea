import type { Operation } from '../contract/contract';
import { callbackPlaces } from './callbackUrls';

const operation = (...expressions: readonly string[]): Operation => {
  const callbacks = expressions.map((expression) => ({ name: 'c', operation: {} as Operation, expression }));
  return { callbacks } as unknown as Operation;
};

test.each([
  ['{$request.body#/hook}', 'body', '/hook', ''],
  ['{$request.body#/hooks/0/url}/done/', 'body', '/hooks/0/url', '/done'],
  ['$request.query.to', 'query', 'to', ''],
  ['{$request.header.X-Hook}?event=left', 'header', 'X-Hook', ''],
  ['{$request.query.to}/orders/{$request.body#/id}', 'query', 'to', '/orders/{$request.body#/id}'],
])('%s names a URL', (expression, place, name, below) => {
  expect(callbackPlaces(operation(expression))).toMatchObject([{ place, name, callbacks: [{ below }] }]);
});

test.each([
  'http://hooks.example.com/{$request.query.to}',
  '{$response.body#/hook}',
  '{$request.query.scheme}://{$request.query.host}',
  '{$request.query.to}.example.com/',
  '{$request.body}',
  '{$request.path.id}',
  '/relative',
])('%s names none that a request could make ours', (expression) => {
  expect(callbackPlaces(operation(expression))).toEqual([]);
});

test.each([
  ['{$request.query.to}', ['', '/'], ['/done']],
  ['{$request.query.to}/done', ['/done', '/done/'], ['', '/done/7', '/xdone']],
  ['{$request.query.to}/a.b/{$request.body#/id}/x', ['/a.b/7/x'], ['/aXb/7/x', '/a.b/7/8/x']],
])('%s comes to the paths %j, and not to %j', (expression, right, wrong) => {
  const [place] = callbackPlaces(operation(expression));
  const isBelow = (path: string) => place?.callbacks[0]?.isBelow.test(path);
  expect([right.map(isBelow), wrong.map(isBelow)]).toEqual([right.map(() => true), wrong.map(() => false)]);
});

test('callbacks to one URL share a place', () => {
  const places = callbackPlaces(operation('{$request.query.to}/a', '{$request.query.to}/b', '{$request.query.fail}'));
  expect(places.map(({ name, callbacks }) => [name, callbacks.length])).toEqual([
    ['to', 2],
    ['fail', 1],
  ]);
});
