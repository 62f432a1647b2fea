/** What a request asks of the state, and what it finds. */

import type { Media, Operation } from '../../src/contract/contract';
import type { Json } from '../../src/resources/views';
import type { Again } from './answerCache';
import type { MockedRequest } from './engine';

/** What is held in place of what the contract has as its example. */
export interface Held {
  /** Undefined where nothing is known of it: then the answer is as it always was. */
  readonly value: Json | undefined;
  /** Of header fields, by their names in lower case: what each may be, the best first; undefined for one that has nothing to say. */
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly reasons: readonly string[];
}

/** What one request finds. */
export interface Turn {
  /** The status to answer it with, where it is valid. */
  readonly status: number;
  /** Why it is refused; absent where it is not. */
  readonly why?: string;
  /** Does what a request that is answered with that status does, and gives what the answer holds. */
  readonly take: (media: Media | undefined) => Held;
  /** Where its answer may be kept: the same thing, or list, as long as it does not change. Absent where a request does something. */
  readonly again?: Again | undefined;
}

export interface Asked extends MockedRequest {
  readonly operation: Operation;
  /** The path as it was sent, without its query. */
  readonly sentPath: string;
}

/** Where nothing is to be said in header fields. */
export const NO_FIELDS: Held['fields'] = {};
