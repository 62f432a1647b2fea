/** For tests: a service behind a proxy, on real sockets. */

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

/** Closes all that was opened. To be called after each test. */
export async function closeAll(): Promise<void> {
  // A proxy ends its connections, which those of its service wait for.
  for (const each of open.splice(0).reverse()) {
    if ('closeAllConnections' in each) (each as Server).closeAllConnections();
    await each.close();
  }
}

/** A service behind a proxy. */
export async function behind(handler: Handler, prepare: (server: Server) => void = () => {}, budget?: BufferBudget) {
  const server = createServer(handler);
  prepare(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(server);
  return before(server, budget);
}

/** A service that answers each request with these bytes, and then does with the connection what `end` does. */
export async function answering(
  bytes: string | Buffer | (() => Buffer),
  end: (socket: Socket) => void = (socket) => socket.end(),
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
  return { asked, ...(await before(server)) };
}

/** A proxy before a service that listens. */
export function before(server: TcpServer, budget?: BufferBudget) {
  return beforeUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, budget);
}

/** A proxy before what may be at a URL. */
export async function beforeUrl(url: string, budget?: BufferBudget) {
  const passed: Passed[] = [];
  const troubles: string[] = [];
  let tell: () => void = () => {};
  const proxy = await startProxy({
    target: parseTarget(url),
    port: 0,
    host: '127.0.0.1',
    ...(budget && { budget }),
    onPassed(each) {
      passed.push(each);
      tell();
    },
    onTrouble: (line) => troubles.push(line),
  });
  open.push(proxy);
  /** What came of the exchanges, once so many are over. */
  const all = async (count: number): Promise<readonly Passed[]> => {
    while (passed.length < count) await new Promise<void>((done) => (tell = done));
    return passed;
  };
  const once = async () => (await all(1))[0] as Passed;
  /** The first, which was answered. */
  const answered = async () => {
    const first = await once();
    if (first.kind !== 'answered') throw new Error(`It was not answered: ${JSON.stringify(first)}`);
    return first;
  };
  return { proxy, passed, troubles, all, once, answered, port: Number(new URL(proxy.url).port) };
}

/** Sends a request as it is, and gives all that comes until the connection ends. */
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
