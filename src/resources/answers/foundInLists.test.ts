import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../kinds';
import { findListed } from './lists';

const NAME = 'soil-1a2b3c4d';
const NOTE = 'dark-1a2b3c4d';

/** Looks in a list of pools for one that was sent with some texts. */
async function find(like: Readonly<Record<string, string>>, ...pools: object[]) {
  const responses = { 200: { description: 'ok' } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const paths = {
    '/pools': { get: { responses }, post: { responses } },
    '/pools/{id}': { parameters, get: { responses } },
  };
  const [kind] = kindsOf((await load({ ...head('3.1'), paths })).operations).items;
  if (!kind) throw new Error('There is no such kind.');
  return findListed(
    kind,
    { status: 200, headers: [], body: Buffer.from(JSON.stringify(pools)) } as unknown as Response,
    like,
  );
}

test.each<[string, Readonly<Record<string, string>>, readonly object[], string | undefined]>([
  ['has all texts', { name: NAME, note: NOTE }, [{ id: '7', name: NAME, note: NOTE }], '7'],
  ['has a text that nobody else can have', { name: NAME, note: NOTE }, [{ id: '7', name: 'pool 7', note: NOTE }], '7'],
  ['has its id in a member', { name: NAME }, [{ metadata: { id: '7' }, name: NAME }], '7'],
  ['has ids in two members', { name: NAME }, [{ a: { id: '7' }, b: { id: '8' }, name: NAME }], undefined],
  ['has its own id, and that of another in a member', { name: NAME }, [{ id: '7', b: { id: '8' }, name: NAME }], '7'],
  [
    'has an ordinary text, and is a stranger',
    { name: NAME, note: 'none' },
    [{ id: '3', name: 'theirs', note: 'none' }],
    undefined,
  ],
  [
    'has an example of the contract, and is a stranger',
    { name: NAME, code: 'EUR', phone: '+4912345678' },
    [{ id: '3', name: 'theirs', code: 'EUR', phone: '+4912345678' }],
    undefined,
  ],
  [
    'has one text, beside a stranger with an ordinary one',
    { name: NAME, note: 'none' },
    [
      { id: '3', name: 'theirs', note: 'none' },
      { id: '7', name: NAME },
    ],
    '7',
  ],
  [
    'has such a text in another member',
    { name: NAME, note: NOTE },
    [{ id: '3', title: 'like', seen: NOTE }],
    undefined,
  ],
  [
    'is one of two with such a text',
    { name: NAME, note: NOTE },
    [
      { id: '3', name: 'copy', note: NOTE },
      { id: '7', name: 'pool 7', note: NOTE },
    ],
    undefined,
  ],
])('of what was sent is found what %s', async (_, like, pools, expected) => {
  expect(await find(like, ...pools)).toBe(expected);
});
