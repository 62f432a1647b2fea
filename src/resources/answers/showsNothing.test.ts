import { head, load } from '../../contract/contract.testing';
import { showsNothing } from './showsNothing';

const content = { content: { 'application/json': {} } };
const said = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'd', ...(status === 200 ? content : {}) }]));

test.each<[string, object, number, string, boolean]>([
  ['no content where content is declared', said(200), 204, '', true],
  ['an empty content', said(200), 200, '', true],
  ['null', said(200), 200, 'null', true],
  ['a thing', said(200), 200, '{"id":7}', false],
  ['an empty list', said(200), 200, '[]', false],
  ['no content, as it is declared', said(204), 204, '', false],
  ['no content, as it is declared beside another success', said(200, 204), 204, '', false],
  ['no content where nothing is declared of it', { default: { description: 'd' } }, 204, '', false],
  ['a refusal', said(200), 404, '', false],
])('an answer with %s', async (_, responses, status, body, expected) => {
  const [reader] = (await load({ ...head('3.1'), paths: { '/me': { get: { responses } } } })).operations;
  if (!reader) throw new Error('There is no operation.');
  const response = { status, headers: [], body: Buffer.from(body) } as unknown as Parameters<typeof showsNothing>[1];
  expect(showsNothing(reader, response)).toBe(expected);
});
