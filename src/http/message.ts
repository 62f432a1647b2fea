/** What travels: a request, what came back, and what went wrong on the way, as values. */

/** Header fields in the order and the letter case of the wire. */
export type Fields = readonly (readonly [name: string, value: string])[];

export interface Request {
  readonly method: string;
  /** Origin-form: path and query, percent-encoded. */
  readonly path: string;
  /** Those of the case and of the user; `Host` and `Connection` are added on the wire. */
  readonly headers: Fields;
  readonly body?: Buffer;
  /** The answer may be a stream without an end, which is read for a while only. */
  readonly streamed?: true;
}

export interface Response {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Fields;
  /** Status codes of the interim (1xx) responses that came before it. */
  readonly interim: readonly number[];
  /** The content, with chunked framing taken off; what came of it where the response is incomplete. */
  readonly body: Buffer;
  /** What followed the header section of a response that ends with it (204, 304, any to HEAD): there should be nothing. */
  readonly afterHead: Buffer;
}

/**
 * Why an exchange has no complete, well-formed response.
 * `unreachable`, `stalled` and `interrupted` are ours or the network's; all others are the target's doing.
 */
export type ExchangeErrorKind =
  /** No connection: refused, unknown host, TLS failure, no answer to the connection attempt. */
  | 'unreachable'
  /** Connected, but not complete within the time limit. */
  | 'timeout'
  /** The connection was reset before the response was complete. */
  | 'reset'
  /** The connection was closed before the response was complete, or before its first byte. */
  | 'truncated'
  /** What came is not HTTP/1.1 as Node's strict parser reads it. */
  | 'malformed'
  /** More bytes than the limit, without an end. */
  | 'oversize'
  /** Bytes follow the end of a message that may have content. */
  | 'surplus'
  /** It failed while this process was held up itself: by a machine that slept, or by others that wanted its processors. */
  | 'stalled'
  /** The run was interrupted. */
  | 'interrupted';

export interface ExchangeError {
  readonly kind: ExchangeErrorKind;
  /** A sentence for a person, without the subject "the target": "closed the connection before its first byte". */
  readonly message: string;
  /** Node's or the parser's code, where there is one. */
  readonly code: string | undefined;
}

/** The values of a header field, in order; names are compared without regard to case. */
export function fieldValues({ headers }: Pick<Response, 'headers'>, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}
