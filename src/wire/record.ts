/** Records everything that comes over one connection in answer to one request, and how the recording ends. */

import type { Socket } from 'node:net';
import type { Fields, Request } from '../http/message';
import { waitAwake } from './awake';
import type { Holding } from './holdings';
import { createReader, type ParseState, type Reader } from './parseResponse';
import { type PlainAnswer, readPlain } from './simpleMessages';
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
  options: WireOptions,
): Promise<WireRecord> {
  return new Promise((answered) => new WireRecording(request, target, limits, signal, options, answered).begin());
}

/** One recording, from the request to its end. The handlers of events are properties, so that they can be taken off. */
class WireRecording {
  private readonly socket: Socket;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private connected: boolean;
  private finished = false;
  private heldUpMs = 0;
  /** The answer, if it was read directly. */
  private plain: ParseState | undefined;
  /** The size, in bytes, that an answer must have before it is read directly again. */
  private needed = 0;
  /** Node's parser, if the answer is read by it. */
  private reader: Reader | undefined;
  /** Starts the clock again after a pause. */
  private startClock: () => ReturnType<typeof waitAwake>;
  private clock: ReturnType<typeof waitAwake>;
  private lingering = false;

  constructor(
    private readonly request: Request,
    private readonly target: Target,
    private readonly limits: Limits,
    private readonly signal: AbortSignal | undefined,
    private readonly options: WireOptions,
    private resolve: (record: WireRecord) => void,
  ) {
    this.socket = options.socket;
    this.connected = !this.socket.connecting;
    this.startClock = () => waitAwake(limits.timeoutMs, () => this.outOfTime());
    this.clock = this.startClock();
  }

  /** Sends the request and listens. */
  begin() {
    const { socket, signal, options } = this;
    // The memory of an earlier attempt is released.
    options.holding?.release();
    if (signal?.aborted) return this.interrupt();
    signal?.addEventListener('abort', this.interrupt, { once: true });
    if (!this.connected)
      socket.once(this.target.tls ? 'secureConnect' : 'connect', () => {
        this.connected = true;
      });
    socket.on('data', this.onData).on('error', this.onError).on('end', this.onEnd).on('close', this.onClose);
    if (options.bytes) socket.write(options.bytes);
    else this.reader = this.parse();
  }

  private finish(ending: Ending) {
    if (this.finished) return;
    this.finished = true;
    this.heldUpMs = Math.max(this.heldUpMs, this.clock.end());
    this.signal?.removeEventListener('abort', this.interrupt);
    this.options.holding?.answered();
    if (ending === 'kept') this.leave();
    else this.socket.destroy();
    const end = (reading: ParseState) =>
      this.resolve({ received: this.joined(), ending, reading, heldUpMs: this.heldUpMs });
    if (this.plain) return end(this.plain);
    this.reader ??= this.parse();
    this.reader.end();
    void this.reader.done.then(end);
  }

  /** Returns the bytes so far. */
  private joined(): Buffer {
    return this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
  }

  private readonly interrupt = (): void => this.finish('interrupted');

  private outOfTime(): void {
    this.finish(
      this.connected ? 'timeout' : { unreachable: new Error(`no connection within ${this.limits.timeoutMs} ms`) },
    );
  }

  /**
   * Waits for further bytes after a complete answer, such as a body after a 204, which a client library would hide.
   */
  private linger(): void {
    this.heldUpMs = Math.max(this.heldUpMs, this.clock.end());
    this.lingering = true;
    this.startClock = () => waitAwake(this.limits.lingerMs, () => this.finish('lingered'));
    this.clock = this.startClock();
    this.options.onAnswered();
  }

  /** Passes the bytes so far, and all further ones, to Node's parser. */
  private parse(): Reader {
    const parser = createReader(this.request, this.target.host, (written) => {
      if (!this.options.bytes) this.socket.write(written);
    });
    for (const chunk of this.chunks) parser.push(chunk);
    void parser.head.then((fields) => {
      if (this.finished || !this.request.streamed || !isStream(fields)) return;
      this.heldUpMs += this.clock.end();
      this.startClock = () => waitAwake(Math.min(STREAM_MS, this.limits.timeoutMs), () => this.finish('streamed'));
      this.clock = this.startClock();
    });
    void parser.done.then(({ complete, refused }) => {
      if (!this.finished && (complete || refused)) this.linger();
    });
    return parser;
  }

  /** Reads the answer directly if it is complete, and by Node's parser if that cannot be done. */
  private readPlainly() {
    if (this.size < this.needed) return;
    const answer = readPlain(this.request.method, this.joined());
    if (typeof answer === 'number' && this.size < MOST_PLAIN) this.needed = answer;
    else if (typeof answer !== 'object') this.reader = this.parse();
    else {
      this.plain = { response: answer.response, complete: true, refused: undefined };
      if (this.options.mayKeep?.(answer)) return this.finish('kept');
      this.linger();
      if (!this.options.isWatchedBeside) return;
      const answered = this.resolve;
      const watched = new Promise<WireRecord>((end) => {
        this.resolve = end;
      });
      answered({ received: this.joined(), ending: 'lingered', reading: this.plain, heldUpMs: this.heldUpMs, watched });
    }
  }

  private readonly onData = (chunk: Buffer) => {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.limits.maxBytes) return this.finish('oversize');
    const room = this.options.holding?.take(COPIES * chunk.length);
    if (this.reader) this.reader.push(chunk);
    else if (!this.plain) this.readPlainly();
    if (room && !this.finished && !this.lingering) this.pauseUntil(room);
  };

  /** Stops reading, and stops the clock, until there is memory. The target had to wait because of us. */
  private pauseUntil(room: Promise<void>): void {
    this.socket.pause();
    this.heldUpMs = Math.max(this.heldUpMs, this.clock.end());
    const paused = performance.now();
    void room.then(() => {
      if (this.finished) return;
      this.heldUpMs = Math.max(this.heldUpMs, this.clock.end(), performance.now() - paused);
      this.clock = this.startClock();
      this.socket.resume();
    });
  }

  private readonly onError = (error: Error): void => {
    const refused = !this.connected || (this.size === 0 && isRefusedHandshake(error));
    this.finish(refused ? { unreachable: error } : 'reset');
  };

  private readonly onEnd = (): void => this.reader?.end();

  private readonly onClose = (): void => this.finish('closed');

  /** Stops listening, and leaves the connection open. */
  private leave(): void {
    this.socket.off('data', this.onData).off('error', this.onError).off('end', this.onEnd).off('close', this.onClose);
  }
}

/** Answers in several pieces are read directly up to this size, in bytes. */
const MOST_PLAIN = 64 * 1024;

/** A stream is read for this long, in milliseconds. */
const STREAM_MS = 1000;

function isStream(fields: Fields): boolean {
  return fields.some(([name, value]) => /^content-type$/i.test(name) && STREAMS.test(value));
}

const STREAMS = /^\s*(text\/event-stream|application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json-seq))\b/i;
