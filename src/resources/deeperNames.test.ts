import { head, load } from '../contract/contract.testing';
import type { Exchange } from '../engine/model/exchange';
import { parsedBody } from '../json/exactJson';
import { firstListed } from './answers/lists';
import { itemsMade, namesListed } from './answers/shown';
import { guessedNames } from './guessedNames';
import { candidates } from './identity';
import { type Kind, kindsOf } from './kinds';

const responses = { 200: { description: 'ok' }, 201: { description: 'made' } };

/** The kind of an item by its path: `/my/ships/{shipSymbol}`. */
async function kindAt(path: string): Promise<Kind> {
  const [, name = ''] = /\{(\w+)\}$/.exec(path) ?? [];
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string' } }];
  const collection = path.replace(/\/\{\w+\}$/, '');
  const contract = await load({
    ...head('3.1'),
    paths: { [collection]: { get: { responses }, post: { responses } }, [path]: { parameters, get: { responses } } },
  });
  const [kind] = kindsOf(contract.operations).all;
  if (!kind) throw new Error('There is no such kind.');
  return kind;
}

const answer = (value: unknown) => ({ status: 201, headers: [], body: Buffer.from(JSON.stringify(value)) });

/** The names that an answer to POST may mean, guesses marked by "?". */
function namesMade(kind: Kind, value: unknown): string[] {
  const request = { operation: kind.maker, values: {}, input: { like: {} } };
  const exchange = { case: { request }, request: { path: '/x' }, response: answer(value) } as unknown as Exchange;
  return candidates(kind, exchange, 'http://t').map(({ text, source }) => (source === 'guess' ? `${text}?` : text));
}

const ship = { symbol: 'ADA-1', nav: { systemSymbol: 'X1' }, cargo: { capacity: 40 } };

test.each([
  ['below two wrappers', '/my/ships/{shipSymbol}', { data: { ship, agent: { symbol: 'ADA' } } }, 'ADA-1'],
  ['below one wrapper', '/my/ships/{shipSymbol}', { data: ship }, 'ADA-1'],
  ['beside what it belongs to', '/orders/{orderId}', { customer: { id: 3 }, data: { order: { id: 7 } } }, '7'],
  ['as an identifier', '/orders/{orderId}', { orderIdentifier: 'o-7', status: 'new' }, 'o-7'],
  ['below a wrapper, as an identifier', '/orders/{id}', { order: { identifier: 'o-7' } }, 'o-7'],
  ['below JSON:API attributes', '/orders/{id}', { data: { type: 'orders', id: '7', attributes: { id: '9' } } }, '7'],
])('what was made is named %s', async (_, path, value, name) => {
  expect(namesMade(await kindAt(path), value)[0]).toBe(name);
});

test('what is not called like the thing names nothing, unless a GET shows it', async () => {
  const kind = await kindAt('/orders/{orderId}');
  expect(namesMade(kind, { data: { customer: { id: 3 }, invoice: { id: 4 } } })).toEqual(['3?', '4?']);
});

test.each([
  ['below a member', '/things/{id}', { items: [{ value: { id: 7, name: 'a' }, etag: 'x' }] }, ['7']],
  ['below a node', '/things/{id}', { edges: [{ cursor: 'c', node: { id: 7 } }] }, ['7']],
  ['as a symbol', '/my/ships/{shipSymbol}', { data: [ship], meta: { total: 1 } }, ['ADA-1']],
  ['as identifiers', '/orders/{orderId}', { createdOrders: [{ orderIdentifier: 'o-7' }] }, ['o-7']],
  ['by the thing within', '/orders/{id}', { results: [{ order: { id: 7 }, links: {} }] }, ['7']],
])('a list names its items %s', async (_, path, value, names) => {
  const kind = await kindAt(path);
  expect(namesListed(kind, { ...answer(value), status: 200 } as never)).toEqual(names);
  expect(
    firstListed(kind, {
      case: { request: { operation: kind.lister ?? {} } },
      response: { ...answer(value), status: 200 },
    } as never)[0],
  ).toBe(names[0]);
});

test('an answer that lists what was made names it', async () => {
  const kind = await kindAt('/orders/{orderId}');
  const body = parsedBody(Buffer.from('{"createdOrders":[{"orderIdentifier":"o-7","note":"n"}],"failed":0}'));
  if (!body) throw new Error('It cannot be read.');
  expect(itemsMade(kind, body, { texts: ['n'], refers: {} })).toEqual([
    { text: 'o-7', pointer: '/createdOrders/0/orderIdentifier' },
  ]);
  expect(guessedNames(kind, body, { input: { like: {} } as never })[0]?.text).toBe('o-7');
});
