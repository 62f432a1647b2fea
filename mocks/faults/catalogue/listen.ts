/** How the services of the catalogue are served: on loopback, for the time of a test. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly url: string;
  /** Ends what is still open, too. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 * @param port a free one where it is 0.
 * @throws where the port cannot be had.
 */
export async function listenOnLoopback(handle: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(handle);
  // A fault may break its own connection; that must not end the service.
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
