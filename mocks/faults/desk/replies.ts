import { gzipSync } from 'node:zlib';
import { message } from '../fault';
import type { Reply } from './desk';
import { answers, type DeskFault, succeeds, withHeaders, withMembers } from './deskFault';

const HEADER = ['response-header'];
const HIDDEN = ['write-only-hidden'];
const SCHEMA = ['body-schema'];
const SYNTAX = ['body-syntax'];
const TYPE = ['media-type'];

/** A desk in which one header field of a success is another one, or none. */
function header(name: string, summary: string, operation: string, field: string, value?: string): DeskFault {
  return succeeds(name, summary, HEADER, [operation], (reply) => withHeaders(reply, { [field]: value }));
}

/** A desk in which members of an order are others, or none. */
function order(name: string, summary: string, changes: Readonly<Record<string, unknown>>): DeskFault {
  return succeeds(name, summary, SCHEMA, ['readOrder'], (reply) => withMembers(reply, changes));
}

function line(changes: object): Readonly<Record<string, unknown>> {
  return {
    lines: [
      { article: 'PL-100', quantity: 2 },
      { article: 'PL-200', quantity: 1, ...changes },
    ],
  };
}

/** The list, with changes of its last order. */
function last({ body, ...reply }: Reply, changes: object): Reply {
  const page = body as { readonly orders: readonly object[] };
  const orders = page.orders.map((each, at) => (at === page.orders.length - 1 ? { ...each, ...changes } : each));
  return { ...reply, body: { ...page, orders } };
}

const text = ({ body }: Reply) => body as string;

/** Answers in which a header field, the content, its type or its status is not as declared. */
export const replies: readonly DeskFault[] = [
  header('desk-request-id-missing', 'leaves a required header field out', 'listOrders', 'X-Request-Id'),
  header('desk-request-id-short', 'sends a number where a uuid is declared', 'readOrder', 'X-Request-Id', '4711'),
  header('desk-rate-limit-in-words', 'sends a word where an integer is declared', 'listOrders', 'X-Rate-Limit', 'many'),
  header('desk-rate-limit-negative', 'sends a header field below its minimum', 'listOrders', 'X-Rate-Limit', '-1'),
  header('desk-total-fraction', 'sends a fraction in an optional field', 'listOrders', 'X-Total-Count', '2.5'),
  header(
    'desk-head-without-total',
    'leaves a required field out of the answer to HEAD',
    'countOrders',
    'X-Total-Count',
  ),
  header('desk-location-missing', 'tells of no Location', 'createOrder', 'Location'),
  header('desk-location-elsewhere', 'sends a Location of another form', 'createOrder', 'Location', '/order?id=1'),
  header('desk-etag-unquoted', 'sends an ETag without its quotes', 'readOrder', 'ETag', 'abc'),

  succeeds('desk-pin-in-order', 'shows what is only written', HIDDEN, ['readOrder'], (reply) =>
    withMembers(reply, { pin: '1234' }),
  ),
  succeeds('desk-pin-in-list', 'shows what is only written in one item of a list', HIDDEN, ['listOrders'], (reply) =>
    last(reply, { pin: '1234' }),
  ),
  succeeds('desk-pin-echoed', 'sends back what is only written', HIDDEN, ['createOrder'], (reply) =>
    withMembers(reply, { pin: '1234' }),
  ),
  succeeds(
    'desk-pin-masked',
    'shows a mask for what is only written',
    [...HIDDEN, ...SCHEMA],
    ['replaceOrder'],
    (reply) => withMembers(reply, { pin: '****' }),
  ),

  order('desk-id-as-text', 'sends the id as text', { id: '11' }),
  order('desk-customer-null', 'sends null for what is not nullable', { customer: null }),
  order('desk-customer-missing', 'leaves a required member out', { customer: undefined }),
  order('desk-placed-missing', 'leaves out what is required and only read', { placedAt: undefined }),
  order('desk-priority-unlisted', 'sends a value that is none of an enum', { priority: 'urgent' }),
  order('desk-member-added', 'sends a member that additionalProperties forbids', { internal: true }),
  order('desk-quantity-as-text', 'sends a number as text, in one item of a list', line({ quantity: '1' })),
  order('desk-quantity-zero', 'sends a number below its minimum, in one item of a list', line({ quantity: 0 })),
  order('desk-price-zero', 'sends the bound that exclusiveMinimum leaves out', line({ price: 0 })),
  order('desk-lines-as-object', 'sends a list of one as the item itself', { lines: { article: 'PL-1', quantity: 2 } }),
  order('desk-lines-empty', 'sends an empty list', { lines: [] }),
  order('desk-delivery-unmapped', 'names a kind that there is not in a discriminator', {
    delivery: { kind: 'drone', street: 'Elm Street 5' },
  }),
  order('desk-delivery-of-another-kind', 'names another branch in a discriminator', {
    delivery: { kind: 'pickup', street: 'E' },
  }),
  succeeds('desk-list-last-wrong', 'sends one wrong order at the end of a list', SCHEMA, ['listOrders'], (reply) =>
    last(reply, { customer: 'x' }),
  ),
  succeeds('desk-list-next-missing', 'leaves a member out that may be null', SCHEMA, ['listOrders'], (reply) =>
    withMembers(reply, { next: undefined }),
  ),
  answers('desk-problem-code-number', 'sends a number for the code of a 404', SCHEMA, ['changeOrder'], (reply) =>
    reply.status === 404 ? withMembers(reply, { code: 404 }) : reply,
  ),
  succeeds('desk-invoice-total-in-words', 'sends a word for a number in XML', SCHEMA, ['readInvoice'], (reply) => ({
    ...reply,
    body: text(reply).replace('9.00', 'nine'),
  })),
  succeeds(
    'desk-invoice-without-number',
    'leaves a required attribute out of XML',
    SCHEMA,
    ['readInvoice'],
    (reply) => ({
      ...reply,
      body: text(reply).replace(/ number="\d+"/, ''),
    }),
  ),
  succeeds('desk-label-otherwise', 'sends a text that its pattern does not match', SCHEMA, ['readLabel'], (reply) => ({
    ...reply,
    body: 'Parcel',
  })),
  succeeds('desk-payment-zero', 'sends a number below its minimum in a form', SCHEMA, ['payOrder'], (reply) => ({
    ...reply,
    body: 'order=11&cents=0',
  })),
  succeeds('desk-payment-without-order', 'leaves a required field out of a form', SCHEMA, ['payOrder'], (reply) => ({
    ...reply,
    body: 'cents=1',
  })),

  succeeds('desk-order-cut', 'sends an order without its last character', SYNTAX, ['readOrder'], (reply) => ({
    ...reply,
    body: JSON.stringify(reply.body).slice(0, -1),
  })),
  succeeds('desk-list-empty-body', 'sends nothing where a list is declared', SYNTAX, ['listOrders'], (reply) => ({
    ...reply,
    body: '',
  })),
  succeeds('desk-invoice-cut', 'leaves an element of XML open', SYNTAX, ['readInvoice'], (reply) => ({
    ...reply,
    body: text(reply).replace('</invoice>', ''),
  })),
  succeeds('desk-invoice-as-json', 'sends JSON under the type of XML', SYNTAX, ['readInvoice'], (reply) => ({
    ...reply,
    body: '{"number":11,"total":9}',
  })),
  succeeds('desk-invoice-empty', 'sends nothing where XML is declared', SYNTAX, ['readInvoice'], (reply) => ({
    ...reply,
    body: '',
  })),
  succeeds(
    'desk-label-in-another-charset',
    'sends a text in another charset than it names',
    SYNTAX,
    ['readLabel'],
    (reply) => ({
      ...reply,
      body: Buffer.from('Order 11 für Ada', 'latin1'),
    }),
  ),
  succeeds(
    'desk-payment-not-gzip',
    'sends a form that is not compressed as one that is',
    SYNTAX,
    ['payOrder'],
    (reply) => withHeaders(reply, { 'Content-Encoding': 'gzip' }),
  ),
  succeeds('desk-order-gzip-twice', 'compresses twice, and names it once', SYNTAX, ['readOrder'], (reply) => ({
    ...withHeaders(reply, { 'Content-Encoding': 'gzip' }),
    body: gzipSync(gzipSync(JSON.stringify(reply.body))),
  })),

  succeeds('desk-order-as-text', 'sends JSON as text/plain', TYPE, ['readOrder'], (reply) => ({
    ...reply,
    body: JSON.stringify(reply.body),
    type: 'text/plain',
  })),
  succeeds('desk-invoice-as-page', 'sends XML as text/html', TYPE, ['readInvoice'], (reply) => ({
    ...reply,
    type: 'text/html',
  })),
  succeeds('desk-payment-as-json', 'answers a form in JSON', TYPE, ['payOrder'], (reply) => ({
    ...reply,
    body: { order: 11, cents: 1 },
    type: 'application/json',
  })),
  answers('desk-problem-as-page', 'sends a page for what is invalid', TYPE, ['replaceOrder'], (reply) =>
    reply.status === 422 ? { status: 422, body: '<h1>Unprocessable</h1>', type: 'text/html' } : reply,
  ),

  succeeds('desk-205-with-body', 'sends a 205 with content', ['no-content'], ['emptyBasket'], () => ({
    status: 205,
    body: { emptied: true },
  })),
  succeeds('desk-204-with-length', 'sends a 204 with a Content-Length', ['no-content'], ['cancelOrder'], (reply) =>
    withHeaders(reply, { 'Content-Length': '2' }),
  ),
  {
    name: 'desk-204-with-body',
    summary: 'sends a body behind a 204',
    draws: ['no-content'],
    changes: (good) => ({
      send: (call, reply) =>
        reply.status === 204
          ? void call.request.socket.end(message('204 No Content', {}, '{"cancelled":true}'))
          : good.send(call, reply),
    }),
  },
  {
    name: 'desk-head-with-body',
    summary: 'sends a body in the answer to HEAD',
    draws: ['responds'],
    changes: (good) => ({
      send: (call, reply) =>
        call.request.method === 'HEAD' && reply.status === 200
          ? void call.request.socket.end(message('200 OK', { 'X-Total-Count': 3, 'Content-Length': 2 }, '{}'))
          : good.send(call, reply),
    }),
  },

  answers(
    'desk-list-refused',
    'refuses to list without a limit',
    ['success-status'],
    ['listOrders'],
    (reply, { query }) => (reply.status === 200 && !query.has('limit') ? { status: 404 } : reply),
  ),
  answers(
    'desk-order-forgotten',
    'does not know what was handed over',
    ['success-status'],
    ['readOrder'],
    (reply, { idText }) =>
      reply.status === 200 && idText === '13' ? { status: 404, body: { code: 'unknown', message: 'Gone.' } } : reply,
  ),
  succeeds('desk-replaced-by-202', 'answers 202 where 200 is declared', ['success-status'], ['replaceOrder'], () => ({
    status: 202,
  })),
  succeeds('desk-cancelled-by-200', 'answers 200 where 204 is declared', ['success-status'], ['cancelOrder'], () => ({
    status: 200,
    body: {},
  })),
  answers(
    'desk-label-fails',
    'fails over what is in order, as is declared',
    ['success-status'],
    ['readLabel'],
    (reply) => (reply.status === 200 ? { status: 500, body: { code: 'printer', message: 'No paper.' } } : reply),
  ),
];
