/** Listens on the socket of the mock. It ends slow connections, answers what is no HTTP, and closes in order. */

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate';

/** How long requests that are under way may take when the mock is closed, in milliseconds. */
const CLOSING_MS = 700;

/** How long a client may take to send a header section, and a whole request, in milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** How often the mock looks for slow clients, and how long a connection may be silent, in milliseconds. */
const CHECK_MS = 2_000;
const SILENT_MS = 2 * REQUEST_MS;

/** @param certificate of the mock. Without one, it speaks plain HTTP. */
export function createListening(respond: RequestListener, certificate: Certificate | undefined): Server {
  const timeouts = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS };
  const server = certificate
    ? createTlsServer({ ...timeouts, cert: certificate.cert, key: certificate.key }, respond)
    : createServer(timeouts, respond);
  server.timeout = SILENT_MS;
  server.on('clientError', refuse);
  return server;
}

/** Answers bytes that are no HTTP, and ends the connection. */
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

/** Begins to listen. @throws Error with `code`, such as EADDRINUSE. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Returns the URL of a server, without a trailing slash. */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const scheme = server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Closes the server. Requests that are under way may still be answered for CLOSING_MS. */
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
