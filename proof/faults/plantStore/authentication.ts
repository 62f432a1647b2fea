import type { StoreFault } from '../catalogue/fault';
import { type StoreCall, sendBody, sendStatus } from './plantStore';

/** Makes a store that also lets in requests with a certain credential. */
function letsIn(
  name: string,
  summary: string,
  enters: (header: string | undefined, call: StoreCall) => boolean,
): StoreFault {
  return {
    name,
    summary,
    draws: ['bearer-required'],
    changes: (good) => ({
      authorised: (call) => good.authorised(call) || enters(call.request.headers.authorization, call),
    }),
  };
}

/** Makes a store that accepts the name of the scheme only in some spellings. */
function takesScheme(name: string, summary: string, spelling: RegExp): StoreFault {
  return {
    name,
    summary,
    draws: ['scheme-case'],
    changes: (good) => ({
      authorised: (call) => spelling.test(call.request.headers.authorization ?? '') && good.authorised(call),
    }),
  };
}

function challenges(name: string, summary: string, headers: Record<string, string>): StoreFault {
  return {
    name,
    summary,
    draws: ['auth-challenge'],
    changes: () => ({ refused: (call) => sendStatus(call, 401, headers) }),
  };
}

/** Deletes the plant that the path names, before the request is checked. */
function deleteFirst({ request, plants }: StoreCall): void {
  const [, id] = /^\/plants\/(-?\d+)/.exec(request.url ?? '') ?? [];
  if (id !== undefined) plants.delete(BigInt(id));
}

/** Faults with credentials: they are not asked for, not checked, or checked too late. */
export const authentication: readonly StoreFault[] = [
  letsIn('open', 'asks nobody for a credential', () => true),
  letsIn(
    'open-without-header',
    'checks the Authorization header only where there is one',
    (header) => header === undefined,
  ),
  letsIn('open-with-empty-header', 'lets an empty Authorization header in', (header) => header === ''),
  letsIn('open-with-bare-bearer', 'lets `Bearer` without a token in', (header) => header === 'Bearer'),
  letsIn('open-with-basic', 'lets any Basic credential in', (header) => header?.startsWith('Basic ') === true),
  letsIn('open-with-bare-token', 'lets the token in without a scheme', (header, { token }) => header === token),
  letsIn(
    'open-with-token-in-query',
    'lets the token in from the query string',
    (_, { request, token }) => request.url?.endsWith(`=${token}`) === true,
  ),
  letsIn('open-on-every-second-request', 'checks every second request only', (_, { count }) => count % 2 === 1),
  letsIn('open-on-the-first-request', 'does not check the first request', (_, { count }) => count === 0),
  {
    ...letsIn('open-with-any-token', 'lets any token in', (header) => /^bearer +\S/i.test(header ?? '')),
    draws: ['credential-checked'],
  },
  {
    name: 'refusal-by-200',
    summary: 'refuses a missing credential under 200',
    draws: ['bearer-required'],
    changes: () => ({ refused: (call) => sendBody(call, '{"error":1,"message":"Sign in"}', 'application/json', 200) }),
  },
  {
    name: 'refusal-by-redirect',
    summary: 'sends a request without a credential to the sign-in page',
    draws: ['bearer-required'],
    changes: () => ({ refused: (call) => sendStatus(call, 302, { Location: '/sign-in' }) }),
  },
  {
    name: 'refusal-by-server-error',
    summary: 'fails over a missing credential with 502',
    draws: ['bearer-required', 'no-server-error'],
    changes: () => ({ refused: (call) => sendStatus(call, 502) }),
  },
  challenges('challenge-missing', 'sends a 401 without WWW-Authenticate', {}),
  challenges('challenge-basic', 'asks for Basic in a 401', { 'WWW-Authenticate': 'Basic realm="plants"' }),
  challenges('challenge-without-scheme', 'names no scheme in the challenge of a 401', {
    'WWW-Authenticate': 'realm="plants"',
  }),
  takesScheme('scheme-as-written-only', 'takes the scheme only as `Bearer`', /^Bearer /),
  takesScheme('scheme-not-in-lower-case', 'does not take `bearer`', /^B/),
  takesScheme('scheme-not-in-upper-case', 'does not take `BEARER`', /^.e/),
  {
    name: 'effect-before-credential',
    summary: 'deletes first, and asks for the credential then',
    draws: ['refusal-without-effect'],
    changes: (good) => ({
      authorised(call) {
        const authorised = good.authorised(call);
        if (!authorised) deleteFirst(call);
        return authorised;
      },
    }),
  },
  {
    name: 'effect-before-validation',
    summary: 'deletes by the number at the beginning of an id, and refuses the rest of it then',
    draws: ['refusal-without-effect'],
    changes: (good) => ({
      malformed(call, text) {
        deleteFirst(call);
        good.malformed(call, text);
      },
    }),
  },
  {
    name: 'effect-with-basic',
    summary: 'deletes for a Basic credential, and refuses it then',
    draws: ['refusal-without-effect'],
    changes: (good) => ({
      refused(call) {
        if (call.request.headers.authorization?.startsWith('Basic ')) deleteFirst(call);
        good.refused(call);
      },
    }),
  },
];
