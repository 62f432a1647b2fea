/** Reads a response with Node's own HTTP parser, from bytes instead of from a connection. */

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { Fields, Request, Response } from '../http/message';
import { endsWithHead } from '../http/statuses';

/** A header section that is longer is taken to have no end, in bytes. */
const LONGEST_HEAD = 64 * 1024;

export interface ParseState {
  /** Undefined where no header section could be read. */
  readonly response: Omit<Response, 'afterHead'> | undefined;
  /** Whether the response came to its end. */
  readonly complete: boolean;
  /** What the parser refused, before the end of the response or after it. */
  readonly refused: { readonly code: string; readonly reason: string } | undefined;
}

export interface Reader {
  /** Hands on the next bytes of the connection. */
  push(bytes: Buffer): void;
  /** The connection has ended. */
  end(): void;
  /** Settles when the header section of the response is there; never where it does not come. */
  readonly head: Promise<Fields>;
  /** Settles when the response is complete, or cannot become so. */
  readonly done: Promise<ParseState>;
}

/**
 * Starts reading the response to `request`.
 * Node's client writes the request to `send` as it would to a socket, and parses what is pushed.
 */
export function createReader(request: Request, host: string, send: (bytes: Buffer) => void): Reader {
  const wire = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      send(bytes);
      done();
    },
  });
  wire.on('error', () => {});
  const interim: number[] = [];
  const client = httpRequest({
    createConnection: () => wire,
    method: request.method,
    path: request.path,
    headers: [['Host', host], ...request.headers, ['Connection', 'close']].flat() as string[],
    maxHeaderSize: LONGEST_HEAD,
    insecureHTTPParser: false,
  });
  // What bounds the header section is its length alone: a field that is left out would be reported as missing.
  client.maxHeadersCount = 0;
  client.on('information', ({ statusCode }) => interim.push(statusCode));

  const head = new Promise<Fields>((resolve) => {
    client.on('response', ({ rawHeaders }) => resolve(toFields(rawHeaders)));
  });
  const done = new Promise<ParseState>((resolve) => {
    let refused: ParseState['refused'];
    let responded = false;
    client.on('error', (error: NodeJS.ErrnoException & { reason?: string }) => {
      if (error.code?.startsWith('HPE_')) refused = { code: error.code, reason: error.reason ?? error.message };
    });
    client.on('response', (message) => {
      responded = true;
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('error', () => {});
      message.on('close', () => {
        resolve({ response: toResponse(message, interim, Buffer.concat(chunks)), complete: message.complete, refused });
      });
    });
    client.on('upgrade', ({ statusCode }) => {
      refused = { code: 'UPGRADE', reason: `${statusCode} switches protocols unasked` };
      wire.destroy();
    });
    client.on('close', () => {
      if (!responded) resolve({ response: undefined, complete: false, refused });
    });
  });
  client.end(request.body);
  return {
    push: (bytes) => void wire.push(bytes),
    end: () => void wire.push(null),
    head,
    done,
  };
}

/** Statuses whose responses have no content (RFC 9110 §6.4.1); bytes after them are content where none may be. */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || endsWithHead(status);
}

/** Whether nothing but the end of the connection tells where the body ends (RFC 9112 §6.3). */
export function endsWithConnection(method: string, { status, headers }: Omit<Response, 'afterHead'>): boolean {
  const framed = headers.some(([name]) => ['content-length', 'transfer-encoding'].includes(name.toLowerCase()));
  return !framed && !isBodiless(method, status);
}

function toFields(raw: readonly string[]): Fields {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}

function toResponse(message: IncomingMessage, interim: readonly number[], body: Buffer): Omit<Response, 'afterHead'> {
  return {
    httpVersion: message.httpVersion,
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    headers: toFields(message.rawHeaders),
    interim,
    body,
  };
}
