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

test('keeps the text of the run valid in a body with a member that is not', async () => {
  const properties = { name: { type: 'string' }, until: { type: 'string', format: 'date' } };
  const content = { 'application/json': { schema: { type: 'object', properties, required: ['name', 'until'] } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const responses = { 200: { description: 'ok', content } };
  const item = {
    get: { parameters, responses },
    put: { parameters, responses, requestBody: { content } },
    delete: { parameters, responses: { 204: { description: 'gone' } } },
  };
  const made = { responses: { 201: { description: 'made', content } }, requestBody: { content } };
  const contract = await load({ ...head('3.1'), paths: { '/rooms': { post: made }, '/rooms/{id}': item } });
  const { cases } = plan(contract, suite, settingsOf({ seed: 1, writes: 'own' }));
  const [broken] = cases.filter(({ claim, request: { operation } }) => {
    return operation.method === 'PUT' && claim.name === 'with a member that is not valid';
  });
  expect(JSON.parse(broken?.request.input.body?.bytes.toString() ?? '{}')).toEqual({
    name: expect.any(String),
    until: expect.any(Number),
  });
});

test('puts an item into a list that is empty by default', async () => {
  const tags = { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3, default: [] };
  const content = { 'application/json': { schema: { type: 'object', properties: { tags, on: { type: 'boolean' } } } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const responses = { 200: { description: 'ok', content } };
  const item = {
    get: { parameters, responses },
    put: { parameters, responses, requestBody: { content } },
    delete: { parameters, responses: { 204: { description: 'gone' } } },
  };
  const made = { responses: { 201: { description: 'made', content } }, requestBody: { content } };
  const contract = await load({ ...head('3.1'), paths: { '/rooms': { post: made }, '/rooms/{id}': item } });
  const { cases } = plan(contract, suite, settingsOf({ seed: 1, writes: 'own' }));
  const [put] = cases.filter(({ claim }) => claim.name === 'with all that there is');
  expect(JSON.parse(put?.request.input.body?.bytes.toString() ?? '{}').tags).toHaveLength(1);
});
