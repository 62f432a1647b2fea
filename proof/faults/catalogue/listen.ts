/** Serves a service of the catalogue on loopback, for the time of a test. */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
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

/** What a service answers: a body of JSON, if any, and the methods that it allows, if it says so. */
interface JsonReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly allow?: string | undefined;
}

/**
 * Listens on 127.0.0.1, and answers each request with JSON once its whole body was read.
 * @param answer makes the answer out of a request and the text of its body.
 * @param deliver calls `send`, and does what else belongs to the answer, before or after.
 */
export function listenWithJson<Reply extends JsonReply>(
  answer: (request: IncomingMessage, text: string) => Reply,
  deliver: (reply: Reply, send: () => void) => Promise<void> | void = (_, send) => send(),
): Promise<Listening> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const reply = answer(request, (await wholeBody(request)).toString());
    const { status, headers, body, allow } = reply;
    await deliver(reply, () => {
      if (body !== undefined) response.setHeader('Content-Type', 'application/json');
      if (allow !== undefined) response.setHeader('Allow', allow);
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
  return listenOnLoopback((request, response) => void handle(request, response).catch(() => response.destroy()));
}

/** Reads the whole body of a request. @throws Error if the request ends before its body does. */
export async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
