/** What is asked for where an operation may change anything: the least that lets it be asked. */

import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import type { Known } from '../model/probe';
import { CONSENTS } from './consents';
import { whyLeftOut } from './whyLeftOut';

const responses = { 200: { description: 'done' } };
const body = { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } };

test.each([
  ['what reads by a body', 'POST /keys/search', 'handed over', CONSENTS.body],
  ['what moves others by a body', 'POST /keys/activate', 'own', CONSENTS.body],
  ['what takes no body', 'POST /keys/compact', 'own', CONSENTS.any],
  ['what makes a thing that can be removed', 'POST /keys', 'handed over', CONSENTS.own],
])('%s', async (_, name, writes, expected) => {
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/keys': { post: { ...body, responses: { 201: { description: 'made' } } } },
      '/keys/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: { responses },
      },
      '/keys/search': { post: { ...body, responses } },
      '/keys/activate': { post: { ...body, responses } },
      '/keys/compact': { post: { responses } },
    },
  });
  const known = {
    wanted: { everythingExists: false, writes },
    handedOver: { bodies: () => [] },
    contract: { kinds: kindsOf(contract.operations) },
  };
  const operation = contract.operations.find((each) => each.name === name);
  const surroundings = { needs: undefined, twins: undefined, servers: { elsewhere: () => undefined } };
  const why = operation && whyLeftOut(operation, known as unknown as Known, surroundings as never);
  expect(why?.handOver).toEqual([expected]);
});
