import { readOnce } from '../../../conformance/contracts.testing';
import { type ExchangeLiteral, toExchange } from '../../../conformance/rules/exchange.testing';
import { createTouches } from './touches';

const responses = { 200: { description: 'd' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const act = { responses };
const label = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } };
const labelled = { responses: { 200: { description: 'd', content: { 'application/json': { schema: label } } } } };
const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths: {
    '/pots': { get: act, post: act, delete: act },
    '/pots/{id}': { parameters: [id], get: act, put: act, delete: act },
    '/pots/{id}/move': { parameters: [id], post: act },
    '/pots/{id}/leaves/{leaf}': { parameters: [id, { ...id, name: 'leaf' }], get: act, delete: act },
    '/pots/clear': { post: act },
    '/mode': { put: act, get: act },
    '/pots/{id}/labels': { parameters: [id], post: labelled },
    '/labels/{label}': { parameters: [{ ...id, name: 'label' }], get: labelled },
    '/shelves/{shelf}': { parameters: [{ ...id, name: 'shelf' }], delete: act },
  },
};

const look = (path: string): ExchangeLiteral => ({ ask: `GET ${path}`, status: 200 });

const madeIn = (pot: string): ExchangeLiteral => ({
  ask: `POST /pots/${pot}/labels`,
  step: 'make',
  id: '1',
  status: 200,
});

test.each<[sentence: string, literals: readonly ExchangeLiteral[], nearness: string | undefined]>([
  ['nothing is sent', [look('/pots/7'), look('/pots/7')], undefined],
  ['it is read', [look('/pots/7'), look('/pots/7'), look('/pots/7')], undefined],
  ['it is replaced', [look('/pots/7'), { ask: 'PUT /pots/7', status: 200 }, look('/pots/7')], 'it'],
  [
    'a slash is added to its path',
    [look('/pots/7'), { ask: 'PUT /pots/7', path: '/pots/7/', status: 200 }, look('/pots/7')],
    'it',
  ],
  ['it is removed', [look('/pots/7'), { ask: 'DELETE /pots/7', status: 204 }, look('/pots/7')], 'removal'],
  ['its removal is refused', [look('/pots/7'), { ask: 'DELETE /pots/7', status: 401 }, look('/pots/7')], undefined],
  ['its removal fails', [look('/pots/7'), { ask: 'DELETE /pots/7', status: 500 }, look('/pots/7')], 'removal'],
  ['its removal is answered by nothing', [look('/pots/7'), { ask: 'DELETE /pots/7' }, look('/pots/7')], 'removal'],
  [
    'its removal was accepted before',
    [{ ask: 'DELETE /pots/7', status: 202 }, look('/pots/7'), look('/pots/7')],
    'removal',
  ],
  ['it was removed before', [{ ask: 'DELETE /pots/7', status: 204 }, look('/pots/7'), look('/pots/7')], undefined],
  ['an action is done on it', [look('/pots/7'), { ask: 'POST /pots/7/move', status: 200 }, look('/pots/7')], 'it'],
  [
    'an action is done on another',
    [look('/pots/7'), { ask: 'POST /pots/8/move', status: 200 }, look('/pots/7')],
    undefined,
  ],
  ['another one is removed', [look('/pots/7'), { ask: 'DELETE /pots/8', status: 204 }, look('/pots/7')], undefined],
  [
    'what begins like it is removed',
    [look('/pots/7'), { ask: 'DELETE /pots/77', status: 204 }, look('/pots/7')],
    undefined,
  ],
  ['one is made beside it', [look('/pots/7'), { ask: 'POST /pots', status: 201 }, look('/pots/7')], 'beside'],
  ['one is put beside it', [look('/pots/7'), { ask: 'PUT /pots/8', status: 201 }, look('/pots/7')], 'beside'],
  ['all are removed', [look('/pots/7'), { ask: 'DELETE /pots', status: 204 }, look('/pots/7')], 'removal'],
  [
    'something is done to nobody knows which',
    [look('/pots/7'), { ask: 'POST /pots/clear', status: 204 }, look('/pots/7')],
    'it',
  ],
  [
    'what it lies in is removed',
    [look('/pots/7/leaves/1'), { ask: 'DELETE /pots/7', status: 204 }, look('/pots/7/leaves/1')],
    'removal',
  ],
  [
    'what lies in it is removed',
    [look('/pots/7'), { ask: 'DELETE /pots/7/leaves/1', status: 204 }, look('/pots/7')],
    'it',
  ],
  [
    'what it may lie in is removed, as nobody knows in what it was made',
    [look('/labels/1'), { ask: 'DELETE /pots/7', status: 204 }, look('/labels/1')],
    'removal',
  ],
  [
    'what the run has made it in is removed',
    [madeIn('7'), look('/labels/1'), { ask: 'DELETE /pots/7', status: 204 }, look('/labels/1')],
    'removal',
  ],
  [
    'another one is removed than that in which the run has made it',
    [madeIn('7'), look('/labels/1'), { ask: 'DELETE /pots/8', status: 204 }, look('/labels/1')],
    undefined,
  ],
  [
    'something is removed in which nothing of its kind is made',
    [look('/labels/1'), { ask: 'DELETE /shelves/7', status: 204 }, look('/labels/1')],
    undefined,
  ],
  [
    'a pot is made beside what a leaf lies in',
    [look('/pots/7/leaves/1'), { ask: 'POST /pots', status: 201 }, look('/pots/7/leaves/1')],
    undefined,
  ],
  [
    'what there is one of is replaced',
    [look('/pots/7'), { ask: 'PUT /mode', status: 200 }, look('/pots/7')],
    undefined,
  ],
])('%s between two looks', async (_sentence, literals, nearness) => {
  const contract = await readOnce(CONTRACT);
  const exchanges = literals.map((each, at) => toExchange(contract, each, at + 1));
  const touches = createTouches(() => contract.operations);
  for (const each of exchanges) touches.note(each);
  const looks = exchanges.filter(({ request }) => request.method === 'GET');
  const [earlier, later] = [looks[0], looks.at(-1)];
  expect(later && touches.between(earlier, later).map((each) => each.nearness)).toEqual(nearness ? [nearness] : []);
});

test('what is under way while a look is answered counts, whatever its number', async () => {
  const contract = await readOnce(CONTRACT);
  const [first, removal, second] = [look('/pots/7'), { ask: 'DELETE /pots/7', status: 204 }, look('/pots/7')].map(
    (each, at) => toExchange(contract, each, at + 1),
  );
  if (!first || !removal || !second) throw new Error('three exchanges');
  const between = (when: { sent: number; answered: number }) => {
    const touches = createTouches(() => contract.operations);
    touches.note({ ...removal, when });
    return touches.between({ ...first, when: { sent: 3, answered: 4 } }, { ...second, when: { sent: 7, answered: 9 } })
      .length;
  };
  expect([
    between({ sent: 1, answered: 2 }),
    between({ sent: 1, answered: 5 }),
    between({ sent: 8, answered: 12 }),
  ]).toEqual([0, 1, 1]);
  expect(between({ sent: 10, answered: 12 })).toBe(0);
});
