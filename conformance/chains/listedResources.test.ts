import { head, load } from '../../src/contract/contract.testing';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

const done = { responses: { 200: { description: 'ok' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

test.each([
  ['own', []],
  ['any', ['DELETE /orders/{id}']],
] as const)('with --writes %s, what the run did not make is changed by %j', async (writes, expected) => {
  const paths = {
    '/orders': { get: done },
    '/orders/{id}': { parameters: [id], get: done, delete: done },
    // The run's own may be among them.
    '/me/tokens': { get: done },
    '/me/tokens/{id}': { parameters: [id], get: done, delete: done },
  };
  const { cases } = plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ seed: 1, writes }));
  const listed = cases.filter(
    ({ request, chain, waitsFor }) =>
      !request.operation.safe && chain?.kind === 'listed' && waitsFor?.needs !== undefined,
  );
  expect([...new Set(listed.map(({ request }) => request.operation.name))]).toEqual(expected);
});
