import { findingId, identityOf, lastingNames } from './findingIds';
import type { Finding, RequirementReport } from './report';

const place = (pointer: string, file = 'api.yaml') => ({ pointer, file, line: 7, column: 3 });

function requirement(id: string, rule: string): RequirementReport {
  const operation = id.split(' ').slice(0, 2).join(' ');
  return { id, rule, operation, clause: place('#/paths/~1orders/get') } as unknown as RequirementReport;
}

function finding(rest: Partial<Finding>): Finding {
  return { message: 'm', expected: 'e', actual: 'a', level: 'must', exchange: 3, exchanges: [3], ...rest };
}

const ORDERS = requirement('GET /orders 200 body-schema', 'body-schema');
const found = finding({ clause: place('#/components/schemas/Order/properties/total/type') });
const id = findingId(ORDERS, found);

test('an id is short, and can be typed', () => {
  expect(id).toMatch(/^[b-z2-9]{7}$/);
});

test.each<[string, Partial<Finding>]>([
  ['the values', { actual: '7', message: '/3/total must be a number', places: ['/3/total'] }],
  ['the exchanges', { exchange: 99, exchanges: [99, 100], after: 98 }],
  ['lines of the contract', { clause: { ...place('#/components/schemas/Order/properties/total/type'), line: 99 } }],
  ['the folder of the run', { clause: place('#/components/schemas/Order/properties/total/type', '/home/api.yaml') }],
  ['names, which a later run may know more of', { names: ['total'] }],
])('it does not change with %s', (_, rest) => {
  expect(findingId(ORDERS, { ...found, ...rest })).toBe(id);
});

test.each<[string, RequirementReport, Partial<Finding>]>([
  ['at another operation', { ...ORDERS, operation: 'PUT /orders', id: 'PUT /orders 200 body-schema' }, {}],
  ['by another rule', requirement('GET /orders 200 body-syntax', 'body-syntax'), {}],
  ['with another status', requirement('GET /orders 400 body-schema', 'body-schema'), {}],
  ['of another clause', ORDERS, { clause: place('#/components/schemas/Order/properties/tax/type') }],
  ['in another way', ORDERS, { kind: 'missing' }],
  ['that the contract says, where the other one is a hint', ORDERS, { level: 'should' }],
])('a breach %s has another one', (_, other, rest) => {
  expect(findingId(other, { ...found, ...rest })).not.toBe(id);
});

test('a parameter that is declared before others moves none of their findings', () => {
  const at = (index: number) => finding({ clause: place(`#/paths/~1orders/get/parameters/${index}/schema/maximum`) });
  expect(identityOf(ORDERS, at(0))).toEqual(identityOf(ORDERS, at(1)));
});

test('without a clause of its own, a finding is about that of its requirement', () => {
  expect(identityOf(ORDERS, finding({}))).toEqual({
    operation: 'GET /orders',
    rule: 'body-schema 200',
    level: 'must',
    clause: '#/paths/~1orders/get',
    kind: '',
  });
});

test('names that differ from run to run are no lasting ones', () => {
  const names = ['total', 'kakuditemivi', 'order-2031', '3f2a9c77', '', '7', 'X-Request-Id', '/orders/…/pin', 'total'];
  expect(lastingNames({ names })).toEqual(['/orders/…/pin', 'X-Request-Id', 'total']);
});
