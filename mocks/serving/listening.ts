/** The socket of the mock: slow clients, what is no HTTP, and its end. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long what is in flight may take when the mock is closed, in milliseconds. */
const CLOSING_MS = 700;

/** How long a client may take over its header section and over a whole request, in milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** How often slow clients are looked for, and how long a connection may be silent, in milliseconds. */
const CHECK_MS = 2_000;
const SILENT_MS = 2 * REQUEST_MS;

export function createListening(respond: RequestListener): Server {
  const timeouts = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS };
  const server = createServer(timeouts, respond);
  server.timeout = SILENT_MS;
  server.on('clientError', refuse);
  return server;
}

/** What is no HTTP gets an answer, too, and nothing more on that connection. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  const status =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}

/** @throws Error with `code`, such as EADDRINUSE. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Without a trailing slash. */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Lets what is in flight be answered, for a while. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
