import type { RequestLogEntry } from '../log/entry';

export interface ListedRequest extends RequestLogEntry {
  /** Counts from 1. */
  readonly number: number;
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number;
  /** Of a preflight, the method that it asks for. */
  readonly preflightOf?: string;
}

export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
