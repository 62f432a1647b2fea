/** Serves a service of the catalogue on loopback, for the time of a test. */

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly url: string;
  /** Ends the service, also connections that are still open. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 * @param port 0 for any free one.
 * @throws Error if the port is not available.
 */
export async function listenOnLoopback(handle: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(handle);
  // A fault may break its own connection, which must not end the service.
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Reads the whole body of a request. @throws Error if the request ends before its body does. */
export async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
