/** Passes one exchange through the proxy. An error ends only this exchange, and is told. */

import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ExchangeError } from '../../http/message';
import type { BufferBudget } from '../../wire/bufferBudget';
import type { Target } from '../../wire/target';
import { isRefusedHandshake } from '../../wire/unreachable';
import type { Asked } from '../har';
import { askedPath, type IsKnown } from './askedPath';
import { answerFields, hasContent, headOf, LONGEST_HEAD, pairsOf, requestFields, whyMalformed } from './heads';
import { createKeptBody, type KeptBody } from './keptBody';
import {
  CLOSED,
  isParseError,
  isReset,
  malformed,
  type ParseError,
  RESET,
  SURPLUS,
  speaksHttp2,
  TRUNCATED,
} from './passageErrors';
import type { Passed, WhyUnjudged } from './passed';

/** What all exchanges of a proxy share. */
export interface Course {
  readonly target: Target;
  readonly isKnown: IsKnown | undefined;
  /** Keeps connections to the service open. */
  readonly agent: Agent;
  readonly budget: BufferBudget;
  /** The exchanges that have not ended yet. */
  readonly underWay: Set<Passage>;
  readonly onPassed: (passed: Passed) => void;
  /** Called with an error of Espalier itself. */
  readonly onFailed: (error: unknown) => void;
  /** Called with a connection that switches to another protocol. */
  readonly onTunnel: (socket: Duplex) => void;
}

/** The connection of a client that asks for a WebSocket, and the bytes that came after its request. */
interface Tunnel {
  readonly socket: Duplex;
  readonly rest: Buffer;
}

interface Passage {
  readonly course: Course;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly tunnel: Tunnel | undefined;
  /** The start as `performance.now()`, in milliseconds. */
  readonly started: number;
  readonly sent: KeptBody;
  readonly received: KeptBody;
  asked: ClientRequest | undefined;
  answer: IncomingMessage | undefined;
  isConnected: boolean;
  /** The error of the parser, if it refused the answer after the header section. */
  refused: ParseError | undefined;
  /** Whether the client is gone, or the proxy ends. */
  isLeft: boolean;
  /** Whether the answer is complete. */
  isComplete: boolean;
  isSettled: boolean;
}

/** Passes a request on, and its answer back. */
export function pass(course: Course, incoming: IncomingMessage, outgoing: ServerResponse, tunnel?: Tunnel): void {
  const passage: Passage = {
    ...{ course, incoming, outgoing, tunnel },
    started: performance.now(),
    sent: createKeptBody(course.budget),
    received: createKeptBody(course.budget),
    ...{ asked: undefined, answer: undefined, refused: undefined },
    ...{ isConnected: false, isLeft: false, isComplete: false, isSettled: false },
  };
  course.underWay.add(passage);
  incoming.on('data', (chunk: Buffer) => passage.sent.add(chunk));
  incoming.on('error', () => {
    passage.isLeft = true;
    passage.asked?.destroy();
  });
  outgoing.on('error', () => outgoing.destroy());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) leave(passage, 'aborted');
  });
  guarded(passage, ask)(passage, 1);
}

/** Ends an exchange early. A stream of events is judged all the same, since a client leaves it when it has seen enough. */
export function leave(passage: Passage, why: WhyUnjudged): void {
  passage.isLeft = true;
  passage.asked?.destroy();
  if (passage.isComplete || (passage.answer && isSequence(passage.answer))) settleAnswered(passage, undefined);
  else settleUnjudged(passage, why);
}

/** Wraps a handler, so that an error in it ends only this exchange. */
function guarded<Given extends readonly unknown[]>(passage: Passage, handler: (...given: Given) => void) {
  return (...given: Given): void => {
    try {
      handler(...given);
    } catch (error) {
      passage.course.onFailed(error);
      passage.asked?.destroy();
      refuse(passage, `failed to pass this exchange on: ${(error as Error).message}`);
      settleUnjudged(passage, 'failed');
    }
  };
}

/**
 * Asks the service. A connection that is reused may just be closing, so a request without a body is then sent a second time. Any other
 * request gets a connection of its own.
 * @param attempt the number of the attempt, from 1.
 */
function ask(passage: Passage, attempt: number): void {
  const { course, incoming, outgoing, tunnel } = passage;
  const hasBody = hasContent(incoming.headers);
  const asked = requestTo(course, incoming, hasBody || tunnel !== undefined || attempt > 1);
  passage.asked = asked;
  asked.on('socket', (socket: Socket) => {
    passage.isConnected = asked.reusedSocket;
    if (asked.reusedSocket) return;
    socket.once(course.target.tls ? 'secureConnect' : 'connect', () => {
      passage.isConnected = true;
    });
  });
  asked.on(
    'information',
    guarded(passage, (interim: InformationEvent) => passInterim(interim, incoming, outgoing)),
  );
  asked.on(
    'response',
    guarded(passage, (answer: IncomingMessage) => passAnswer(passage, answer)),
  );
  asked.on(
    'upgrade',
    guarded(passage, (answer: IncomingMessage, socket: Socket, rest: Buffer) =>
      switchOver(passage, answer, socket, rest),
    ),
  );
  asked.on(
    'error',
    guarded(passage, (error: ParseError) => {
      if (passage.isSettled || passage.isLeft) return;
      if (passage.answer) passage.refused = isParseError(error) ? error : undefined;
      else if (asked.reusedSocket && !hasBody && attempt === 1 && !isParseError(error)) ask(passage, 2);
      else endUnanswered(passage, error);
    }),
  );
  if (!hasBody) {
    asked.end();
    return;
  }
  // The service must see the header section before the content, since the client may wait for a 100 (RFC 9110 §10.1.1).
  setImmediate(guarded(passage, () => void (asked.destroyed || asked.flushHeaders())));
  incoming.on(
    'end',
    guarded(passage, () => asked.addTrailers(pairsOf(incoming.rawTrailers) as [string, string][])),
  );
  incoming.pipe(asked);
  // The service may answer before it has read all of the content. The rest is still read, since the next request comes after it.
  asked.on('close', () => incoming.unpipe(asked).resume());
}

function requestTo({ target, agent, isKnown }: Course, incoming: IncomingMessage, isAlone: boolean): ClientRequest {
  const { method = 'GET' } = incoming;
  const asked = (target.tls ? requestHttps : requestHttp)({
    ...(target.tls ?? {}),
    host: target.hostname,
    port: target.port,
    method,
    path: askedPath(target, incoming, isKnown),
    setHost: false,
    agent: isAlone ? false : agent,
    maxHeaderSize: LONGEST_HEAD,
  });
  asked.maxHeadersCount = 0;
  for (const [name, values] of requestFields(incoming, target)) asked.setHeader(name, values);
  // A request without chunks must not be sent in chunks.
  asked.useChunkedEncodingByDefault = asked.hasHeader('transfer-encoding');
  asked.setNoDelay(true);
  return asked;
}

/** Passes an interim response (1xx) on as it came (RFC 9110 §15.2), except to a client of HTTP/1.0, which has none. */
function passInterim(interim: InformationEvent, { httpVersion }: IncomingMessage, outgoing: ServerResponse): void {
  const { statusCode } = interim;
  if (httpVersion === '1.0' || outgoing.headersSent) return;
  // An interim response that HTTP does not allow is left out, since the answer is still to come.
  if (whyMalformed(interim) !== undefined) return;
  // Node can send only a 100 by itself. Other interim responses are written to the socket.
  if (statusCode === 100) outgoing.writeContinue();
  else outgoing.socket?.write(headOf(interim), 'latin1');
}

function passAnswer(passage: Passage, answer: IncomingMessage): void {
  const { incoming, outgoing, received } = passage;
  answer.on('error', () => {
    if (passage.isLeft || passage.isSettled) return;
    outgoing.destroy();
    settleAnswered(passage, passage.refused ? malformed(passage.refused) : TRUNCATED);
  });
  if (passage.isSettled || passage.isLeft) return void answer.destroy();
  const why = answer.statusCode === 101 ? '101 names no protocol to switch to' : whyMalformed(answer);
  if (why !== undefined) {
    const error = { kind: 'malformed', message: `sent what is not HTTP/1.1: ${why}`, code: undefined } as const;
    blame(passage, error, Buffer.from(headOf(answer), 'latin1'));
    return;
  }
  passage.answer = answer;
  const { fields, isChunked } = answerFields(answer, incoming);
  outgoing.sendDate = false;
  // A body that ends with the connection also ends so for the client.
  outgoing.useChunkedEncodingByDefault = isChunked;
  if (!isChunked && 'transfer-encoding' in answer.headers) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', fields);
  // The header section waits for content that comes at once, so that both go together. A stream may have no content yet.
  setImmediate(guarded(passage, () => void (outgoing.writableEnded || outgoing.destroyed || outgoing.flushHeaders())));
  answer.on(
    'data',
    guarded(passage, (chunk: Buffer) => {
      received.add(chunk);
      if (outgoing.write(chunk)) return;
      answer.pause();
      outgoing.once('drain', () => answer.resume());
    }),
  );
  answer.on(
    'end',
    guarded(passage, () => {
      passage.isComplete = true;
      if (isChunked) outgoing.addTrailers(pairsOf(answer.rawTrailers) as [string, string][]);
      outgoing.end();
      // The client gets its answer before the exchange is judged.
      setImmediate(() => settleAnswered(passage, passage.refused ? SURPLUS : undefined));
    }),
  );
}

/** Switches to the protocol that the client asked for. What follows is passed on and not judged. */
function switchOver(passage: Passage, answer: IncomingMessage, serviceSocket: Socket, rest: Buffer): void {
  const { course, outgoing, tunnel } = passage;
  if (!tunnel || passage.isSettled || passage.isLeft) {
    serviceSocket.destroy();
    const message = `sent what is not HTTP/1.1: ${answer.statusCode} switches protocols unasked`;
    if (!passage.isSettled) blame(passage, { kind: 'malformed', message, code: undefined }, rest);
    return;
  }
  const { socket } = tunnel;
  settleUnjudged(passage, 'upgraded', answer.statusCode);
  outgoing.detachSocket(socket as Socket);
  for (const each of [socket, serviceSocket]) course.onTunnel(each);
  serviceSocket.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('error', () => serviceSocket.destroy()).on('close', () => serviceSocket.destroy());
  socket.write(headOf(answer), 'latin1');
  socket.write(rest);
  serviceSocket.write(tunnel.rest);
  serviceSocket.pipe(socket).pipe(serviceSocket);
}

/** Ends an exchange whose connection failed before an answer was read. */
function endUnanswered(passage: Passage, error: ParseError): void {
  const { asked, isConnected } = passage;
  if (speaksHttp2(error)) {
    refuse(passage, 'speaks HTTP/1.1, and the service HTTP/2 alone');
    settleUnjudged(passage, 'unreachable');
  } else if (!isConnected || isRefusedHandshake(error)) {
    refuse(passage, `cannot reach the service: ${error.message}`);
    settleUnjudged(passage, 'unreachable');
  } else if (isParseError(error)) blame(passage, malformed(error), error.rawPacket ?? NOTHING);
  else if (!asked?.writableFinished) {
    // The service may have answered and refused the rest of the request. When it resets the connection, the answer is lost.
    refuse(passage, 'lost the connection to the service while the request was still being sent');
    settleUnjudged(passage, 'cut');
  } else blame(passage, isReset(error) ? RESET : CLOSED, NOTHING);
}

function blame(passage: Passage, error: ExchangeError, received: Buffer): void {
  passage.asked?.destroy();
  refuse(passage, `has no answer to pass on: the service ${error.message}`);
  const asked = askedOf(passage);
  settle(passage, asked ? { kind: 'unanswered', asked, error, received } : { kind: 'foreign' });
}

/** Answers in place of the service. If a part of its answer was already sent, the connection is closed instead. */
function refuse({ outgoing }: Passage, why: string): void {
  if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy();
  const text = Buffer.from(`espalier proxy ${why}\n`);
  // A header section that was refused may have set this.
  outgoing.chunkedEncoding = false;
  outgoing.writeHead(502, 'Bad Gateway', { 'Content-Type': 'text/plain', 'Content-Length': text.length });
  outgoing.end(text);
}

function settleAnswered(passage: Passage, error: ExchangeError | undefined): void {
  const { answer, sent, received, started } = passage;
  const asked = askedOf(passage);
  const lost = sent.lost() ?? received.lost();
  if (!asked || !answer) {
    settle(passage, { kind: 'foreign' });
    return;
  }
  if (lost) {
    settleUnjudged(passage, lost);
    return;
  }
  const recorded = {
    ...asked,
    httpVersion: answer.httpVersion,
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    headers: pairsOf(answer.rawHeaders),
    body: received.bytes(),
    durationMs: performance.now() - started,
  };
  settle(passage, { kind: 'answered', recorded, error });
}

function settleUnjudged(passage: Passage, why: WhyUnjudged, status = passage.answer?.statusCode): void {
  const asked = askedOf(passage);
  settle(passage, asked ? { kind: 'unjudged', asked, why, status } : { kind: 'foreign' });
}

function settle(passage: Passage, passed: Passed): void {
  const { course, sent, received } = passage;
  if (passage.isSettled) return;
  passage.isSettled = true;
  course.underWay.delete(passage);
  if (!tell(course, passed) && passed.kind !== 'foreign' && passed.kind !== 'unjudged') {
    const asked = passed.kind === 'answered' ? passed.recorded : passed.asked;
    tell(course, { kind: 'unjudged', asked, why: 'failed', status: passage.answer?.statusCode });
  }
  sent.release();
  received.release();
}

/** Tells what passed. @returns false if judging failed. */
function tell({ onPassed, onFailed }: Course, passed: Passed): boolean {
  try {
    onPassed(passed);
    return true;
  } catch (error) {
    onFailed(error);
    return false;
  }
}

/** Returns the request; undefined if its target is no URL. */
function askedOf({ course: { target, isKnown }, incoming, sent }: Passage): Asked | undefined {
  const { method = 'GET', rawHeaders } = incoming;
  const whole = target.origin + askedPath(target, incoming, isKnown);
  if (!URL.canParse(whole)) return undefined;
  const requestBody = sent.length() === 0 || sent.lost() ? undefined : sent.bytes();
  return { method, url: whole, requestHeaders: pairsOf(rawHeaders), requestBody };
}

const NOTHING = Buffer.alloc(0);

function isSequence({ headers }: IncomingMessage): boolean {
  return /event-stream|ndjson|jsonl|json-seq/.test(headers['content-type'] ?? '');
}
