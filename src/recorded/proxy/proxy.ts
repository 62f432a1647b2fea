/** Stands between a client and a service: passes everything through as it is, and tells what passed. */

import { Agent, createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type BufferBudget, createBufferBudget } from '../../wire/bufferBudget';
import type { Target } from '../../wire/target';
import { isWebSocket, LONGEST_HEAD, withoutUpgrade } from './heads';
import { type Course, leave, pass } from './passage';
import type { Passed } from './passed';

export interface ProxyOptions {
  readonly target: Target;
  readonly port: number;
  readonly host: string;
  /** Told of each exchange once it is over. */
  readonly onPassed: (passed: Passed) => void;
  /** Told why a connection was refused, or which error of ours ended an exchange, as a line for a person. */
  readonly onTrouble?: (line: string) => void;
  /** What all exchanges that are under way may keep together; 256 MB where it is not given. */
  readonly budget?: BufferBudget;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws Error (with `code`, such as EADDRINUSE) where it cannot listen. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { target, port, host, onPassed, onTrouble = () => {} } = options;
  const server = createServer({ requireHostHeader: false, noDelay: true, maxHeaderSize: LONGEST_HEAD });
  // How long anything takes is between the client and the service.
  Object.assign(server, { requestTimeout: 0, timeout: 0, maxHeadersCount: 0 });
  const tunnels = new Set<Duplex>();
  const course: Course = {
    target,
    agent: target.tls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true }),
    budget: options.budget ?? createBufferBudget(),
    underWay: new Set(),
    onPassed,
    onFailed: (error) =>
      onTrouble(`Espalier itself failed over an exchange, which is a bug of ours: ${messageOf(error)}`),
    onTunnel: (socket) => void tunnels.add(socket.on('close', () => tunnels.delete(socket))),
  };
  /** What the last request on a connection is answered with. */
  const latest = new WeakMap<Duplex, ServerResponse>();

  const begin = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    latest.set(incoming.socket, outgoing);
    pass(course, incoming, outgoing);
  };
  server.on('request', begin);
  // What a client expects is for the service to say.
  server.on('checkContinue', begin);
  server.on('checkExpectation', begin);
  server.on('connect', (_, socket: Duplex) => {
    socket.on('error', () => socket.destroy()).end(plainAnswer('501 Not Implemented', NO_TUNNEL));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'HPE_PAUSED_H2_UPGRADE') {
      onTrouble(HTTP_1_1_REQUIRED);
      if (socket.writable) socket.write(plainAnswer('505 HTTP Version Not Supported', HTTP_1_1_REQUIRED));
    } else if (socket.writable && !isAnswering(latest.get(socket))) {
      socket.write(`HTTP/1.1 ${whyUnread(error)}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy();
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, rest: Buffer) => {
    const before = latest.get(socket);
    const goOn = () => {
      if (socket.destroyed) return;
      if (isWebSocket(incoming)) return beginTunnel(incoming, socket, rest);
      // Whoever offers another protocol is content with HTTP/1.1 (RFC 9110 §7.8), and only that can be judged.
      socket.off('error', ignored);
      socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(incoming), 'latin1'), rest]));
      server.emit('connection', socket);
    };
    socket.on('error', ignored);
    // Answers come in the order of their requests.
    if (before && !before.writableFinished) before.once('close', goOn);
    else goOn();
  });
  const beginTunnel = (incoming: IncomingMessage, socket: Duplex, rest: Buffer) => {
    // Where the service refuses, its answer is like any other, after which the connection ends.
    const outgoing = new ServerResponse(incoming);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(socket as Socket);
    outgoing.on('finish', () => socket.end());
    socket.on('drain', () => outgoing.emit('drain'));
    pass(course, incoming, outgoing, { socket, rest });
  };

  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  server.on('error', course.onFailed);
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((done) => {
        for (const passage of course.underWay) leave(passage, 'cut');
        course.agent.destroy();
        for (const each of tunnels) each.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const HTTP_1_1_REQUIRED = 'A client speaks HTTP/2, which is not judged: let it speak HTTP/1.1 to the proxy.';
const NO_TUNNEL =
  'The espalier proxy stands before one service, and opens no tunnel: ask the service by the URL of the proxy, without a proxy setting.';

function ignored(): void {}

/** An answer of our own, after which the connection ends. */
function plainAnswer(status: string, text: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length + 1}\r\nConnection: close\r\n\r\n${text}\n`;
}

/** Whether an answer has begun and not ended: what we wrote now would be taken for a part of it. */
function isAnswering(outgoing: ServerResponse | undefined): boolean {
  return outgoing?.headersSent === true && !outgoing.writableFinished;
}

/** As a server of Node answers what it cannot read. */
function whyUnread({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
