import { BED_NURSERY, contractWith } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { readOnlyKept } from './read-only-kept';

const told = 'lamora-0a1b2c3d';
const bed = { name: 'Rose', width: 3 };

const shows = (json: unknown) => ({ ask: 'GET /beds/7', step: 'read', status: 200, json }) as const;
const puts = (status = 200) =>
  ({ ask: 'PUT /beds/7', step: 'assign', sends: { ...bed, updatedAt: told }, status, json: {} }) as const;
const posts = (status = 201) => ({ ...puts(status), ask: 'POST /beds' }) as const;
const finds = (json: unknown) => ({ ask: 'GET /beds/8', step: 'assigned', status: 200, json }) as const;

const set = (member: string, value: string) =>
  should(
    `what is only read was set by a request: ${member}`,
    `not what was sent: ${member} ${value}`,
    `${member} ${value}`,
  );
const taken = set('/updatedAt', `"${told}"`);

ruleTable(readOnlyKept, BED_NURSERY, [
  ['a PUT sets what is only read', [shows(bed), puts(), shows({ ...bed, updatedAt: told })], taken],
  ['a POST sets what is only read', [shows(bed), posts(), finds({ ...bed, updatedAt: told })], taken],
  ['what was made is wrapped', [shows(bed), posts(), finds({ data: { ...bed, updatedAt: told } })], taken],
  ['the service sets it by itself', [shows(bed), puts(), shows({ ...bed, updatedAt: 'now' })], 'kept'],
  ['the answer shows what was sent, and GET does not', [posts(), finds({ ...bed, updatedAt: 'now' })], 'kept'],
  ['it is refused', [shows(bed), puts(422), shows(bed)], 'kept'],
  ['the thing had this value before', [shows({ updatedAt: told }), puts(), shows({ updatedAt: told })], 'kept'],
  [
    'each thing has this value',
    [
      { ask: 'GET /beds/6', step: 'other', status: 200, json: { ...bed, updatedAt: told } },
      posts(),
      finds({ ...bed, updatedAt: told }),
    ],
    'kept',
  ],
  ['it is done later', [shows(bed), puts(202), shows({ ...bed, updatedAt: told })], 'silent'],
  ['the service fails', [shows(bed), puts(500), shows(bed)], 'silent'],
  ['nobody looks', [shows(bed), puts()], 'silent'],
  ['a seedling has an id alone that is only read', { ask: 'POST /beds/1/seedlings', status: 201 }, 'unbound'],
]);

const line = {
  type: 'object',
  properties: { label: { type: 'string' }, price: { type: 'integer', readOnly: true } },
};
const basket = { type: 'object', properties: { title: { type: 'string' }, lines: { type: 'array', items: line } } };
const ofBasket = { 'application/json': { schema: basket } };
const done = { responses: { 200: { description: 'd', content: ofBasket } } };
const baskets = contractWith({
  '/basket': { get: done, put: { requestBody: { required: true, content: ofBasket }, ...done } },
});
const readsLines = (...lines: readonly unknown[]) =>
  ({ ask: 'GET /basket', step: 'read', status: 200, json: { title: 'a', lines } }) as const;
const sendsLines = {
  ask: 'PUT /basket',
  step: 'assign',
  status: 200,
  sends: { title: 'a', lines: [{ label: 'b', price: 1_234_567 }, { label: 'c' }] },
} as const;
const priced = (price: number) => readsLines({ label: 'c', price: 5 }, { label: 'b', price });

ruleTable(readOnlyKept, baskets, [
  [
    'a PUT sets what is only read in an item of a list',
    [priced(5), sendsLines, priced(1_234_567)],
    set('/lines/0/price', '1234567'),
  ],
  ['the service sets it in each item', [priced(5), sendsLines, priced(5)], 'kept'],
  ['an item had it before', [priced(1_234_567), sendsLines, priced(1_234_567)], 'kept'],
]);

const account = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    verified: { type: 'boolean', readOnly: true },
    seen: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const content = { 'application/json': { schema: account } };
const ok = { responses: { 200: { description: 'd', content } } };
const me = contractWith({ '/me': { get: ok, put: { requestBody: { required: true, content }, ...ok } } });
const reads = (json: unknown) => ({ ask: 'GET /me', step: 'read', status: 200, json }) as const;
const sends = (member: object) =>
  ({ ask: 'PUT /me', step: 'assign', sends: { name: 'a', ...member }, status: 200 }) as const;

ruleTable(readOnlyKept, me, [
  [
    'one of two values was none of those before',
    [
      reads({ name: 'a', verified: false }),
      reads({ verified: false }),
      sends({ verified: true }),
      reads({ verified: true }),
    ],
    set('/verified', 'true'),
  ],
  [
    'one of two values may be due to the request itself, since nobody knows how it was before',
    [reads({ name: 'a' }), sends({ verified: true }), reads({ verified: true })],
    'kept',
  ],
  [
    'a moment is written in another form',
    [
      reads({ seen: '2026-11-22T10:00:00Z' }),
      sends({ seen: '2001-02-03T04:05:06Z' }),
      reads({ seen: '2001-02-03T04:05:06.000+00:00' }),
    ],
    should(
      'what is only read was set by a request: /seen',
      'not what was sent: /seen "2001-02-03T04:05:06Z"',
      '/seen "2001-02-03T04:05:06.000+00:00"',
    ),
  ],
]);

const settings = (schema: object) => {
  const own = { 'application/json': { schema } };
  const answer = { responses: { 200: { description: 'd', content: own } } };
  return contractWith({ '/me': { get: answer, put: { requestBody: { required: true, content: own }, ...answer } } });
};
const assigned = (name: string) =>
  [reads({ name: 'a' }), sends({ [name]: told }), reads({ name: 'a', [name]: told })] as const;
const readOnly = { type: 'string', readOnly: true };
const base = { type: 'object', properties: { name: { type: 'string' } } };
const tagged = { allOf: [base, { properties: { seen: { type: 'string' } } }, { properties: { seen: readOnly } }] };

ruleTable(readOnlyKept, settings({ oneOf: [tagged, { type: 'array' }] }), [
  ['a branch says that it is only read', [...assigned('seen')], set('/seen', `"${told}"`)],
]);

ruleTable(readOnlyKept, settings({ ...base, additionalProperties: readOnly }), [
  ['members of any name are only read', [...assigned('remark')], set('/remark', `"${told}"`)],
  ['the service keeps none', [reads({ name: 'a' }), sends({ remark: told }), reads({ name: 'a' })], 'kept'],
]);

ruleTable(readOnlyKept, settings({ oneOf: [tagged, { properties: { seen: { type: 'string' } } }] }), [
  ['another branch lets clients set it', { ask: 'PUT /me', status: 200 }, 'unbound'],
]);

const box = { type: 'object', properties: { label: { type: 'string' }, weight: { type: 'integer', readOnly: true } } };
const parcel = { allOf: [{ type: 'object', properties: { name: { type: 'string' }, box } }] };
const asParcel = { 'application/json': { schema: parcel } };
const packed = contractWith({
  '/me': {
    get: { responses: { 200: { description: 'd', content: asParcel } } },
    put: { requestBody: { required: true, content: asParcel }, responses: { 200: { description: 'd' } } },
  },
});
const light = { name: 'a', box: { label: 'b', weight: 3 } };
const heavy = { name: 'a', box: { label: 'b', weight: 1_234_567 } };

ruleTable(readOnlyKept, packed, [
  [
    'a member of an object in the body is taken',
    [reads(light), sends({ box: heavy.box }), reads(heavy)],
    set('/box/weight', '1234567'),
  ],
  [
    'a member of an object in the body keeps its value',
    [reads(light), sends({ box: heavy.box }), reads(light)],
    'kept',
  ],
  [
    'a member of an object in the body is not shown',
    [reads(light), sends({ box: heavy.box }), reads({ name: 'a' })],
    'kept',
  ],
]);
