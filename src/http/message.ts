/** Requests, responses, and what can go wrong between them, as values. */

/** Header fields in the order and the letter case in which they are sent. */
export type Fields = readonly (readonly [name: string, value: string])[];

export interface Request {
  readonly method: string;
  /** Path and query in origin-form (RFC 9112 §3.2.1), percent-encoded. */
  readonly path: string;
  /**
   * The fields of the case and those that the user gave. `Host` and `Connection` are added when the request is sent.
   */
  readonly headers: Fields;
  readonly body?: Buffer;
  /** The answer may be an endless stream, so it is read only for a limited time. */
  readonly streamed?: true;
}

export interface Response {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Fields;
  /** The status codes of the interim (1xx) responses that came before. */
  readonly interim: readonly number[];
  /** The content without chunked framing. If the response is incomplete, the part that arrived. */
  readonly body: Buffer;
  /**
   * The bytes after a response that ends with its header section (204, 304, any answer to HEAD). There should be none.
   */
  readonly afterHead: Buffer;
}

/**
 * Why an exchange has no complete, well-formed response. `unreachable`, `stalled` and `interrupted` are caused by this
 * program or the network; the target causes all others.
 */
export type ExchangeErrorKind =
  /** There is no connection: it was refused, the host is unknown, TLS failed, or nothing answered. */
  | 'unreachable'
  /** The connection was made, but the response was not complete within the time limit. */
  | 'timeout'
  /** The connection was reset before the response was complete. */
  | 'reset'
  /** The connection was closed before the response was complete, or before its first byte. */
  | 'truncated'
  /** The bytes are not HTTP/1.1 as Node's strict parser reads it. */
  | 'malformed'
  /** The response has more bytes than the limit allows, and has not ended. */
  | 'oversize'
  /** Bytes follow the end of a message that may have content. */
  | 'surplus'
  /**
   * The exchange failed while this process itself was held up: the machine slept, or other programs used its
   * processors.
   */
  | 'stalled'
  /** The run was interrupted. */
  | 'interrupted';

export interface ExchangeError {
  readonly kind: ExchangeErrorKind;
  /** A sentence for a person, without the subject "the target": "closed the connection before its first byte". */
  readonly message: string;
  /** The error code of Node or its parser; undefined if there is none. */
  readonly code: string | undefined;
}

/** Returns the values of a header field, in order. Names are compared without regard to case. */
export function fieldValues({ headers }: Pick<Response, 'headers'>, name: string): string[] {
  return headers.filter(([field]) => field.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

/** Tells whether the sender of a message ends the connection after it (RFC 9112 §9.6). */
export function saysClose(message: Pick<Response, 'headers'>): boolean {
  return fieldValues(message, 'connection').some((value) => /^close$/i.test(value.trim()));
}
