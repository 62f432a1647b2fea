import { toExchange } from '../../../conformance/rules/exchange.testing';
import { head, load } from '../../contract/contract.testing';
import { kindsOf } from '../../resources/kinds';
import { namesSince } from './renamed';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = { 200: { description: 'done', ...json({}) } };
const body = json({ type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } });

test.each<[string, number, unknown, readonly string[]]>([
  ['is taken with the new name in its answer', 200, { id: 'b9' }, ['b9']],
  ['is taken with nothing in its answer', 204, undefined, ['b9']],
  ['is refused', 409, undefined, []],
  ['is refused, and repeats what was sent', 415, { id: 'b9' }, []],
  ['fails', 500, { id: 'b9' }, []],
])('a PUT of another name that %s names %j', async (_, status, shown, names) => {
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/notes': { post: { requestBody: body, responses: done } },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        put: { requestBody: body, responses: done },
      },
    },
  });
  const [kind] = kindsOf(contract.operations).items;
  if (!kind) throw new Error('The contract has no such kind.');
  const exchange = toExchange(contract, { ask: 'PUT /notes/7', sends: { id: 'b9' }, status, json: shown }, 1);
  const named = namesSince(kind, { item: kind.item, ids: ['7'] }, exchange, 'http://localhost');
  expect(named.map(({ ids }) => ids.at(-1))).toEqual(names);
});
