import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/**
 * Serves on a free port of the loopback interface until the tests of the file are done.
 * @returns the URL.
 */
export async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A request, as a small service reads it. */
interface AskedJson {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The object that was sent; undefined if the body is none. */
  readonly sent: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Serves JSON in the same way. HEAD gets no content.
 * @param answer returns the status, and what is shown; nothing is sent where that is undefined.
 * @returns the URL.
 */
export function serveJson(answer: (asked: AskedJson) => readonly [status: number, shown?: unknown]): Promise<string> {
  return serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: path = '' } = request;
    const [status, shown] = answer({ method, path, sent: objectIn(Buffer.concat(pieces).toString()) });
    response.writeHead(status, shown === undefined ? {} : { 'Content-Type': 'application/json' });
    response.end(shown === undefined || method === 'HEAD' ? '' : JSON.stringify(shown));
  });
}

function objectIn(text: string): AskedJson['sent'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as AskedJson['sent']) : undefined;
  } catch {
    return undefined;
  }
}
