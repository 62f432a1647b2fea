import { gzipSync } from 'node:zlib';
import type { DeskReply } from './desk';
import { answers, type DeskFault, goesOn, succeeds, withLast, withMembers, withReplyHeaders } from './deskFault';

const [SCHEMA, SYNTAX, TYPE] = [['body-schema'], ['body-syntax'], ['media-type']];

/** Makes a desk in which members of an order are different or missing. */
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

const text = ({ body }: DeskReply) => body as string;

/** Faults in contents: they break their schema or their media type, or have another media type. */
export const content: readonly DeskFault[] = [
  order('desk-id-as-text', 'sends the id as text', { id: '11' }),
  order('desk-id-too-wide', 'sends an id beyond 64 bits', { id: 2 ** 63 }),
  order('desk-note-number', 'sends a number where text or null is declared', { note: 5 }),
  order('desk-placed-on-a-day', 'sends a day where a date-time is declared', { placedAt: '2026-03-01' }),
  succeeds('desk-order-null', 'sends null in place of an order', SCHEMA, ['readOrder'], (reply) => ({
    ...reply,
    body: null,
  })),
  succeeds('desk-order-in-list', 'sends an order in a list of one', SCHEMA, ['readOrder'], (reply) => ({
    ...reply,
    body: [reply.body],
  })),
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
    withLast(reply, { customer: 'x' }),
  ),
  succeeds(
    'desk-list-next-missing',
    'leaves a member out that may be null',
    [...SCHEMA, 'pages-agree'],
    ['listOrders'],
    (reply) => withMembers(reply, { next: undefined }),
  ),
  succeeds(
    'desk-list-endless',
    'leads from each page of a list to a next one',
    ['pages-agree'],
    ['listOrders'],
    (...asked) => goesOn(...asked, Number.POSITIVE_INFINITY),
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
  succeeds('desk-invoice-by-another-name', 'calls the root of XML otherwise', SCHEMA, ['readInvoice'], (reply) => ({
    ...reply,
    body: text(reply).replaceAll('invoice', 'bill'),
  })),
  succeeds('desk-payment-in-words', 'sends a word for a number in a form', SCHEMA, ['payOrder'], (reply) => ({
    ...reply,
    body: 'order=11&cents=ten',
  })),
  succeeds('desk-label-otherwise', 'sends a text that its pattern does not match', SCHEMA, ['readLabel'], (reply) => ({
    ...reply,
    type: 'text/plain',
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
    'desk-label-json-without-lines',
    'leaves a member out of one of two types, which is to be asked for',
    SCHEMA,
    ['readLabel'],
    (reply, { idText }) => (reply.type === undefined ? { ...reply, body: { order: Number(idText) } } : reply),
  ),
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
    (reply) => withReplyHeaders(reply, { 'Content-Encoding': 'gzip' }),
  ),
  succeeds('desk-order-gzip-twice', 'compresses twice, and names it once', SYNTAX, ['readOrder'], (reply) => ({
    ...withReplyHeaders(reply, { 'Content-Encoding': 'gzip' }),
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
];
