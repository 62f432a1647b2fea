import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { reachOf } from './reach';

const responses = { 200: { description: 'ok' } };
const operation = { responses };

const parameters = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

test('what makes, changes and removes items reaches no others, and what actions reach nobody knows', async () => {
  const { operations } = await load({
    ...head('3.1'),
    paths: {
      '/shops': { get: operation, post: operation },
      '/shops/{shop}': { parameters: parameters('shop'), get: operation, put: operation, delete: operation },
      '/shops/{shop}/notes': { parameters: parameters('shop'), get: operation, post: operation },
      '/shops/{shop}/notes/{id}': { parameters: parameters('shop', 'id'), get: operation, patch: operation },
      '/orders': { get: operation, post: operation },
      '/orders/{id}': { parameters: parameters('id'), get: operation, put: operation },
      '/orders/{id}/pay': { parameters: parameters('id'), post: operation },
      '/mode': { get: operation, put: operation },
    },
  });
  const reachesNoOthers = reachOf(operations, kindsOf(operations));
  expect(operations.filter((each) => !each.safe && reachesNoOthers(each)).map(({ name }) => name)).toEqual([
    'PUT /shops/{shop}',
    'DELETE /shops/{shop}',
    'POST /shops/{shop}/notes',
    'PATCH /shops/{shop}/notes/{id}',
  ]);
});
