import type { Operation, Parameter, SecurityScheme } from '../../contract/contract';
import type { JsonValue } from '../../json/value';
import type { Kinds } from '../../resources/kinds';
import type { Rival } from '../../routing/overlaps';
import type { Values } from '../../routing/pathTemplate';
import type { Parts } from '../../support/letOthersRun';
import type { Random } from '../../support/random';
import type { Case, ProbeName } from './case';
import type { OwnProbe, OwnValues } from './hooks';

export interface LeftOut {
  readonly reason: string;
  /** The user says so: it is nothing that the run lacks. */
  readonly wanted: boolean;
  /** What to hand over so that it is asked. */
  readonly handOver?: readonly string[];
}

/** What planning goes by: a probe takes from it what it needs. */
export interface Known {
  readonly handedOver: HandedOverFacts;
  readonly contract: ContractFacts;
  readonly wanted: Wanted;
  readonly chance: PlanChance;
}

/** What the user handed over. */
interface HandedOverFacts {
  /** For a security scheme, or for every bearer token. */
  readonly credentials: (scheme: SecurityScheme) => string | undefined;
  /** The credential of somebody else for a security scheme. */
  readonly others: (scheme: SecurityScheme) => string | undefined;
  /** A credential that is not the valid one; undefined if one is to be made up. */
  readonly wrongToken: string | undefined;
  /** For an operation: one set of values for each resource. */
  readonly resources: (operation: Operation) => readonly Values[];
  /** The same for one parameter in its path. */
  readonly handed: (operation: Operation, name: string) => readonly string[];
  /** What to hand over in place of a value whose name stands for things of several kinds; undefined where there is none. */
  readonly withheld: (operation: Operation) => string | undefined;
  /** For a parameter that is not in the path. */
  readonly texts: (operation: Operation, parameter: Parameter) => readonly string[];
  /** As the body of an operation. */
  readonly bodies: (operation: Operation) => readonly JsonValue[];
  /** The status that answers what was handed over for an operation, where it is none of success. */
  readonly expect: (operation: Operation) => number | undefined;
  /** To draw declared responses that no other probe may draw. */
  readonly provocations: (operation: Operation) => readonly Provocation[];
  /** What makes values where one would be made up. */
  readonly makers: readonly OwnValues[];
  /** What is asked beside all that Espalier asks. */
  readonly ownProbes: readonly OwnProbe[];
  /** Names of header fields that the user sends with every request, in lower case. */
  readonly headerNames: readonly string[];
}

/** What the whole contract tells of one operation. */
interface ContractFacts {
  /** How many operations it has. */
  readonly size: number;
  /** The operation of a path by its method. */
  readonly at: (path: string, method: string) => Operation | undefined;
  /** Another operation that a path may be meant for, too. */
  readonly rival: Rival;
  /** What of the contract makes things. */
  readonly kinds: Kinds;
}

/** What is to be asked, and what may be touched for it. */
interface Wanted {
  /** Whether an operation is verified: others are not asked for their own sake. */
  readonly selected: (operation: Operation) => boolean;
  /** Why nothing at all is sent to an operation. */
  readonly leftOut: (operation: Operation) => LeftOut | undefined;
  /** Whether the things of an operation are private to whoever made them, as the user says. */
  readonly privateThings: (operation: Operation) => boolean;
  /** What unsafe requests may touch; see `--writes`. */
  readonly writes: Writes;
  /** Whether every value names something and nothing is used up: the mock. */
  readonly everythingExists: boolean;
  /** A URL of ours for a place of an operation that names the URL of a callback; absent if no callback is received. */
  readonly callbackUrl?: (operation: Operation, place: number) => string;
  /** Whether two parts are varied in one request, too. */
  readonly thorough: boolean;
  /** Whether the target is on this machine or serves this run alone: nobody else reads what it logs, or signs in with its accounts. */
  readonly isPrivate: boolean;
}

export interface PlanChance {
  /** Makes every choice repeatable. */
  readonly seed: number;
  /** What the texts are made from that are to be the run's own: the seed, and what no other run has. */
  readonly own: number | string;
  /** Chance for an operation, which goes on from call to call. What may make something has the run's own. */
  readonly random: (operation: Operation) => Random;
}

/** `handed-over`: what was handed over, or names nothing; `own`: what the run made, too; `any`: the target is a throw-away. */
export type Writes = 'handed-over' | 'own' | 'any';

/** How to draw a declared response: `400:id=666`. */
export interface Provocation {
  /** As declared: `400`, `4XX`. */
  readonly status: string;
  readonly values: Values;
}

export interface ProbePlan {
  readonly cases: readonly Case[];
  /** What the user would have to hand over for the rest; empty where nothing is missing. */
  readonly missing: readonly string[];
}

/** A way of asking: a pure function of an operation and of what is known. */
export interface Probe {
  readonly name: ProbeName;
  /** What takes long is planned in parts. */
  readonly plan: (operation: Operation, known: Known) => ProbePlan | Parts<ProbePlan>;
}
