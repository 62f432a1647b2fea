/** Stands between a client and a service: passes everything through as it is, and tells what passed. */

import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type InformationEvent,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ExchangeError } from '../wire/exchange';
import type { Target } from '../wire/target';
import type { Recorded } from './har';
import { beginsHttp2, HTTP_1_1_REQUIRED, pairsOf, REFUSAL, speaksHttp2, withoutUpgrade } from './http2';

export interface ProxyOptions {
  readonly target: Target;
  readonly port: number;
  readonly host: string;
  /** Told of each exchange once it is over. What was longer than can be kept comes without a record. */
  readonly onPassed: (recorded: Recorded | undefined, error?: ExchangeError) => void;
  /** Told why a connection was refused, as a line for a person. */
  readonly onRefused?: (line: string) => void;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** The most that is kept of a body, in bytes; what passes may be as long as it likes. */
const LARGEST = 8 * 1024 * 1024;

/** @throws Error (with `code`, such as EADDRINUSE) where it cannot listen. */
export async function startProxy({ target, port, host, onPassed, onRefused }: ProxyOptions): Promise<RunningProxy> {
  const agent = target.tls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const server = createServer({ requireHostHeader: false, noDelay: true });
  // How long anything takes is between the client and the service.
  Object.assign(server, { requestTimeout: 0, timeout: 0 });
  const tunnels = new Set<Duplex>();

  const ask = (incoming: IncomingMessage, fresh: boolean): ClientRequest => {
    const { method = 'GET', url = '/' } = incoming;
    const fields = forwarded(incoming.rawHeaders, target);
    const asked = (target.tls ? requestHttps : requestHttp)({
      ...(target.tls ?? {}),
      host: target.hostname,
      port: target.port,
      method,
      path: target.basePath + url,
      setHost: false,
      agent: fresh ? false : agent,
    });
    for (const [name, values] of fields) asked.setHeader(name, values);
    // Framing that a request does not have it must not get.
    asked.useChunkedEncodingByDefault = asked.hasHeader('transfer-encoding');
    asked.setNoDelay(true);
    return asked;
  };

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, attempt = 1): void => {
    const started = performance.now();
    const hasBody = 'transfer-encoding' in incoming.headers || Number(incoming.headers['content-length'] ?? 0) > 0;
    // A connection that is used again may just be closing; what cannot be asked a second time gets its own.
    const asked = ask(incoming, hasBody || attempt > 1);
    const sent = keep(incoming);
    let answered = false;
    asked.on('information', (interim) => passInterim(interim, incoming, outgoing));
    asked.on('response', (answer) => {
      answered = true;
      const received = keep(answer);
      const record = (error?: ExchangeError) =>
        onPassed(recordOf(incoming, answer, target, { sent, received, started }), error);
      outgoing.sendDate = false;
      // A body that ends with its connection goes on to do so.
      outgoing.useChunkedEncodingByDefault = 'transfer-encoding' in answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', answer.rawHeaders);
      // Where content comes at once, they go together; a stream may begin with nothing.
      setImmediate(() => outgoing.writableEnded || outgoing.flushHeaders());
      answer.on('data', (chunk: Buffer) => {
        if (!outgoing.write(chunk)) {
          answer.pause();
          outgoing.once('drain', () => answer.resume());
        }
      });
      answer.on('end', () => {
        outgoing.addTrailers(pairsOf(answer.rawTrailers) as [string, string][]);
        outgoing.end();
        // The client has its answer first.
        setImmediate(record);
      });
      answer.on('error', () => {
        const left = outgoing.destroyed;
        outgoing.destroy();
        if (!left) record(TRUNCATED);
        else if (isSequence(answer)) record();
      });
    });
    asked.on('upgrade', (_answer, socket) => socket.destroy());
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (answered || outgoing.destroyed) return;
      if (asked.reusedSocket && !hasBody && attempt === 1) pass(incoming, outgoing, 2);
      else if (UNREACHABLE.has(error.code ?? '')) refuse(outgoing, `cannot reach the service: ${error.message}`);
      else if (speaksHttp2(error)) refuse(outgoing, 'speaks HTTP/1.1, and the service HTTP/2 alone');
      else outgoing.destroy();
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) asked.destroy();
    });
    incoming.on('error', () => asked.destroy());
    if (attempt === 1) incoming.pipe(asked);
    else asked.end();
  };

  server.on('request', (incoming, outgoing) => pass(incoming, outgoing));
  server.on('checkContinue', (incoming, outgoing) => pass(incoming, outgoing));
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    const isHttp2 = beginsHttp2(error.rawPacket);
    if (!isHttp2 || !socket.writable) {
      if (socket.writable) socket.write(`HTTP/1.1 ${whyUnread(error)}\r\nConnection: close\r\n\r\n`);
      socket.destroy();
      return;
    }
    onRefused?.(HTTP_1_1_REQUIRED);
    tunnels.add(socket);
    socket.on('close', () => tunnels.delete(socket)).end(REFUSAL);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Whoever offers HTTP/2 is content with HTTP/1.1 (RFC 9110 §7.8), and only that can be judged.
    if (/^h2c$/i.test(incoming.headers.upgrade ?? '')) {
      socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(incoming), 'latin1'), head]));
      server.emit('connection', socket);
      return;
    }
    const asked = ask(incoming, true);
    const begin = (answer: IncomingMessage) => socket.write(headOf(answer));
    const follow = (other: Duplex) => {
      for (const each of [socket, other]) {
        tunnels.add(each);
        each.on('close', () => tunnels.delete(each));
      }
      other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    };
    socket.on('error', () => asked.destroy());
    asked.on('error', () => socket.destroy());
    asked.on('upgrade', (answer, other: Socket, rest: Buffer) => {
      begin(answer);
      follow(other);
      socket.write(rest);
      other.write(head);
      other.pipe(socket).pipe(other);
    });
    // Refused: an answer like any other, after which the connection ends.
    asked.on('response', (answer) => {
      begin(answer);
      answer.pipe(socket);
    });
    asked.end();
  });

  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((done) => {
        agent.destroy();
        for (const each of tunnels) each.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const TRUNCATED: ExchangeError = {
  kind: 'truncated',
  message: 'closed the connection before the end of the response',
  code: undefined,
};

function refuse(outgoing: ServerResponse, why: string): void {
  outgoing.writeHead(502, { 'Content-Type': 'text/plain' });
  outgoing.end(`espalier proxy ${why}\n`);
}

/** As a server of Node answers what it cannot read. */
function whyUnread({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}

/** 100, 102, 103 and their like go on as they came (RFC 9110 §15.2); 1.0 knows none. */
function passInterim(
  { statusCode, statusMessage, rawHeaders }: InformationEvent,
  { httpVersion }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (httpVersion === '1.0' || outgoing.headersSent) return;
  // Behind the answer to another request there is no way yet but its own.
  if (statusCode === 100) outgoing.writeContinue();
  else outgoing.socket?.write(headOf({ statusCode, statusMessage, rawHeaders }));
}

/** The fields as they came, by name. A service elsewhere is asked by its own name, or its gateway would not know it. */
function forwarded(raw: readonly string[], { host, hostname }: Target): Map<string, string | string[]> {
  const isNear = /^(localhost|127\.[\d.]+|::1)$/.test(hostname);
  const fields = new Map<string, string | string[]>();
  const names = new Map<string, string>();
  for (const [name, value] of pairsOf(raw)) {
    const key = name.toLowerCase();
    const known = names.get(key) ?? name;
    names.set(key, known);
    const own = key === 'host' && !isNear ? host : value;
    const before = fields.get(known);
    fields.set(known, before === undefined ? own : [...[before].flat(), own]);
  }
  return fields;
}

type Head = Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'rawHeaders'>;

function headOf({ statusCode, statusMessage, rawHeaders }: Head): string {
  const fields = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${fields.join('')}\r\n`;
}

interface Kept {
  readonly chunks: Buffer[];
  length: number;
}

/** Keeps what passes, as far as there is room. */
function keep(message: IncomingMessage): Kept {
  const kept: Kept = { chunks: [], length: 0 };
  message.on('data', (chunk: Buffer) => {
    kept.length += chunk.length;
    if (kept.length <= LARGEST) kept.chunks.push(chunk);
    else kept.chunks.length = 0;
  });
  return kept;
}

function recordOf(
  incoming: IncomingMessage,
  answer: IncomingMessage,
  target: Target,
  { sent, received, started }: { readonly sent: Kept; readonly received: Kept; readonly started: number },
): Recorded | undefined {
  if (sent.length > LARGEST || received.length > LARGEST) return undefined;
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const whole = target.origin + target.basePath + url;
  if (!URL.canParse(whole)) return undefined;
  return {
    method,
    url: whole,
    requestHeaders: pairsOf(rawHeaders),
    requestBody: sent.length === 0 ? undefined : Buffer.concat(sent.chunks),
    httpVersion: answer.httpVersion,
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    headers: pairsOf(answer.rawHeaders),
    body: Buffer.concat(received.chunks),
    durationMs: performance.now() - started,
  };
}

/** A stream need have no end: whoever has seen enough of it leaves. */
function isSequence({ headers }: IncomingMessage): boolean {
  return /event-stream|ndjson|jsonl|json-seq/.test(headers['content-type'] ?? '');
}
