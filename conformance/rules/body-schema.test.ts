import { ORDER_DESK, oneOperation, PLANT_STORE, SHELF_DESK } from '../contracts.testing';
import { bodySchema } from './body-schema';
import { type ExchangeLiteral, type FindingLiteral, must, ruleTable, should } from './exchange.testing';

const refused = { ask: 'DELETE /plants/abc', probe: 'invalid', status: 400, type: 'application/json' } as const;

/** What stands at a place is not as the schema has it. */
function unlike(place: string, expected: string, actual: string, verb = 'must be'): FindingLiteral {
  return must(`${place} ${verb} ${expected}`, expected, actual);
}

const ANY = expect.any(String) as string;
/** Which words the schema's judge has for it is its own affair. */
const about = (place: string): FindingLiteral =>
  must(expect.stringMatching(new RegExp(`^${place} must `)) as string, ANY, ANY);
const hintAbout = (place: string): FindingLiteral => ({ ...about(place), level: 'should' });

ruleTable(bodySchema, PLANT_STORE, [
  [
    'an Error comes in a list',
    { ...refused, body: '[{"error":1,"message":"no"}]' },
    unlike('the body', 'object', '[{"error":1,"message":"no"}]'),
  ],
  ['an Error is a text', { ...refused, body: '"no such plant"' }, unlike('the body', 'object', '"no such plant"')],
  ['an Error is null', { ...refused, body: 'null' }, unlike('the body', 'object', 'null')],
  ['an Error has no number', { ...refused, body: '{"message":"no"}' }, about('the body')],
  ['an Error has no message', { ...refused, body: '{"error":1}' }, about('the body')],
  [
    'an Error is wrapped',
    { ...refused, body: '{"errors":[{"error":1,"message":"no"}]}' },
    must(
      'the body must have the properties "error" and "message"',
      'the properties "error" and "message"',
      '{"errors":[{"error":1,"message":"no"}]}',
    ),
  ],
  ['a number is a text', { ...refused, body: '{"error":"1","message":"no"}' }, unlike('/error', 'integer', '"1"')],
  ['a number is null', { ...refused, body: '{"error":null,"message":"no"}' }, unlike('/error', 'integer', 'null')],
  [
    'a whole number has a fraction',
    { ...refused, body: '{"error":1.5,"message":"no"}' },
    unlike('/error', 'integer', '1.5'),
  ],
  ['a number is beyond int32', { ...refused, body: '{"error":2147483648,"message":"no"}' }, about('/error')],
  ['a number is below int32', { ...refused, body: '{"error":-2147483649,"message":"no"}' }, about('/error')],
  [
    'a number has a fraction that a double rounds away',
    { ...refused, body: '{"error":1.00000000000000000001,"message":"no"}' },
    [about('/error'), about('/error')],
  ],
  ['a number is beyond any double', { ...refused, body: '{"error":1e400,"message":"no"}' }, about('/error')],
  ['a message is null', { ...refused, body: '{"error":1,"message":null}' }, unlike('/message', 'string', 'null')],
  [
    'a message is an object',
    { ...refused, body: '{"error":1,"message":{"en":"no"}}' },
    unlike('/message', 'string', '{"en":"no"}'),
  ],
  ['an Error has what it needs', { ...refused, body: '{"error":1,"message":"no"}' }, 'kept'],
  ['an Error has more', { ...refused, body: '{"error":1,"message":"no","trace":[1,{"a":null}]}' }, 'kept'],
  [
    'an Error has more, which is nested deep',
    { ...refused, body: `{"error":1,"message":"no","trace":${'['.repeat(999)}${']'.repeat(999)}}` },
    'kept',
  ],
  [
    'an Error has more, which is nested too deep to be read',
    { ...refused, body: `{"error":1,"message":"no","trace":${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
    'silent',
  ],
  ['a whole number is written 1.0', { ...refused, body: '{"error":1.0,"message":"no"}' }, 'kept'],
  ['a whole number is written 1e3', { ...refused, body: '{"error":1e3,"message":"no"}' }, 'kept'],
  ['a whole number is written 10e-1', { ...refused, body: '{"error":10e-1,"message":"no"}' }, 'kept'],
  ['a number is the largest int32', { ...refused, body: '{"error":2147483647,"message":"no"}' }, 'kept'],
  ['a number is the smallest int32', { ...refused, body: '{"error":-2147483648,"message":"no"}' }, 'kept'],
  ['a number is a negative zero', { ...refused, body: '{"error":-0,"message":"no"}' }, 'kept'],
  ['a message is empty', { ...refused, body: '{"error":1,"message":""}' }, 'kept'],
  ['an Error is no JSON, for which another rule stands', { ...refused, body: '{"error":1' }, 'silent'],
  [
    'an Error is of another type, for which another rule stands',
    { ...refused, type: 'text/plain', body: '{}' },
    'silent',
  ],
  [
    'an Error has no type, and could be of one alone',
    { ask: refused.ask, status: 400, body: '{"error":1,"message":"no"}' },
    'kept',
  ],
  ['a status is not declared', { ...refused, status: 404, body: '{}' }, 'silent'],
  ['an answer is cut', { ...refused, body: '{}', error: ['truncated', 'closed the connection'] }, 'silent'],
]);

const order = {
  id: 11,
  placedAt: '2026-03-01T09:30:00Z',
  customer: 'Ada Byron',
  lines: [{ article: 'PL-100', quantity: 2, price: 4.5 }],
  delivery: { kind: 'parcel', street: 'Elm Street 5' },
};

/** Without a member where its value is undefined. */
function read(changes: object): ExchangeLiteral {
  return { ask: 'GET /orders/11', status: 200, json: { ...order, ...changes } };
}

const line = (changes: object) => ({ lines: [order.lines[0], { article: 'PL-200', quantity: 1, ...changes }] });
const list = (last: object): ExchangeLiteral => ({
  ask: 'GET /orders',
  status: 200,
  json: { orders: [order, { ...order, ...last }], next: null },
});
const invoice = { ask: 'GET /orders/11/invoice', status: 200, type: 'application/xml' } as const;
const payment = { ask: 'POST /orders/11/payments', status: 200, type: 'application/x-www-form-urlencoded' } as const;
const label = { ask: 'GET /orders/11/label', status: 200 } as const;

ruleTable(bodySchema, ORDER_DESK, [
  ['an id is a text', read({ id: '11' }), unlike('/id', 'integer', '"11"')],
  ['an id is beyond 64 bits', read({ id: 2 ** 63 }), about('/id')],
  ['a note is a number, where a text or null is declared', read({ note: 5 }), about('/note')],
  ['a date-time is a day', read({ placedAt: '2026-03-01' }), about('/placedAt')],
  ['a customer is null, which may not be', read({ customer: null }), unlike('/customer', 'string', 'null')],
  ['a required member is missing', read({ customer: undefined }), about('the body')],
  ['a required member that is only read is missing', read({ placedAt: undefined }), about('the body')],
  ['a value is none of an enum', read({ priority: 'urgent' }), about('/priority')],
  ['a member is there that may not be', read({ internal: true }), about('the body')],
  ['a number of one item is a text', read(line({ quantity: '1' })), unlike('/lines/…/quantity', 'integer', '"1"')],
  ['a number of one item is below its minimum', read(line({ quantity: 0 })), about('/lines/…/quantity')],
  ['a number is the bound that is left out', read(line({ price: 0 })), about('/lines/…/price')],
  ['a list of one is the item itself', read({ lines: order.lines[0] }), about('/lines')],
  ['a list is empty that may not be', read({ lines: [] }), about('/lines')],
  ['a discriminator names a kind that there is not', read({ delivery: { kind: 'drone' } }), about('/delivery(/kind)?')],
  ['a discriminator names another branch', read({ delivery: { kind: 'pickup', street: 'E' } }), about('/delivery')],
  ['the last order of a list is wrong', list({ customer: 'x' }), about('/orders/…/customer')],
  [
    'a member is missing that may be null',
    { ask: 'GET /orders', status: 200, json: { orders: [] } },
    about('the body'),
  ],
  [
    'a refusal has a number for its code',
    { ask: 'PATCH /orders/99', probe: 'unknown', status: 404, json: { code: 404, message: 'no' } },
    unlike('/code', 'string', '404'),
  ],
  [
    'a refusal comes under 200',
    { ask: 'PUT /orders/11', probe: 'invalid', status: 200, json: { code: 'invalid', message: 'no' } },
    expect.arrayContaining([about('the body')]) as FindingLiteral[],
  ],
  [
    'a number of XML is a word',
    { ...invoice, body: '<invoice number="11"><total>nine</total></invoice>' },
    about('/total'),
  ],
  [
    'a required attribute of XML is missing',
    { ...invoice, body: '<invoice><total>9</total></invoice>' },
    about('the body'),
  ],
  [
    'the root of XML has another name',
    { ...invoice, body: '<bill number="11"><total>9</total></bill>' },
    hintAbout('the body'),
  ],
  ['a number of a form is a word', { ...payment, body: 'order=11&cents=ten' }, about('/cents')],
  ['a number of a form is below its minimum', { ...payment, body: 'order=11&cents=0' }, about('/cents')],
  ['a required field of a form is missing', { ...payment, body: 'cents=1' }, about('the body')],
  ['a text is not as its pattern has it', { ...label, type: 'text/plain', body: 'Parcel' }, about('the body')],
  ['a member is missing in one of two types', { ...label, json: { order: 11 } }, about('the body')],
  ['an order has the least that it may', read({}), 'kept'],
  [
    'an order has the most that it may',
    read({
      customer: '🌱'.repeat(40),
      priority: 'high',
      note: 'n'.repeat(200),
      wantedBy: '2028-02-29T23:59:60.123456+00:00',
      gift: false,
      lines: Array.from({ length: 5 }, () => ({ article: 'ZZ-999', quantity: 999, price: 0.000001 })),
      delivery: { kind: 'pickup', shop: 1, floor: 'ground' },
    }),
    'kept',
  ],
  ['a note is null, which may be', read({ note: null }), 'kept'],
  ['a date-time is in lower case', read({ placedAt: '2026-03-01t09:30:00.5z' }), 'kept'],
  ['a date-time has an offset', read({ wantedBy: '2024-02-29T23:59:59-11:30' }), 'kept'],
  ['a page has more members', { ask: 'GET /orders', status: 200, json: { orders: [], next: null, total: 3 } }, 'kept'],
  [
    'XML has spaces around a number, a comment, and CDATA',
    {
      ...invoice,
      body: `<!-- a --><invoice number='11'><total> 9 </total><currency><![CDATA[SEK]]></currency><line/></invoice>`,
    },
    'kept',
  ],
  [
    'XML has a prefix',
    { ...invoice, body: '<i:invoice xmlns:i="urn:i" number="11"><i:total>9</i:total></i:invoice>' },
    'kept',
  ],
  ['a form has more fields', { ...payment, body: 'cents=%31%30&order=11&note=paid+in+full' }, 'kept'],
  ['HEAD is answered', { ask: 'HEAD /orders', status: 200 }, 'unbound'],
  [
    'a success comes with another status than the only declared one, and with other content',
    { ask: 'GET /orders/11', status: 203, json: { ...order, id: '11' } },
    should('/id must be integer', 'integer', '"11"'),
  ],
  [
    'a success comes with another status, and with the declared content',
    { ask: 'GET /orders/11', status: 203, json: order },
    'kept',
  ],
  ['a success without content comes with another status', { ask: 'PUT /orders/11', status: 204 }, 'silent'],
]);

const shelf = {
  kind: 'shelf',
  label: 'North',
  cold: true,
  celsius: 4.5,
  size: [120, 40],
  boards: [{ at: 1, above: { at: 2 } }],
};
const shown = (changes: object) => ({ ask: 'GET /shelves/3', status: 200, json: { ...shelf, ...changes } });
const moved = (...moves: readonly unknown[]) => ({ ask: 'GET /shelves/3/moves', status: 200, json: moves });
const deep = Array.from({ length: 60 }).reduce((above) => ({ at: 1, above }), { at: 0 });

ruleTable(bodySchema, SHELF_DESK, [
  ['a value is another than the const', shown({ kind: 'rack' }), about('/kind')],
  ['a value is of neither of two types', shown({ label: 7 }), about('/label')],
  ['no part of the schema knows a member', shown({ owner: 'Ada' }), about('the body')],
  ['a member is missing that another one asks for', shown({ celsius: undefined }), about('the body')],
  ['a number is a bound that is left out', shown({ celsius: 8 }), about('/celsius')],
  ['a tuple has an item too many', shown({ size: [120, 40, 2] }), about('/size/…')],
  ['an item of a tuple is of another type', shown({ size: [120, '40'] }), about('/size/…')],
  [
    'a board below another one is wrong',
    shown({ boards: [{ at: 1, above: { at: 2, above: { at: -1 } } }] }),
    about('/boards/…/above/above/at'),
  ],
  [
    'a discriminator names a branch that the value is not',
    shown({ holder: { is: 'Rail', hooks: 2 } }),
    hintAbout('/holder'),
  ],
  ['a tuple lacks its last item', moved([2026, 'hall']), about('/…')],
  ['an item of a tuple is none of an enum', moved([2026, 'attic', null]), about('/…/…')],
  ['a shelf is as it should be', shown({}), 'kept'],
  ['null stands where two types are allowed', shown({ label: null }), 'kept'],
  ['what another member asks for is not needed', shown({ cold: false, celsius: undefined }), 'kept'],
  ['a discriminator names the branch that the value is', shown({ holder: { is: 'Hook', hooks: 2 } }), 'kept'],
  ['a discriminator names no branch', shown({ holder: { is: 'peg', length: 2 } }), 'kept'],
  ['boards are nested very deep', shown({ boards: [deep] }), 'kept'],
]);

const json = (schema: object) => ({ 'application/json': { schema } });
const two = oneOperation({
  responses: {
    200: {
      description: 'd',
      content: {
        'application/json; version=1': { schema: { type: 'integer' } },
        'application/json; version=2': { schema: { type: 'string' } },
      },
    },
  },
});

ruleTable(bodySchema, two, [
  [
    'one of two schemas fits, which differ by a parameter of the type',
    { ask: 'GET /things/1', status: 200, json: 'a' },
    'kept',
  ],
  [
    'none of two schemas fits',
    { ask: 'GET /things/1', status: 200, json: true },
    unlike('the body', 'integer', 'true'),
  ],
]);

ruleTable(bodySchema, oneOperation({ responses: { 200: { description: 'd', content: { 'application/json': {} } } } }), [
  ['there is no schema', { ask: 'GET /things/1', status: 200, json: 1 }, 'unbound'],
]);

ruleTable(
  bodySchema,
  oneOperation({ responses: { default: { description: 'd', content: json({ type: 'object' }) } } }),
  [
    [
      'the default declares the content of a success',
      { ask: 'GET /things/1', status: 200, json: [] },
      unlike('the body', 'object', '[]'),
    ],
    ['the default declares the content of a refusal', { ask: 'GET /things/1', status: 404, json: {} }, 'kept'],
  ],
);

const error = {
  type: 'object',
  required: ['code', 'message', 'details'],
  properties: { code: { type: 'integer' }, message: { type: 'string' } },
};
const errorsBeside = (success: string) =>
  oneOperation({
    responses: { [success]: { description: 'd' }, default: { description: 'd', content: json(error) } },
  });

ruleTable(bodySchema, errorsBeside('201'), [
  [
    'a success that is not declared is no error as `default` declares it: one finding',
    { ask: 'GET /things/1', status: 200, json: { code: 'x', message: 1 } },
    must(
      '200 is not declared; by `default` it would be an error, and it is none',
      '201, or a body as `default` declares it',
      expect.any(String) as never,
    ),
  ],
  [
    'a success that is not declared has a body as `default` declares it',
    { ask: 'GET /things/1', status: 200, json: { code: 1, message: 'a', details: [] } },
    'kept',
  ],
]);

const pet = (kind: string, member: object) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: [kind] }, ...member },
});
const pets = {
  type: 'object',
  properties: { id: { type: 'integer' } },
  oneOf: [pet('dog', { age: { type: 'integer' } }), pet('cat', { lives: { type: 'integer' } })],
};
const xmlOf = (schema: object) =>
  oneOperation({ responses: { 200: { description: 'd', content: { 'application/xml': { schema } } } } });
const inXml = (body: string) => ({ ask: 'GET /things/1', status: 200, type: 'application/xml', body }) as const;

ruleTable(bodySchema, xmlOf(pets), [
  ['XML is of one branch', inXml('<pet><id>1</id><kind>dog</kind><age>3</age></pet>'), 'kept'],
  ['XML is of the other branch', inXml('<pet><id>1</id><kind>cat</kind><lives>9</lives></pet>'), 'kept'],
  ['XML is of no branch', inXml('<pet><kind>dog</kind><age>old</age></pet>'), about('the body')],
  ['XML breaks what stands beside the branches', inXml('<pet><id>x</id><kind>dog</kind></pet>'), about('/id')],
]);

const bytes = { type: 'string', format: 'binary' };
const fileOf = (type: string, schema: object) =>
  oneOperation({ responses: { 200: { description: 'd', content: { [type]: { schema } } } } });
const inJson = { ask: 'GET /things/1', status: 200, type: 'application/json', body: '{"a":1}' } as const;

// A whole content that is described as bytes may be a file of any type.
for (const type of ['*/*', 'application/*', 'application/json'])
  ruleTable(bodySchema, fileOf(type, bytes), [[`JSON is a file of ${type}`, inJson, 'unbound']]);
ruleTable(bodySchema, fileOf('*/*', { type: 'string' }), [
  ['JSON is to be a text', inJson, unlike('the body', 'string', '{"a":1}')],
]);
ruleTable(bodySchema, fileOf('*/*', { type: 'object', properties: { a: { type: 'string' }, b: bytes } }), [
  ['only a member is a file', inJson, unlike('/a', 'string', '1')],
]);
