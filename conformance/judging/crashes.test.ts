import { contractWith, readOnce } from '../contracts.testing';
import { type ExchangeLiteral, toExchange } from '../rules/exchange.testing';
import { whatFails } from './crashes';

const done = { responses: { 200: { description: 'd' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const api = contractWith({
  '/things/{id}': {
    parameters: [id],
    put: { requestBody: { content: { 'application/json': { schema: {} } } }, ...done },
  },
});

const put = (sends: unknown, thing = '7'): ExchangeLiteral => ({ ask: `PUT /things/${thing}`, sends, status: 200 });

test.each<readonly [string, readonly ExchangeLiteral[], readonly ExchangeLiteral[], string | undefined]>([
  [
    'an emoji, and not the five characters',
    [put({ name: 'abcd\u{1f331}', width: 1 })],
    [put({ name: 'abcde', width: 1 }), put({ name: '\u00fc', width: 2 })],
    'each request with a character beyond U+FFFF, such as an emoji, in /name',
  ],
  [
    'the id out of range, and not a name that is a number',
    [put({ name: 7 }, '4294967296'), put({ name: 'a' }, '4294967297')],
    [put({ name: 7 }), put({ name: 'a' })],
    'each request with a number beyond 32 bits, in id in the path',
  ],
  [
    'a member that others do not have',
    [put({ name: 'a', note: 'b' }), put({ name: 'b', note: 'c' })],
    [put({ name: 'a' }), put({ name: 'b' })],
    'each request with /note',
  ],
  [
    'a value that others do not have',
    [put({ name: 'a', soil: 'clay' }), put({ name: 'b', soil: 'clay' })],
    [put({ name: 'a', soil: 'loam' })],
    'each request with this value of /soil',
  ],
  ['two things that others do not have', [put({ soil: 'a', note: 'b' })], [put({ name: 'a' })], undefined],
  ['a request like one that was answered', [put({ name: 'a' })], [put({ name: 'a' })], undefined],
  ['whatever is sent', [put({ name: '\u{1f331}' })], [], undefined],
])('it fails at %s', async (_, failed, answered, says) => {
  const contract = await readOnce(api);
  const [one, other] = [failed, answered].map((all) => all.map((each, at) => toExchange(contract, each, at + 1)));
  expect(whatFails(one ?? [], other ?? [])).toBe(says);
});
