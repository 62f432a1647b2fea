import { contractWith, ORDER_DESK, PLANT_STORE } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { validInputAccepted } from './valid-input-accepted';

const most = { clauseText: 'maximum: 100', subject: 'limit in the query', sent: '100, the greatest' };
const least = { clauseText: 'minimum: 1', subject: 'limit in the query', sent: '1, the least' };
const behind = { clauseText: 'minimum: 0', subject: 'offset in the query', sent: '1' };
const first = { clauseText: 'minimum: 0', subject: 'offset in the query', sent: '0, the least' };
const farBehind = { clauseText: 'format: int32', subject: 'page in the query', sent: '2147483647' };
const priority = { clauseText: 'enum: low or normal or high', subject: '/0 of priority in the query', sent: 'low' };
const accepted = { ask: 'GET /orders', handedOver: false, status: 200, edges: [least] } as const;
const refused = { ask: 'GET /orders', handedOver: false, status: 400, edges: [most] } as const;

function refusedFor(clause: string, subject: string, actual: string) {
  const message = `a valid value by \`${clause}\` of ${subject} is refused, where another one is accepted`;
  return should(message, expect.stringMatching(/^success, as .*desk\.yaml:\d+:\d+ has it$/) as never, actual);
}

const tooMuch = refusedFor('maximum: 100', 'limit in the query', '100, the greatest: 400 Bad Request');
const named = (said: string) =>
  refusedFor('maximum: 100', 'limit in the query', `100, the greatest: 400 Bad Request, "${said}"`);

ruleTable(validInputAccepted, ORDER_DESK, [
  ['the greatest number is accepted', { ...accepted, edges: [most] }, 'kept'],
  ['the greatest number is refused, and the least one accepted', [accepted, refused], tooMuch],
  ['the greatest number is refused, and a plain request accepted', [{ ...accepted, edges: [] }, refused], tooMuch],
  [
    'the refusal names the number',
    [accepted, { ...refused, edges: [most, priority], said: 'limit must be at most 50' }],
    named('limit must be at most 50'),
  ],
  [
    'the refusal names the number of the two values that may be its reason, in another form',
    [accepted, { ...refused, edges: [priority, most], said: 'query.limit: Input should be less than 50' }],
    named('query.limit: Input should be less than 50'),
  ],
  [
    'the refusal says only that something is invalid',
    [accepted, { ...refused, said: 'Invalid request.' }],
    refusedFor('maximum: 100', 'limit in the query', '100, the greatest: 400 Bad Request, "Invalid request."'),
  ],
  [
    'the refusal gives another reason',
    [accepted, { ...refused, said: 'The archive of that year was closed.' }],
    'kept',
  ],
  [
    'the refusal names something else, too',
    [accepted, { ...refused, said: 'limit must fit cursor, cursor is missing' }],
    'kept',
  ],
  ['the refusal names something else', [accepted, { ...refused, said: 'cursor is required' }], 'kept'],
  ['either of two values may be the reason', [accepted, { ...refused, edges: [most, priority] }], 'kept'],
  ['the same value is accepted another time', [{ ...accepted, edges: [most] }, refused], 'kept'],
  ['nothing was accepted at all', refused, 'silent'],
  ['an offset may lead behind the end', [accepted, { ...refused, edges: [behind] }], 'kept'],
  ['so may a page', [accepted, { ...refused, edges: [farBehind] }], 'kept'],
  [
    'the first offset leads to what is there',
    [accepted, { ...refused, edges: [first] }],
    refusedFor('minimum: 0', 'offset in the query', '0, the least: 400 Bad Request'),
  ],
  [
    'what is refused has more parts than what is accepted',
    [
      { ...accepted, ask: 'GET /orders' },
      { ...refused, ask: 'GET /orders', sends: { a: 1 } },
    ],
    'kept',
  ],
  ['it is a conflict', [accepted, { ...refused, status: 409 }], 'kept'],
  ['it is not there', [accepted, { ...refused, status: 404 }], 'kept'],
  ['it is too long', [accepted, { ...refused, status: 414 }], 'kept'],
  ['patience is asked for', [accepted, { ...refused, status: 429 }], 'kept'],
  ['the service fails', [accepted, { ...refused, status: 500 }], 'kept'],
  ['it was handed over', [accepted, { ...refused, handedOver: true }], 'kept'],
  ['it was refused with another credential', [accepted, { ...refused, isFurther: true }], 'kept'],
  [
    'it is refused since it is invalid',
    [accepted, { ...refused, edges: undefined as never, probe: 'invalid' }],
    'kept',
  ],
  ['the connection breaks', [accepted, { ...refused, error: ['reset', 'reset the connection'] }], 'kept'],
]);

const longest = { clauseText: 'maxLength: 5', subject: 'session in the cookie', sent: '5 characters, the most' };
const withSession = { ...accepted, cookies: { session: 'a' } };

ruleTable(validInputAccepted, ORDER_DESK, [
  [
    'a cookie of plain characters is refused',
    [
      withSession,
      { ...withSession, cookies: { session: 'ab' } },
      { ...refused, cookies: { session: 'abcde' }, edges: [longest] },
    ],
    refusedFor('maxLength: 5', 'session in the cookie', '5 characters, the most: 400 Bad Request'),
  ],
  [
    'a cookie is refused that is longer on the wire, since it is percent-encoded',
    [withSession, { ...refused, cookies: { session: 'ab🌱cd' }, edges: [longest] }],
    'kept',
  ],
]);

const full = { ask: 'POST /orders', handedOver: false, status: 201, sends: { customer: 'Ada', note: 'n' } } as const;
const bare = { ...full, sends: { customer: 'Ada' }, status: 422 } as const;

ruleTable(validInputAccepted, ORDER_DESK, [
  [
    'a member is demanded that is optional',
    [full, { ...bare, said: 'note is required' }],
    should(
      '/note is demanded, and the contract does not require it',
      expect.stringMatching(/^success, as /) as never,
      'without /note: 422 Unprocessable Entity, "note is required"',
    ),
  ],
  ['a member that was sent is wrong', [full, { ...bare, said: 'customer is required' }], 'silent'],
  ['a required member is demanded', [full, { ...bare, sends: {}, said: 'customer is required' }], 'silent'],
  ['one of two members is demanded', [full, { ...bare, said: 'note is required, or else pin is required' }], 'silent'],
  [
    'no request with the member is accepted',
    [
      { ...full, sends: { gift: true } },
      { ...bare, said: 'note is required' },
    ],
    'silent',
  ],
  ['the refusal does not say which member it wants', [full, bare], 'silent'],
]);

const short = { clauseText: 'maxLength: 9', subject: '/customer', sent: '9 characters, the most' };
const low = { clauseText: 'minimum: 0', subject: '/most', sent: '0, the least' };
const many = { clauseText: 'maximum: 2', subject: '/most', sent: '2, the greatest' };
const great = { clauseText: 'maximum: 3', subject: '/least', sent: '3, the greatest' };
const orders = (customer: string, status = 201) => ({ ...full, sends: { customer }, status }) as const;
const amounts = (least: number, most: number, status = 201) => ({ ...full, sends: { least, most }, status }) as const;
const atEnd = (customer: string) => ({ ...orders(customer, 422), edges: [short] }) as const;
const noLongCustomer = (said = '') =>
  refusedFor('maxLength: 9', '/customer', `9 characters, the most: 422 Unprocessable Entity${said}`);

ruleTable(validInputAccepted, ORDER_DESK, [
  ['a long text is refused', [orders('ada'), orders('ben'), atEnd('adabencyd')], noLongCustomer()],
  [
    'a long text is refused for its length',
    [orders('ada'), orders('ben'), { ...atEnd('adabencyd'), said: 'customer must be short' }],
    noLongCustomer(', "customer must be short"'),
  ],
  [
    'a password lacks a digit, which each accepted one has',
    [
      orders('Ada1'),
      orders('Ben2'),
      { ...atEnd('adabencyd'), said: 'customer must have a digit and a capital letter' },
    ],
    'silent',
  ],
  [
    'a long text is refused as every other one was',
    [orders('ada'), orders('ben'), orders('cyd', 422), atEnd('adabencyd')],
    'silent',
  ],
  [
    'a text is refused that has a sign, which none of the others has',
    [orders('ada'), orders('ben'), atEnd('ada🌱bency')],
    'silent',
  ],
  ['one customer alone is accepted', [orders('ada'), orders('ada'), atEnd('adabencyd')], 'silent'],
  [
    'two amounts do not go together, of which both are named',
    [amounts(0, 1), { ...amounts(1, 0, 422), edges: [low], said: 'most must not be less than least' }],
    'silent',
  ],
  [
    'two amounts are otherwise than in what is accepted',
    [amounts(0, 1), { ...amounts(1, 0, 422), edges: [low] }],
    'silent',
  ],
  [
    'one amount is otherwise than in what is accepted',
    [amounts(0, 1), amounts(0, 0), { ...amounts(0, 2, 422), edges: [many] }],
    refusedFor('maximum: 2', '/most', '2, the greatest: 422 Unprocessable Entity'),
  ],
  [
    'one amount is otherwise, and not more than the other one, as each that is accepted',
    [amounts(0, 1), { ...amounts(0, 0, 422), edges: [low] }],
    'silent',
  ],
  [
    'one amount is more than the other one, as none that is accepted, and is named',
    [amounts(0, 1), { ...amounts(3, 1, 422), edges: [great], said: 'least is refused' }],
    'silent',
  ],
]);

ruleTable(validInputAccepted, PLANT_STORE, [
  ['nothing but the path can be varied', { ask: 'DELETE /plants/101', status: 204 }, 'unbound'],
]);

const greatest = { clauseText: 'maximum: 1000', subject: '/quantity', sent: '1000, the greatest' };
const fewest = { clauseText: 'minimum: 1', subject: '/quantity', sent: '1, the least' };
const STOCK = contractWith({
  '/products/{id}/take': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    post: {
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 200: { description: 'd' } },
    },
  },
});
const taken = (quantity: number, status: number) =>
  ({ ask: 'POST /products/7/take', handedOver: false, sends: { quantity }, status }) as const;

ruleTable(validInputAccepted, STOCK, [
  ['more is taken than there may be', [taken(3, 200), { ...taken(1000, 422), edges: [greatest] }], 'silent'],
  [
    'the least is refused, which cannot be too much',
    [taken(3, 200), { ...taken(1, 422), edges: [fewest] }],
    should(
      'a valid value by `minimum: 1` of /quantity is refused, where another one is accepted',
      expect.stringMatching(/^success, as /) as never,
      '1, the least: 422 Unprocessable Entity',
    ),
  ],
]);

const content = (...types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }])),
});
const FORM = 'application/x-www-form-urlencoded';
const COVERS = contractWith({
  '/covers': {
    post: {
      requestBody: content('application/json', FORM, 'image/png', 'application/*'),
      responses: { 201: { description: 'd' } },
    },
  },
});
const sent = (sentAs: string, status: number) =>
  ({ ask: 'POST /covers', handedOver: false, sends: {}, sentAs, status }) as const;

ruleTable(validInputAccepted, COVERS, [
  [
    'a declared type is refused, where another one is taken',
    [sent('application/json', 201), sent(FORM, 415)],
    should(
      `content of the type ${FORM} is refused, which the contract declares, where another type is accepted`,
      expect.stringMatching(/^success, as .* has it$/) as never,
      '415 Unsupported Media Type',
    ),
  ],
  ['it is taken another time', [sent('application/json', 201), sent(FORM, 415), sent(FORM, 201)], 'silent'],
  ['nothing is taken at all', sent(FORM, 415), 'silent'],
  ['an image is refused, at which it may look more closely', [sent(FORM, 201), sent('image/png', 415)], 'silent'],
  ['a type of a range is refused', [sent(FORM, 201), sent('application/*', 415)], 'silent'],
  ['it is refused for another reason', [sent('application/json', 201), sent(FORM, 409)], 'silent'],
]);
