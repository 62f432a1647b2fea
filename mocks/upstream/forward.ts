/** Asks the service behind the mock for one request, and streams its answer to the client unless the operation is not built yet. */

import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Fields } from '../../src/http/message';
import { createKeptBody, type KeptBody } from '../../src/recorded/proxy/keptBody';
import type { BufferBudget } from '../../src/wire/bufferBudget';
import type { Target } from '../../src/wire/target';
import { hasBody, NO_BODY, type ReceivedBody, receiveBody } from '../engine/requestBody';
import type { WholeAnswer } from './builtYet';
import { askedFields, pairs } from './fields';

/** What asking needs. */
export interface Way {
  readonly target: Target;
  /** Keeps connections to the service open. */
  readonly agent: Agent;
  /** How much of all bodies may be kept at the same time, to be judged. */
  readonly budget: BufferBudget;
}

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path as the service is asked for it, with the query. */
  readonly path: string;
  /** The body of the request, if it was read before. */
  readonly body: ReceivedBody | undefined;
  /** Returns the header fields for the client. */
  readonly fieldsFor: (fields: Fields) => Fields;
  /** Says why the answer counts as none; undefined if it counts. It is called only with answers that may mean "not built yet". */
  readonly whyNone: (answer: WholeAnswer) => Promise<string | undefined>;
}

export type Forwarded =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The header fields as the service sent them, and as the client got them. */
      readonly fields: Fields;
      readonly sentFields: Fields;
      readonly asked: ReceivedBody;
      readonly content: KeptBody;
      /** Whether the answer is complete. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'not built'; readonly why: string; readonly asked: ReceivedBody }
  | { readonly kind: 'unreachable'; readonly why: string; readonly asked: ReceivedBody }
  /** The client has left. */
  | { readonly kind: 'left' };

/** These statuses may mean that an operation is not built yet. */
const MAY_MEAN_NONE: readonly number[] = [404, 405, 501];

/** A refusal that is longer, in bytes, is no answer of a router, so it counts. */
const LONGEST_REFUSAL = 256 * 1024;

/** Asks the service. It never rejects. */
export async function forward(way: Way, forwarding: Forwarding): Promise<Forwarded> {
  const { request, response, body } = forwarding;
  let asked: ClientRequest | undefined;
  const leave = () => void (response.writableFinished || asked?.destroy());
  response.once('close', leave);
  try {
    let read: Promise<ReceivedBody> | undefined;
    const begin = (isRepeated: boolean) =>
      new Promise<IncomingMessage>((answered, fail) => {
        const isAlone = isRepeated || hasBody(request);
        const current = startRequest(way, forwarding, isAlone);
        asked = current;
        current.once('response', answered).on('error', fail);
        read = sendBody(current, request, body);
        read.catch(fail);
      });
    const answer = await begin(false).catch((error: Error) => {
      // A connection that is kept open may just be closing, so a request without a body is sent once more.
      if (!asked?.reusedSocket || hasBody(request) || response.destroyed) throw error;
      return begin(true);
    });
    return await take(forwarding, answer, () => read as Promise<ReceivedBody>, way);
  } catch (error) {
    if (response.destroyed || request.errored) return { kind: 'left' };
    request.resume();
    return { kind: 'unreachable', why: whyUnreached(error as NodeJS.ErrnoException), asked: body ?? NO_BODY };
  } finally {
    response.off('close', leave);
  }
}

function whyUnreached({ code, message }: NodeJS.ErrnoException): string {
  // Node tries all addresses of a name, and joins their errors in one without a message.
  return message === '' ? (code ?? 'no connection') : message;
}

function startRequest(
  way: Way,
  { request, path }: Pick<Forwarding, 'request' | 'path'>,
  isAlone: boolean,
): ClientRequest {
  const asked = openRequest(way, request.method ?? 'GET', path, isAlone);
  for (const [name, values] of askedFields(request, way.target)) asked.setHeader(name, values);
  // A request without chunks must not be sent in chunks.
  asked.useChunkedEncodingByDefault = asked.hasHeader('transfer-encoding');
  return asked;
}

function openRequest({ target, agent }: Way, method: string, path: string, isAlone: boolean): ClientRequest {
  return (target.tls ? requestHttps : requestHttp)({
    ...(target.tls ?? {}),
    host: target.hostname,
    port: target.port,
    method,
    path,
    setHost: false,
    agent: isAlone ? false : agent,
  });
}

/** Sends the body of a request on, and keeps it within the limits of the mock, which may have to answer. */
async function sendBody(
  asked: ClientRequest,
  request: IncomingMessage,
  body: ReceivedBody | undefined,
): Promise<ReceivedBody> {
  if (body?.kind === 'read') {
    asked.end(body.bytes);
    return body;
  }
  const received = await receiveBody(request, (piece) => written(asked, piece));
  asked.end();
  return received;
}

/** Writes a piece. @returns what to wait for until the service takes more. It ends also if the service has answered and takes no more. */
function written(asked: ClientRequest, piece: Buffer): Promise<void> | undefined {
  if (asked.destroyed || asked.writableEnded || asked.write(piece)) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      asked.off('drain', done).off('close', done);
      resolve();
    };
    asked.once('drain', done).once('close', done);
  });
}

async function take(
  { response, request, fieldsFor, whyNone }: Forwarding,
  answer: IncomingMessage,
  asked: () => Promise<ReceivedBody>,
  { budget }: Way,
): Promise<Forwarded> {
  const status = answer.statusCode ?? 502;
  const fields = pairs(answer.rawHeaders);
  const content = createKeptBody(budget);
  const begun: Buffer[] = [];
  if (MAY_MEAN_NONE.includes(status)) {
    let length = 0;
    for await (const piece of answer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      begun.push(piece);
      length += piece.length;
      if (length > LONGEST_REFUSAL) break;
    }
    const whole = { status, field: fieldOf(answer), body: Buffer.concat(begun) };
    const why = length > LONGEST_REFUSAL ? undefined : await whyNone(whole);
    if (why !== undefined) return { kind: 'not built', why, asked: await asked() };
  }
  const sentFields = fieldsFor(fields);
  response.sendDate = false;
  response.writeHead(status, answer.statusMessage ?? '', sentFields.flat() as string[]);
  response.flushHeaders();
  let isWhole = true;
  const pass = async (piece: Buffer) => {
    content.add(piece);
    if (!response.write(piece)) await drained(response);
  };
  try {
    for (const piece of begun) await pass(piece);
    for await (const piece of answer as AsyncIterable<Buffer>) await pass(piece);
    response.end();
  } catch {
    isWhole = false;
    response.destroy();
  }
  // The service may have answered before it has read the request to its end.
  const received = request.complete || !request.destroyed ? await asked().catch(() => NO_BODY) : NO_BODY;
  return { kind: 'answered', status, fields, sentFields, asked: received, content, isWhole };
}

function fieldOf({ headers }: IncomingMessage): WholeAnswer['field'] {
  return (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
}

/** Waits until the client takes more. @throws Error if it has left. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      if (response.destroyed) reject(new Error('the client has left'));
      else resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

/** How long the service may take for a request of the mock's own, in milliseconds. */
const OWN_REQUEST_MS = 3000;

/** These fields are about the content or the copy that a client has, so they do not go with another request. */
const NOT_COPIED = /^(?:content-|if-|range$|transfer-encoding$)/i;

/** Sends a request without a body, as the same user. @returns undefined if there is no whole answer. */
export function askBeside(
  way: Way,
  request: IncomingMessage,
  method: string,
  path: string,
): Promise<WholeAnswer | undefined> {
  return new Promise((resolve) => {
    const asked = openRequest(way, method, path, true);
    for (const [name, values] of askedFields(request, way.target))
      if (!NOT_COPIED.test(name)) asked.setHeader(name, values);
    asked.useChunkedEncodingByDefault = false;
    const end = (answer: WholeAnswer | undefined) => {
      clearTimeout(late);
      resolve(answer);
      asked.destroy();
    };
    const late = setTimeout(() => end(undefined), OWN_REQUEST_MS);
    asked.on('error', () => end(undefined));
    asked.on('response', (answer) => {
      const pieces: Buffer[] = [];
      let length = 0;
      answer.on('error', () => end(undefined));
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > LONGEST_REFUSAL)
          end({ status: answer.statusCode ?? 0, field: fieldOf(answer), body: Buffer.concat(pieces) });
      });
      answer.on('end', () =>
        end({ status: answer.statusCode ?? 0, field: fieldOf(answer), body: Buffer.concat(pieces) }),
      );
    });
    asked.end();
  });
}
