/** What is asked: cases, and the probes that plan them. */

import type { Operation, Parameter } from './contract/contract';
import type { Fields } from './wire/exchange';

export type ProbeName =
  | 'anonymous'
  | 'invalid'
  | 'lookalike'
  | 'valid'
  | 'again'
  | 'provoke'
  | 'scheme'
  | 'unknown'
  | 'wrong-token';

/** Path parameters by name, as text before percent-encoding. */
export type Values = Readonly<Record<string, string>>;

/** One planned request. */
export interface Case {
  /** What is special about it, in a few words: "no Authorization header". */
  readonly name: string;
  readonly probe: ProbeName;
  readonly operation: Operation;
  readonly values: Values;
  /** Header fields of this case: the credential, or what stands in its place. */
  readonly headers: Fields;
  /** Goes into the query string, percent-encoded; absent for none. */
  readonly query?: string;
  /** Whether it carries the credential that was handed over, in the way that the contract declares. */
  readonly authorised: boolean;
  /**
   * What it may act on or use up. Cases on one resource are sent one after another in the order of planning;
   * others may be sent at the same time.
   */
  readonly resource: string;
  /** Whether the values were handed over as naming something that exists (on the mock: everything does). */
  readonly exists: boolean;
}

/** What a run knows beside the contract. */
export interface Known {
  /** The bearer token, without its scheme. */
  readonly token: string | undefined;
  /** What was handed over for an operation: one set of values for each resource. */
  readonly resources: (operation: Operation) => readonly Values[];
  /** Names of header fields that the user sends with every request, in lower case. */
  readonly headerNames: readonly string[];
  /** A bearer token that is not the valid one. */
  readonly wrongToken: string;
  /** What was handed over to draw declared responses that no other probe may draw. */
  readonly provocations: (operation: Operation) => readonly Provocation[];
  /** A valid value so improbable that it names nothing, a new one at each call; undefined where none can be made up. */
  readonly improbable: (parameter: Parameter) => string | undefined;
  /** Whether every value names something and nothing is used up: the mock. */
  readonly everythingExists: boolean;
}

/** How to draw a declared response: `400:id=666`. */
export interface Provocation {
  /** As declared: `400`, `4XX`. */
  readonly status: string;
  readonly values: Values;
}

export interface Plan {
  readonly cases: readonly Case[];
  /** What the user would have to hand over for the rest; empty where nothing is missing. */
  readonly missing: readonly string[];
}

/** A way of asking: a pure function of an operation and of what is known. */
export interface Probe {
  readonly name: ProbeName;
  readonly plan: (operation: Operation, known: Known) => Plan;
}
