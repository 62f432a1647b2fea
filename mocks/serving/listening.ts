/** Listens on the socket of the mock. It ends slow connections, answers what is no HTTP, and closes in order. */

import { createServer, maxHeaderSize, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { whyBadHost } from '../../src/http/requestChecks';
import type { Certificate } from './certificate';
import { corsHeaders } from './cors';

/** How long requests that are under way may take when the mock is closed, in milliseconds. */
const CLOSING_MS = 700;

/** How long a client may take to send a header section, and a whole request, in milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** How often the mock looks for slow clients, and how long a connection may be silent, in milliseconds. */
const CHECK_MS = 2_000;
const SILENT_MS = 2 * REQUEST_MS;

/** A request that never came through, since it is too long, or not as HTTP wants it. */
export interface Refused {
  readonly method: string;
  /** As it was sent, as far as it came in one piece. */
  readonly url: string;
  readonly status: number;
  readonly why: string;
}

interface Listening {
  /** The certificate of the mock. Without one, it speaks plain HTTP. */
  readonly certificate: Certificate | undefined;
  /** Whether pages of other origins may see why they are refused. */
  readonly cors: boolean;
  /** Called with each refusal whose request can be named. */
  readonly refused: (refused: Refused) => void;
}

export function createListening(respond: RequestListener, { certificate, cors, refused }: Listening): Server {
  const timeouts = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS };
  const take: RequestListener = (request, response) => {
    const why = whyBadHost(request);
    if (why === undefined) {
      respond(request, response);
      return;
    }
    const { content, fields } = refusal(
      { status: 400, title: 'Bad Request', why },
      cors,
      request.headers.origin ?? '*',
    );
    response.writeHead(400, fields).end(content);
    const { method = '', url = '' } = request;
    refused({ method, url, status: 400, why });
  };
  // What has no `Host` is refused as what has two of them.
  const options = { ...timeouts, requireHostHeader: false };
  const server = certificate
    ? createTlsServer({ ...options, cert: certificate.cert, key: certificate.key }, take)
    : createServer(options, take);
  server.timeout = SILENT_MS;
  const ended = new WeakSet<Duplex>();
  server.on('clientError', (error: ClientError, socket) => {
    // The rest of what is refused may still come, and must not take the answer away with the connection.
    if (ended.has(socket)) return;
    ended.add(socket);
    const told = refuse(error, socket, cors);
    if (told) refused(told);
  });
  return server;
}

interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly why: string;
}

/** Makes the answer to a refused request (RFC 9457). The connection ends after it. */
function refusal({ status, title, why }: Refusal, cors: boolean, origin: string) {
  const content = JSON.stringify({ type: 'about:blank', title, status, detail: why });
  const fields = {
    ...(cors ? corsHeaders({ origin }, []) : {}),
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(content),
    Connection: 'close',
  };
  return { content, fields };
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    why: `the URL and the header fields must not be larger than ${maxHeaderSize} bytes together`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'Request Timeout', why: 'the request did not come in time' },
};

/** Answers bytes that are no HTTP, and ends the connection. @returns undefined if it cannot be said which request they are. */
function refuse({ code = '', message, rawPacket }: ClientError, socket: Duplex, cors: boolean): Refused | undefined {
  if (!socket.writable) {
    socket.destroy();
    return undefined;
  }
  const malformed = { status: 400, title: 'Bad Request', why: `this is no HTTP request (${message})` };
  const { status, title, why } = REFUSALS[code] ?? malformed;
  const head = rawPacket?.toString('latin1') ?? '';
  // The field may be in a piece that came before or comes later.
  const [, origin = '*'] = /\r\nOrigin: *([!-~]+)\r\n/i.exec(head) ?? [];
  const { content, fields } = refusal({ status, title, why }, cors, origin);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${content}`);
  const [, method, url] = /^([A-Za-z]{1,20}) ([/h][!-~]*)/.exec(head) ?? [];
  return method === undefined || url === undefined ? undefined : { method, url, status, why };
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
