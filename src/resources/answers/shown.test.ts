import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { readJson } from '../../json/exactJson';
import { type Kind, kindsOf } from '../kinds';
import {
  hasOtherTexts,
  itemsMade,
  itemsUnnamed,
  listedItem,
  listShows,
  namesListed,
  shows,
  valuesOfList,
} from './shown';

const PROOF = { texts: ['soil-1a2b3c4d'], refers: { bedId: '7' } };

async function orders(): Promise<Kind> {
  const responses = { 200: { description: 'ok' } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': { get: { responses }, post: { responses } },
      '/orders/{id}': { parameters, get: { responses } },
    },
  });
  const kind = kindsOf(contract.operations).at('/orders/{}');
  if (!kind) throw new Error('There is no such kind.');
  return kind;
}

const answer = (body: string) => ({ status: 200, headers: [], body: Buffer.from(body) }) as unknown as Response;

test.each([
  ['a member of its own', '{"id":3,"name":"soil-1a2b3c4d"}', true],
  ['a member that was trimmed and put in capitals', '{"id":3,"name":"SOIL-1A2B3C4D"}', true],
  ['an object that is wrapped by a usual name', '{"data":{"id":3,"attributes":{"name":"soil-1a2b3c4d"}}}', true],
  ['the attributes of a thing', '{"id":3,"attributes":{"name":"soil-1a2b3c4d"}}', true],
  ['what belongs to something else in it', '{"id":3,"lastComment":{"text":"soil-1a2b3c4d"}}', false],
  ['the name of what was made for it', '{"id":3,"bed_id":7}', true],
  ['that number as something else', '{"id":3,"width":7}', false],
])('finds what was sent in %s', async (_, body, expected) => {
  expect(shows(await orders(), answer(body), PROOF)).toBe(expected);
});

test('tells what a list shows of one of its items', async () => {
  const kind = await orders();
  const list = answer('{"data":[{"id":3,"name":"other"},{"node":{"id":4}},{"id":5,"name":"soil-1a2b3c4d"}]}');
  expect(namesListed(kind, list)).toEqual(['3', '4', '5']);
  expect(['3', '5', '6'].map((name) => listShows(kind, list, name, PROOF))).toEqual([false, true, undefined]);
  expect(namesListed(kind, answer('{"id":3}'))).toBeUndefined();
});

test.each([
  ['{"7f3e":{"id":"7f3e","name":"Oak"},"81a0":{"id":"81a0"}}', ['7f3e', '81a0']],
  ['{"7":{"id":7,"name":"Oak"}}', ['7']],
  // Nothing shows that the keys name what they hold.
  ['{"7f3e":{"name":"Oak"}}', undefined],
  ['{"order":{"id":7,"type":"order"}}', undefined],
  ['{"7":{"id":7},"total":1}', undefined],
  ['{}', undefined],
])('names the items of a list that is kept by their names: %s', async (body, names) => {
  const kind = await orders();
  expect(namesListed(kind, answer(body))).toEqual(names);
  expect(valuesOfList(kind, answer(body))).toEqual(names && Object.values(JSON.parse(body) as object));
});

test('tells the items of a list that have no name of their own', async () => {
  const list = answer('[{"id":3},{"id":4,"a":1},{"id":4,"a":2},{"size":5}]');
  expect(itemsUnnamed(await orders(), list)).toEqual([{ id: 4, a: 1 }, { id: 4, a: 2 }, { size: 5 }]);
  expect(itemsUnnamed(await orders(), answer('{"id":3}'))).toEqual([]);
});

test('takes the items of an answer that have what was sent', async () => {
  const body = readJson('[{"id":3,"name":"Ada"},{"id":4,"name":"soil-1a2b3c4d"}]');
  expect(itemsMade(await orders(), body, PROOF)).toEqual([{ text: '4', pointer: '/1/id' }]);
});

test.each([
  ['what was sent', { id: 3, name: 'soil-1a2b3c4d' }, false],
  [
    'numbers and dates that the service adds',
    { id: 3, name: 'soil-1a2b3c4d', rank: 4, at: '2026-11-22T10:00:00Z' },
    false,
  ],
  [
    'an address of its own',
    { id: 'ord_3', name: 'soil-1a2b3c4d', href: '/orders/ord_3', url: 'https://a.example' },
    false,
  ],
  ['what is empty', { id: 3, name: 'soil-1a2b3c4d', note: '' }, false],
  ['what the contract says that the service sets', { id: 3, name: 'soil-1a2b3c4d', status: 'new' }, false],
  ['a note of somebody else', { id: 3, name: 'soil-1a2b3c4d', note: 'copied' }, true],
  ['the same where it is wrapped', { data: { id: 3, name: 'soil-1a2b3c4d', note: 'copied' } }, true],
])('a thing that has %s', async (_, value, expected) => {
  const sent = { name: 'soil-1a2b3c4d' };
  expect(hasOtherTexts(await orders(), value, sent, (name) => name === 'status')).toBe(expected);
});

test('takes the one item of a list that has a name', async () => {
  const kind = await orders();
  const list = answer('{"data":[{"id":3,"name":"other"},{"id":4},{"id":4}]}');
  expect(listedItem(kind, list, '3')).toEqual({ id: 3, name: 'other' });
  expect(listedItem(kind, list, '4')).toBeUndefined();
});
