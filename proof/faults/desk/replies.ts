import { randomUUID } from 'node:crypto';
import { message } from '../catalogue/fault';
import { type DeskBehaviour, type DeskReply, problem } from './desk';
import { answers, type DeskFault, servesHead, succeeds, withLast, withMembers, withReplyHeaders } from './deskFault';

interface Lined {
  readonly lines: readonly unknown[];
}

const [HEADER, HIDDEN, STATUS] = [['response-header'], ['write-only-hidden'], ['success-status']];
const FITS = ['status-fits-request'];
const ACCEPTED = ['valid-input-accepted'];

/** Makes a desk in which one header field of a success is different or missing. */
function header(name: string, summary: string, operation: string, field: string, value?: string): DeskFault {
  return succeeds(name, summary, HEADER, [operation], (reply) => withReplyHeaders(reply, { [field]: value }));
}

/** Makes a desk whose refusals at one operation have a status that does not fit the request. */
function misfits(name: string, summary: string, operation: string, steps: Partial<DeskBehaviour>): DeskFault {
  return { name, summary, draws: FITS, operations: [operation], changes: () => steps };
}

/** Makes a desk that answers HEAD wherever it answers GET, and to some operations otherwise. */
function headOf(
  name: string,
  summary: string,
  operations: readonly string[],
  change: (reply: DeskReply) => DeskReply,
): DeskFault {
  return {
    name,
    summary,
    draws: ['head-as-get'],
    operations,
    changes: () => ({
      ...servesHead,
      finish: (call, reply) => (call.request.method === 'HEAD' && reply.status === 200 ? change(reply) : reply),
    }),
  };
}

/** Faults in answers: an undeclared status or header field, a member that should be hidden, or content that should not be there. */
export const replies: readonly DeskFault[] = [
  header('desk-request-id-missing', 'leaves a required header field out', 'listOrders', 'X-Request-Id'),
  header('desk-request-id-short', 'sends a number where a uuid is declared', 'readOrder', 'X-Request-Id', '4711'),
  header('desk-rate-limit-in-words', 'sends a word where an integer is declared', 'listOrders', 'X-Rate-Limit', 'many'),
  header('desk-rate-limit-negative', 'sends a header field below its minimum', 'listOrders', 'X-Rate-Limit', '-1'),
  header('desk-rate-limit-empty', 'sends a required header field without a value', 'listOrders', 'X-Rate-Limit', ''),
  succeeds('desk-request-id-twice', 'sends a header field twice that is no list', HEADER, ['readOrder'], (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'X-Request-Id': [randomUUID(), randomUUID()] },
  })),
  header('desk-total-fraction', 'sends a fraction in an optional field', 'listOrders', 'X-Total-Count', '2.5'),
  header(
    'desk-head-without-total',
    'leaves a required field out of the answer to HEAD',
    'countOrders',
    'X-Total-Count',
  ),
  header('desk-location-missing', 'tells of no Location', 'createOrder', 'Location'),
  {
    ...header('desk-location-elsewhere', 'sends a Location of another form', 'createOrder', 'Location', '/order?id=1'),
    draws: [...HEADER, 'location-resolves'],
  },
  header('desk-etag-unquoted', 'sends an ETag without its quotes', 'readOrder', 'ETag', 'abc'),

  succeeds('desk-pin-in-order', 'shows what is only written', HIDDEN, ['readOrder'], (reply) =>
    withMembers(reply, { pin: '1234' }),
  ),
  succeeds('desk-pin-in-list', 'shows what is only written in one item of a list', HIDDEN, ['listOrders'], (reply) =>
    withLast(reply, { pin: '1234' }),
  ),
  succeeds('desk-pin-echoed', 'sends back what is only written', HIDDEN, ['createOrder'], (reply) =>
    withMembers(reply, { pin: '1234' }),
  ),
  succeeds(
    'desk-pin-masked',
    'shows a mask for what is only written',
    [...HIDDEN, 'body-schema'],
    ['replaceOrder'],
    (reply) => withMembers(reply, { pin: '****' }),
  ),

  succeeds('desk-205-with-body', 'sends a 205 with content', ['no-content'], ['emptyBasket'], () => ({
    status: 205,
    body: { emptied: true },
  })),
  succeeds('desk-204-with-length', 'sends a 204 with a Content-Length', ['no-content'], ['cancelOrder'], (reply) =>
    withReplyHeaders(reply, { 'Content-Length': '2' }),
  ),
  headOf('desk-head-204', 'answers 204 to HEAD, and 200 to GET', ['readOrder'], (reply) => ({
    ...reply,
    status: 204,
  })),
  headOf('desk-head-refused', 'wants another type of HEAD than of GET', ['readLabel'], () => ({ status: 406 })),
  headOf('desk-head-without-id', 'leaves a required field out of the answer to HEAD', ['readOrder'], (reply) =>
    withReplyHeaders(reply, { 'X-Request-Id': undefined }),
  ),
  {
    name: 'desk-allow-short',
    summary: 'names in Allow the first of its methods alone',
    draws: ['allow-on-405'],
    operations: ['listOrders', 'readOrder', 'readLabel'],
    changes: () => ({
      notAllowed: ({ route }) => ({ status: 405, headers: { Allow: route.methods[0] ?? '' } }),
    }),
  },
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

  {
    name: 'desk-lines-kept',
    summary: 'keeps a line of an order that is replaced',
    draws: ['put-replaces'],
    operations: ['createOrder', 'readOrder', 'replaceOrder', 'cancelOrder'],
    changes: (good) => ({
      act(call) {
        if (call.route.operationId !== 'replaceOrder') return good.act(call);
        const old = good.act({ ...call, route: { ...call.route, operationId: 'readOrder' } })?.body as
          | Lined
          | undefined;
        const { lines, ...rest } = call.content as Lined;
        return good.act({
          ...call,
          content: { ...rest, lines: [...(old?.lines.slice(0, 1) ?? []), ...lines].slice(0, 5) },
        });
      },
    }),
  },
  {
    name: 'desk-lines-appended',
    summary: 'appends the lines of an order that is replaced to those that it has',
    draws: ['put-replaces', 'put-idempotent'],
    operations: ['createOrder', 'readOrder', 'replaceOrder', 'cancelOrder'],
    changes: (good) => ({
      act(call) {
        if (call.route.operationId !== 'replaceOrder') return good.act(call);
        const old = good.act({ ...call, route: { ...call.route, operationId: 'readOrder' } })?.body as
          | Lined
          | undefined;
        const { lines, ...rest } = call.content as Lined;
        return good.act({ ...call, content: { ...rest, lines: [...(old?.lines ?? []), ...lines].slice(0, 5) } });
      },
    }),
  },
  {
    name: 'desk-order-locked',
    summary: 'answers 401 to a valid credential at one of the orders that were handed over',
    draws: STATUS,
    operations: ['readOrder'],
    changes: (good) => ({ authorised: (call) => call.idText !== '13' && good.authorised(call) }),
  },
  answers('desk-limit-of-50', 'lists 50 orders at most', ACCEPTED, ['listOrders'], (reply, { query }) =>
    reply.status === 200 && Number(query.get('limit')) > 50 ? problem(400, 'limit', 'limit must be at most 50') : reply,
  ),
  answers('desk-no-high-priority', 'takes no order of a high priority', ACCEPTED, ['createOrder'], (reply) =>
    reply.status === 201 && (reply.body as { priority?: string }).priority === 'high'
      ? problem(422, 'priority', '/priority must be low or normal')
      : reply,
  ),
  answers('desk-note-demanded', 'demands a note, which is optional', ACCEPTED, ['createOrder'], (reply) =>
    reply.status === 201 && (reply.body as { note?: string }).note === undefined
      ? problem(422, 'note', 'note is required')
      : reply,
  ),
  misfits('desk-invalid-304', 'answers 304 to a PUT that is invalid', 'replaceOrder', {
    invalid: () => ({ status: 304 }),
  }),
  misfits('desk-unknown-415', 'answers 415 to a GET of what there is not', 'readOrder', {
    unknown: () => ({ status: 415 }),
  }),
  misfits('desk-invalid-413', 'answers 413 to an id that is no number', 'cancelOrder', {
    invalid: () => ({ status: 413 }),
  }),
  misfits('desk-invalid-426', 'wants something else than an invalid limit, and does not say what', 'listOrders', {
    invalid: () => ({ status: 426 }),
  }),
  answers(
    'desk-list-not-acceptable',
    'has no page in the one type that there is',
    [...FITS, 'pages-agree'],
    ['listOrders'],
    (reply, { query }) => (reply.status === 200 && query.has('cursor') ? { status: 406 } : reply),
  ),
  answers('desk-list-refused', 'refuses to list without a limit', STATUS, ['listOrders'], (reply, { query }) =>
    reply.status === 200 && !query.has('limit') ? { status: 404 } : reply,
  ),
  succeeds('desk-list-moved', 'sends whoever wants the list to another place', STATUS, ['listOrders'], () => ({
    status: 307,
    headers: { Location: '/v2/orders' },
  })),
  answers('desk-order-forgotten', 'does not know what was handed over', STATUS, ['readOrder'], (reply, { idText }) =>
    reply.status === 200 && idText === '13' ? { status: 404, body: { code: 'unknown', message: 'Gone.' } } : reply,
  ),
  succeeds('desk-replaced-by-202', 'answers 202 where 200 is declared', STATUS, ['replaceOrder'], () => ({
    status: 202,
  })),
  succeeds('desk-cancelled-by-200', 'answers 200 where 204 is declared', STATUS, ['cancelOrder'], () => ({
    status: 200,
    body: {},
  })),
  answers(
    'desk-label-fails',
    'fails over what is in order, as is declared',
    [...STATUS, 'no-server-error'],
    ['readLabel'],
    (reply) => (reply.status === 200 ? { status: 500, body: { code: 'printer', message: 'No paper.' } } : reply),
  ),
  answers(
    'desk-order-fails-as-declared',
    'fails over a gift, which only the default declares',
    ['no-server-error'],
    ['createOrder'],
    (reply) =>
      reply.status === 201 && (reply.body as { gift?: boolean }).gift === true
        ? problem(500, 'ribbon', 'No ribbon.')
        : reply,
  ),
];
