import type { Operation } from '../../src/contract/contract';
import { nearestPath } from './nearestPath';

const OPERATIONS = ['/orders', '/orders/{id}', '/customers/{customerId}/cards'].map((path) => ({
  path,
})) as Operation[];

test.each([
  ['/order', '/orders'],
  ['/orders/', '/orders'],
  ['/ordrs/7', '/orders/{id}'],
  ['/custmers/ada/cards', '/customers/{customerId}/cards'],
  ['/api/v1/orders/7', '/orders/{id}'],
  ['/weather', undefined],
])('%s probably means %s', (path, meant) => {
  expect(nearestPath(path, OPERATIONS)).toBe(meant);
});
