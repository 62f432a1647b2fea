/**
 * Keeps connections for further requests, if the last answer was framed cleanly and nothing followed it. Faults on the
 * wire must still be seen. So the first answer of each kind is watched until its connection ends, and once bytes arrive
 * that nobody asked for, no connection is kept any more.
 */

import type { Socket } from 'node:net';
import { connect } from './connect';
import type { Target } from './target';

export interface Connections {
  /**
   * Returns a kept connection or a new one. Returns undefined if each request must have its own connection, which is
   * closed after it.
   */
  take(): Socket | undefined;
  /** Takes back a connection after a clean answer. */
  give(socket: Socket): void;
  /**
   * Says that an exchange begins on its own connection. As the target may serve only a few connections side by side, no
   * more are kept meanwhile than it was seen to serve.
   * @returns a function to call when the exchange was answered; further calls do nothing.
   */
  own(): () => void;
  /** From now on, each request has its own connection. */
  distrust(): void;
  /** Returns whether an answer of this kind (an operation and a status) was watched, and nothing followed it. */
  knows(kind: string): boolean;
  learn(kind: string): void;
}

/**
 * The numbers of the first and the last answer that came over a connection. Answers are counted over all connections.
 */
interface Use {
  first: number;
  last: number;
}

export function createConnections(target: Target): Connections {
  const kept = new Map<Socket, Use>();
  const idle = new Set<Socket>();
  const watchedKinds = new Set<string>();
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
  /** Connections that answered both before and after the same moment were open side by side. */
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
      // Nobody asked for these bytes, so it is not known which exchange they belong to.
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
    knows: (kind) => watchedKinds.has(kind),
    learn: (kind) => void watchedKinds.add(kind),
  };
}
