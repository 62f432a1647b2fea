/** Which values of a request may be the name of what it makes, though somebody else's thing may have the same: requests as literals. */

import { head, load } from '../contract/contract.testing';
import { NO_INPUT } from '../serialization/input';
import { fewNames } from './fewNames';
import { kindsOf } from './kinds';

const RULE = { enum: ['VALIDITY', 'COMPATIBILITY'] };
const rule = {
  type: 'object',
  properties: {
    type: RULE,
    types: { type: 'array', items: RULE },
    scope: { const: 'global' },
    public: { type: 'boolean' },
    weekday: { type: 'integer', minimum: 1, maximum: 7 },
    litres: { type: 'number', minimum: 0 },
    name: { type: 'string' },
    config: { type: 'string' },
    bedId: { type: 'integer' },
    rule: { type: 'object', properties: { type: RULE, far: { type: 'object', properties: { type: RULE } } } },
  },
};
const PATHS = {
  '/rules': {
    post: {
      parameters: [
        { name: 'kind', in: 'query', schema: RULE },
        { name: 'X-Kind', in: 'header', schema: RULE },
        { name: 'dry', in: 'query', schema: { type: 'boolean' } },
      ],
      requestBody: {
        content: {
          'application/json': { schema: rule },
          'application/x-www-form-urlencoded': { schema: rule },
          'text/plain': { schema: RULE },
        },
      },
      responses: { 201: { description: 'made' } },
    },
  },
  '/rules/{rule}': {
    get: {
      parameters: [{ name: 'rule', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'ok' } },
    },
  },
};

const OWN = 'soil-1a2b3c4d';

type Sent = Partial<Record<'json' | 'text' | 'form', unknown>> & {
  readonly type?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly refers?: Readonly<Record<string, string>>;
};

test.each<[string, Sent, readonly string[]]>([
  ['a listed value', { json: { type: 'VALIDITY', config: `${OWN}-long` } }, ['type VALIDITY']],
  ['the only value', { json: { scope: 'global' } }, ['scope global']],
  ['a flag', { json: { public: false } }, ['public false']],
  ['one of few numbers', { json: { weekday: 3 } }, ['weekday 3']],
  ['one of many numbers', { json: { litres: 3 } }, []],
  ['a day', { json: { config: '2026-11-27' } }, ['config 2026-11-27']],
  ['a short text', { json: { config: 'EUR' } }, ['config EUR']],
  ['a long text', { json: { config: 'what nobody has' } }, []],
  ['a value that no longer is a listed one', { json: { type: 'VALIDITYx' } }, ['type VALIDITYx']],
  ['a list of listed values', { json: { types: ['VALIDITY'] } }, ['types VALIDITY']],
  ['in the object that wraps it', { json: { rule: { type: 'VALIDITY' } } }, ['type VALIDITY']],
  ['far within', { json: { rule: { far: { type: 'VALIDITY' } } } }, []],
  ['a member that the contract does not have', { json: { kind: 'eu' } }, ['kind eu']],
  [
    'JSON under another type',
    { json: { type: 'VALIDITY' }, type: 'application/json;charset=utf-8' },
    ['type VALIDITY'],
  ],
  ['JSON under a wrong type', { json: { public: true }, type: 'application/x-undeclared' }, ['public true']],
  ['a form', { form: 'type=VALIDITY', type: 'application/x-www-form-urlencoded' }, ['type VALIDITY']],
  ['a text under a wrong type', { text: 'VALIDITY' }, [' VALIDITY']],
  ['a text', { text: 'VALIDITY', type: 'text/plain' }, [' VALIDITY']],
  ['the query', { query: { kind: 'VALIDITY' } }, ['kind VALIDITY']],
  ['a flag in the query', { query: { dry: 'true' } }, ['dry true']],
  ['a field of the header', { headers: { 'x-kind': 'VALIDITY' } }, ['X-Kind VALIDITY']],
  ['a field that the contract does not have', { headers: { 'X-Other': 'VALIDITY' } }, []],
  ['beside a name of its own', { json: { type: 'VALIDITY', name: OWN } }, []],
  ['beside an id that nobody has', { json: { type: 'VALIDITY', bedId: 1234567890123 } }, []],
  ['beside a name that is nobody’s own', { json: { type: 'VALIDITY', name: 'Ada' } }, ['type VALIDITY', 'name Ada']],
  ['for a thing of the run', { json: { type: 'VALIDITY', bedId: 7 }, refers: { bedId: '7' } }, []],
  ['nothing', {}, []],
])('%s', async (_, { json, form, text, type = 'application/json', query = {}, headers = {}, refers }, expected) => {
  const { operations } = await load({ ...head('3.1'), paths: PATHS });
  const operation = operations.find(({ method }) => method === 'POST');
  const kind = operation && kindsOf(operations).madeBy(operation);
  if (!operation || !kind) throw new Error('Nothing makes rules.');
  const written = json === undefined ? (form ?? text) : JSON.stringify(json);
  const input = {
    ...NO_INPUT,
    body: written === undefined ? undefined : { bytes: Buffer.from(String(written)), contentType: type },
    query: Object.entries(query).map(([name, value]) => ({ name, value })),
    headers: Object.entries(headers),
    ...(refers ? { refers } : {}),
  };
  const found = fewNames(kind, { operation, input }, (each) => /^\d{10,}$/.test(each));
  expect(found.map(({ name, text: value }) => `${name} ${value}`)).toEqual(expected);
});
