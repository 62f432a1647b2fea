import { load } from '../../contract/contract.testing';
import { contractFrom } from './diff.testing';
import { touchedOperations } from './touchedOperations';

const reading = (name: string, more: object = {}) => ({
  get: {
    operationId: name,
    responses: {
      200: { description: 'ok', content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
    },
    ...more,
  },
});
const contract = (schemas: object, paths: object = {}, more: object = {}) =>
  contractFrom({}, { paths: { '/a': reading('A'), '/b': reading('B'), ...paths }, components: { schemas }, ...more });

const A = { type: 'object', properties: { child: { $ref: '#/components/schemas/A' }, n: { type: 'string' } } };
const OLD = contract({ A, B: { type: 'string' } });

test.each<[string, object, string[]]>([
  ['nothing', OLD, []],
  ['a description', contract({ A: { ...A, description: 'more' }, B: { type: 'string', title: 'B' } }), []],
  ['a component', contract({ A, B: { type: 'string', maxLength: 3 } }), ['GET /b']],
  ['an example', contract({ A, B: { type: 'string', example: 'x' } }), ['GET /b']],
  ['a schema that leads back to itself', contract({ A: { ...A, required: ['n'] }, B: { type: 'string' } }), ['GET /a']],
  ['a new operation', contract({ A, B: { type: 'string' } }, { '/c': reading('B') }), ['GET /c']],
  ['the servers', contract({ A, B: { type: 'string' } }, {}, { servers: [{ url: '/v2' }] }), ['GET /a', 'GET /b']],
  [
    'the scopes of a token, and a callback',
    contract(
      { A, B: { type: 'string' } },
      {
        '/a': reading('A', { security: [{ o: ['read'] }] }),
        '/b': reading('B', { callbacks: { c: { '{$request.query.u}': { post: { responses: {} } } } } }),
      },
    ),
    ['GET /a', 'GET /b'],
  ],
  [
    'a parameter',
    contract(
      { A, B: { type: 'string' } },
      { '/b': reading('B', { parameters: [{ name: 'q', in: 'query', schema: {} }] }) },
    ),
    ['GET /b'],
  ],
])('%s', async (_name, now, expected) => {
  const touched = touchedOperations(await load(OLD), await load(now));
  expect([...touched].map(({ name }) => name)).toEqual(expected);
});
