/** What is asked: cases, and the probes that plan them. */

import type { Clause, Operation, Parameter, SecurityScheme } from '../../contract/contract';
import type { Exchange, Fields } from '../../http/message';
import type { JsonValue } from '../../json/value';
import type { Kinds, Named } from '../../resources/kinds';
import type { Rival } from '../../routing/overlaps';
import type { Authorisation } from '../../serialization/credentials';
import type { WrittenBody } from '../../serialization/writeBody';
import type { Pair } from '../../serialization/writeParameter';
import type { Random } from '../../support/random.part1';

export type ProbeName =
  | 'anonymous'
  | 'invalid'
  | 'lookalike'
  | 'valid'
  | 'again'
  | 'provoke'
  | 'scheme'
  | 'unknown'
  | 'wrong-token'
  | 'method'
  | 'state';

/** Path parameters by name, as text before percent-encoding. */
export type Values = Readonly<Record<string, string>>;

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

/** The clause that a request breaks, and how. */
export interface Violation {
  /** `maxLength: 40`, `required`, `content`. */
  readonly clauseText: string;
  /** What it is about: "/customer", "limit in the query", "the body". */
  readonly subject: string;
  /** What was sent: "41 characters". */
  readonly sent: string;
  readonly clause: Clause;
}

/** One planned request. */
export interface Case {
  /** What is special about it, in a few words: "no Authorization header". */
  readonly name: string;
  readonly probe: ProbeName;
  readonly operation: Operation;
  readonly values: Values;
  readonly input: Input;
  /** What is still to come of the values: names of what earlier cases of the same chain will have made. */
  readonly needs?: Needs;
  /** What is still to come of its body, which is JSON. */
  readonly fills?: readonly Fill[];
  /** Its answer is asked for the name of the first of these. */
  readonly lists?: Named;
  /** It is not sent where this one made something. */
  readonly unless?: Case;
  /**
   * Of a chain, whose cases are sent one after another: `own` where it touches only what it made itself, `shared` where others may use it,
   * `listed` where it only reads what a collection lists.
   */
  readonly chain?: Chain;
  /** What it is there for in its chain. */
  readonly step?: Step;
  /** It asks for what the `Location` in the answer to this case names. */
  readonly located?: Case;
  /** Whether to ask again, since what was done does not show yet. @param chain what came before it in its chain. */
  readonly unsettled?: (exchange: Exchange, chain: readonly Exchange[]) => boolean;
  /** The credential, or what stands in its place. */
  readonly authorisation: Authorisation;
  /** Whether it carries the credential that was handed over, in the way that the contract declares. */
  readonly authorised: boolean;
  /** In place of the operation's. */
  readonly method?: string;
  /**
   * What it may act on or use up, by a name for each thing that it lies in and its own: `/users/{}=1`, `/users/{}/plants/{}=7`.
   * Cases on one thing are sent one after another in the order of planning; others may be sent at the same time.
   */
  readonly resource: readonly string[];
  /** Whether the values were handed over as naming something that exists (on the mock: everything does). */
  readonly exists: boolean;
  /** Whether all values that it carries were handed over: only then must the target take it. */
  readonly handedOver: boolean;
  /** The status that must answer it, where the user says it. */
  readonly expect?: number;
  /** The one clause that it breaks; absent for none. */
  readonly violation?: Violation;
}

export type Chain = 'own' | 'shared' | 'listed';

/** By the name of a parameter in the path. */
export type Needs = Readonly<Record<string, Need>>;

/** A value in a body that stands for something that was made, or comes from an answer. */
export interface Fill {
  /** A JSON Pointer. */
  readonly pointer: string;
  /** What was handed over, or what is still to come. */
  readonly place: string | Need;
  /** Without it the case is not sent: what is planned in its place is none. */
  readonly isNeeded?: true;
}

export interface Need {
  /** The case whose answer names what was made, or what is there. */
  readonly from: Case;
  /** In place of that name: what the contract says of a link (OpenAPI 3.1 §4.8.20.3). */
  readonly expression?: string;
  /** Where that names nothing: lists what is there already, for requests that change nothing. */
  readonly otherwise?: Case;
  /** Makes another value of that name; undefined where there is none. */
  readonly as?: (text: string) => string | undefined;
  /** What to hand over where it never comes. */
  readonly handOver?: readonly string[];
}

export type Step =
  /** Makes what later cases of the chain ask for. */
  | 'make'
  /** Asks for it, for another one of its kind, for what a `Location` names, for all that there is. */
  | 'read'
  | 'other'
  | 'located'
  | 'list'
  /** Replaces it, by the same again, and by less. */
  | 'put'
  | 'again'
  | 'bare'
  | 'patch'
  /** Would change it, and is to be refused. */
  | 'refused'
  | 'post'
  | 'remove';

export interface LeftOut {
  readonly reason: string;
  /** The user says so: it is nothing that the run lacks. */
  readonly wanted: boolean;
  /** What to hand over so that it is asked. */
  readonly handOver?: readonly string[];
}

/** The words of what `--writes` gives, as the closing summary has them. */
export const CONSENTS = {
  own: 'in place of values, the consent to make what is asked about, and to remove it again (--writes own)',
  any: 'the consent to change anything, where the target is a throw-away (--writes any)',
} as const;

/** What a run knows beside the contract. */
export interface Known {
  /** What was handed over for a security scheme, or for every bearer token. */
  readonly credentials: (scheme: SecurityScheme) => string | undefined;
  /** What was handed over for an operation: one set of values for each resource. */
  readonly resources: (operation: Operation) => readonly Values[];
  /** The same for one parameter in its path. */
  readonly handed: (operation: Operation, name: string) => readonly string[];
  /** Whether an operation is verified: others are not asked for their own sake. */
  readonly selected: (operation: Operation) => boolean;
  /** Why nothing at all is sent to an operation. */
  readonly leftOut: (operation: Operation) => LeftOut | undefined;
  /** The operation of a path by its method. */
  readonly at: (path: string, method: string) => Operation | undefined;
  /** Another operation that a path may be meant for, too. */
  readonly rival: Rival;
  /** What of the contract makes things. */
  readonly kinds: Kinds;
  /** What to hand over in place of a value whose name stands for things of several kinds; undefined where there is none. */
  readonly withheld: (operation: Operation) => string | undefined;
  /** What was handed over for a parameter that is not in the path. */
  readonly texts: (operation: Operation, parameter: Parameter) => readonly string[];
  /** What was handed over as the body of an operation. */
  readonly bodies: (operation: Operation) => readonly JsonValue[];
  /** The status that answers what was handed over for an operation, where it is none of success. */
  readonly expect: (operation: Operation) => number | undefined;
  /** Pairs of what may be varied, too. */
  readonly thorough: boolean;
  /** Names of header fields that the user sends with every request, in lower case. */
  readonly headerNames: readonly string[];
  /** A credential that is not the valid one. */
  readonly wrongToken: string;
  /** What was handed over to draw declared responses that no other probe may draw. */
  readonly provocations: (operation: Operation) => readonly Provocation[];
  /** Chance for an operation, which goes on from call to call. */
  readonly random: (operation: Operation) => Random;
  /** Whether every value names something and nothing is used up: the mock. */
  readonly everythingExists: boolean;
  /** What unsafe requests may touch; see `--writes`. */
  readonly writes: Writes;
  /** Makes every choice repeatable. */
  readonly seed: number;
}

/** `handed-over`: what was handed over, or names nothing; `own`: what the run made, too; `any`: the target is a throw-away. */
export type Writes = 'handed-over' | 'own' | 'any';

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
