/** Faults and variants of the shelves that only requests show which few clients send: conditions, missing fields, long texts. */

import { type DeskCall, type DeskReply, problem } from './desk';
import { type DeskFault, failsAt, variant } from './deskFault';

/** Tells whether a request carries a header field in this form. */
function carries(name: string, form: RegExp): (call: DeskCall) => boolean {
  return ({ request }) => form.test(String(request.headers[name] ?? ''));
}

function memberOf({ body }: DeskCall, name: string): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

/** Makes shelves that take what breaks one clause below one member. */
function takesBelow(name: string, summary: string, place: RegExp): DeskFault {
  return {
    name,
    summary,
    draws: ['invalid-input-refused'],
    operations: ['replaceShelf'],
    changes: () => ({ forgives: (_, { message }) => place.test(message) }),
  };
}

export const shelfUnusualFaults: readonly DeskFault[] = [
  failsAt(
    'shelf-fails-at-if-match',
    'fails where a condition does not hold',
    'replaceShelf',
    carries('if-match', /none/),
  ),
  failsAt('shelf-fails-at-if-none-match', 'fails at a condition with *', 'readShelf', carries('if-none-match', /^\*$/)),
  failsAt('shelf-fails-at-ranges', 'fails at a range that ends before it begins', 'readShelf', carries('range', /5-2/)),
  failsAt('shelf-fails-without-user-agent', 'fails without a User-Agent', 'listMoves', ({ request }) => {
    return request.headers['user-agent'] === undefined;
  }),
  failsAt('shelf-fails-at-long-remarks', 'fails at a text of more than 1,000 characters', 'replaceShelf', (call) => {
    return String(memberOf(call, 'remark') ?? '').length > 1000;
  }),
  failsAt('shelf-fails-at-empty-objects', 'fails at an object without members', 'replaceShelf', (call) => {
    return call.body.toString('utf8') === '{}';
  }),
  {
    name: 'shelf-takes-empty-objects',
    summary: 'looks at the members that are there, and takes an object that has none',
    draws: ['invalid-input-refused'],
    operations: ['replaceShelf'],
    changes: () => ({ forgives: ({ body }) => body.toString('utf8') === '{}' }),
  },
  {
    name: 'shelf-takes-any-agent',
    summary: 'lists moves for whoever does not say what it is, though the contract requires it',
    draws: ['invalid-input-refused'],
    operations: ['listMoves'],
    changes: () => ({ forgives: (_, { name }) => name === 'User-Agent' }),
  },
  {
    name: 'shelf-takes-texts-for-numbers',
    summary: 'takes "97" for a number',
    draws: ['invalid-input-refused'],
    operations: ['replaceShelf'],
    changes: () => ({ forgives: (call) => memberOf(call, 'celsius') === '97' }),
  },
  {
    name: 'shelf-takes-numbers-for-booleans',
    summary: 'takes 1 for true',
    draws: ['invalid-input-refused'],
    operations: ['replaceShelf'],
    changes: () => ({ forgives: (call) => memberOf(call, 'cold') === 1 }),
  },
  takesBelow('shelf-takes-null-counts', 'takes null in a map of numbers', /^\/counts\/[^/]+ must be integer/),
  takesBelow('shelf-takes-any-board-above', 'looks at no board that lies above another one', /^\/boards\/0\/above/),
];

/** Answers to conditions, as RFC 9110 §13 and §14 have them. */
function conditional({ request }: DeskCall, reply: DeskReply): DeskReply {
  const { headers, method } = request;
  const tags = headers['if-match'];
  if (method === 'PUT' && tags !== undefined && tags !== '*') return { status: 412 };
  if (method !== 'GET' || reply.status !== 200) return reply;
  if (headers['if-none-match'] === '*') return { status: 304 };
  if (/=1\d+-/.test(headers.range ?? '')) return { status: 416, headers: { 'Content-Range': 'bytes */99' } };
  return reply;
}

export const shelfUnusualVariants: readonly DeskFault[] = [
  variant('shelf-keeps-conditions', 'keeps conditions and ranges', ['readShelf', 'replaceShelf'], () => ({
    finish: conditional,
  })),
  variant('shelf-refuses-long-remarks', 'calls a long text too large', ['replaceShelf'], (good) => ({
    finish: (call, reply) =>
      String(memberOf(call, 'remark') ?? '').length > 255 && reply.status === 200
        ? problem(413, 'large', 'remark is longer than 255 characters')
        : good.finish(call, reply),
  })),
  variant('shelf-forbids-nobodies', 'answers 403 to whoever does not say what it is', ['listMoves'], (good) => ({
    invalid: (call, mistake) => (mistake.name === 'User-Agent' ? { status: 403 } : good.invalid(call, mistake)),
  })),
];
