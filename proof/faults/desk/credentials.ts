import { CREDENTIALS, type DeskCall, type DeskReply, problem } from './desk';
import { answers, type DeskFault, withReplyHeaders } from './deskFault';

/** Makes a desk that lets in requests that it should refuse. */
function letsIn(name: string, summary: string, enters: (call: DeskCall) => boolean): DeskFault {
  return {
    name,
    summary,
    draws: REQUIRED,
    changes: (good) => ({ authorised: (call) => good.authorised(call) || enters(call) }),
  };
}

/** Makes a desk that does so at one operation. */
function opens(
  name: string,
  summary: string,
  operation: string,
  draws: readonly string[] = REQUIRED,
  enters: (call: DeskCall) => boolean = () => true,
): DeskFault {
  const touches = (call: DeskCall) => call.route.operationId === operation && enters(call);
  return { ...letsIn(name, summary, touches), draws, operations: [operation] };
}

const REQUIRED = ['credential-required'];
const CHECKED = ['credential-checked'];

function hasKey({ request }: DeskCall): boolean {
  return (request.headers['x-api-key'] ?? '') !== '';
}

/** Returns name and password of HTTP basic: "clerk:paper". */
function basicOf({ request }: DeskCall): string {
  const [, given = ''] = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return Buffer.from(given, 'base64').toString('utf8');
}

/** Makes a desk that fails at an order over what one of two credentials brings it to. */
function crashesOver(name: string, summary: string, hits: (call: DeskCall) => boolean): DeskFault {
  return answers(name, summary, ['no-server-error'], ['readOrder'], (reply, call) =>
    hits(call) ? { status: 500 } : reply,
  );
}

function refuses(
  name: string,
  summary: string,
  draws: readonly string[],
  refused: (call: DeskCall) => DeskReply,
): DeskFault {
  return { name, summary, draws, changes: () => ({ refused }) };
}

/** Makes a desk that gives another answer to a method that does not exist. */
function notAllowed(name: string, summary: string, reply: DeskReply): DeskFault {
  return { name, summary, draws: ['allow-on-405'], changes: () => ({ notAllowed: () => reply }) };
}

/** Faults with credentials: they are not asked for, or taken from the wrong place, or refusals have a wrong form. */
export const credentials: readonly DeskFault[] = [
  opens('desk-open-list', 'lists its orders to anybody', 'listOrders'),
  opens('desk-open-head', 'counts its orders for anybody who asks by HEAD', 'countOrders'),
  opens('desk-open-invoices', 'shows an invoice to anybody', 'readInvoice'),
  opens('desk-open-order', 'shows an order to anybody, where key or token is required', 'readOrder', [
    'bearer-required',
  ]),
  opens(
    'desk-key-alone-is-enough',
    'cancels an order for the key alone, where key and token are required together',
    'cancelOrder',
    REQUIRED,
    ({ query }) => query.has('api_key'),
  ),
  opens(
    'desk-token-alone-is-enough',
    'cancels an order for the token alone, where key and token are required together',
    'cancelOrder',
    REQUIRED,
    ({ request }) => request.headers.authorization !== undefined,
  ),
  {
    ...letsIn('desk-open-with-empty-key', 'lets an empty key in', ({ request }) => request.headers['x-api-key'] === ''),
    draws: ['bearer-required', 'credential-required'],
  },
  {
    ...letsIn('desk-key-from-query', 'takes the key of a header field from the query', ({ query }) =>
      query.has('X-Api-Key'),
    ),
    draws: ['bearer-required', 'credential-required'],
  },
  opens('desk-any-key', 'lists its orders for any key', 'listOrders', CHECKED, hasKey),
  opens(
    'desk-any-key-beside-token',
    'shows an order for any key, where key or token is required',
    'readOrder',
    CHECKED,
    hasKey,
  ),
  opens(
    'desk-any-token-beside-key',
    'shows an order for any token, where key or token is required',
    'readOrder',
    CHECKED,
    ({ request }) => /^bearer +\S/i.test(request.headers.authorization ?? ''),
  ),
  opens(
    'desk-any-token-with-key',
    'cancels an order for the key and any token, where key and token are required together',
    'cancelOrder',
    CHECKED,
    ({ request, query }) =>
      query.get('api_key') === CREDENTIALS['keyInQuery'] && /^bearer +\S/i.test(request.headers.authorization ?? ''),
  ),
  opens('desk-any-password', 'shows an invoice for the right name and any password', 'readInvoice', CHECKED, (call) =>
    /^clerk:./.test(basicOf(call)),
  ),
  opens(
    'desk-empty-password',
    'empties the basket for the right name and an empty password',
    'emptyBasket',
    CHECKED,
    (call) => basicOf(call) === 'clerk:',
  ),
  crashesOver('desk-key-crashes', 'fails over each key, where key or token is required', hasKey),
  crashesOver('desk-token-crashes', 'fails over each token, where key or token is required', ({ request }) =>
    /^bearer +\S/i.test(request.headers.authorization ?? ''),
  ),
  refuses(
    'desk-refusal-by-redirect',
    'sends strangers to the sign-in page',
    ['bearer-required', 'credential-required'],
    () => ({
      ...problem(302, 'sign_in', 'Sign in first.'),
      headers: { Location: '/sign-in' },
    }),
  ),
  answers(
    'desk-refusal-by-200',
    'refuses under 200',
    ['credential-required', 'response-header'],
    ['countOrders'],
    (reply) => (reply.status === 401 ? { status: 200 } : reply),
  ),
  answers('desk-challenge-missing', 'sends a 401 without a challenge', ['auth-challenge'], ['readInvoice'], (reply) =>
    withReplyHeaders(reply, { 'WWW-Authenticate': undefined }),
  ),
  answers('desk-challenge-of-another-scheme', 'asks for Digest', ['auth-challenge'], ['emptyBasket'], (reply) =>
    reply.status === 401 ? withReplyHeaders(reply, { 'WWW-Authenticate': 'Digest realm="desk"' }) : reply,
  ),
  {
    name: 'desk-scheme-as-written-only',
    summary: 'takes the scheme only as `Basic`',
    draws: ['scheme-case'],
    changes: (good) => ({
      shows: (call, name, scheme) =>
        good.shows(call, name, scheme) &&
        (scheme.type !== 'http' || call.request.headers.authorization?.startsWith('Basic ') === true),
    }),
  },
  {
    name: 'desk-cancels-before-credential',
    summary: 'cancels first, and asks for the credentials then',
    draws: ['refusal-without-effect'],
    operations: ['cancelOrder'],
    changes: (good) => ({
      authorised(call) {
        const authorised = good.authorised(call);
        if (!authorised) good.act({ ...call, id: good.parseId(call.idText) ?? 0n });
        return authorised;
      },
    }),
  },
  {
    name: 'desk-id-narrowed',
    summary: 'keeps the lowest 32 bits of an id',
    draws: ['exact-id'],
    operations: ['cancelOrder'],
    changes: (good) => ({
      parseId(text) {
        const id = good.parseId(text);
        return id === undefined ? undefined : BigInt.asIntN(32, id);
      },
    }),
  },
  notAllowed('desk-405-bare', 'sends a 405 without Allow', { status: 405 }),
  notAllowed('desk-405-with-body', 'says in the body of a 405 alone which methods there are', {
    status: 405,
    body: { code: 'method', message: 'GET, POST' },
  }),
  notAllowed('desk-405-other-field', 'lists its methods in a field for browsers', {
    status: 405,
    headers: { 'Access-Control-Allow-Methods': 'GET, POST' },
  }),
];
