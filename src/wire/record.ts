/** What came over one connection in answer to one request, and how that came to its end. */

import type { Socket } from 'node:net';
import type { Fields, Request } from '../http/message';
import { waitAwake } from './awake';
import type { Holding } from './holdings';
import { createReader, type ParseState, type Reader } from './parseResponse';
import { type PlainAnswer, readPlain } from './plainHttp';
import type { Target } from './target';
import { isRefusedHandshake } from './unreachable';

export interface Limits {
  /** For one exchange, from the connection attempt to the end of the response, in milliseconds that we were awake. */
  readonly timeoutMs: number;
  /** How long to listen for bytes after a complete response where the target leaves the connection open, in milliseconds likewise. */
  readonly lingerMs: number;
  /** The most that is read of one response, in bytes. */
  readonly maxBytes: number;
}

/** How a recording came to its end. */
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
  /** For how long this process was held up meanwhile, at most at a stretch, in milliseconds. */
  readonly heldUpMs: number;
  /** What it is once its connection was watched, where that goes on beside what comes next. */
  readonly watched?: Promise<WireRecord>;
}

/** How a request goes out. */
export interface WireOptions {
  readonly socket: Socket;
  /** The request as it is sent; undefined where it is for Node to write. */
  readonly bytes: Buffer | undefined;
  /** Whether the connection is left open, and not watched any longer, after an answer. */
  readonly mayKeep?: (answer: PlainAnswer) => boolean;
  /** Whether nobody waits for the watching. */
  readonly isWatchedBeside?: boolean;
  readonly onAnswered: () => void;
  /** What it takes room from for what comes; without one there is room for all. */
  readonly holding?: Holding | undefined;
}

/** What came is held as it came, and once more as the content that is read out of it. */
const COPIES = 2;

/** Sends a request on a socket and records all that comes back. Never rejects. */
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
    // What an attempt before it held was let go.
    holding?.release();

    /** All is known, yet more may come: a body after a 204, which a client library would hide. */
    const linger = () => {
      heldUpMs = Math.max(heldUpMs, wait.end());
      lingering = true;
      begin = () => waitAwake(limits.lingerMs, () => finish('lingered'));
      wait = begin();
      onAnswered();
    };
    /** Hands what came so far to Node's parser, and what will come. */
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
    /** Nothing more is read, and no time passes, until there is room for it. That the target had to wait is our doing. */
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

/** Answers that come in pieces are read plainly up to this size, in bytes. */
const MOST_PLAIN = 64 * 1024;

/** How long a stream is listened to, in milliseconds. */
const STREAM_MS = 1000;

function isStream(fields: Fields): boolean {
  return fields.some(([name, value]) => /^content-type$/i.test(name) && STREAMS.test(value));
}

const STREAMS = /^\s*(text\/event-stream|application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json-seq))\b/i;
