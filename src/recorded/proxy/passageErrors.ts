/** How an exchange of the proxy can fail, and how that is told. */

import type { ExchangeError } from '../../http/message';

export type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly reason?: string };

export const TRUNCATED: ExchangeError = {
  kind: 'truncated',
  message: 'closed the connection before the end of the response',
  code: undefined,
};

export const CLOSED: ExchangeError = {
  kind: 'truncated',
  message: 'closed the connection before the end of the header section',
  code: undefined,
};

export const RESET: ExchangeError = {
  kind: 'reset',
  message: 'reset the connection before the end of the header section',
  code: 'ECONNRESET',
};

export const SURPLUS: ExchangeError = {
  kind: 'surplus',
  message: 'sent more bytes after the end of its response',
  code: undefined,
};

export function malformed({ code, reason, message }: ParseError): ExchangeError {
  return { kind: 'malformed', message: `sent what is not HTTP/1.1: ${reason ?? message}`, code };
}

export function isParseError({ code }: NodeJS.ErrnoException): boolean {
  return code?.startsWith('HPE_') ?? false;
}

/** Tells whether a connection was reset. If it was closed in order, no system call failed. */
export function isReset({ syscall }: NodeJS.ErrnoException): boolean {
  return syscall !== undefined;
}

/** Tells whether the service speaks HTTP/2: its first bytes are a SETTINGS frame, or it refused HTTP/1.1 in the TLS handshake. */
export function speaksHttp2({ code, rawPacket }: ParseError): boolean {
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' || (rawPacket?.[3] === 4 && rawPacket[0] === 0);
}
