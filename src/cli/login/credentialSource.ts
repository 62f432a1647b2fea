/** Where a credential may come from that is no text in a variable: each source fetches one value. */

import type { Redact } from '../../redaction/redact';
import type { Target } from '../../wire/target';
import type { Io } from '../io';

/** What a source fetched. */
export interface Fetched {
  readonly value: string;
  /** How long it works from now on, in milliseconds; undefined if the source does not say. */
  readonly lifetimeMs?: number | undefined;
}

/** What a source may use. */
export interface Surroundings extends Pick<Io, 'env' | 'signal'> {
  readonly target: Target;
  /** Header fields that are sent with every request to the target. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** How long one answer may take, in milliseconds; undefined for the usual limit. */
  readonly timeoutMs?: number | undefined;
  readonly redact: Redact;
  /** Told of each text that must not be shown. @param name that it has where it comes from: `refresh_token`. */
  readonly hide: (text: string, name: string) => void;
}

export interface Source {
  /** How it is fetched, for a person: "by the command ./login.sh". */
  readonly origin: (target: Target) => string;
  /** @throws UsageError whose message says why there is none, as the end of a sentence, without what is secret. */
  readonly fetch: (surroundings: Surroundings) => Promise<Fetched>;
}
