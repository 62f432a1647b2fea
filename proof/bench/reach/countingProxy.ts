/** A proxy that passes everything on to one service, and notes what was asked and what was answered. */

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the proxy saw it. */
export interface SeenByProxy {
  readonly method: string;
  /** The path and the query as they were sent. */
  readonly url: string;
  readonly requestType: string | undefined;
  readonly requestBody: string;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  readonly body: string;
}

interface CountingProxy {
  readonly port: number;
  /** How many requests came, also those that are no HTTP that node:http reads. */
  count(): number;
  close(): Promise<void>;
}

/** How much of a body is kept, in bytes. */
const KEPT = 4000;

/** These fields speak of one connection, not of the message (RFC 9110 §7.6.1). Node writes its own. */
const OF_CONNECTION = /^(connection|keep-alive|proxy-connection|transfer-encoding|te|upgrade|expect)$/i;

/** @param note is called for each request, once its answer has ended. */
export async function openCountingProxy(target: number, note: (passed: SeenByProxy) => void): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: false });
  let unread = 0;
  let count = 0;
  const server = createServer({ keepAlive: true, requestTimeout: 0 }, (incoming, outgoing) => {
    count++;
    pass({ incoming, outgoing, target, agent, note });
  });
  server.keepAliveTimeout = 60_000;
  server.on('clientError', (_, socket) => {
    // A connection that a client resets is no request.
    if (!socket.writable) return;
    unread++;
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count + unread,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly target: number;
  readonly agent: Agent;
  readonly note: (passed: SeenByProxy) => void;
}

function pass({ incoming, outgoing, target, agent, note }: Passing): void {
  const { method = 'GET', url = '/' } = incoming;
  const sent = keepStart(incoming);
  const tell = (status: number | undefined, body: string) =>
    note({ method, url, requestType: incoming.headers['content-type'], requestBody: sent(), status, body });
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  const headers = [...ofMessage(incoming.rawHeaders), ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])];
  const asked = request({ host: '127.0.0.1', port: target, method, path: url, headers, agent }, (answer) => {
    const got = keepStart(answer);
    const { statusCode = 0 } = answer;
    outgoing.sendDate = false;
    outgoing.writeHead(statusCode, answer.statusMessage ?? '', ofMessage(answer.rawHeaders));
    answer.pipe(outgoing);
    answer.on('close', () => {
      tell(statusCode, got());
      if (!answer.complete) outgoing.destroy();
    });
  });
  let isTold = false;
  asked.on('response', () => {
    isTold = true;
  });
  asked.on('error', () => {
    if (!isTold) tell(undefined, '');
    isTold = true;
    outgoing.destroy();
  });
  outgoing.on('close', () => asked.destroy());
  incoming.pipe(asked);
}

/** Names and values in turn, without the fields of the connection. */
function ofMessage(raw: readonly string[]): string[] {
  return raw.flatMap((name, at) => (at % 2 === 0 && !OF_CONNECTION.test(name) ? [name, raw[at + 1] ?? ''] : []));
}

function keepStart(message: IncomingMessage): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  message.on('data', (chunk: Buffer) => {
    if (length < KEPT) chunks.push(chunk);
    length += chunk.length;
  });
  return () => Buffer.concat(chunks).subarray(0, KEPT).toString('utf8');
}
