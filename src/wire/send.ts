/**
 * Makes one exchange over a socket of its own, and says whether its answer is complete, was cut off, or has more bytes than its Content-Length.
 * Every byte is recorded, every wait has a time limit, and every buffer a size limit.
 */

import type { Socket } from 'node:net';
import {
  type ExchangeError,
  type ExchangeErrorKind,
  fieldValues,
  type Request,
  type Response,
  saysClose,
} from '../http/message';
import { SAFE_METHODS } from '../http/methods';
import { connect, whyHungUp } from './connect';
import type { Connections } from './connections';
import type { Holding } from './holdings';
import { endsWithConnection, isBodiless, MOST_HEAD_BYTES, type ParseState } from './parseResponse';
import { type Ending, type Limits, record, type WireRecord } from './record';
import { type PlainAnswer, writePlain } from './simpleMessages';
import type { Target } from './target';
import { unreachable } from './unreachable';

export type { Limits };

export const LIMITS: Limits = { timeoutMs: 10_000, lingerMs: 250, maxBytes: 8 * 1024 * 1024 };

export interface Outcome {
  readonly response: Response | null;
  readonly error: ExchangeError | null;
  readonly received: Buffer;
  /** Present if the request was sent before on a kept connection that failed: the target may have handled it twice. */
  readonly sentBefore?: true;
  readonly durationMs: number;
  /** The final outcome, if the connection is watched for unexpected bytes while further requests are sent. */
  readonly watched?: Promise<Outcome>;
}

export interface SendOptions {
  /** The connections of the target. If a request fails on a kept connection, it is sent again on its own. */
  readonly connections?: Connections | undefined;
  /** Whether the request must have its own connection, because it may not be sent twice. */
  readonly once?: boolean;
  /** A name for the kind of request: the first answer of each kind is watched until its connection ends. */
  readonly kind?: string;
  /** Is called when the answer is complete, though further bytes may follow. */
  readonly onAnswered?: () => void;
  /** The account from which memory for the answer is taken. The caller releases it after judging the answer. */
  readonly holding?: Holding | undefined;
}

/**
 * Sends one request and reads everything that comes back. Without `connections`, it uses its own connection. The
 * promise never rejects.
 */
export async function send(
  request: Request,
  target: Target,
  limits: Limits,
  signal?: AbortSignal,
  options: SendOptions = {},
): Promise<Outcome> {
  const sending = new Sending(request, target, limits, signal, options);
  const { connections, once = false, kind = '' } = options;
  // The first request of each kind has its own connection.
  if (!connections?.knows(kind) || once) return sending.alone();
  const bytes = request.streamed ? undefined : writePlain(request, target.host, 'keep-alive');
  const socket = bytes && connections.take();
  return bytes && socket ? sending.onKept(socket, bytes, connections) : sending.alone();
}

/** One request, and the ways in which it can be sent. */
class Sending {
  private readonly started = performance.now();

  constructor(
    private readonly request: Request,
    private readonly target: Target,
    private readonly limits: Limits,
    private readonly signal: AbortSignal | undefined,
    private readonly options: SendOptions,
  ) {}

  async alone(): Promise<Outcome> {
    const { request, target } = this;
    const { connections, holding, onAnswered } = this.options;
    const answered = connections?.own();
    const bytes = request.streamed ? undefined : writePlain(request, target.host, 'close');
    const way = {
      socket: connect(target),
      bytes,
      isWatchedBeside: connections !== undefined && isWatchedBeside(request),
      holding,
      onAnswered() {
        answered?.();
        onAnswered?.();
      },
    };
    const end = async (recording: WireRecord) => {
      answered?.();
      const outcome = this.toOutcome(await lookInto(recording, target));
      if (outcome.response && !outcome.error) {
        connections?.learn(this.options.kind ?? '');
        connections?.learn(this.kindOf(outcome.response));
      }
      return outcome;
    };
    const recording = await record(request, target, this.limits, this.signal, way);
    const outcome = await end(recording);
    if (!recording.watched) return outcome;
    const watched = recording.watched.then(async (whole) => {
      const ended = await end(whole);
      // What follows an answer may be taken for the next one on a connection that is kept.
      if (ended.error && ended.error.kind !== 'interrupted') connections?.distrust();
      return ended;
    });
    return { ...outcome, watched };
  }

  /** Sends the request on a kept connection, and on its own if that fails. */
  async onKept(socket: Socket, bytes: Buffer, connections: Connections): Promise<Outcome> {
    const { request, target, limits } = this;
    const { holding, onAnswered = () => {} } = this.options;
    let isLast = false;
    // A target that closes its connections shows by that what else it sends. Of one that leaves them open all the same, as Node does with
    // `maxRequestsPerSocket`, nobody waits for that.
    const mayKeep = ({ response, persists }: PlainAnswer) => {
      isLast = !persists;
      return (persists || connections.leavesOpen) && connections.knows(this.kindOf(response));
    };
    const end = (recording: WireRecord) => {
      if (recording.ending === 'kept' && isLast) connections.retire(socket, limits.lingerMs);
      else if (recording.ending === 'kept') connections.give(socket);
      else if (recording.ending === 'lingered' && isLast && !recording.watched) connections.noteLeftOpen();
      return this.endKept(recording, connections);
    };
    const patience = { ...limits, timeoutMs: Math.min(limits.timeoutMs, KEPT_MS) };
    const way = { socket, bytes, mayKeep, isWatchedBeside: isWatchedBeside(request), onAnswered, holding };
    const recording = await record(request, target, patience, this.signal, way);
    const outcome = await end(recording);
    const watched = outcome.sentBefore ? undefined : recording.watched;
    if (!watched) return outcome;
    return { ...outcome, watched: watched.then(end) };
  }

  private async endKept(recording: WireRecord, connections: Connections): Promise<Outcome> {
    const outcome = this.toOutcome(recording);
    if (outcome.response && !outcome.error) connections.learn(this.kindOf(outcome.response));
    if (!outcome.error || outcome.error.kind === 'interrupted') return outcome;
    // A target may close an idle connection at any time (RFC 9112 §9.5), and any connection by an answer that says so. (A server that has not
    // read the whole request, such as one that answers a long query with 431, often resets it then, before the end is seen.) Any other failure
    // may be caused by keeping the connection.
    const isUnasked = outcome.received.length > 0 && !(outcome.response && saysClose(outcome.response));
    if (isUnasked || outcome.error.kind === 'timeout') connections.distrust();
    return { ...(await this.alone()), sentBefore: true };
  }

  private kindOf({ status }: { readonly status: number }): string {
    return `${this.options.kind ?? ''} ${status}`;
  }

  private toOutcome(recording: WireRecord): Outcome {
    return outcomeOf(this.request, this.target, this.limits, recording, performance.now() - this.started);
  }
}

/**
 * Whether the answer to a request counts at once, while its connection is watched beside others. That of one which may change something does not: if
 * it had to be sent again, they would not know about it.
 */
function isWatchedBeside({ method }: Request): boolean {
  return SAFE_METHODS.has(method);
}

/**
 * An answer may take at most this long on a kept connection, in milliseconds: the target may be busy with another
 * connection.
 */
const KEPT_MS = 2000;

function outcomeOf(
  request: Request,
  target: Target,
  limits: Limits,
  { received, ending, reading, heldUpMs }: WireRecord,
  durationMs: number,
): Outcome {
  const whole = reading.response ? { ...reading.response, afterHead: afterHead(received, reading) } : null;
  const error =
    typeof ending === 'object'
      ? unreachable(ending.unreachable, target)
      : errorOf(request, reading, whole, ending, received, limits);
  if (heldUpMs >= Math.max(LONG_STALL_MS, limits.timeoutMs / 4) && mayBeOurs(error, whole)) {
    return { response: null, error: stalled(heldUpMs), received: cut(received), durationMs };
  }
  return { response: whole && keep(request, whole, error), error, received: cut(received), durationMs };
}

/**
 * If this process was held up for less than this at a stretch, in milliseconds, or for less than a quarter of the time
 * limit, that is not the reason why a connection failed.
 */
const LONG_STALL_MS = 1000;

/**
 * Returns whether the failure may be our fault, because we were too slow: a server need not wait for a client (RFC 9110
 * §15.5.9).
 */
function mayBeOurs(error: ExchangeError | null, response: Response | null): boolean {
  if (!error) return response?.status === 408;
  return ['unreachable', 'timeout', 'reset', 'truncated'].includes(error.kind);
}

function stalled(heldUpMs: number): ExchangeError {
  const message = `was asked while Espalier itself was held up for ${(heldUpMs / 1000).toFixed(1)} s, by a machine that slept or was overloaded`;
  return { kind: 'stalled', message, code: undefined };
}

/**
 * Finds out whether a TLS connection that ended without a byte was refused because of the client's certificate and not
 * because of the request.
 */
async function lookInto(recording: WireRecord, target: Target): Promise<WireRecord> {
  const { received, ending } = recording;
  if (!target.tls || received.length > 0 || (ending !== 'reset' && ending !== 'closed')) return recording;
  const why = await whyHungUp(target);
  return why ? { ...recording, ending: { unreachable: why } } : recording;
}

/** At most this many bytes are kept if they serve only as evidence. */
const MOST_EVIDENCE = 64 * 1024;

/** Copies the beginning of a buffer, so that the buffer itself can be freed. */
function cut(bytes: Buffer): Buffer {
  return bytes.length > MOST_EVIDENCE ? Buffer.from(bytes.subarray(0, MOST_EVIDENCE)) : bytes;
}

/** Keeps only those parts of a large response that are judged: its content, unless the exchange has already failed. */
function keep({ method }: Request, response: Response, error: ExchangeError | null): Response {
  return {
    ...response,
    body: error ? cut(response.body) : response.body,
    afterHead: isBodiless(method, response.status) ? cut(response.afterHead) : Buffer.alloc(0),
  };
}

const HEAD_END = '\r\n\r\n';

/** Returns the bytes after the header section of the final response. Interim responses are skipped. */
function afterHead(received: Buffer, { response }: ParseState): Buffer {
  let at = 0;
  for (let heads = (response?.interim.length ?? 0) + 1; heads > 0; heads--) {
    at = received.indexOf(HEAD_END, at) + HEAD_END.length;
  }
  return received.subarray(at);
}

function errorOf(
  request: Request,
  { complete: parsed, refused }: ParseState,
  response: Response | null,
  ending: Exclude<Ending, object>,
  received: Buffer,
  limits: Limits,
): ExchangeError | null {
  const error = (kind: ExchangeErrorKind, message: string, code?: string): ExchangeError => ({ kind, message, code });
  const inOrder = ending === 'closed' || ending === 'lingered' || ending === 'kept';
  // The parser accepts any end of the connection as the end of a body without a length, but a broken connection is not
  // a valid end.
  const complete = parsed && response !== null && (inOrder || !endsWithConnection(request.method, response));
  if (ending === 'streamed' && response && !refused) return null;
  if (ending === 'interrupted') return error('interrupted', 'the run was interrupted');
  if (complete) {
    // "All valid status codes are within the range of 100 to 599" (RFC 9110 §15).
    if (response.status < 100 || response.status > 599) {
      const status = String(response.status).padStart(3, '0');
      return error('malformed', `sent the status ${status}; statuses lie between 100 and 599`);
    }
    if (response.status === 204 && request.method !== 'HEAD') return null;
    if (!hasSurplus(request.method, response, refused)) return null;
    return error('surplus', 'sent more bytes after the end of its response');
  }
  // No header section is too long for HTTP; this one is for us.
  if (refused?.code === 'HPE_HEADER_OVERFLOW')
    return error('oversize', `sent a header section of more than ${MOST_HEAD_BYTES} bytes`);
  if (refused) return error('malformed', `sent what is not HTTP/1.1: ${refused.reason}`, refused.code);
  if (ending === 'oversize') return error('oversize', `sent more than ${limits.maxBytes} bytes without an end`);
  const where = response ? 'in the body' : received.length > 0 ? 'in the header section' : 'before the first byte';
  if (ending === 'timeout')
    return error('timeout', `did not finish within ${limits.timeoutMs} ms; it stopped ${where}`);
  if (ending === 'reset') return error('reset', `reset the connection ${where}`, 'ECONNRESET');
  return error('truncated', `closed the connection ${where}`);
}

/**
 * Returns whether anything follows the end of a complete message. Its framing tells, or else the bytes that the parser
 * refused.
 */
function hasSurplus(method: string, response: Response, refused: ParseState['refused']): boolean {
  if (refused) return true;
  if (isBodiless(method, response.status)) return response.afterHead.length > 0;
  if (fieldValues(response, 'transfer-encoding').length > 0)
    return response.afterHead.length > chunkedLength(response.afterHead);
  const [length] = fieldValues(response, 'content-length').map(Number);
  return length !== undefined && response.afterHead.length > length;
}

/** Returns the length of valid chunked content, including its framing (RFC 9112 §7.1). */
function chunkedLength(bytes: Buffer): number {
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    // The last chunk is followed by trailer fields, if any, and an empty line.
    if (!(size > 0)) return bytes.indexOf(HEAD_END, lineEnd) + HEAD_END.length;
    at = lineEnd + 2 + size + 2;
  }
}
