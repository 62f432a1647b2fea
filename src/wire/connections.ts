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
  /** An exchange on a connection of its own begins: none is kept meanwhile, since a target may serve one at a time. @returns its end. */
  own(): () => void;
  /** From now on each request has a connection of its own. */
  distrust(): void;
  /** Whether answers of a kind (an operation and a status) were watched, and nothing followed. */
  knows(kind: string): boolean;
  learn(kind: string): void;
}

export function createConnections(target: Target): Connections {
  const idle = new Set<Socket>();
  const known = new Set<string>();
  let trusted = true;
  let own = 0;

  const drop = () => {
    for (const socket of idle) socket.destroy();
    idle.clear();
  };
  const distrust = () => {
    trusted = false;
    drop();
  };
  function closed(this: Socket): void {
    idle.delete(this);
  }
  const ignored = () => {};
  return {
    take() {
      if (!trusted) return undefined;
      const [socket] = idle;
      if (!socket) return connect(target);
      idle.delete(socket);
      return socket.off('data', distrust).off('close', closed).off('error', ignored);
    },
    give(socket) {
      if (!trusted || own > 0 || socket.destroyed) {
        socket.destroy();
        return;
      }
      idle.add(socket);
      // Nobody asked for anything: whose it is, nobody can tell.
      socket.on('data', distrust).on('close', closed).on('error', ignored);
    },
    own() {
      own++;
      drop();
      return () => void own--;
    },
    distrust,
    knows: (kind) => known.has(kind),
    learn: (kind) => void known.add(kind),
  };
}
