import type { Exchange } from '../engine/model/exchange';
import { evaluateExpression, expressionsIn } from './linkExpressions';

const exchange = {
  case: { request: { values: { shop: '7' }, input: { query: [{ name: 'lang', value: 'en' }] } } },
  request: {
    method: 'POST',
    path: '/shops/7/orders?lang=en',
    headers: [['X-Trace', 'abc']],
    body: Buffer.from('{"items":[{"sku":"a/b"}]}'),
  },
  response: {
    status: 201,
    headers: [['Location', '/orders/9']],
    body: Buffer.from('{"id":9007199254740993,"total":{"sum":4.5}}'),
  },
} as unknown as Exchange;

test.each([
  ['$method', 'POST'],
  ['$url', '/shops/7/orders?lang=en'],
  ['$statusCode', 201],
  ['$request.path.shop', '7'],
  ['$request.query.lang', 'en'],
  ['$request.header.x-trace', 'abc'],
  ['$request.body#/items/0/sku', 'a/b'],
  ['$response.header.Location', '/orders/9'],
  ['$response.body#/id', 9007199254740993n],
  ['$response.body#/total', { sum: 4.5 }],
  ['order {$response.body#/id} of {$request.path.shop}', 'order 9007199254740993 of 7'],
  ['$response.body#/none', undefined],
  ['order {$response.body#/none}', undefined],
  ['$response.query.lang', undefined],
  ['{"no": "expression"}', undefined],
])('%s comes to what the exchange has', (expression, value) => {
  expect(evaluateExpression(expression, exchange)).toEqual(value);
});

test('finds expressions wherever they stand', () => {
  expect(expressionsIn({ a: '$response.body#/id', b: ['x', 'for {$url}'], 'c/d': { e: '$5 off' } })).toEqual([
    { pointer: '/a', expression: '$response.body#/id' },
    { pointer: '/b/1', expression: 'for {$url}' },
  ]);
  expect(expressionsIn('$response.body')).toEqual([{ pointer: '', expression: '$response.body' }]);
});
