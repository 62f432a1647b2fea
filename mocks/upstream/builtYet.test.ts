import type { Operation } from '../../src/contract/contract';
import { type WholeAnswer, whyNotBuilt } from './builtYet';

const answer = (status: number, body = '', fields: Record<string, string> = {}): WholeAnswer => ({
  status,
  field: (name) => fields[name],
  body: Buffer.from(body),
});

interface Case {
  readonly path?: string;
  readonly template?: string;
  readonly method?: string;
  readonly answer: WholeAnswer;
  readonly beside?: WholeAnswer;
  readonly options?: WholeAnswer;
  readonly declared?: readonly string[];
  readonly hasWorked?: boolean;
}

function judge({ path = '/v1/orders/7', template = '/orders/{id}', method = 'GET', declared = [], ...rest }: Case) {
  const asked: string[] = [];
  const operation = { path: template, responses: declared.map((status) => ({ status })) } as unknown as Operation;
  const why = whyNotBuilt(
    { operation, method, path, base: '/v1', answer: rest.answer, hasWorked: rest.hasWorked ?? false },
    async (other, at) => {
      asked.push(`${other} ${at}`);
      return other === 'OPTIONS' ? rest.options : rest.beside;
    },
  );
  return why.then((said) => ({ isBuilt: said === undefined, asked }));
}

const SPRING = (path: string) =>
  `{"timestamp":"2026-11-23T02:25:00.${path.length}+00:00","status":404,"error":"Not Found","path":"${path}"}`;

test.each<[string, boolean, Case]>([
  ['501 is never built', false, { answer: answer(501) }],
  ['405 without Allow', false, { answer: answer(405) }],
  ['405 that allows the method', true, { answer: answer(405, '', { allow: 'GET, PUT' }) }],
  ['405 that allows others', false, { answer: answer(405, '', { allow: 'PUT' }), declared: ['405'] }],
  ['405 that the contract declares for bad input', true, { answer: answer(405), declared: ['405'] }],
  [
    'another 404 than that of an unknown path',
    true,
    { answer: answer(404, 'no order 7'), beside: answer(404, 'no path') },
  ],
  ['404 where unknown paths are refused otherwise', true, { answer: answer(404), beside: answer(401) }],
  [
    'the 404 of an unknown path, which names itself',
    false,
    { answer: answer(404, 'Cannot GET /v1/orders/7'), beside: answer(404, 'Cannot GET /v1/orders-espalier-nowhere/7') },
  ],
  [
    'the same 404 for both, where OPTIONS names the method',
    true,
    {
      answer: answer(404, SPRING('/v1/orders/7')),
      beside: answer(404, SPRING('/v1/orders-espalier-nowhere/7')),
      options: answer(200, '', { allow: 'GET,HEAD,OPTIONS' }),
    },
  ],
  [
    'the same 404 for both, where OPTIONS names other methods',
    false,
    { answer: answer(404), beside: answer(404), options: answer(200, '', { allow: 'PUT' }), hasWorked: true },
  ],
  [
    'the same 404 for both, where a 405 may name the methods of one route only',
    true,
    { answer: answer(404), beside: answer(404), options: answer(405, '', { allow: 'PUT' }), hasWorked: true },
  ],
  ['the same 404 for both, after a success', true, { answer: answer(404), beside: answer(404), hasWorked: true }],
  [
    'the same 404 for both, and nothing else to go by',
    false,
    { answer: answer(404), beside: answer(404), declared: ['404'] },
  ],
  [
    'no fixed segment, and a declared 404',
    true,
    { template: '/{id}', path: '/v1/7', answer: answer(404), declared: ['404'] },
  ],
  ['no fixed segment, and no declared 404', false, { template: '/{id}', path: '/v1/7', answer: answer(404) }],
  ['any other status', true, { answer: answer(500) }],
])('%s: built is %s', async (_, isBuilt, given) => {
  expect((await judge(given)).isBuilt).toBe(isBuilt);
});

test('only safe requests are sent to find out, to a neighbour of the same part of the service', async () => {
  const { asked } = await judge({
    method: 'POST',
    template: '/shops/{shop}/orders',
    path: '/v1/shops/7/orders',
    answer: answer(404),
    beside: answer(404),
  });
  expect(asked).toEqual(['GET /v1/shops-espalier-nowhere/7/orders', 'OPTIONS /v1/shops/7/orders']);
});
