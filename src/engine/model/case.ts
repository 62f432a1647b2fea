/** What is asked: cases, and the probes that plan them. */

import type { Clause } from '../../contract/clause';
import type { AskedRequest } from '../../resources/answered';
import type { Named } from '../../resources/names';
import type { Values } from '../../routing/pathTemplate';
import type { Authorisation } from '../../serialization/credentials';
import type { User } from './user';

/** All ways of asking: the probes of rules that any exchange exercises. */
export const EVERY_PROBE = [
  'anonymous',
  'invalid',
  'lookalike',
  'valid',
  'again',
  'provoke',
  'scheme',
  'unknown',
  'wrong-token',
  'method',
  'unusual',
  'afterwards',
  'pages',
  'head',
  'state',
  'stranger',
  'workflow',
  'callback',
] as const;

export type ProbeName = (typeof EVERY_PROBE)[number];

/** The clause that a request breaks, and how. */
export interface CaseViolation {
  /** `maxLength: 40`, `required`, `content`. */
  readonly clauseText: string;
  /** What it is about: "/customer", "limit in the query", "the body". */
  readonly subject: string;
  /** What was sent: "41 characters". */
  readonly sent: string;
  /** It is what the path names, so that a 404 may be the refusal of it. */
  readonly inPath?: true;
  readonly clause: Clause;
}

/** A clause that a valid request keeps by a value at its end: the greatest, the longest, one of a list, or no member where none need be. */
export type CaseEdge = Omit<CaseViolation, 'inPath'>;

/** One planned request: a value without functions. */
export interface Case {
  readonly request: PlannedRequest;
  readonly claim: Claim;
  readonly touches: Touched;
  /** What has to come first; absent where it can be sent as it is. */
  readonly waitsFor?: WaitsFor;
  /** Its place in a chain, whose cases are sent one after another; absent where it is in none. */
  readonly chain?: ChainPlace;
}

/** What is asked, and by which right. */
export interface PlannedRequest extends AskedRequest {
  /** In place of the operation's. */
  readonly method?: string;
  /** The credential, or what stands in its place. */
  readonly authorisation: Authorisation;
  /** Whether it carries the credential that was handed over, in the way that the contract declares. */
  readonly authorised: boolean;
  /** It carries the credential that was handed over, at a place or in a form that the contract does not declare. */
  readonly misplaced?: true;
  /** It carries the credential of another alternative than the first one for which one was handed over: other requests do without it. */
  readonly isFurther?: true;
  /** It carries the credential of somebody else, to whom what the run made does not belong. */
  readonly byOther?: true;
  /** It names a URL of ours, to which callbacks may come. */
  readonly namesUs?: true;
  /** Who asks; absent for the first user. */
  readonly user?: User;
}

/** What the request is to show, and what is known of its answer before it comes. */
export interface Claim {
  readonly probe: ProbeName;
  /** What is special about it, in a few words: "no Authorization header". */
  readonly name: string;
  /** Whether the values were handed over as naming something that exists (on the mock: everything does). */
  readonly exists: boolean;
  /** Whether all values that it carries were handed over: only then must the target take it. */
  readonly handedOver: boolean;
  /** The status that must answer it, where the user says it. */
  readonly expect?: number;
  /** It is the plainest of the valid requests of its operation. */
  readonly isPlainest?: true;
  /** Of a valid request, the clauses that it keeps by values at their ends; absent for none. */
  readonly edges?: readonly CaseEdge[];
  /** The one clause that it breaks; absent for none. */
  readonly violation?: CaseViolation;
  /** It is about what the user says is private to whoever made it. */
  readonly ofPrivate?: true;
}

/**
 * What a case may act on or use up. Cases on one thing are sent one after another in the order of planning; others may be sent at the same
 * time. A thing is named by its path with its values (`/users/1/plants/7`), and what a chain makes by the name of the chain.
 */
export interface Touched {
  readonly thing: string;
  /** What it lies in, the outermost first: `/users/1`. */
  readonly within: readonly string[];
}

/** What has to come before a case can be sent. */
export interface WaitsFor {
  /** What is still to come of the values: names of what earlier cases of the same chain will have made. */
  readonly needs?: Needs;
  /** What is still to come of its body, which is JSON. */
  readonly fills?: readonly Fill[];
  /** It asks for what the `Location` in the answer to this case names. */
  readonly located?: Case;
  /** It is not sent where this one made something. */
  readonly unless?: Case;
  /** It is sent only where this one was answered with a server error. */
  readonly failed?: Case;
  /** It is sent only where a valid request of its operation was answered with success although what its path names was made up. */
  readonly taken?: true;
  /** It is sent once all was sent that changes something and takes nothing away. */
  readonly changes?: true;
  /** It is sent only where the answers before it in its chain allow that. */
  readonly allowed?: Allowance;
  /** Which page of a list it asks for is known once the answers before it in its chain are there. Where they lead to none it is not sent. */
  readonly turn?: PageTurn;
  /** It repeats a request of its chain, or uses the key of one. */
  readonly repeats?: Repeats;
  /** What it asks about where what it needs never comes. */
  readonly instead?: Instead;
}

/**
 * A request that has an `Idempotency-Key`: the `same` once more as it was sent, or an `other` one with its key. Only what was done, and whose answer
 * names what it made, is repeated.
 */
interface Repeats {
  readonly of: Case;
  readonly as: 'same' | 'other';
}

/**
 * The first page of those that a list is read in, the next one, what is right behind all that was shown, or once more what was asked for before all
 * of them.
 */
export type PageTurn = 'first' | 'next' | 'behind' | 'once more';

/** A place that names nothing, or that the contract itself gives. It need not be there, and the run did not make it. */
export interface Instead {
  readonly values: Values;
  readonly touches: Touched;
}

/**
 * What somebody else was answered about a thing that the run made: it was shown, so that both mean the `same` thing; that, or the id is one that
 * `nobody else` has a thing of; or the right to see it was refused, as `forbidden` (RFC 9110 §15.5.4).
 */
export type Allowance = 'same' | 'nobody else' | 'forbidden';

export interface ChainPlace {
  readonly kind: ChainKind;
  /** What the case is there for; absent where the chain only makes what the case asks about. */
  readonly step?: ChainStep;
  /** What its answer shows once the service knows of it: until then it is asked again, a bounded number of times. */
  readonly awaits?: Awaited;
  /** Its answer is asked for the name of the first of these. */
  readonly lists?: Named;
}

/**
 * A chain touches only what it made itself (`own`), or what others may use (`shared`), or what was handed over (`handed over`), or only reads
 * what is there, such as what a collection lists (`listed`).
 */
export type ChainKind = 'own' | 'shared' | 'listed' | 'handed over';

/**
 * What a later request of a chain waits for: that a thing is `there`; that it shows what was `put`, the same put `again`, what a `bare` PUT put
 * in its place, or a merge `patch`; or what the answer to another patch showed (`applied`), or that to an action (`acted`); that it is `gone`; that what the chain made is `listed`, or what it removed is `unlisted`; that what it made and removed is `counted`.
 */
export type Awaited =
  | 'there'
  | 'put'
  | 'again'
  | 'bare'
  | 'patch'
  | 'applied'
  | 'acted'
  | 'gone'
  | 'listed'
  | 'unlisted'
  | 'counted';

/** By the name of a parameter in the path. */
export type Needs = Readonly<Record<string, Need>>;

/** A value in a body that stands for something that was made, or comes from an answer. */
export interface Fill {
  /** A JSON Pointer. */
  readonly pointer: string;
  /** What was handed over, or what is still to come. */
  readonly place: string | Need;
  /** If it is missing, the case is not sent. */
  readonly isNeeded?: true;
}

export interface Need {
  /** The case whose answer names what was made, or what is there. */
  readonly from: Case;
  /** Makes one in another way, where that made none whose name is known. It waits for that one. */
  readonly second?: Case;
  /** In place of that name: what the contract says of a link (OpenAPI 3.1 §4.8.20.3). */
  readonly expression?: string;
  /** In place of that name: the member of what was made, as `plain` gives its name, where a path asks for it by that. */
  readonly member?: string;
  /** Where that names nothing: lists what is there already, for requests that change nothing. */
  readonly otherwise?: Case;
  /** Makes another value of that name; undefined where there is none. */
  readonly as?: (text: string) => string | undefined;
  /** What to hand over where it never comes. */
  readonly handOver?: readonly string[];
  /** It only refers to a thing that need not be the run's own, on a target that nobody else needs. */
  readonly mayBeOthers?: true;
  /** What is made lies in it, and it is fixed: it serves where the list shows that there is one alone. */
  readonly isFixed?: true;
}

export type ChainStep =
  /** Makes what later cases of the chain ask for. */
  | 'make'
  /** Asks for it, for another one of its kind, for what a `Location` names, for all that there is. */
  | 'read'
  | 'other'
  /** Looks at it between requests that are no steps. */
  | 'look'
  | 'located'
  | 'list'
  /** Asks for all that there is in another thing than what was made lies in; and asks that to take something once it was removed. */
  | 'elsewhere'
  /** Asks for a part of a list, or for another order of it. */
  | 'chosen'
  | 'below'
  /** Asks what it lies in how many things it holds. */
  | 'count'
  /** Asks for a page of a list, or for as much of it as one answer shows. */
  | 'page'
  /** Asks for it on the condition that it has another ETag than one that it has, or had. */
  | 'conditional'
  /** Replaces it, by the same again, and by less. */
  | 'put'
  | 'again'
  | 'bare'
  | 'patch'
  /** Would change it, and is to be refused. */
  | 'refused'
  /** Sends members that are only read; and asks for what a POST of them has made. */
  | 'assign'
  | 'assigned'
  /** Makes it by the same request with the same key once more; asks for what that made; and another request with the key. */
  | 'repeat'
  | 'repeated'
  | 'reuse'
  | 'post'
  /** Does something with it: `POST /orders/{id}/close`. */
  | 'act'
  | 'remove'
  /** Is asked by somebody else: to see it, to change it, to remove it. */
  | 'by-other';
