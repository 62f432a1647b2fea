import { brotliCompressSync, gzipSync } from 'node:zlib';
import { message } from '../catalogue/fault';
import { type DeskReply, problem } from './desk';
import {
  answers,
  type DeskFault,
  goesOn,
  servesHead,
  succeeds,
  variant,
  withMembers,
  withReplyHeaders,
} from './deskFault';

function keeps(name: string, summary: string, operation: string, change: Parameters<typeof succeeds>[4]): DeskFault {
  return succeeds(name, summary, [], [operation], change);
}

/** Makes a desk that writes its answers to some operation as other bytes. */
function writes(name: string, summary: string, operation: string, bytes: (reply: DeskReply) => string): DeskFault {
  return variant(name, summary, [operation], (good) => ({
    send: (call, reply) =>
      call.route.operationId === operation && reply.status === 200
        ? void call.request.socket.end(bytes(reply))
        : good.send(call, reply),
  }));
}

const ALL = ['listOrders', 'countOrders', 'createOrder', 'readOrder', 'replaceOrder', 'changeOrder', 'readInvoice'];

/** Ways to answer that both the contract of the order desk and HTTP allow. */
export const answerVariants: readonly DeskFault[] = [
  answers('desk-more-fields', 'sends header fields that nobody declared', [], ALL, (reply) =>
    withReplyHeaders(reply, {
      Via: '1.1 proxy',
      'X-Powered-By': 'ink',
      'Cache-Control': 'no-store',
      Vary: 'Accept, Origin',
    }),
  ),
  keeps('desk-page-more', 'adds members to a page, which is open', 'listOrders', (reply) =>
    withMembers(reply, { total: 3, _links: { self: { href: '/orders' } } }),
  ),
  keeps('desk-order-least', 'leaves out of an order what is optional', 'readOrder', (reply) =>
    withMembers(reply, { priority: undefined, note: undefined }),
  ),
  keeps('desk-order-most', 'sends every member of an order at its bound', 'readOrder', (reply) =>
    withMembers(reply, {
      customer: '🌱'.repeat(40),
      priority: 'high',
      note: 'n'.repeat(200),
      wantedBy: '2028-02-29T23:59:60.123456+00:00',
      gift: false,
      lines: Array.from({ length: 5 }, () => ({ article: 'ZZ-999', quantity: 999, price: 0.000001 })),
      delivery: { kind: 'pickup', shop: 1, floor: 'ground' },
    }),
  ),
  keeps('desk-order-empty-list', 'finds no order', 'listOrders', (reply) => withMembers(reply, { orders: [] })),
  writes('desk-order-numbers-written', 'writes whole numbers as 11.0 and 2e0', 'readOrder', ({ headers, body }) => {
    const json = JSON.stringify(body)
      .replace(/"id":11/, '"id":11.0')
      .replace('"quantity":2', '"quantity":2e0');
    const fields = { ...(headers as Record<string, string>), 'Content-Type': 'application/json', Connection: 'close' };
    return message('200 OK', fields, json);
  }),
  variant(
    'desk-head-everywhere',
    'answers HEAD wherever it answers GET, without the fields that it learns from the content',
    ['listOrders', 'readOrder', 'readInvoice', 'readLabel'],
    () => ({
      ...servesHead,
      finish: ({ request }, reply) =>
        request.method === 'HEAD' ? withReplyHeaders({ ...reply, body: undefined }, { ETag: undefined }) : reply,
    }),
  ),
  writes('desk-head-bare', 'answers HEAD without a Content-Length', 'countOrders', () =>
    message('200 OK', { 'X-Total-Count': 3 }),
  ),
  writes('desk-head-with-length', 'answers HEAD with the length that GET would have', 'countOrders', () =>
    message('200 OK', { 'X-Total-Count': 3, 'Content-Length': 4711, 'Content-Type': 'application/json' }),
  ),
  writes('desk-spaces-around-values', 'sets spaces and tabs around the values of header fields', 'countOrders', () =>
    message('200 OK', { 'X-Total-Count': '  3\t ' }),
  ),
  writes('desk-names-in-lower-case', 'writes the names of header fields in lower case', 'countOrders', () =>
    message('200 OK', { 'x-total-count': 3, date: 'Sat, 21 Nov 2026 10:00:00 GMT' }),
  ),
  keeps('desk-created-200', 'answers 200, for which there is the default alone', 'createOrder', () => ({
    status: 200,
    body: { code: 'taken', message: 'as you wish' },
  })),
  answers('desk-conflict', 'finds every new order in conflict', [], ['createOrder'], (reply) =>
    reply.status === 201 ? problem(409, 'conflict', 'Taken before.') : reply,
  ),
  variant('desk-out-of-order', 'asks for some time now and then, by 503 with Retry-After', ['createOrder'], (good) => {
    let asked = 0;
    return {
      finish: (call, reply) =>
        ++asked % 4 === 0
          ? { ...problem(503, 'busy', 'In a moment.'), headers: { 'Retry-After': '0' } }
          : good.finish(call, reply),
    };
  }),
  variant(
    'desk-out-of-order-to-strangers',
    'asks for an hour where no credential is sent, by 503 with Retry-After',
    ['createOrder'],
    (good) => ({
      finish: (call, reply) =>
        reply.status === 401 && call.request.headers.authorization === undefined
          ? { ...problem(503, 'busy', 'In an hour.'), headers: { 'Retry-After': '3600' } }
          : good.finish(call, reply),
    }),
  ),
  keeps('desk-order-gzip', 'compresses an order', 'readOrder', (reply) => ({
    ...withReplyHeaders(reply, { 'Content-Encoding': 'gzip' }),
    body: gzipSync(JSON.stringify(reply.body)),
  })),
  keeps('desk-order-brotli', 'compresses an order by Brotli', 'readOrder', (reply) => ({
    ...withReplyHeaders(reply, { 'Content-Encoding': 'br' }),
    body: brotliCompressSync(JSON.stringify(reply.body)),
  })),
  keeps('desk-lower-case-times', 'writes a date-time in lower case, with an offset', 'readOrder', (reply) =>
    withMembers(reply, { placedAt: '2026-03-01t09:30:00.5z', wantedBy: '2024-02-29T23:59:59-11:30' }),
  ),
  keeps('desk-upper-case-uuid', 'writes a uuid in upper case', 'readOrder', (reply) =>
    withReplyHeaders(reply, { 'X-Request-Id': '9F1B4C3E-5A77-4D10-8E2F-0C6B1A2D3E4F' }),
  ),
  variant('desk-hints-first', 'sends hints before an answer', ['countOrders', 'readOrder', 'changeOrder'], (good) => ({
    send(call, reply) {
      call.response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      good.send(call, reply);
    },
  })),
  keeps('desk-type-with-charset', 'names the charset of JSON', 'readOrder', (reply) => ({
    ...reply,
    type: 'Application/Json;Charset="utf-8"',
  })),
  keeps(
    'desk-invoice-pretty',
    'writes XML with a declaration, comments, CDATA and other quotes',
    'readInvoice',
    () => ({
      status: 200,
      type: 'application/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<!-- of today -->\n<invoice number='11'>\n  <total> 9 </total>\n  <currency><![CDATA[SEK]]></currency>\n  <line>Fern &amp; Moss</line>\n  <line/>\n  <seller>Ada</seller>\n</invoice>\n`,
    }),
  ),
  keeps('desk-invoice-utf-16', 'writes XML in UTF-16', 'readInvoice', () => ({
    status: 200,
    type: 'application/xml; charset=utf-16',
    body: Buffer.from('\ufeff<invoice number="11"><total>9</total></invoice>', 'utf16le'),
  })),
  keeps('desk-invoice-with-prefix', 'writes XML with a prefix, behind a document type', 'readInvoice', () => ({
    status: 200,
    type: 'application/xml',
    body: '<!DOCTYPE i:invoice>\n<i:invoice xmlns:i="https://desk.example/i" number="11"><i:total>9</i:total></i:invoice>',
  })),
  keeps('desk-label-latin-1', 'sends a text in the charset that it names', 'readLabel', (reply) => ({
    ...reply,
    type: 'text/plain; charset=iso-8859-1',
    body: Buffer.from('Order 11 für Ada', 'latin1'),
  })),
  keeps(
    'desk-label-always-text',
    'answers in one of two types, whichever is asked for',
    'readLabel',
    (_, { idText }) => ({
      status: 200,
      type: 'text/plain',
      body: `Order ${idText}`,
    }),
  ),
  answers('desk-label-no-json', 'has one of two types alone, and says so', [], ['readLabel'], (reply, { request }) =>
    reply.status === 200 && request.headers.accept === 'application/json'
      ? problem(406, 'type', 'Text is all there is.')
      : reply,
  ),
  keeps('desk-payment-more', 'adds fields to a form, and encodes them in its own way', 'payOrder', () => ({
    status: 200,
    type: 'application/x-www-form-urlencoded;charset=UTF-8',
    body: 'cents=%31%30&order=11&note=paid+in+full&note=%F0%9F%8C%B1',
  })),
  answers('desk-cancel-again', 'cancels what is cancelled, or never was, with 204', [], ['cancelOrder'], (reply) =>
    reply.status === 404 ? { status: 204 } : reply,
  ),
  variant('desk-patience', 'asks for patience at every fifth request', ['listOrders', 'changeOrder'], () => {
    let count = 0;
    return {
      finish: (_, reply) => (++count % 5 === 0 ? { status: 429, headers: { 'Retry-After': '1' } } : reply),
    };
  }),
  keeps('desk-list-goes-on', 'leads from the last page of a list to two empty ones', 'listOrders', (...asked) =>
    goesOn(...asked, 2),
  ),
  keeps('desk-205-in-chunks', 'sends a 205 in chunks, of which there are none', 'emptyBasket', (reply) =>
    withReplyHeaders(reply, { 'Content-Length': undefined }),
  ),
  keeps('desk-rate-limit-zero', 'sends numbers in header fields at their bounds', 'listOrders', (reply) =>
    withReplyHeaders(reply, { 'X-Rate-Limit': '0', 'X-Total-Count': undefined }),
  ),
  keeps('desk-chunks-with-trailer', 'sends an order in chunks', 'readOrder', (reply) =>
    withReplyHeaders(reply, { 'Transfer-Encoding': 'chunked', Trailer: 'X-Checksum' }),
  ),
];
