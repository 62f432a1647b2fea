/** A line of the list of last requests and callbacks, as the page is sent it. */

import type { CallbackLogEntry } from '../log/callbackEntry';
import type { RequestLogEntry } from '../log/entry';

interface Numbered {
  /** The number of the request or callback, from 1. */
  readonly number: number;
  /** When it was answered, or was not sent, in milliseconds since 1970. */
  readonly at: number;
}

export type ListedCallback = CallbackLogEntry & Numbered;

export interface ListedRequest extends RequestLogEntry, Numbered {
  /** The method that a preflight request asks for; absent for other requests. */
  readonly preflightOf?: string;
}

export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
