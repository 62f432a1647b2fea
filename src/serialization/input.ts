import type { Fields } from '../http/message';
import type { Pair } from '../http/uri';
import type { WrittenBody } from './writeBody';

/** What a request carries beside its path and its credential. */
export interface Input {
  readonly query: readonly Pair[];
  readonly headers: Fields;
  readonly cookies: readonly Pair[];
  readonly body: WrittenBody | undefined;
  /** Texts of its body that nothing else in the world has, by the names of the members that hold them. */
  readonly like?: Readonly<Record<string, string>>;
  /** Names of things that the run made, or what it had them hold, by the names of the members of its body that refer to them. */
  readonly refers?: Readonly<Record<string, string>>;
}

export const NO_INPUT: Input = { query: [], headers: [], cookies: [], body: undefined };
