import { type DeskBehaviour, type DeskCall, problem } from './desk';
import { type DeskFault, failsAt, variant, withLast } from './deskFault';

function textOf({ body }: DeskCall): string {
  return body.toString('utf8');
}

function typeOf({ request }: DeskCall): string {
  return request.headers['content-type'] ?? '';
}

/** The texts in a body that is an object. */
function textsIn(call: DeskCall): string[] {
  try {
    return Object.values(JSON.parse(textOf(call)) as object).filter((each) => typeof each === 'string');
  } catch {
    return [];
  }
}

const holds = (pattern: RegExp) => (call: DeskCall) => textsIn(call).some((text) => pattern.test(text));

/** A payment breaks the list of the orders, which was right before. */
const listBroken: DeskFault = {
  name: 'desk-list-broken-by-payments',
  summary: 'lists an order wrongly once something was paid',
  draws: ['body-schema'],
  operations: ['listOrders', 'payOrder'],
  changes: () => {
    let isPaid = false;
    return {
      finish({ route: { operationId }, request }, reply) {
        if (operationId === 'payOrder' && reply.status === 200) isPaid = true;
        const isList = operationId === 'listOrders' && request.method === 'GET' && reply.status === 200;
        return isPaid && isList ? withLast(reply, { customer: null }) : reply;
      },
    };
  },
};

/** Faults that only requests show which few clients send. */
export const unusualFaults: readonly DeskFault[] = [
  listBroken,
  failsAt('desk-fails-at-quotes', 'fails at an apostrophe in a text', 'changeOrder', holds(/'/)),
  failsAt('desk-fails-at-line-ends', 'fails at a line end in a text', 'changeOrder', holds(/\r\n/)),
  failsAt('desk-fails-at-marks', 'fails at a combining mark', 'changeOrder', holds(/\p{Mn}/u)),
  failsAt('desk-fails-at-right-to-left', 'fails at Hebrew letters', 'changeOrder', holds(/\p{Script=Hebrew}/u)),
  failsAt('desk-fails-at-no-text', 'fails at an empty text', 'changeOrder', holds(/^$/)),
  failsAt('desk-fails-at-forty-letters', 'fails at 40 plain letters', 'changeOrder', holds(/^[a-z]{40}$/)),
  failsAt('desk-fails-at-order-0', 'fails at the id 0', 'readOrder', ({ idText }) => idText === '0'),
  failsAt('desk-fails-below-0', 'fails at an id below 0', 'readInvoice', ({ idText }) => idText === '-1'),
  failsAt('desk-fails-at-depth', 'fails at lists in lists', 'changeOrder', (call) => textOf(call).startsWith('[[[[')),
  failsAt('desk-fails-at-members-twice', 'fails at a member that is there twice', 'changeOrder', (call) =>
    /^\{("\w+":)[^{]*?,\1/.test(textOf(call)),
  ),
  failsAt(
    'desk-fails-at-lists',
    'fails at an empty list in place of an order',
    'changeOrder',
    (call) => textOf(call) === '[]',
  ),
  failsAt('desk-fails-without-boundary', 'fails at multipart content without a boundary', 'payOrder', (call) =>
    typeOf(call).startsWith('multipart/'),
  ),
  failsAt('desk-fails-without-boundary-or-body', 'fails at a multipart type without content', 'emptyBasket', (call) =>
    typeOf(call).startsWith('multipart/'),
  ),
  failsAt('desk-fails-at-charsets', 'fails at a charset that it does not know', 'changeOrder', (call) =>
    /charset=x-/.test(typeOf(call)),
  ),
  failsAt('desk-fails-at-json-types', 'fails at another type of JSON', 'changeOrder', (call) =>
    typeOf(call).endsWith('+json'),
  ),
  failsAt('desk-fails-at-spaces', 'fails at spaces at the end of a text', 'changeOrder', holds(/ $/)),
  failsAt('desk-fails-at-percent', 'fails at what looks like an encoded space', 'changeOrder', holds(/%20/)),
  failsAt(
    'desk-fails-at-astral',
    'fails at a character of two UTF-16 units',
    'changeOrder',
    holds(/[\u{10000}-\u{10ffff}]/u),
  ),
  failsAt(
    'desk-fails-at-the-last-id',
    'fails at the greatest id of 64 bits',
    'readOrder',
    ({ idText }) => idText === '9223372036854775807',
  ),
  failsAt('desk-fails-at-fractions', 'fails at a price of 10 cents', 'createOrder', (call) =>
    /"price":0\.1\b/.test(textOf(call)),
  ),
  failsAt('desk-fails-at-large-prices', 'fails at a price beyond 32 bits', 'createOrder', (call) =>
    /"price":\d{10,}/.test(textOf(call)),
  ),
  failsAt('desk-fails-at-parcels', 'fails at an order that is sent as a parcel', 'createOrder', (call) =>
    textOf(call).includes('"parcel"'),
  ),
  failsAt('desk-fails-at-json-labels', 'fails where a label is wanted in JSON', 'readLabel', ({ request }) =>
    String(request.headers.accept).includes('json'),
  ),
  failsAt('desk-fails-at-trace', 'fails at TRACE', 'readOrder', ({ request }) => request.method === 'TRACE'),
  failsAt('desk-fails-at-options', 'fails at OPTIONS', 'emptyBasket', ({ request }) => request.method === 'OPTIONS'),
  failsAt(
    'desk-fails-at-head',
    'fails at HEAD where there is no GET',
    'emptyBasket',
    ({ request }) => request.method === 'HEAD',
  ),
];

const CHANGES = ['changeOrder', 'createOrder', 'replaceOrder', 'payOrder'];

function asked(name: string, summary: string, changes: DeskFault['changes']): DeskFault {
  return variant(name, summary, [...CHANGES, 'readOrder', 'emptyBasket'], changes);
}

/** Puts every text of a value into one form of Unicode, on one line, without spaces at its ends. */
function tidied(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tidied(each)]));
}

/** Ways to answer what few clients send. */
export const unusualVariants: readonly DeskFault[] = [
  asked('desk-refuses-unusual-texts', 'refuses texts with quotes, line ends and other letters', (good) => ({
    finish: (call, reply) =>
      call.request.method === call.route.method && textsIn(call).some((text) => !/^[\w .:+-]*$/.test(text))
        ? good.invalid(call, { what: 'schema', message: 'Plain letters, please.', keywords: [] })
        : reply,
  })),
  asked('desk-tidies', 'puts all texts into one form', (good) => ({
    parse: (...all) => tidied(good.parse(...all)),
  })),
  asked('desk-any-json', 'reads any JSON, whatever its type and its charset', (good: DeskBehaviour) => ({
    finish: (call, reply) =>
      reply.status === 415 && typeOf(call).includes('json') ? { ...reply, status: 400 } : reply,
    parse: (call, _, text, schema) => good.parse(call, 'application/json', text, schema),
  })),
  asked('desk-options-204', 'tells its methods to OPTIONS', () => ({
    notAllowed: ({ request, route }) => ({
      status: request.method === 'OPTIONS' ? 204 : 405,
      headers: { Allow: route.methods.join(', ') },
    }),
  })),
  asked('desk-deep-413', 'calls what is nested deep too large', (good) => ({
    invalid: (call, mistake) =>
      textOf(call).startsWith('[[[[') ? problem(413, 'large', 'That is too much.') : good.invalid(call, mistake),
  })),
  asked('desk-counts-from-1', 'knows no order below 1, and says so', (good) => ({
    parseId: (text) => {
      const id = good.parseId(text);
      return id === undefined || id < 1n ? undefined : id;
    },
  })),
];
