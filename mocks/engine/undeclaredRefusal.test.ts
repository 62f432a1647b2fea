/** What no operation declares is refused in the words of the framework of the contract. */

import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { serveMock } from '../server';

const text = { type: 'string' };
const MESSAGE = { type: 'object', properties: { loc: { type: 'array', items: text }, msg: text, type: text } };
const FAST_API = { type: 'object', properties: { detail: { type: 'array', items: MESSAGE } } };

test.each([
  ['FastAPI', FAST_API, 'application/json', { detail: 'Not authenticated' }],
  ['others', { type: 'object' }, 'application/problem+json', expect.objectContaining({ status: 401 })],
])('a request without a credential, of %s', async (_, schema, type, expected) => {
  const refused = { description: 'd', content: { 'application/json': { schema } } };
  const get = { security: [{ b: [] }], responses: { 204: { description: 'd' }, 422: refused } };
  const contract = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/things': { get } } },
    components: { securitySchemes: { b: { type: 'http', scheme: 'bearer' } } },
  };
  const file = join(folderOf({ 'openapi.json': JSON.stringify(contract) }), 'openapi.json');
  const mock = await serveMock({ contract: file, port: 0 });
  try {
    const { body, headers } = await supertest(mock.url).get('/things').expect(401);
    expect([headers['content-type'], headers['www-authenticate'], body]).toEqual([type, 'Bearer', expected]);
  } finally {
    await mock.close();
  }
});
