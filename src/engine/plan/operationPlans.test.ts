/** In which order operations are planned, and so sent where nothing else says it. */

import { suite } from '../../../conformance/suite';
import { head, load } from '../../contract/contract.testing';
import { atOnce } from '../../support/letOthersRun';
import { settingsOf } from '../settingsOf';
import { beginPlan, plan } from './plan';

const responses = { 200: { description: 'ok' } };
const done = { responses };
const named = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }], responses };

test('what begins something comes before what may need it, and what ends it after that', async () => {
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/logout': { post: done },
      '/scheduler/stop': { post: done },
      '/jobs/{id}': { get: named, delete: named },
      '/jobs/{id}/pause': { post: named },
      '/jobs': { get: done, post: done },
      '/scheduler/start': { post: done },
      '/jobs/{id}/resume': { post: named },
    },
  });
  const { cases } = atOnce(beginPlan(contract, suite, settingsOf({ seed: 7 })));
  const order: string[] = [];
  while (cases.upcoming) {
    order.push(cases.upcoming.name);
    atOnce(cases.next());
  }
  expect(order).toEqual([
    'GET /jobs/{id}',
    'GET /jobs',
    'POST /scheduler/start',
    'POST /jobs/{id}/resume',
    'POST /jobs',
    'POST /jobs/{id}/pause',
    'POST /scheduler/stop',
    'DELETE /jobs/{id}',
    'POST /logout',
  ]);
});

test('what is made in a thing of the run is made plainly before anything that breaks the contract is sent there', async () => {
  const body = {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
      },
    },
  };
  const made = { requestBody: body, responses: { 201: { description: 'made' } } };
  const { parameters } = named;
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/hospitals': { get: done, post: made },
      '/hospitals/{id}': { get: named, delete: named },
      '/hospitals/{id}/patients': { get: named, post: { parameters, ...made } },
      '/hospitals/{id}/patients/{patient}': {
        parameters: [...parameters, { ...parameters[0], name: 'patient' }],
        get: done,
        delete: done,
      },
    },
  });
  const { cases } = plan(contract, suite, settingsOf({ seed: 7, writes: 'own' }));
  const asked = cases.filter(({ request }) => request.operation.name === 'POST /hospitals/{id}/patients');
  const probes = asked.filter(({ chain }) => chain?.step === undefined).map(({ claim }) => claim.probe);
  expect(probes[0]).toBe('valid');
  expect(probes).toContain('invalid');
});
