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
  /** The field that says of which state of a thing the request is: by an ETag, which comes from an earlier answer, or by a date. */
  readonly condition?: TagCondition;
  /** The header field that tells one request from all others, such as `Idempotency-Key`: each request has another value there. */
  readonly ownKey?: string;
}

/** The state that a thing has as far as the run knows; or another one, which it had before. */
export type TagState = 'current' | 'other';

export interface TagCondition {
  /** `If-Match`, `If-None-Match` or `If-Modified-Since`, as the contract writes it. */
  readonly field: string;
  readonly state: TagState;
  /** Without an ETag it is not sent at all. Else what the input has in that field stands there. */
  readonly isNeeded?: true;
  /** A date stands in the field, which the input has, and no ETag. */
  readonly isDate?: true;
}

export const NO_INPUT: Input = { query: [], headers: [], cookies: [], body: undefined };

/** Tells whether two inputs were planned as one: they may differ in the key that each request has for itself. */
export function isSameInput(one: Input, other: Input): boolean {
  if (one === other) return true;
  const isKeyed = one.ownKey !== undefined && one.ownKey === other.ownKey;
  return isKeyed && one.body === other.body && one.query === other.query && one.cookies === other.cookies;
}

/** Returns an input with another value of a header field. */
export function withField(input: Input, field: string, value: string): Input {
  const isIt = (name: string) => name.toLowerCase() === field.toLowerCase();
  return { ...input, headers: [...input.headers.filter(([name]) => !isIt(name)), [field, value]] };
}

/** Returns a query with other values of a name, which stand at its end. */
export function withPairs(query: readonly Pair[], name: string, values: readonly string[]): readonly Pair[] {
  return [...query.filter((pair) => pair.name !== name), ...values.map((value) => ({ name, value }))];
}
