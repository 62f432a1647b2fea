/** What is sent about something that is not there, by all probes: nothing that a service may make of it stays. */

import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const components = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const security = [{ bearer: [] }];
const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const requestBody = { content: { 'application/json': { schema } } };

function answers(...statuses: readonly number[]) {
  return { security, responses: Object.fromEntries(statuses.map((status) => [status, { description: 'd' }])) };
}

const ok = answers(200);
const written = { ...ok, requestBody };

/** Returns how each way of asking asks about what is not there: `anonymous, broken`. */
async function asked(
  path: string,
  method: string,
  operations: object,
  { below, ...given }: { readonly below?: object },
): Promise<string[]> {
  const contract = await readOnce(
    contractWith({ '/queues': { get: ok }, [path]: { parameters, ...operations }, ...below }, { components }),
  );
  const { cases } = plan(contract, suite, settingsOf({ seed: 1, ...given }));
  const about = cases.filter(
    ({ request, claim, waitsFor }) =>
      request.operation.name === `${method} ${path}` &&
      request.method === undefined &&
      !claim.exists &&
      waitsFor === undefined &&
      claim.violation?.inPath !== true,
  );
  const ways = about.map(({ claim: { probe, violation } }) => (violation ? `${probe}, broken` : probe));
  return [...new Set(ways)].sort();
}

const TOKEN = { token: 'sesame' };
const REFUSED = ['anonymous', 'scheme', 'wrong-token'];
const BROKEN = ['anonymous, broken', 'invalid, broken', 'scheme, broken', 'wrong-token, broken'];

test.each<[string, string, string, object, object, readonly string[]]>([
  ['a PUT that needs no body, and no right to remove', '/queues/{id}', 'PUT', { put: ok, delete: ok }, {}, []],
  ['a PUT that needs no body', '/queues/{id}', 'PUT', { put: ok, delete: ok }, TOKEN, ['unknown', 'unusual']],
  ['a PUT without a body, and no DELETE', '/queues/{id}', 'PUT', { put: ok }, TOKEN, []],
  [
    'a PUT that refuses what is missing',
    '/queues/{id}',
    'PUT',
    { put: answers(204, 404) },
    TOKEN,
    [...REFUSED, 'unknown', 'unusual'].sort(),
  ],
  ['a PUT that makes what is missing', '/queues/{id}', 'PUT', { put: answers(200, 201, 404) }, TOKEN, []],
  ['a PUT with a body', '/queues/{id}', 'PUT', { put: written }, TOKEN, [...BROKEN, 'unusual'].sort()],
  [
    'a PUT with a body, and no credential',
    '/queues/{id}',
    'PUT',
    { put: written, delete: ok },
    {},
    ['anonymous, broken', 'wrong-token, broken'],
  ],
  [
    'a PUT with a body that can be removed',
    '/queues/{id}',
    'PUT',
    { put: written, delete: ok },
    TOKEN,
    [...BROKEN, 'unknown', 'unusual'].sort(),
  ],
  ['a PATCH', '/queues/{id}', 'PATCH', { patch: written }, TOKEN, [...BROKEN, 'unusual'].sort()],
  [
    'a PUT of what a thing has one of',
    '/queues/{id}/plan',
    'PUT',
    { put: written },
    TOKEN,
    [...BROKEN, 'unusual'].sort(),
  ],
  ['a POST in a thing', '/queues/{id}/jobs', 'POST', { post: written, get: ok }, TOKEN, [...BROKEN, 'unusual'].sort()],
  [
    'a POST in a thing, of what can be removed by its own name',
    '/queues/{id}/jobs',
    'POST',
    { post: written, get: ok },
    {
      ...TOKEN,
      below: {
        '/queues/{id}/jobs/{job}': { parameters: [...parameters, { ...parameters[0], name: 'job' }], delete: ok },
      },
    },
    [...BROKEN, 'unusual'].sort(),
  ],
  [
    'an action without a body',
    '/queues/{id}/stop',
    'POST',
    { post: ok },
    TOKEN,
    [...REFUSED, 'unknown', 'unusual'].sort(),
  ],
  ['a DELETE', '/queues/{id}', 'DELETE', { delete: ok }, TOKEN, [...REFUSED, 'unknown', 'unusual'].sort()],
  [
    'a PUT, where the run may make things and cannot remove them',
    '/queues/{id}',
    'PUT',
    { put: written },
    { ...TOKEN, writes: 'own' },
    [...BROKEN, 'unusual'].sort(),
  ],
  [
    'a PUT at a throw-away target',
    '/queues/{id}',
    'PUT',
    { put: ok },
    { ...TOKEN, writes: 'any' },
    ['scheme', 'unknown', 'unusual'],
  ],
])('%s: nothing stays that is made of it', async (_, path, method, operations, given, ways) => {
  expect(await asked(path, method, operations, given)).toEqual(ways);
});
