import { type DeskBehaviour, type DeskCall, type DeskReply, fromText, problem } from './desk';
import { answers, type DeskFault, variant, withMembers } from './deskFault';
import { PLACED } from './orders';

/** Makes a variant that refuses invalid requests in another way, at operations that declare 400. */
function invalid(name: string, summary: string, change: DeskBehaviour['invalid']): DeskFault {
  return variant(name, summary, ['listOrders', 'createOrder', 'readOrder', 'payOrder'], () => ({ invalid: change }));
}

function refused(name: string, summary: string, reply: DeskReply): DeskFault {
  return variant(name, summary, ['createOrder', 'readOrder', 'readInvoice', 'emptyBasket'], () => ({
    refused: () => reply,
  }));
}

function notAllowed(name: string, summary: string, reply: DeskReply): DeskFault {
  return variant(name, summary, ['listOrders', 'readOrder', 'payOrder'], () => ({ notAllowed: () => reply }));
}

/** Operations that want a key, a key or a token, both, and a name with a password. */
const GUARDED_IN_EACH_WAY = ['listOrders', 'readOrder', 'cancelOrder', 'readInvoice', 'emptyBasket'];

function isAnyShown({ request: { headers }, query }: DeskCall): boolean {
  return Boolean(headers['x-api-key'] || headers.authorization || query.get('api_key'));
}

/** Makes a variant that reads requests in another way. */
function reads(name: string, summary: string, changes: DeskFault['changes']): DeskFault {
  return variant(name, summary, ['listOrders', 'createOrder', 'payOrder'], changes);
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)]));
}

const INVALID = problem(400, 'invalid', 'no');

/** Ways to read and to refuse requests that the contract of the order desk allows. */
export const requestVariants: readonly DeskFault[] = [
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
  reads('desk-numbers-with-signs', 'takes a sign before a number, and spaces around it', (good) => ({
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
  answers('desk-sold-out', 'refuses orders that it has not enough for', [], ['createOrder'], (reply) =>
    reply.status === 201 && JSON.stringify(reply.body).includes('"quantity":999')
      ? problem(422, 'stock', 'There is not enough of that article.')
      : reply,
  ),
  answers('desk-full', 'has no room for some of the orders', [], ['createOrder'], (reply) =>
    reply.status === 201 && (reply.body as { priority?: string }).priority === 'high'
      ? problem(409, 'full', 'No room is left for orders of the priority high.')
      : reply,
  ),
  variant('desk-missing-415', 'answers 415 where a body is missing', ['createOrder', 'payOrder'], (good) => ({
    invalid: (call, mistake) =>
      mistake.what === 'missing' ? problem(415, 'type', 'Of what type?') : good.invalid(call, mistake),
  })),
  variant('desk-wants-upgrade', 'wants HTTP/2 for what is invalid, and says so', ['listOrders'], () => ({
    invalid: () => ({ status: 426, headers: { Upgrade: 'HTTP/2.0' } }),
  })),
  notAllowed('desk-405-other-order', 'lists its methods in another order, and more of them', {
    status: 405,
    headers: { Allow: 'PUT,OPTIONS , GET,POST,delete,TRACE, PATCH' },
  }),
  notAllowed('desk-405-two-fields', 'lists its methods in two fields', {
    status: 405,
    headers: { Allow: ['GET, POST', 'PUT, PATCH, DELETE'] },
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
  variant(
    'desk-wrong-credential-403',
    'refuses a missing credential with 401, and a wrong one with 403',
    GUARDED_IN_EACH_WAY,
    (good) => ({
      refused: (call) => (isAnyShown(call) ? problem(403, 'forbidden', 'Not you.') : good.refused(call)),
    }),
  ),
  variant('desk-wrong-credential-400', 'calls a wrong credential malformed', GUARDED_IN_EACH_WAY, (good) => ({
    refused: (call) => (isAnyShown(call) ? problem(400, 'malformed', 'What is that?') : good.refused(call)),
  })),
  variant(
    'desk-one-credential-at-once',
    'refuses a request that carries a key and a token, where one of them is enough',
    ['listOrders', 'readOrder'],
    (good) => ({
      authorised: (call) =>
        good.authorised(call) &&
        !(call.request.headers['x-api-key'] !== undefined && call.request.headers.authorization !== undefined),
    }),
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
  variant('desk-no-two-alike', 'puts an order wherever it is wanted, but none twice', ['replaceOrder'], (good) => {
    const owners = new Map<string, string>();
    return {
      act(call) {
        if (call.route.operationId !== 'replaceOrder') return good.act(call);
        const { pin: _, ...content } = call.content as Readonly<Record<string, unknown>>;
        const text = JSON.stringify(content);
        const owner = owners.get(text) ?? call.idText;
        if (owner !== call.idText) return problem(409, 'twice', `That is what order ${owner} holds.`);
        owners.set(text, owner);
        return good.act(call) ?? { status: 200, body: { ...content, id: Number(call.id), placedAt: PLACED } };
      },
    };
  }),
  variant('desk-trace', 'answers TRACE with what it was sent', ['listOrders', 'readOrder', 'payOrder'], (good) => ({
    notAllowed: (call) =>
      call.request.method === 'TRACE'
        ? { status: 200, body: 'TRACE / HTTP/1.1', type: 'message/http' }
        : good.notAllowed(call),
  })),
];
