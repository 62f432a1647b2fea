/** What code of the user adds to a run: to each request before it is sent, to the values that are made up, and further requests. */

import type { Operation } from '../../contract/contract';
import type { Fields } from '../../http/message';
import type { Pair } from '../../http/uri';
import type { JsonValue } from '../../json/value';
import type { Random } from '../../support/random';

/** A request as it would be sent, for a hook that signs it or adds a token. It is a copy: what a hook changes in it changes nothing. */
export interface FinishedRequest {
  readonly method: string;
  /** The whole URL, percent-encoded. */
  readonly url: string;
  /** Path and query, percent-encoded, as they stand in the request line. */
  readonly path: string;
  /** The value of `Host`, with the port where it is not the usual one. */
  readonly host: string;
  /** All fields but `Host` and `Connection`. */
  readonly headers: Fields;
  /** Undefined where there is none. */
  readonly body: Buffer | undefined;
  readonly operation: Operation;
  /** The name of the user who asks, where that is not the first one. */
  readonly user: string | undefined;
}

/** What a hook adds to a request. */
export interface Addition {
  /** Header fields by their names. `Cookie` is put beside the cookies that are there. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the query, by their names. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Sees each finished request, and may add to it. */
export interface RequestHook {
  /** `house/sign`. */
  readonly name: string;
  /** The security schemes whose credential it makes. */
  readonly schemes: readonly string[];
  /** It is no credential: requests that leave theirs out, or show a wrong one, have it too. */
  readonly always: boolean;
  readonly add: (request: FinishedRequest) => Addition | undefined | Promise<Addition | undefined>;
}

/** What hooks have added to a request that was sent. */
export interface Hooked {
  /** The names of the hooks. */
  readonly by: readonly string[];
  readonly headers: Fields;
  readonly query: readonly Pair[];
}

/** A place for which a value is made up: a parameter that is not in the path, or a member of a body. */
export interface ValuePlace {
  readonly operation: Operation;
  /** The name of the parameter or of the member; that of the list for an item of it. */
  readonly name: string;
  /** The `format` of its schema. */
  readonly format: string | undefined;
  /** Makes the same choices again in a run with the same seed. */
  readonly random: Random;
}

/** Makes values for places that Espalier would make one up for. Those that break their schema are not taken. */
export interface OwnValues {
  readonly name: string;
  /** The operation that it is for, where it is for one alone. */
  readonly operation: string | undefined;
  /** Each value is another one, which nobody else has. */
  readonly unique: boolean;
  readonly fits: (place: Pick<ValuePlace, 'operation' | 'name' | 'format'>) => boolean;
  readonly make: (place: ValuePlace) => JsonValue | undefined;
}

/** A request of the user's own: a valid one with other members of the query, or other header fields. */
export interface OwnRequest {
  /** What is special about it, in a few words: a rule sees it as `case`. */
  readonly name: string;
  /** Members of the query, in place of those of the same names. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Header fields, in place of those of the same names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks in ways that the user has thought of. */
export interface OwnProbe {
  readonly name: string;
  readonly requests: (operation: Operation) => readonly OwnRequest[];
}
