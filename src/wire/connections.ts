/**
 * Keeps connections for further requests, if the last answer was framed cleanly and nothing followed it. Faults on the
 * wire must still be seen. So the first answer of each kind is watched until its connection ends, and once bytes arrive
 * that nobody asked for, no connection is kept any more.
 */

import type { Socket } from 'node:net';
import { connect } from './connect';
import type { Target } from './target';

/**
 * The numbers of the first and the last answer that came over a connection. Answers are counted over all connections.
 */
interface Use {
  first: number;
  last: number;
}

/** At most so many connections are watched beside other exchanges before they are closed. */
const MOST_RETIRED = 16;

export class Connections {
  private readonly kept = new Map<Socket, Use>();
  private readonly idle = new Set<Socket>();
  /** Those that the target will not use again, the oldest first. */
  private readonly retired = new Set<Socket>();
  private readonly watchedKinds = new Set<string>();
  private isTrusted = true;
  /** How many exchanges are under way on connections of their own. */
  private alone = 0;
  private answers = 0;
  /** How many connections the target was seen to serve side by side. */
  private together = 1;
  /** Whether the target leaves connections open after it has said that it will not use them again. */
  leavesOpen = false;

  constructor(private readonly target: Target) {}

  /**
   * Returns a kept connection or a new one. Returns undefined if each request must have its own connection, which is
   * closed after it.
   */
  take(): Socket | undefined {
    if (!this.isTrusted) return undefined;
    const [socket] = this.idle;
    if (!socket) return this.open();
    this.idle.delete(socket);
    return socket.off('data', this.onSurplus).off('error', ignore);
  }

  /** Takes back a connection after a clean answer. */
  give(socket: Socket): void {
    this.keepIn(this.idle, socket);
  }

  /** Says that it does. */
  noteLeftOpen(): void {
    this.leavesOpen = true;
  }

  /**
   * Takes a connection that the target will not use again, after a clean answer. It is watched for further bytes beside other exchanges,
   * and closed after `ms` milliseconds.
   */
  retire(socket: Socket, ms: number): void {
    this.keepIn(this.retired, socket);
    if (!this.retired.has(socket)) return;
    setTimeout(() => this.destroy(socket), ms).unref();
    const [oldest] = this.retired;
    if (oldest && this.retired.size > MOST_RETIRED) this.destroy(oldest);
  }

  private keepIn(place: Set<Socket>, socket: Socket): void {
    const use = this.kept.get(socket);
    if (use) this.note(use);
    if (!this.isTrusted || !use || this.isTooMany() || socket.destroyed) {
      this.destroy(socket);
      return;
    }
    place.add(socket);
    // Nobody asked for these bytes, so it is not known which exchange they belong to.
    socket.on('data', this.onSurplus).on('error', ignore);
  }

  /**
   * Says that an exchange begins on its own connection. As the target may serve only a few connections side by side, no
   * more are kept meanwhile than it was seen to serve.
   * @returns a function to call when the exchange was answered; further calls do nothing.
   */
  own(): () => void {
    this.alone++;
    for (const socket of [...this.retired, ...this.idle]) if (this.isTooMany()) this.destroy(socket);
    let answered = false;
    return () => {
      if (!answered) this.alone--;
      answered = true;
    };
  }

  /** From now on, each request has its own connection. */
  distrust(): void {
    this.isTrusted = false;
    for (const socket of [...this.retired, ...this.idle]) this.destroy(socket);
  }

  /** Returns whether an answer of this kind (an operation and a status) was watched, and nothing followed it. */
  knows(kind: string): boolean {
    return this.watchedKinds.has(kind);
  }

  learn(kind: string): void {
    this.watchedKinds.add(kind);
  }

  /** The listener of idle connections: one function, so that it can be taken off again. */
  private readonly onSurplus = () => this.distrust();

  private open(): Socket {
    const socket = connect(this.target);
    this.kept.set(socket, { first: Number.POSITIVE_INFINITY, last: 0 });
    return socket.once('close', () => this.destroy(socket));
  }

  private destroy(socket: Socket): void {
    this.idle.delete(socket);
    this.retired.delete(socket);
    this.kept.delete(socket);
    socket.destroy();
  }

  /** Connections that answered both before and after the same moment were open side by side. */
  private note(use: Use): void {
    const moment = use.last;
    use.last = ++this.answers;
    use.first = Math.min(use.first, this.answers);
    let side = 0;
    for (const { first, last } of this.kept.values()) if (first <= moment && moment <= last) side++;
    this.together = Math.max(this.together, side);
  }

  private isTooMany(): boolean {
    return this.alone > 0 && this.kept.size + this.alone > this.together;
  }
}

function ignore(): void {}
