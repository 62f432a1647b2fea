/** Parses a response with Node's own HTTP parser, from bytes and not from a connection. */

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { Fields, Request, Response } from '../http/message';
import { endsWithHead } from '../http/statuses';

/** A longer header section is taken to be endless. In bytes. */
export const MOST_HEAD_BYTES = 64 * 1024;

export interface ParseState {
  /** Undefined if no header section could be read. */
  readonly response: Omit<Response, 'afterHead'> | undefined;
  /** Whether the response is complete. */
  readonly complete: boolean;
  /** What the parser refused, in the response or after its end. */
  readonly refused: { readonly code: string; readonly reason: string } | undefined;
}

export interface Reader {
  /** Adds the next bytes of the connection. */
  push(bytes: Buffer): void;
  /** Says that the connection has ended. */
  end(): void;
  /** Resolves when the header section of the response is complete. It never resolves if that does not happen. */
  readonly head: Promise<Fields>;
  /** Resolves when the response is complete, or cannot become complete. */
  readonly done: Promise<ParseState>;
}

/**
 * Starts to read the response to `request`. Node's client writes the request to `send` as it would write to a socket,
 * and parses the bytes that are pushed.
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
    maxHeaderSize: MOST_HEAD_BYTES,
    insecureHTTPParser: false,
  });
  // The header section is limited only by its length: fields beyond a maximum number would be reported as missing.
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

/**
 * Returns whether a response has no content (RFC 9110 §6.4.1). Bytes after its header section are content that must not
 * be there.
 */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || endsWithHead(status);
}

/** Returns whether only the end of the connection shows where the body ends (RFC 9112 §6.3). */
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
