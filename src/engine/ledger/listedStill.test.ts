import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../../resources/kinds';
import { notedEntry } from './entry';
import { marksIn } from './keptRemoved';
import { isListedStill, listerOf } from './listedStill';

const text = { type: 'string' };
const responses = { 200: { description: 'ok' } };
const named = (...names: string[]) =>
  names.map((name) => ({ name, in: 'path' as const, required: true, schema: text }));

async function entryOf(item: string, ids: readonly string[], texts: readonly string[]) {
  const { operations } = await load({
    ...head('3.1'),
    paths: {
      '/orders': { get: { responses }, post: { responses } },
      '/orders/{id}': { parameters: named('id'), delete: { responses } },
      '/rules': { get: { responses }, post: { responses } },
      '/rules/{host}/{port}': { parameters: named('host', 'port'), delete: { responses } },
    },
  });
  const kind = kindsOf(operations).items.find((each) => each.item === item);
  if (!kind) throw new Error(`There is no kind ${item}.`);
  return notedEntry({ item, ids }, kind, { texts, refers: {} }, {});
}

const answer = (value: unknown, status = 200) =>
  ({ status, headers: [], body: Buffer.from(JSON.stringify(value)) }) as unknown as Response;

const ORDER = ['/orders/{}', ['7'], ['soil-7f3e91c2']] as const;
const RULE = ['/rules/{}/{}', ['soil', '1'], []] as const;

test.each<[string, readonly [string, readonly string[], readonly string[]], unknown, boolean]>([
  ['one that shows its text is there', ORDER, [{ id: 7, name: 'soil-7f3e91c2' }], true],
  ['one without its text is another one, which has its id since', ORDER, [{ id: 7, name: 'What Ada keeps' }], false],
  ['one that says that it was removed is gone', ORDER, [{ id: 7, name: 'soil-7f3e91c2', deleted: true }], false],
  ['one that was inactive before is there', ORDER, [{ id: 7, name: 'soil-7f3e91c2', active: false }], true],
  ['one that is not listed is gone', ORDER, [{ id: 8, name: 'soil-7f3e91c2' }], false],
  ['what is no list shows nothing', ORDER, { message: '7' }, false],
  ['one with all of several names is there', RULE, { items: [{ host: 'soil', port: 1 }] }, true],
  ['one with some of several names is another one', RULE, [{ host: 'soil', port: 2 }], false],
])('%s', async (_, [item, ids, texts], shown, expected) => {
  const entry = await entryOf(item, ids, texts);
  entry.content.seen.add(marksIn({ active: false }));
  entry.removed = true;
  expect(isListedStill(entry, answer(shown))).toBe(expected);
  expect(isListedStill(entry, answer(shown, 500))).toBe(false);
});

test('what several names stand for is shown by the list of its collection', async () => {
  expect(listerOf(await entryOf(...RULE))?.name).toBe('GET /rules');
  expect((await entryOf(...RULE)).kind.lister).toBeUndefined();
});
