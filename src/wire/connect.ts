/** Connections to a target. */

import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createLookup } from './addresses';
import { waitAwake } from './awake';
import type { Target } from './target';
import { hungUp, isRefusedHandshake } from './unreachable';

const lookup = createLookup();

/** Opens a connection to the target. Data that is written at once is sent when the connection stands. */
export function connect({ hostname, port, tls }: Target): Socket {
  const socket = tls
    ? connectTls({ host: hostname, port, lookup, ALPNProtocols: ['http/1.1'], ...tls })
    : connectTcp({ host: hostname, port, lookup });
  return socket.setNoDelay(true);
}

/** A target has this much time to close the connection after the handshake, in milliseconds. */
const HANG_UP_MS = 500;

/**
 * Connects over TLS and sends nothing, to see whether the target closes the connection. If it does, it does not accept
 * the client, and the request is not the reason. An alert that gives the reason may have been lost while a request was
 * under way.
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
