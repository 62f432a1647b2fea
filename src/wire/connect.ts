/** Connections to a target. */

import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { waitAwake } from './awake';
import type { Target } from './target';
import { hungUp, isRefusedHandshake } from './unreachable';

/** Opens a connection to the target; what is written goes out once it stands. */
export function connect({ hostname, port, tls }: Target): Socket {
  const socket = tls
    ? connectTls({ host: hostname, port, ALPNProtocols: ['http/1.1'], ...tls })
    : connectTcp({ host: hostname, port });
  return socket.setNoDelay(true);
}

/** How long a target may take to hang up on us after the handshake, in milliseconds. */
const HANG_UP_MS = 500;

/**
 * Looks whether a target hangs up on us over TLS without having been asked anything: then it does not know us, and
 * nothing that was sent is the reason. The refusal itself may be lost where a request was under way.
 */
export function whyHungUp(target: Target): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = connect(target);
    let connected = false;
    const finish = (why: Error | undefined) => {
      wait.end();
      socket.destroy();
      resolve(why);
    };
    const wait = waitAwake(HANG_UP_MS, () => finish(undefined));
    socket.once('secureConnect', () => {
      connected = true;
    });
    socket.resume();
    socket.on('error', (error) => finish(isRefusedHandshake(error) ? error : connected ? hungUp(target) : undefined));
    socket.on('end', () => finish(connected ? hungUp(target) : undefined));
    socket.on('close', () => finish(undefined));
  });
}
