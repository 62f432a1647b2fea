import { head, load } from '../../src/contract/contract.testing';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

test('gives no other name to what the path names, under a media type that is not declared', async () => {
  const properties = { name: { type: 'string' }, admin: { type: 'boolean' } };
  const content = { 'application/json': { schema: { type: 'object', properties, required: ['name'] } } };
  const parameters = [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = { 200: { description: 'ok', content } };
  const made = { responses: { 201: { description: 'made', content } }, requestBody: { content } };
  const item = {
    get: { parameters, responses },
    patch: { parameters, responses, requestBody: { content } },
    delete: { parameters, responses: { 204: { description: 'gone' } } },
  };
  const contract = await load({ ...head('3.1'), paths: { '/users': { post: made }, '/users/{name}': item } });
  const { cases } = plan(contract, suite, settingsOf({ seed: 1, writes: 'own' }));
  const mistyped = cases.filter(({ claim, request: { operation } }) => {
    return operation.method === 'PATCH' && claim.name === 'with content of a type that is not declared';
  });
  expect(mistyped.map(({ request: { input } }) => input.body?.bytes.toString())).toEqual(['{"admin":true}']);
});
