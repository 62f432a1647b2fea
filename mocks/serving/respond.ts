/** Answers a request: it routes it, applies the rules of HTTP itself, and asks the engine for the rest. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { declaredResponse } from '../../src/contract/contract';
import { MOCK_SERVER } from '../../src/http/fields';
import { endsWithHead } from '../../src/http/statuses';
import { answeringRoute, type Router } from '../../src/routing/router';
import { after } from '../../src/support/waiting';
import { prefers } from '../engine/answerCache';
import { type Chance, declaredFailure, type MockBehaviour } from '../engine/behaviour';
import type { Answer, AnswerChoice, Engine, MockedRequest, Turn } from '../engine/engine';
import { usualStatus } from '../engine/negotiate';
import { readWishes } from '../engine/preferences';
import { hasBody, receiveBody } from '../engine/requestBody';
import { unauthorisedAsDeclared } from '../engine/undeclaredRefusal';
import type { LoggedAnswer, Responded } from '../log/entry';
import type { MockState } from '../state/state';
import { withHeaders } from '../told/composeAnswer';
import type { Replay } from '../told/replay';
import type { ToldAnswer, ToldAnswers } from '../told/toldAnswers';
import { ANSWERED_BY } from '../upstream/answeredBy';
import type { Upstream } from '../upstream/upstream';
import { corsHeaders, isPreflight, preflightHeaders } from './cors';
import { type HandedOut, NOT_HANDED_OUT } from './handedOut';
import { sendPartByPart } from './inTurn';
import { passOn } from './passOn';
import type { Pauses } from './pauses';
import { engineRequest, type Given, joinedHeader, type RoutedRequest } from './routedRequest';
import { withSandbox } from './sandbox';

/** What answering needs. It is replaced as a whole when the contract changes. Requests that are under way keep the old one. */
export interface Serving {
  readonly engine: Engine;
  /** The answers that tests have told the mock to give. */
  readonly answers: ToldAnswers;
  readonly router: Router;
  readonly behaviour: MockBehaviour;
  readonly state: MockState;
  readonly chance: Chance;
  readonly pauses: Pauses;
  /** Whether an id that no list shows is answered as not there, without state, too. */
  readonly strictIds: boolean;
  /** Whether pages of other origins may use the mock. */
  readonly cors: boolean;
  /** Whether mocked documents are sandboxed, so that they cannot use the mock's own page. */
  readonly sandboxed: boolean;
  /** What a service was recorded to answer; undefined if nothing is replayed. */
  readonly replay?: Replay | undefined;
  /** The real service that answers what it has built; undefined if there is none. */
  readonly upstream?: Upstream | undefined;
  /** The credentials that are let in; undefined if any is. */
  readonly handedOut?: HandedOut | undefined;
}

/** Answers a request. @throws Error if the connection ends before the request does. */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Responded | Promise<Responded> {
  const { headers, method = 'GET' } = request;
  const { path, query, search } = splitTarget(request.url ?? '/');
  if (serving.cors && isPreflight(method, headers)) {
    const allowed = preflightHeaders(headers, serving.router.methods(path));
    response.writeHead(204, allowed).end();
    return { status: 204, reasons: ['CORS preflight'], preflight: true, sent: { headers: allowed, body: undefined } };
  }
  // Where GET answers HEAD, node:http leaves the content out.
  const route = answeringRoute(serving.router, method, path, { query, headers });
  const asked = { request, response, path, query, route };
  if (!serving.upstream) return mockAnswer(asked, serving, NOTHING_GIVEN);
  return passOn({ ...asked, search }, { ...serving, upstream: serving.upstream }, (given) =>
    mockAnswer(asked, serving, given),
  );
}

const NOTHING_GIVEN: Given = {};

/** Answers a request as the contract says. */
function mockAnswer(asked: RoutedRequest, serving: Serving, given: Given): Responded | Promise<Responded> {
  const { request, response } = asked;
  const wishes = readWishes(joinedHeader(request.headers['prefer']));
  return after(answerTo(asked, serving, given), ({ operation, answer, body, told, asked }) => {
    const delay = given.isLate ? 0 : (wishes.delay ?? serving.chance.delay(told?.delay ?? serving.behaviour.delay));
    return after(serving.pauses.pause(delay, response), () => {
      if (wishes.drop || told?.drop) {
        request.socket.destroy();
        const why = wishes.drop ? 'the connection was dropped, as preferred' : `${TOLD}: no answer`;
        return { operation, body, asked, reasons: [why] };
      }
      const whole = given.answeredBy === undefined ? answer : withHeaders(answer, { [ANSWERED_BY]: given.answeredBy });
      const sent = send(request, response, whole, serving);
      const reasons = given.why === undefined ? answer.reasons : [given.why, ...answer.reasons];
      return { operation, body, asked, status: answer.status, answeredBy: given.answeredBy, reasons, sent };
    });
  });
}

const TOLD = 'as a test told the mock';

const NO_QUERY = new URLSearchParams();
const NO_CONTENT = Buffer.alloc(0);

/** Splits a request target into path and query, which is also returned as it was sent, with its question mark. It may be a whole URL, if the client uses the mock as a proxy (RFC 9112 §3.2). */
function splitTarget(target: string): { path: string; query: URLSearchParams; search: string } {
  const isPlain = target.startsWith('/') && !target.includes('#');
  const local = isPlain ? target : target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: mark < 0 ? NO_QUERY : new URLSearchParams(local.slice(mark + 1)),
    search: mark < 0 ? '' : local.slice(mark),
  };
}

interface Answered {
  readonly operation?: string;
  readonly answer: Answer;
  /** The body of the request. */
  readonly body?: Buffer;
  /** The answer that a test told the mock to give. */
  readonly told?: ToldAnswer | undefined;
  readonly asked?: MockedRequest;
}

function answerTo(
  { request, path, query, route }: RoutedRequest,
  { engine, router, behaviour, state, chance, answers, strictIds, replay, handedOut }: Serving,
  given: Given,
): Answered | Promise<Answered> {
  if (given.answer) return { answer: given.answer, ...(route ? { operation: route.operation.name } : {}) };
  if (!route) {
    const { method = 'GET' } = request;
    const recorded = replay?.find({ method, path, query, body: NO_CONTENT, route });
    return { answer: recorded ?? unrouted(method, path, { engine, router }) };
  }
  const { operation } = route;
  return after(given.body ?? receiveBody(request), (body): Answered | Promise<Answered> => {
    if (body.kind === 'too-large') return { operation: operation.name, answer: tooLarge(body.reason) };
    const { name } = operation;
    const { bytes, content } = body;
    const fails = given.fails ?? (!answers.has(operation) && chance.fails(behaviour));
    const failure = fails ? declaredFailure(operation) : undefined;
    if (fails && failure === undefined) return { operation: name, body: bytes, answer: FAILED };
    const sent = engineRequest({ request, path, query, route }, content);
    const { request: asked, isRefused } = handedOut?.admitted(sent) ?? { request: sent, isRefused: false };
    // A request that prefers an answer, and one for which a test told an answer, gets that.
    const isReplayed = replay && !fails && !prefers(asked) && !answers.fits(operation, asked);
    const recorded = isReplayed ? replay.find({ ...asked, body: content, route }) : undefined;
    if (recorded) return { operation: name, body: bytes, asked, answer: recorded };
    const answerWith = (turn: Turn | undefined) => {
      let told: ToldAnswer | undefined;
      // The usual status is not asked for explicitly, so that `Accept` may still lead to another answer.
      const isUsual = turn && turn.status === usualStatus(operation.responses);
      const status = failure ?? (isUsual ? undefined : turn?.status);
      const choose = (): AnswerChoice => {
        told = answers.take(operation, asked);
        if (told?.says) return told;
        const isUnsaid = turn !== undefined && status === turn.status && !declaredResponse(operation, turn.status);
        return isUnsaid
          ? { answer: engine.undeclaredRefusal(operation, turn.status, asked.path), turn }
          : { status, turn };
      };
      return after(engine.answer(operation, asked, choose), (made): Answered => {
        const answer = unauthorisedAsDeclared(operation, made);
        const why = fails ? FAILURE : turn?.why;
        const isWhy = why !== undefined && (failure ?? turn?.status) === answer.status;
        const reasons = [...(isRefused && answer.status === 401 ? [NOT_HANDED_OUT] : []), ...(isWhy ? [why] : [])];
        const given = told?.says ? asTold(answer, told) : withReasons(answer, reasons);
        handedOut?.note(operation, sent, given);
        return { operation: name, body: bytes, told, asked, answer: given };
      });
    };
    if (failure !== undefined || !(behaviour.stateful || strictIds)) return answerWith(undefined);
    // Without state only a refusal counts. What the turn would do is not done.
    return after(state.turn(asked), (turn) => answerWith(behaviour.stateful || turn?.isMissing ? turn : undefined));
  });
}

/** Adds what a test told to an answer. An answer with another status, such as a 406 of the engine, stays as it is. */
function asTold(answer: Answer, { status, headers, breaches }: ToldAnswer): Answer {
  if (answer.status !== status) return answer;
  const reasons = [...answer.reasons, [TOLD, ...breaches].join(': ')];
  return { ...withHeaders(answer, headers), reasons };
}

function withReasons(answer: Answer, reasons: readonly string[]): Answer {
  return reasons.length === 0 ? answer : { ...answer, reasons: [...answer.reasons, ...reasons] };
}

const FAILURE = 'a failure, as was asked for';

/** The answer to requests that are to fail, if the contract declares no 5xx. */
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

/** Makes the answer to OPTIONS (RFC 9110 §9.3.7). */
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

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { cors, sandboxed, pauses }: Pick<Serving, 'cors' | 'sandboxed' | 'pauses'>,
): LoggedAnswer {
  // The rest of the request must be read, or it would be taken for the next request.
  if (hasBody(request) && !request.complete) request.resume();
  const { status } = answer;
  const body = endsWithHead(status) ? undefined : answer.body;
  const { own, ownForAny, exposed } = fieldsOf(answer, body, sandboxed);
  const shared = request.headers.origin === undefined ? ownForAny : undefined;
  const headers = cors ? (shared ?? { ...corsHeaders(request.headers, exposed), ...own }) : own;
  response.writeHead(status, headers);
  if (request.method === 'HEAD') response.end(body);
  else sendPartByPart(response, contentTypeOf(answer), body, pauses);
  return { headers, body: request.method === 'HEAD' ? undefined : body };
}

function contentTypeOf({ headers }: Answer): string {
  return headers['Content-type'] ?? headers['content-type'] ?? '';
}

type FieldValues = Record<string, string | number>;

interface Fields {
  readonly own: FieldValues;
  /** The fields with those of CORS, for a request without `Origin`. */
  readonly ownForAny: FieldValues;
  /** The names of the answer's own fields. */
  readonly exposed: readonly string[];
}

interface PreparedFields extends Fields {
  /** The fields by the length of the content, which they state. */
  readonly ofLength: Map<number, Fields>;
}

/** How many lengths are kept. */
const MOST_LENGTHS = 1000;

/** Returns the header fields of an answer as they are sent. Answers that differ only in their content share them, except for the length. */
function fieldsOf(answer: Answer, body: Answer['body'], sandboxed: boolean): Fields {
  const common = preparedFields(answer, body, sandboxed);
  if (endsWithHead(answer.status)) return common;
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const before = common.ofLength.get(length);
  if (before) return before;
  const { own, ownForAny, exposed, ofLength } = common;
  const more = { 'Content-Length': length };
  const fields = { own: { ...own, ...more }, ownForAny: { ...ownForAny, ...more }, exposed };
  if (ofLength.size === MOST_LENGTHS) ofLength.clear();
  ofLength.set(length, fields);
  return fields;
}

const prepared = {
  bodiless: new WeakMap<object, PreparedFields>(),
  sandboxed: new WeakMap<object, PreparedFields>(),
  plain: new WeakMap<object, PreparedFields>(),
};

function preparedFields(answer: Answer, body: Answer['body'], sandboxed: boolean): PreparedFields {
  const bodiless = endsWithHead(answer.status);
  const isDocument = sandboxed && body !== undefined;
  const before = prepared[bodiless ? 'bodiless' : isDocument ? 'sandboxed' : 'plain'];
  const existing = before.get(answer.headers);
  if (existing) return existing;
  const headers = isDocument ? withSandbox(answer) : answer.headers;
  const exposed = Object.keys(headers);
  const isKept = (name: string) => !bodiless || !/^content-(?:type|length)$/i.test(name);
  // By this a run knows that it verifies a mock, which takes any credential (RFC 9110 §10.2.4).
  const usual = exposed.some((name) => /^server$/i.test(name)) ? {} : { Server: MOCK_SERVER };
  const own = { ...usual, ...Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name))) };
  const fields = {
    own,
    ownForAny: { ...corsHeaders({}, exposed), ...own },
    exposed,
    ofLength: new Map<number, Fields>(),
  };
  before.set(answer.headers, fields);
  return fields;
}
