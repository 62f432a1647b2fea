/** From a request on the socket to its answer: routing, HTTP's own rules, and everything else from the engine. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../src/contract/contract';
import { type Behaviour, type Chance, type Deletions, declaredFailure, readWishes } from './behaviour';
import { corsHeaders, isPreflight, preflightHeaders } from './cors';
import type { Answer, Engine, MockedRequest } from './engine';
import type { Pauses } from './pauses';
import { readBody } from './requestBody';
import type { Router } from './router';
import { withSandbox } from './sandbox';

/** What requests are answered from. It is replaced as a whole when the contract changes, and requests in flight keep theirs. */
export interface Serving {
  readonly engine: Engine;
  readonly router: Router;
  readonly behaviour: Behaviour;
  readonly deletions: Deletions;
  readonly chance: Chance;
  readonly pauses: Pauses;
  /** Whether pages of other origins may use the mock. */
  readonly cors: boolean;
  /** Whether documents are kept from what the mock's origin may do. */
  readonly sandboxed: boolean;
}

export interface Responded {
  /** `DELETE /plants/{id}`; absent where the contract has none for the request. */
  readonly operation?: string;
  /** Absent where the connection was dropped instead. */
  readonly status?: number;
  readonly reasons: readonly string[];
  /** Whether a browser asked on its own account what it may send. */
  readonly preflight?: true;
  /** What was asked of an operation of the contract. */
  readonly asked?: Asked;
  /** What went over the wire; absent where the connection was dropped instead. */
  readonly sent?: Sent;
}

export interface Asked {
  readonly operation: Operation;
  readonly request: MockedRequest;
}

export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** @throws Error where the connection ends before the request does. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<Responded> {
  const { headers, method = 'GET' } = request;
  const { path, query } = splitTarget(request.url ?? '/');
  if (serving.cors && isPreflight(method, headers)) {
    const allowed = preflightHeaders(headers, serving.router.methods(path));
    response.writeHead(204, allowed).end();
    return { status: 204, reasons: ['CORS preflight'], preflight: true, sent: { headers: allowed } };
  }
  const wishes = readWishes(joinedHeader(headers['prefer']));
  const { operation, answer, asked } = await answerTo(request, method, path, query, serving);
  await serving.pauses.pause(wishes.delay ?? serving.chance.delay(serving.behaviour), response);
  const named = { ...(operation === undefined ? {} : { operation }), ...(asked ? { asked } : {}) };
  if (wishes.drop) {
    request.socket.destroy();
    return { ...named, reasons: ['the connection was dropped, as preferred'] };
  }
  const served = serving.sandboxed ? { ...answer, headers: withSandbox(answer) } : answer;
  const sent = send(request, response, served, serving.cors);
  return { ...named, status: answer.status, reasons: answer.reasons, sent };
}

/** A target is a path, or a whole URL where the client takes the mock for a proxy (RFC 9112 §3.2). */
function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: new URLSearchParams(mark < 0 ? '' : local.slice(mark + 1)),
  };
}

interface Answered {
  readonly operation?: string;
  readonly answer: Answer;
  readonly asked?: Asked;
}

async function answerTo(
  request: IncomingMessage,
  method: string,
  path: string,
  query: URLSearchParams,
  { engine, router, behaviour, deletions, chance }: Serving,
): Promise<Answered> {
  // A GET that is declared answers HEAD, too (RFC 9110 §9.3.2); node:http leaves the content out.
  const beside = { query, headers: request.headers };
  const found = router.find(method, path, beside);
  const route = found ?? (method === 'HEAD' ? router.find('GET', path, beside) : undefined);
  if (!route) return { answer: unrouted(method, path, { engine, router }) };

  const { operation, base, values } = route;
  const body = await readBody(request);
  if (body.kind === 'too-large') return { operation: operation.name, answer: tooLarge(body.reason) };
  const fails = chance.fails(behaviour);
  const failure = fails ? declaredFailure(operation) : undefined;
  if (fails && failure === undefined) return { operation: operation.name, answer: FAILED };
  const status = failure ?? (behaviour.stateful ? deletions.statusFor(operation, values) : undefined);
  const asked: MockedRequest = {
    method: operation.method.toLowerCase(),
    path: path.slice(base.length),
    values,
    query,
    headers: joined(request),
    bytes: body.bytes,
    ...(status === undefined ? {} : { status }),
  };
  const answer = await engine.answer(operation, asked);
  if (behaviour.stateful) deletions.note(operation, values, answer.status);
  const answered = { operation: operation.name, answer, asked: { operation, request: asked } };
  if (status !== answer.status) return answered;
  const reasons = [...answer.reasons, fails ? FAILURE : 'it was deleted before'];
  return { ...answered, answer: { ...answer, reasons } };
}

const FAILURE = 'a failure, as was asked for';

/** What a share of requests is answered with where the contract declares no error of the service. */
const FAILED: Answer = {
  status: 503,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The mock was asked to fail.',
  }),
  reasons: [FAILURE],
};

function unrouted(method: string, path: string, { engine, router }: Pick<Serving, 'engine' | 'router'>): Answer {
  if (method === 'OPTIONS' && path === '/*') return optionsAnswer([]);
  const declared = router.methods(path);
  if (declared.length === 0) return engine.unknownPath(path);
  const allowed = [...new Set([...declared, ...(declared.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
  return method === 'OPTIONS' ? optionsAnswer(allowed) : engine.unknownMethod(path, method.toLowerCase(), allowed);
}

/** RFC 9110 §9.3.7. */
function optionsAnswer(allowed: readonly string[]): Answer {
  return { status: 204, headers: allowed.length > 0 ? { Allow: allowed.join(', ') } : {}, reasons: [] };
}

function tooLarge(reason: string): Answer {
  const content = { type: 'about:blank', title: 'Content Too Large', status: 413, detail: reason };
  return {
    status: 413,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(content),
    reasons: [reason],
  };
}

function joinedHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function joined(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    const text = joinedHeader(value);
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  cors: boolean,
): Sent {
  // What was not read of the request would be taken for the next one.
  if (!request.complete) request.resume();
  const all = { ...(cors ? corsHeaders(request.headers, Object.keys(headers)) : {}), ...headers };
  if (status === 204 || status === 304) {
    for (const name of Object.keys(all)) if (/^content-(?:type|length)$/i.test(name)) delete all[name];
    response.writeHead(status, all).end();
    return { headers: all };
  }
  const headed = { ...all, 'Content-Length': String(Buffer.byteLength(body ?? '')) };
  response.writeHead(status, headed).end(body);
  return { headers: headed, ...(body === undefined ? {} : { body }) };
}
