/** What is asked of what was handed over, beside what valid requests ask: contracts as literals, and the steps of the chains. */

import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { linesOfPlan } from '../probes/operation.testing';
import { state } from '../probes/state';
import { valid } from '../probes/valid';
import { suite } from '../suite';

const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true, schema: text };
const field = (name: string) => ({ name, in: 'header', schema: text });
const ok = { responses: { 200: { description: 'd' } } };
const gone = { responses: { 204: { description: 'd' } } };
const body = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: text } } } },
  },
};
const get = {
  parameters: [field('If-None-Match'), field('If-Modified-Since')],
  responses: { 200: { description: 'd' }, 304: { description: 'as it was' } },
};
const made = { '/ships': { post: { ...body, responses: { 201: { description: 'd' } } } } };
const params = { id: ['7', '8'] };

const CONDITIONS = [
  'read, what is there: GET /ships/7',
  'conditional, unless it has its ETag still: GET /ships/7',
  'conditional, unless it has the ETag of before: GET /ships/7',
  'conditional, if it was changed since 1970: GET /ships/7, If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
];

test.each<[string, object, object, readonly string[]]>([
  [
    'where the run could make ships',
    { ...made, '/ships/{id}': { parameters: [id], get, delete: gone } },
    { params },
    CONDITIONS,
  ],
  ['where nothing makes ships', { '/ships/{id}': { parameters: [id], get } }, { params }, CONDITIONS],
  ['where the contract says nothing of states', { '/ships/{id}': { parameters: [id], get: ok } }, { params }, []],
  ['where nothing was handed over', { '/ships/{id}': { parameters: [id], get } }, {}, []],
])('%s, conditions are set by a GET of what was handed over', async (_, paths, given, asks) => {
  expect(linesOfPlan(state, await readOnce(contractWith(paths)), 'GET /ships/{id}', given).asks).toEqual(asks);
});

test('the last one that was handed over is looked at before it is removed, and after it', async () => {
  const contract = await readOnce(contractWith({ '/ships/{id}': { parameters: [id], get: ok, delete: gone } }));
  const { cases } = plan(contract, { ...suite, probes: [valid] }, settingsOf({ seed: 1, params }));
  const steps = cases.map(({ request, claim, chain }) =>
    [claim.probe, request.operation.method, request.values['id'], chain?.step].join(' '),
  );
  expect(steps).toEqual([
    'valid GET 7 ',
    'valid GET 8 ',
    'valid DELETE 7 ',
    'state GET 8 read',
    'valid DELETE 8 remove',
    'state GET 8 read',
  ]);
});
