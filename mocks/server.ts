/** A mock of a contract over HTTP: what stands between the socket and the engine. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contract } from '../src/contract/contract';
import { loadContract } from '../src/contract/load';
import { createEngine } from './prism';
import { respond } from './respond';
import { createRouter } from './router';

export interface MockOptions {
  /** Path of the contract's file. */
  readonly contract: string;
  /** 0 takes any free one. Default: 4010. */
  readonly port?: number;
  /** What to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Generates answers from their schema, rather than taking the contract's examples. */
  readonly dynamic?: boolean;
  /** Makes every random choice repeatable. */
  readonly seed?: number;
  /** Whether pages of other origins may use the mock. Default: true. */
  readonly cors?: boolean;
  /** Told of each request once it is answered. */
  readonly onRequest?: (entry: RequestLogEntry) => void;
}

export interface RequestLogEntry {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly target: string;
  /** `DELETE /plants/{id}`; absent where the contract has none for it. */
  readonly operation?: string;
  readonly status: number;
  readonly durationMs: number;
  /** Why it was answered so, where the contract was broken or the answer was asked for. */
  readonly reasons: readonly string[];
}

export interface Mock {
  /** Where it listens, without a trailing slash: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly contract: Contract;
  /** Answers what is in flight, and ends within a second. */
  close(): Promise<void>;
}

/** How long what is in flight may take when the mock is closed, in milliseconds. */
const CLOSING_MS = 700;

/** How long a client may take over its header section and over a whole request, in milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/**
 * Serves a mock of a contract until it is closed.
 * @throws ContractError where the contract cannot be used, and Error (with `code`, such as EADDRINUSE) where it cannot listen.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { host = '127.0.0.1', port = 4010, dynamic = false, seed, cors = true, onRequest } = options;
  const contract = await loadContract(options.contract);
  const engine = await createEngine(options.contract, { dynamic, seed });
  const router = createRouter(contract.operations, engine.basePaths);

  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, (request, response) => {
    const start = onRequest ? performance.now() : 0;
    respond(request, response, { engine, router, cors }).then(
      ({ operation, status, reasons }) =>
        onRequest?.({
          method: request.method ?? '',
          target: request.url ?? '',
          ...(operation === undefined ? {} : { operation }),
          status,
          durationMs: performance.now() - start,
          reasons,
        }),
      () => response.destroy(),
    );
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  await listen(server, port, host);
  return { url: urlOf(server.address() as AddressInfo), contract, close: () => close(server) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
