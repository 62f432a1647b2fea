import { head, load } from '../../contract/contract.testing';
import { readHandedOver, refuseUnknownParams } from './handedOver';

const done = { responses: { 200: { description: 'ok' } } };
const named = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

const contract = load({
  ...head('3.1'),
  paths: {
    '/tenants/{tenant_name}': { parameters: named('tenant_name'), get: done, delete: done },
    '/tenants/{tenant}/databases': { parameters: named('tenant'), get: done, post: done },
    '/tenants/{tenant}/databases.json': { parameters: named('tenant'), get: done },
    '/ranges/{from}-{to}': { parameters: named('from', 'to'), get: done },
    '/others/{name}': { parameters: named('name'), get: done },
  },
});

test.each([
  [{ '/tenants/{tenant_name}': ['t1'] }, 'POST /tenants/{tenant}/databases', 'tenant', ['t1']],
  [{ '/tenants/{tenant}': ['t1'] }, 'DELETE /tenants/{tenant_name}', 'tenant_name', ['t1']],
  [{ tenant: ['t1'] }, 'DELETE /tenants/{tenant_name}', 'tenant_name', ['t1']],
  [{ tenant: ['t1'], tenant_name: ['t2'] }, 'DELETE /tenants/{tenant_name}', 'tenant_name', ['t2']],
  [{ name: ['t1'] }, 'GET /tenants/{tenant_name}', 'tenant_name', []],
  [{ '/ranges/{from}-{to}': ['9'] }, 'GET /ranges/{from}-{to}', 'from', []],
  [{ '/ranges/{from}-{to}': ['9'] }, 'GET /ranges/{from}-{to}', 'to', ['9']],
])('%j gives %s for its %s: %j', async (params, operation, name, expected) => {
  const { operations } = await contract;
  refuseUnknownParams(operations, params);
  const asked = operations.find((each) => each.name === operation);
  expect(asked && readHandedOver(operations, params).one(asked, name)).toEqual(expected);
});
