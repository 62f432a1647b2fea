/** Starts a service behind a proxy, on real sockets, for tests. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { BufferBudget } from '../../wire/bufferBudget';
import { parseTarget } from '../../wire/target';
import type { Passed } from './passed';
import { type RunningProxy, startProxy } from './proxy';

export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const open: (TcpServer | RunningProxy)[] = [];

/** Closes everything that was opened. Call it after each test. */
export async function closeAll(): Promise<void> {
  // A proxy is closed before its service, since the service waits for the connections of the proxy.
  for (const server of open.splice(0).reverse()) {
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
    await server.close();
  }
}

/** Starts a service behind a proxy. */
export async function behind(handler: Handler, prepare: (server: Server) => void = () => {}, budget?: BufferBudget) {
  const server = createServer(handler);
  prepare(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(server);
  return before(server, budget);
}

/** Starts a service that answers each request with these bytes, and then calls `end` with the connection. */
export async function answering(
  bytes: string | Buffer | (() => Buffer),
  end: (socket: Socket) => void = (socket) => socket.end(),
  basePath = '',
) {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      asked.push(chunk.toString('latin1'));
      socket.write(typeof bytes === 'function' ? bytes() : bytes, () => end(socket));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { asked, ...(await beforeUrl(`http://127.0.0.1:${port}${basePath}`)) };
}

/** Starts a proxy before a service that listens. */
export function before(server: TcpServer, budget?: BufferBudget) {
  return beforeUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, budget);
}

/** Starts a proxy before a URL, at which there may be no service. */
export async function beforeUrl(url: string, budget?: BufferBudget) {
  const passed: Passed[] = [];
  const troubles: string[] = [];
  let tell: () => void = () => {};
  const proxy = await startProxy({
    target: parseTarget(url),
    port: 0,
    host: '127.0.0.1',
    ...(budget && { budget }),
    onPassed(exchange) {
      passed.push(exchange);
      tell();
    },
    onTrouble: (line) => troubles.push(line),
  });
  open.push(proxy);
  /** Waits until this many exchanges have ended, and returns how they ended. */
  const all = async (count: number): Promise<readonly Passed[]> => {
    while (passed.length < count) await new Promise<void>((done) => (tell = done));
    return passed;
  };
  const once = async () => (await all(1))[0] as Passed;
  /** Returns the first exchange, which must have been answered. */
  const answered = async () => {
    const first = await once();
    if (first.kind !== 'answered') throw new Error(`It was not answered: ${JSON.stringify(first)}`);
    return first;
  };
  return { proxy, passed, troubles, all, once, answered, port: Number(new URL(proxy.url).port) };
}

/** Sends a request as it is. @returns all bytes until the connection ends, as latin1. */
export function exchange(port: number, text: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', fail).on('close', () => done(received));
  });
}
