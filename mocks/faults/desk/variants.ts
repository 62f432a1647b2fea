import { brotliCompressSync, gzipSync } from 'node:zlib';
import { message } from '../fault';
import { type Behaviour, fromText, problem, type Reply } from './desk';
import { answers, type DeskFault, succeeds, withHeaders, withMembers } from './deskFault';

function variant(
  name: string,
  summary: string,
  operations: readonly string[],
  changes: DeskFault['changes'],
): DeskFault {
  return { name, summary, draws: [], operations, changes };
}

/** Of operations that declare 400. */
function invalid(name: string, summary: string, change: Behaviour['invalid']): DeskFault {
  return variant(name, summary, ['listOrders', 'createOrder', 'readOrder', 'payOrder'], () => ({ invalid: change }));
}

function refused(name: string, summary: string, reply: Reply): DeskFault {
  return variant(name, summary, ['createOrder', 'readOrder', 'readInvoice', 'emptyBasket'], () => ({
    refused: () => reply,
  }));
}

function notAllowed(name: string, summary: string, reply: Reply): DeskFault {
  return variant(name, summary, ['listOrders', 'readOrder', 'payOrder'], () => ({ notAllowed: () => reply }));
}

/** A desk that reads what it is sent in its own way. */
function reads(name: string, summary: string, changes: DeskFault['changes']): DeskFault {
  return variant(name, summary, ['listOrders', 'createOrder', 'payOrder'], changes);
}

function keeps(name: string, summary: string, operation: string, change: Parameters<typeof succeeds>[4]): DeskFault {
  return succeeds(name, summary, [], [operation], change);
}

/** A desk that writes its answers to some operation as such bytes. */
function writes(name: string, summary: string, operation: string, bytes: (reply: Reply) => string): DeskFault {
  return variant(name, summary, [operation], (good) => ({
    send: (call, reply) =>
      call.route.operationId === operation && reply.status === 200
        ? void call.request.socket.end(bytes(reply))
        : good.send(call, reply),
  }));
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)]));
}

const INVALID = problem(400, 'invalid', 'no');
const ALL = ['listOrders', 'countOrders', 'createOrder', 'readOrder', 'replaceOrder', 'changeOrder', 'readInvoice'];

/** What the contract of the order desk leaves open, and HTTP: none of these breaks anything. */
export const deskVariants: readonly DeskFault[] = [
  { name: 'desk-good', summary: 'keeps the contract in the plainest way', draws: [], changes: () => ({}) },
  invalid('desk-invalid-400', 'answers 400 to whatever is invalid', () => INVALID),
  variant(
    'desk-invalid-422',
    'answers 422 to whatever is invalid',
    ['createOrder', 'replaceOrder', 'changeOrder'],
    () => ({
      invalid: () => ({ ...INVALID, status: 422 }),
    }),
  ),
  variant('desk-type-415', 'answers a bare 415 to an unknown media type', ['changeOrder', 'payOrder'], (good) => ({
    invalid: (call, mistake) => (mistake.what === 'type' ? { status: 415 } : good.invalid(call, mistake)),
  })),
  invalid('desk-malformed-404', 'answers a malformed id with 404', (_, { what }) =>
    what === 'id' ? problem(404, 'unknown', 'There is none.') : INVALID,
  ),
  invalid('desk-problem-more', 'adds members to what it says of invalid input', () =>
    withMembers(INVALID, { fields: ['/customer'], trace: [{ line: 1 }], help: null }),
  ),
  reads('desk-extra-query-refused', 'refuses query parameters that it does not know', () => ({
    finish: ({ query, route: { parameters, security } }, reply) =>
      security.flat().includes('keyInQuery') ||
      [...query.keys()].every((key) => parameters.some(({ name }) => key.startsWith(name)))
        ? reply
        : problem(400, 'query', 'What is that?'),
  })),
  reads('desk-numbers-in-words', 'reads numbers of the query in more ways than the contract says', (good) => ({
    readParameter(call, parameter) {
      const value = good.readParameter(call, parameter);
      return typeof value === 'string' ? fromText(value.trim().replace(/^\+/, ''), parameter.schema) : value;
    },
  })),
  reads('desk-lists-with-commas', 'takes a list of the query in one parameter, too', (good) => ({
    readParameter(call, parameter) {
      const value = good.readParameter(call, parameter);
      return Array.isArray(value)
        ? value.flatMap((each) => (typeof each === 'string' ? each.split(',') : each))
        : value;
    },
  })),
  reads('desk-trims', 'trims every text that it is sent', (good) => ({
    parse: (...all) => trimmed(good.parse(...all)),
    readParameter: (...all) => trimmed(good.readParameter(...all)),
  })),
  answers('desk-more-fields', 'sends header fields that nobody declared', [], ALL, (reply) =>
    withHeaders(reply, {
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
  notAllowed('desk-405-other-order', 'lists its methods in another order, and more of them', {
    status: 405,
    headers: { Allow: 'PUT,OPTIONS , GET,POST' },
  }),
  notAllowed('desk-405-two-fields', 'lists its methods in two fields', {
    status: 405,
    headers: { Allow: ['GET', 'PUT'] },
  }),
  notAllowed('desk-405-of-none', 'allows no method at all', { status: 405, headers: { Allow: '' } }),
  notAllowed('desk-method-404', 'answers a method that there is not with 404', { status: 404 }),
  notAllowed('desk-method-501', 'knows no such method', { status: 501 }),
  refused('desk-401-with-challenges', 'names several schemes in one challenge', {
    status: 401,
    headers: {
      'WWW-Authenticate': 'ApiKey realm="desk", Basic realm="desk", charset="UTF-8", Bearer error="invalid_token"',
    },
  }),
  refused('desk-401-with-challenge-fields', 'names several schemes, each in a field of its own', {
    status: 401,
    headers: { 'WWW-Authenticate': ['Negotiate', 'bearer', 'basic realm="desk"'] },
  }),
  refused('desk-401-with-body', 'tells in a body why it refuses, where none is declared', {
    status: 401,
    headers: { 'WWW-Authenticate': ['Basic', 'Bearer'] },
    body: '<h1>Who are you?</h1>',
    type: 'text/html',
  }),
  refused('desk-refusal-400', 'refuses a missing credential with 400', problem(400, 'credential', 'Who are you?')),
  refused('desk-refusal-404', 'hides from strangers what there is', problem(404, 'unknown', 'There is none.')),
  refused('desk-403', 'refuses with 403', problem(403, 'forbidden', 'Not you.')),
  keeps('desk-created-200', 'answers 200, for which there is the default alone', 'createOrder', () => ({
    status: 200,
    body: { code: 'taken', message: 'as you wish' },
  })),
  answers('desk-conflict', 'finds every new order in conflict', [], ['createOrder'], (reply) =>
    reply.status === 201 ? problem(409, 'conflict', 'Taken before.') : reply,
  ),
  keeps('desk-order-gzip', 'compresses an order', 'readOrder', (reply) => ({
    ...withHeaders(reply, { 'Content-Encoding': 'gzip' }),
    body: gzipSync(JSON.stringify(reply.body)),
  })),
  keeps('desk-order-brotli', 'compresses an order by Brotli', 'readOrder', (reply) => ({
    ...withHeaders(reply, { 'Content-Encoding': 'br' }),
    body: brotliCompressSync(JSON.stringify(reply.body)),
  })),
  keeps('desk-lower-case-times', 'writes a date-time in lower case, with an offset', 'readOrder', (reply) =>
    withMembers(reply, { placedAt: '2026-03-01t09:30:00.5z', wantedBy: '2024-02-29T23:59:59-11:30' }),
  ),
  keeps('desk-upper-case-uuid', 'writes a uuid in upper case', 'readOrder', (reply) =>
    withHeaders(reply, { 'X-Request-Id': '9F1B4C3E-5A77-4D10-8E2F-0C6B1A2D3E4F' }),
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
  keeps('desk-label-latin-1', 'sends a text in the charset that it names', 'readLabel', (reply) => ({
    ...reply,
    type: 'text/plain; charset=iso-8859-1',
    body: Buffer.from('Order 11 für Ada', 'latin1'),
  })),
  keeps('desk-payment-more', 'adds fields to a form, and encodes them in its own way', 'payOrder', () => ({
    status: 200,
    type: 'application/x-www-form-urlencoded;charset=UTF-8',
    body: 'cents=%31%30&order=11&note=paid+in+full&note=%F0%9F%8C%B1',
  })),
  answers('desk-cancel-again', 'cancels what is cancelled, or never was, with 204', [], ['cancelOrder'], (reply) =>
    reply.status === 404 ? { status: 204 } : reply,
  ),
  variant('desk-paid-stays', 'cancels no order that the run has paid', ['payOrder', 'cancelOrder'], (good) => {
    const paid = new Set<bigint>();
    return {
      act(call) {
        if (call.route.operationId === 'cancelOrder' && paid.has(call.id)) return problem(409, 'paid', 'It is paid.');
        const reply = good.act(call);
        if (call.route.operationId === 'payOrder' && reply) paid.add(call.id);
        return reply;
      },
    };
  }),
  variant('desk-patience', 'asks for patience at every fifth request', ['listOrders', 'changeOrder'], () => {
    let count = 0;
    return {
      finish: (_, reply) => (++count % 5 === 0 ? { status: 429, headers: { 'Retry-After': '1' } } : reply),
    };
  }),
  variant(
    'desk-order-first',
    'looks for the order before it looks at the body',
    ['changeOrder', 'payOrder'],
    (good) => ({
      invalid: (call, mistake) =>
        mistake.what === 'id' || ['11', '12', '13'].includes(call.idText)
          ? good.invalid(call, mistake)
          : good.unknown(call),
    }),
  ),
  notAllowed('desk-trace', 'answers TRACE with what it was sent', {
    status: 200,
    body: 'TRACE / HTTP/1.1',
    type: 'message/http',
  }),
  keeps('desk-205-in-chunks', 'sends a 205 in chunks, of which there are none', 'emptyBasket', (reply) =>
    withHeaders(reply, { 'Content-Length': undefined }),
  ),
  keeps('desk-rate-limit-zero', 'sends numbers in header fields at their bounds', 'listOrders', (reply) =>
    withHeaders(reply, { 'X-Rate-Limit': '0', 'X-Total-Count': undefined }),
  ),
  keeps('desk-chunks-with-trailer', 'sends an order in chunks', 'readOrder', (reply) =>
    withHeaders(reply, { 'Transfer-Encoding': 'chunked', Trailer: 'X-Checksum' }),
  ),
];
