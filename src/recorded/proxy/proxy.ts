/** Stands between a client and a service. It passes everything on unchanged, and tells what passed. */

import { Agent, createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { leadsOut, whyBadHost } from '../../http/requestChecks';
import { type BufferBudget, createBufferBudget } from '../../wire/bufferBudget';
import type { Target } from '../../wire/target';
import type { IsKnown } from './askedPath';
import { isWebSocket, LONGEST_HEAD, originForm, withoutUpgrade } from './heads';
import { type Course, leave, pass } from './passage';
import type { Passed } from './passed';

interface ProxyOptions {
  readonly target: Target;
  readonly port: number;
  readonly host: string;
  /** By this, a base path that the client sends, too, is told from one that it does not. */
  readonly isKnown?: IsKnown;
  /** Called with each exchange when it has ended. */
  readonly onPassed: (passed: Passed) => void;
  /** Called with a line for a person that says why a connection was refused, or which error of Espalier ended an exchange. */
  readonly onTrouble?: (line: string) => void;
  /** How much all exchanges that are under way may keep together. Default: 256 MB. */
  readonly budget?: BufferBudget;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws Error (with `code`, such as EADDRINUSE) if it cannot listen. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const proxy = new PassingProxy(options);
  const url = await proxy.listen(options.port, options.host);
  return { url, close: () => proxy.close() };
}

class PassingProxy {
  private readonly server = createServer({ requireHostHeader: false, noDelay: true, maxHeaderSize: LONGEST_HEAD });
  /** The connections of clients that are passed on byte by byte. */
  private readonly tunnels = new Set<Duplex>();
  private readonly course: Course;
  /** The answer to the last request on each connection. */
  private readonly latest = new WeakMap<Duplex, ServerResponse>();

  constructor(private readonly options: ProxyOptions) {
    const { target, isKnown, budget = createBufferBudget(), onPassed } = options;
    this.course = {
      target,
      isKnown,
      agent: target.tls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true }),
      budget,
      underWay: new Set(),
      onPassed,
      onFailed: (error) =>
        options.onTrouble?.(`Espalier itself failed over an exchange, which is a bug of ours: ${messageOf(error)}`),
      onTunnel: (socket) => void this.tunnels.add(socket.on('close', () => this.tunnels.delete(socket))),
    };
    const { server } = this;
    // The proxy sets no limits of time, since these are up to the client and the service.
    Object.assign(server, { requestTimeout: 0, timeout: 0, maxHeadersCount: 0 });
    const begin = (incoming: IncomingMessage, outgoing: ServerResponse) => this.begin(incoming, outgoing);
    server.on('request', begin);
    // The service decides about `Expect`, not the proxy.
    server.on('checkContinue', begin);
    server.on('checkExpectation', begin);
    server.on('connect', (_, socket: Duplex) => refuseTunnel(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => this.refuse(error, socket));
    server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, rest: Buffer) =>
      this.upgrade(incoming, socket, rest),
    );
  }

  /** Begins to listen. @returns the URL of the proxy. */
  async listen(port: number, host: string): Promise<string> {
    await new Promise<void>((done, fail) => this.server.once('error', fail).listen(port, host, done));
    this.server.on('error', this.course.onFailed);
    const { address, family, port: taken } = this.server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
  }

  close(): Promise<void> {
    return new Promise((done) => {
      for (const passage of this.course.underWay) leave(passage, 'cut');
      this.course.agent.destroy();
      for (const tunnel of this.tunnels) tunnel.destroy();
      this.server.close(() => done());
      this.server.closeAllConnections();
    });
  }

  /** Answers a request that cannot be read, unless an answer is being sent, and ends the connection. */
  private refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'HPE_PAUSED_H2_UPGRADE') {
      this.options.onTrouble?.(HTTP_1_1_REQUIRED);
      if (socket.writable) socket.write(plainAnswer('505 HTTP Version Not Supported', HTTP_1_1_REQUIRED));
    } else if (socket.writable && !isAnswering(this.latest.get(socket))) {
      socket.write(`HTTP/1.1 ${whyUnread(error)}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy();
  }

  /** Opens a tunnel for a WebSocket. Any other request to change the protocol is passed on without that wish. */
  private upgrade(incoming: IncomingMessage, socket: Duplex, rest: Buffer): void {
    const before = this.latest.get(socket);
    const goOn = () => {
      if (socket.destroyed) return;
      const isRefused = this.whyRefused(incoming) !== undefined;
      if (isWebSocket(incoming) && !isRefused) return this.beginTunnel(incoming, socket, rest);
      // A client that offers another protocol accepts HTTP/1.1, too (RFC 9110 §7.8), and only HTTP/1.1 can be judged.
      socket.off('error', ignored);
      socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(incoming), 'latin1'), rest]));
      this.server.emit('connection', socket);
    };
    socket.on('error', ignored);
    // Answers are sent in the order of their requests, so this one waits for the one before.
    if (before && !before.writableFinished) before.once('close', goOn);
    else goOn();
  }

  private begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.latest.set(incoming.socket, outgoing);
    const why = this.whyRefused(incoming);
    if (why === undefined) {
      pass(this.course, incoming, outgoing);
      return;
    }
    this.options.onTrouble?.(`A request was refused: ${why}.`);
    const text = `espalier proxy: ${why}\n`;
    outgoing.writeHead(400, { 'Content-Type': 'text/plain', 'Content-Length': text.length, Connection: 'close' });
    outgoing.end(text);
    // The rest of the request must be read, or the client does not see the answer.
    incoming.resume();
  }

  /** Says why a request is not passed on; undefined if it is. */
  private whyRefused(incoming: IncomingMessage): string | undefined {
    const { basePath } = this.options.target;
    const isBeyond = basePath !== '' && leadsOut(originForm(incoming.url ?? '/').replace(/[?#].*$/s, ''));
    return whyBadHost(incoming) ?? (isBeyond ? `the path may lead beyond ${basePath}` : undefined);
  }

  private beginTunnel(incoming: IncomingMessage, socket: Duplex, rest: Buffer): void {
    // If the service refuses, its answer is passed on like any other, and the connection ends.
    const outgoing = new ServerResponse(incoming);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(socket as Socket);
    outgoing.on('finish', () => socket.end());
    socket.on('drain', () => outgoing.emit('drain'));
    pass(this.course, incoming, outgoing, { socket, rest });
  }
}

const HTTP_1_1_REQUIRED = 'A client speaks HTTP/2, which is not judged: let it speak HTTP/1.1 to the proxy.';
const NO_TUNNEL =
  'The espalier proxy stands before one service, and opens no tunnel: ask the service by the URL of the proxy, without a proxy setting.';

function ignored(): void {}

function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => socket.destroy()).end(plainAnswer('501 Not Implemented', NO_TUNNEL));
}

/** Makes an answer of the proxy itself. The connection ends after it. */
function plainAnswer(status: string, text: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length + 1}\r\nConnection: close\r\n\r\n${text}\n`;
}

/** Tells whether an answer has begun and not ended. Anything written now would be taken for a part of it. */
function isAnswering(outgoing: ServerResponse | undefined): boolean {
  return outgoing?.headersSent === true && !outgoing.writableFinished;
}

/** Returns the status with which a server of Node answers a request that it cannot read. */
function whyUnread({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
