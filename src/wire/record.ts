/** Records everything that comes over one connection in answer to one request, and how the recording ends. */

import type { Socket } from 'node:net';
import type { Fields, Request } from '../http/message';
import { waitAwake } from './awake';
import type { Holding } from './holdings';
import { createReader, type ParseState, type Reader } from './parseResponse';
import { type PlainAnswer, readPlain } from './plainHttp';
import type { Target } from './target';
import { isRefusedHandshake } from './unreachable';

export interface Limits {
  /**
   * The time for one exchange, from the connection attempt to the end of the response, in milliseconds. Only time in
   * which this process was awake counts.
   */
  readonly timeoutMs: number;
  /**
   * How long to wait for further bytes after a complete response, if the target leaves the connection open. In
   * milliseconds, counted in the same way.
   */
  readonly lingerMs: number;
  /** The most bytes that are read of one response. */
  readonly maxBytes: number;
}

/** How a recording ended. */
export type Ending =
  | 'closed'
  | 'reset'
  | 'timeout'
  | 'lingered'
  | 'kept'
  | 'streamed'
  | 'oversize'
  | 'interrupted'
  | { readonly unreachable: Error };

export interface WireRecord {
  readonly received: Buffer;
  readonly reading: ParseState;
  readonly ending: Ending;
  /** The longest time for which this process was held up during the recording, in milliseconds. */
  readonly heldUpMs: number;
  /** The final record, if the connection is watched while further requests are sent. */
  readonly watched?: Promise<WireRecord>;
}

/** How a request is sent. */
interface WireOptions {
  readonly socket: Socket;
  /** The bytes of the request; undefined if Node writes it. */
  readonly bytes: Buffer | undefined;
  /** Returns whether the connection is left open after an answer, and no longer watched. */
  readonly mayKeep?: (answer: PlainAnswer) => boolean;
  /** Whether the answer is returned before the watching ends. */
  readonly isWatchedBeside?: boolean;
  readonly onAnswered: () => void;
  /** The account from which memory for the answer is taken; undefined if there is no limit. */
  readonly holding?: Holding | undefined;
}

/** The bytes are held twice: as they came, and as the content that is read out of them. */
const COPIES = 2;

/** Sends a request on a socket and records everything that comes back. The promise never rejects. */
export function record(
  request: Request,
  target: Target,
  limits: Limits,
  signal: AbortSignal | undefined,
  { socket, bytes, mayKeep, isWatchedBeside, onAnswered, holding }: WireOptions,
): Promise<WireRecord> {
  return new Promise((answered) => {
    let resolve = answered;
    const chunks: Buffer[] = [];
    let size = 0;
    let connected = !socket.connecting;
    let finished = false;
    let heldUpMs = 0;
    let plain: ParseState | undefined;
    let needed = 0;
    let reader: Reader | undefined;

    const finish = (ending: Ending) => {
      if (finished) return;
      finished = true;
      heldUpMs = Math.max(heldUpMs, wait.end());
      signal?.removeEventListener('abort', interrupt);
      holding?.answered();
      if (ending === 'kept') leave();
      else socket.destroy();
      const end = (reading: ParseState) => resolve({ received: joined(), ending, reading, heldUpMs });
      if (plain) return end(plain);
      reader ??= parse();
      reader.end();
      void reader.done.then(end);
    };
    const joined = () => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    const interrupt = () => finish('interrupted');
    const outOfTime = () => {
      finish(connected ? 'timeout' : { unreachable: new Error(`no connection within ${limits.timeoutMs} ms`) });
    };
    let begin = () => waitAwake(limits.timeoutMs, outOfTime);
    let wait = begin();
    let lingering = false;
    // The memory of an earlier attempt is released.
    holding?.release();

    /**
     * Waits for further bytes after a complete answer, such as a body after a 204, which a client library would hide.
     */
    const linger = () => {
      heldUpMs = Math.max(heldUpMs, wait.end());
      lingering = true;
      begin = () => waitAwake(limits.lingerMs, () => finish('lingered'));
      wait = begin();
      onAnswered();
    };
    /** Passes the bytes so far, and all further ones, to Node's parser. */
    const parse = (): Reader => {
      const parser = createReader(request, target.host, (written) => {
        if (!bytes) socket.write(written);
      });
      for (const chunk of chunks) parser.push(chunk);
      void parser.head.then((fields) => {
        if (finished || !request.streamed || !isStream(fields)) return;
        heldUpMs += wait.end();
        begin = () => waitAwake(Math.min(STREAM_MS, limits.timeoutMs), () => finish('streamed'));
        wait = begin();
      });
      void parser.done.then(({ complete, refused }) => {
        if (!finished && (complete || refused)) linger();
      });
      return parser;
    };
    const readPlainly = () => {
      if (size < needed) return;
      const answer = readPlain(request.method, joined());
      if (typeof answer === 'number' && size < MOST_PLAIN) needed = answer;
      else if (typeof answer !== 'object') reader = parse();
      else {
        plain = { response: answer.response, complete: true, refused: undefined };
        if (mayKeep?.(answer)) return finish('kept');
        linger();
        if (!isWatchedBeside) return;
        const watched = new Promise<WireRecord>((end) => {
          resolve = end;
        });
        answered({ received: joined(), ending: 'lingered', reading: plain, heldUpMs, watched });
      }
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limits.maxBytes) return finish('oversize');
      const room = holding?.take(COPIES * chunk.length);
      if (reader) reader.push(chunk);
      else if (!plain) readPlainly();
      if (room && !finished && !lingering) pauseUntil(room);
    };
    /** Stops reading, and stops the clock, until there is memory. The target had to wait because of us. */
    const pauseUntil = (room: Promise<void>) => {
      socket.pause();
      heldUpMs = Math.max(heldUpMs, wait.end());
      const paused = performance.now();
      void room.then(() => {
        if (finished) return;
        heldUpMs = Math.max(heldUpMs, wait.end(), performance.now() - paused);
        wait = begin();
        socket.resume();
      });
    };
    const onError = (error: Error) => {
      const refused = !connected || (size === 0 && isRefusedHandshake(error));
      finish(refused ? { unreachable: error } : 'reset');
    };
    const onEnd = () => reader?.end();
    const onClose = () => finish('closed');
    const leave = () => socket.off('data', onData).off('error', onError).off('end', onEnd).off('close', onClose);
    if (signal?.aborted) return interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    if (!connected)
      socket.once(target.tls ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    socket.on('data', onData).on('error', onError).on('end', onEnd).on('close', onClose);
    if (bytes) socket.write(bytes);
    else reader = parse();
  });
}

/** Answers in several pieces are read directly up to this size, in bytes. */
const MOST_PLAIN = 64 * 1024;

/** A stream is read for this long, in milliseconds. */
const STREAM_MS = 1000;

function isStream(fields: Fields): boolean {
  return fields.some(([name, value]) => /^content-type$/i.test(name) && STREAMS.test(value));
}

const STREAMS = /^\s*(text\/event-stream|application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json-seq))\b/i;
