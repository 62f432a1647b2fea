/**
 * Connections that are kept for further requests, where the framing of the last answer was clean and nothing followed. What the wire shows
 * must be shown all the same: the first answer of each kind is watched to its end, and what comes unasked ends all keeping.
 */

import type { Socket } from 'node:net';
import { connect } from './connect';
import type { Target } from './target';

export interface Connections {
  /** One that is at hand, or a new one; undefined where each request has to have its own, which is closed after it. */
  take(): Socket | undefined;
  /** Hands one back after a clean answer. */
  give(socket: Socket): void;
  /**
   * An exchange on a connection of its own begins: meanwhile no more are kept than the target was seen to serve side by side, since it may
   * serve one at a time. @returns what says that it was answered: it is closed then. To be called once or more.
   */
  own(): () => void;
  /** From now on each request has a connection of its own. */
  distrust(): void;
  /** Whether answers of a kind (an operation and a status) were watched, and nothing followed. */
  knows(kind: string): boolean;
  learn(kind: string): void;
}

/** The first and the last answer that came over a connection, counted over all of them. */
interface Use {
  first: number;
  last: number;
}

export function createConnections(target: Target): Connections {
  const kept = new Map<Socket, Use>();
  const idle = new Set<Socket>();
  const known = new Set<string>();
  let trusted = true;
  let own = 0;
  let answers = 0;
  let together = 1;

  const destroy = (socket: Socket) => {
    idle.delete(socket);
    kept.delete(socket);
    socket.destroy();
  };
  const distrust = () => {
    trusted = false;
    for (const socket of idle) destroy(socket);
  };
  const ignored = () => {};
  const open = () => {
    const socket = connect(target);
    kept.set(socket, { first: Number.POSITIVE_INFINITY, last: 0 });
    return socket.once('close', () => destroy(socket));
  };
  /** Connections that answered before a moment and answer after it were open side by side. */
  const note = (use: Use) => {
    const moment = use.last;
    use.last = ++answers;
    use.first = Math.min(use.first, answers);
    let side = 0;
    for (const { first, last } of kept.values()) if (first <= moment && moment <= last) side++;
    together = Math.max(together, side);
  };
  const isTooMany = () => own > 0 && kept.size + own > together;
  return {
    take() {
      if (!trusted) return undefined;
      const [socket] = idle;
      if (!socket) return open();
      idle.delete(socket);
      return socket.off('data', distrust).off('error', ignored);
    },
    give(socket) {
      const use = kept.get(socket);
      if (use) note(use);
      if (!trusted || !use || isTooMany() || socket.destroyed) return destroy(socket);
      idle.add(socket);
      // Nobody asked for anything: whose it is, nobody can tell.
      socket.on('data', distrust).on('error', ignored);
    },
    own() {
      own++;
      for (const socket of idle) if (isTooMany()) destroy(socket);
      let answered = false;
      return () => {
        if (!answered) own--;
        answered = true;
      };
    },
    distrust,
    knows: (kind) => known.has(kind),
    learn: (kind) => void known.add(kind),
  };
}
