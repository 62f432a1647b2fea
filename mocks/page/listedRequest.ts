import type { RequestLogEntry } from '../log/entry';

export interface ListedRequest extends RequestLogEntry {
  /** The number of the request, from 1. */
  readonly number: number;
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number;
  /** The method that a preflight request asks for; absent for other requests. */
  readonly preflightOf?: string;
}

export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
