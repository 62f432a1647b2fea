/** Credentials that a run fetches itself, and fetches anew when they expire. */

import type { Secret } from '../../redaction/redact';

/** All that a run fetches. */
export interface Renewal {
  readonly credentials: readonly RenewableCredential[];
  /** What was fetched so far, and what it is fetched with. It only grows. */
  readonly secrets: () => readonly Secret[];
}

/** One credential that is fetched. */
export interface RenewableCredential {
  /** For a person: `the credential of "oauth" (from the token endpoint https://id.example/token)`. */
  readonly name: string;
  /** The value that requests are planned with: the first one that was fetched. */
  readonly planned: string;
  /** Returns the value to send now. */
  readonly current: () => string;
  /** Fetches another value if the current one is about to expire. @throws UsageError if it cannot be had. */
  readonly ready: () => Promise<void>;
  /** Fetches another value, unless the refused one was replaced already. @throws UsageError if it cannot be had. */
  readonly renew: (refused: string) => Promise<void>;
}
