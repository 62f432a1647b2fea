import type { Clause } from '../../contract/clause';
import type { Operation } from '../../contract/contract';
import type { Kinds } from '../../resources/kinds';
import type { Values } from '../../routing/pathTemplate';
import type { Authorisation } from '../../serialization/credentials';
import type { Case } from './case';
import type { Exchange } from './exchange';
import type { LeftOut, Probe, Writes } from './probe';
import type { Requirement, Rule } from './rule';
import type { Edit, PartApart, ShownValues, Try } from './tries';

/** Cases as they are planned, operation after operation: most of a large contract's need not be there at once. */
export interface Cases {
  /** The operation that is planned next; undefined where none is left. */
  readonly upcoming: Operation | undefined;
  /** How many there are in all: about, until all are planned. */
  readonly total: number;
  /** Plans the next operation, and stops after each part of that; it is forgotten at the end. */
  next(): Generator<void, readonly Case[]>;
}

/** A clause that a request can break, at one place of it. */
export interface Violable {
  readonly clause: Clause;
  /** As that of a violation: "/shipping/city", "limit in the query". */
  readonly subject: string;
  /** Why nothing that the run sends breaks it there; absent if something may. */
  readonly unasked?: string | undefined;
}

export interface Planning {
  /** Those selected to judge by. */
  readonly rules: readonly Rule[];
  readonly requirements: readonly Requirement[];
  readonly cases: Cases;
  /** For an operation, what was not planned for want of something, by probe. */
  readonly missing: ReadonlyMap<Operation, ReadonlyMap<Probe['name'], readonly string[]>>;
  /** What could be handed over for an operation in place of what was made up, or was to be made: in its path, and elsewhere. */
  readonly unhanded: (operation: Operation) => {
    readonly inPath: readonly string[];
    readonly elsewhere: readonly string[];
  };
  /** Why nothing at all is sent to an operation. */
  readonly leftOut: ReadonlyMap<Operation, LeftOut | undefined>;
  /** The operations that are verified, in the order of the contract. */
  readonly operations: readonly Operation[];
  /** The clauses of an operation that a request can break, as far as it was planned or looked at. A place may come several times. */
  readonly violable: (operation: Operation) => readonly Violable[];
  /** Finds out what requests can break in operations that were not planned, and stops after each part of that. */
  readonly findViolable: () => Iterable<void>;
  /** Why a clause of an operation, by file and pointer, is exercised by nothing that the run may send; undefined where something may. */
  readonly untouched: (operation: Operation, place: string) => string | undefined;
  /** What the run may make, and removes again; nothing without consent. */
  readonly kinds: Kinds;
  /** What requests may make for all that, below what was handed over: it is told of, and left. */
  readonly others: Kinds;
  /** A plain request for one thing, with the first right that was handed over, or another one; undefined where it is left out. */
  readonly ask: (operation: Operation, values: Values, way?: number) => Case | undefined;
  /** The same, to be shown. */
  readonly show: (operation: Operation, values: Values) => Case | undefined;
  /** By which right a script asks an operation, or why nothing may be sent to it. */
  readonly letIn: (
    operation: Operation,
  ) => { readonly authorisation: Authorisation; readonly authorised: boolean } | string;
  /** As the suite has them. */
  readonly tries: (refused: Exchange, found: ShownValues) => readonly Try[];
  readonly apart: (each: Case) => readonly PartApart[];
  readonly placesFound: (each: Case, found: ShownValues) => readonly Edit[];
  /** As that of a suite. */
  readonly likeTaken: (each: Case, taken: Case) => Case | undefined;
  readonly mended: (each: Case, edits: readonly Edit[]) => Case | undefined;
  readonly keyed: (each: Case, number: number) => Case;
  readonly seed: number;
  readonly salt?: string | undefined;
  /** What unsafe requests may touch. */
  readonly writes: Writes;
  /** The target is our mock, of which everything may be asked. */
  readonly isMocked: boolean;
}

/** A run that was planned to its end. */
export interface Planned extends Omit<Planning, 'cases' | 'findViolable'> {
  readonly cases: readonly Case[];
}
