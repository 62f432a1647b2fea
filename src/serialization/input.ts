import type { Fields } from '../http/message';
import type { Pair } from '../http/uri';
import type { WrittenBody } from './writeBody';

/** What a request contains besides its path and its credential. */
export interface Input {
  readonly query: readonly Pair[];
  readonly headers: Fields;
  readonly cookies: readonly Pair[];
  readonly body: WrittenBody | undefined;
  /** Texts in its body that occur nowhere else, by the names of the members that hold them. */
  readonly like?: Readonly<Record<string, string>>;
  /** Names, in lower case, of header fields that every other request has, and that this one leaves out. */
  readonly without?: readonly string[];
  /** Names or contents of things that the run made, by the names of the members in the body that refer to them. */
  readonly refers?: Readonly<Record<string, string>>;
  /** The field that says of which state of a thing the request is, by an ETag that comes from an earlier answer. */
  readonly condition?: TagCondition;
}

/** The state that a thing has as far as the run knows; or another one, which it had before. */
export type TagState = 'current' | 'other';

export interface TagCondition {
  /** `If-Match` or `If-None-Match`, as the contract writes it. */
  readonly field: string;
  readonly state: TagState;
  /** Without an ETag it is not sent at all. Else what the input has in that field stands there. */
  readonly isNeeded?: true;
}

export const NO_INPUT: Input = { query: [], headers: [], cookies: [], body: undefined };
