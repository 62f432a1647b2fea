import { head, load } from '../contract/contract.testing';
import { kindsOf } from './kinds';
import { isServersOwn } from './serversOwn';

test.each([
  ['a member that is only read', 'id', true],
  ['a member of answers alone', 'status', true],
  ['a member that may be sent', 'note', false],
  ['a member that nothing declares', 'rank', false],
])('%s', async (_, name, expected) => {
  const json = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const text = { type: 'string' };
  const sent = { id: { ...text, readOnly: true }, note: text };
  const made = { 201: { description: 'made', ...json({ ...sent, status: text }) } };
  const one = { 200: { description: 'one', ...json({ ...sent, status: text }) } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': { post: { requestBody: json(sent), responses: made } },
      '/orders/{id}': { parameters, get: { responses: one } },
    },
  });
  const kind = kindsOf(contract.operations).at('/orders/{}');
  expect(kind && isServersOwn(kind, name)).toBe(expected);
});
