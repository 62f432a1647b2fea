/** Listens for requests that a target sends by itself, and records each of them with the answer that it was given. */

import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fields, Request, Response } from '../http/message';

export interface Received {
  readonly request: Request;
  /** Whether the whole body was read. */
  readonly isWhole: boolean;
  /** What it was answered. */
  readonly response: Response;
  /** From its first byte to the answer, in milliseconds. */
  readonly durationMs: number;
}

interface ReceiverAnswer {
  readonly status: number;
  readonly headers: Fields;
  readonly body: Buffer;
}

interface ReceiverOptions {
  /** The address to listen on. */
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Returns the answer to a request; undefined if nobody expects it. */
  readonly answer: (request: Request) => ReceiverAnswer | undefined;
  /** Is told of each request that was expected. */
  readonly onReceived: (received: Received) => void;
}

export interface Receiver {
  readonly port: number;
  /** Ends at once, with all connections. */
  close(): void;
}

/** How much of one body is kept, and of all bodies together, in bytes. */
const LARGEST_BODY = 1024 * 1024;
const MOST_TOGETHER = 16 * 1024 * 1024;

/** So many requests are kept in all. Later ones are answered and forgotten. */
const MOST_KEPT = 1000;

/** So many connections may be open at the same time, and a request may take so long, in milliseconds. */
const MOST_CONNECTIONS = 64;
const LONGEST_MS = 10_000;

/** @throws the error of Node if it cannot listen there. */
export async function receive(options: ReceiverOptions): Promise<Receiver> {
  const { host, port, answer, onReceived } = options;
  let held = 0;
  let kept = 0;
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const began = performance.now();
    const most = Math.min(LARGEST_BODY, MOST_TOGETHER - held);
    const { bytes, isWhole } = await readBody(incoming, most);
    const request = toRequest(incoming, bytes);
    const chosen = answer(request);
    const { status, headers, body } = chosen ?? { status: 404, headers: [], body: Buffer.alloc(0) };
    // A connection that a client kept would be of no use to it once the run has ended.
    outgoing.shouldKeepAlive = false;
    outgoing.writeHead(status, headers.flat()).end(incoming.method === 'HEAD' ? undefined : body);
    if (!chosen || ++kept > MOST_KEPT) return;
    held += bytes.length;
    onReceived({ request, isWhole, response: toResponse(chosen), durationMs: performance.now() - began });
  };
  const server = createServer({ requestTimeout: LONGEST_MS, headersTimeout: LONGEST_MS }, (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // What comes late keeps no run from its end.
  server.unref();
  server.on('connection', (socket) => socket.unref().on('error', () => {}));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Reads a body to its end, and keeps so many bytes of it. */
async function readBody(
  incoming: IncomingMessage,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= most) pieces.push(piece);
    else if (length > most + LARGEST_BODY) throw new Error('too large');
  }
  return { bytes: Buffer.concat(pieces), isWhole: length <= most };
}

function toRequest({ method = 'GET', url = '/', rawHeaders }: IncomingMessage, body: Buffer): Request {
  const headers = rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
  );
  return { method, path: url, headers, ...(body.length > 0 ? { body } : {}) };
}

function toResponse({ status, headers, body }: ReceiverAnswer): Response {
  const statusText = STATUS_CODES[status] ?? '';
  return { httpVersion: '1.1', status, statusText, headers, interim: [], body, afterHead: Buffer.alloc(0) };
}
