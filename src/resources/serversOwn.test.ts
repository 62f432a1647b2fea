import { head, load } from '../contract/contract.testing';
import { kindsOf } from './kinds';
import { isServersOwn } from './serversOwn';

const NAMES = [
  ['a member that is only read', 'id', true],
  ['a member of answers alone', 'status', true],
  ['a member that may be sent', 'note', false],
  ['a member that nothing declares', 'rank', false],
] as const;
const WAYS = [
  ['plain', (schema: object) => schema],
  ['in a wrapper', (data: object) => ({ type: 'object', properties: { data }, required: ['data'] })],
] as const;

test.each(WAYS.flatMap(([way, wrap]) => NAMES.map((row) => [way, wrap, ...row] as const)))(
  '%s: %4$s',
  async (_, wrap, __, name, expected) => {
    const json = (properties: object) => ({
      content: { 'application/json': { schema: wrap({ type: 'object', properties }) } },
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
  },
);

test('a member that only the items of a list have, where no GET shows one', async () => {
  const text = { type: 'string' };
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const order = { type: 'object', properties: { id: text, note: text, owner: text } };
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': {
        get: { responses: { 200: { description: 'all', ...content({ type: 'array', items: order }) } } },
        post: {
          requestBody: content({ type: 'object', properties: { note: text } }),
          responses: { 201: { description: 'made' } },
        },
      },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
  });
  const kind = kindsOf(contract.operations).at('/orders/{}');
  expect(kind && ['owner', 'note', 'rank'].map((name) => isServersOwn(kind, name))).toEqual([true, false, false]);
});
