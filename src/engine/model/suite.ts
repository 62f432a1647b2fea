import type { Media, Operation } from '../../contract/contract';
import type { Schema } from '../../contract/schema/schema';
import type { Fields } from '../../http/message';
import type { Observation } from '../../report/report';
import type { Values } from '../../routing/pathTemplate';
import type { Parts } from '../../support/letOthersRun';
import type { Allowance, Awaited, Case } from './case';
import type { Exchange } from './exchange';
import type { Violable } from './planning';
import type { Known, LeftOut, Probe } from './probe';
import type { Rule } from './rule';
import type { Edit, PartApart, ShownValues, Try } from './tries';

/** What is asked, what is required, and what is noted: `conformance/` hands it in. */
export interface Suite {
  readonly probes: readonly Probe[];
  readonly rules: readonly Rule[];
  /** Begins to note what is seen where the contract is silent. */
  readonly observe: () => Observer;
  /** What a complete response holds, by each declared media type that it may be read as. */
  readonly contentsOf: (
    exchange: Exchange,
  ) => readonly { readonly media: Media; readonly values: readonly unknown[] }[];
  /** The success that a callback declares as its answer, with a body that satisfies it. */
  readonly answerCallback: (
    callback: Operation,
    seed: number,
  ) => { readonly status: number; readonly headers: Fields; readonly body: Buffer };
  /** The schema that the values of a media type are judged by; undefined where none is. */
  readonly judgedSchema: (media: Media) => Schema | undefined;
  /** The clauses of an operation that a request can break, as far as that does not depend on what was handed over. Stops after each part. */
  readonly violable: (operation: Operation, known: Known) => Parts<readonly Violable[]>;
  /** Makes ahead what probes need for an operation, and stops after each part of it. */
  readonly prepare: (operation: Operation, known: Known) => Iterable<void>;
  /** What is not asked of an operation, since that would touch what is not the run's own. */
  readonly untouched: (operation: Operation, known: Known) => Untouched;
  /** Whether an answer shows what was done before in its chain. @param chain what came before it, in its order. */
  readonly isShown: (awaited: Awaited, exchange: Exchange, chain: readonly Exchange[]) => boolean;
  /** Whether what came before in a chain allows a case to be sent. @param chain in its order. */
  readonly isAllowed: (allowance: Allowance, chain: readonly Exchange[]) => boolean;
  /** A case about a page of a list with the query for that page; undefined where what came before in its chain leads to none. */
  readonly turned: (each: Case, chain: readonly Exchange[]) => Case | undefined;
  /**
   * A plain request for one thing, with a right that was handed over; undefined where there is none, or no right.
   * @param way which of the rights, from 0 on.
   */
  readonly ask: (
    operation: Operation,
    known: Known,
    values: Values,
    isShown?: boolean,
    way?: number,
  ) => Case | undefined;
  /** What may be changed of a valid request that was refused, the likeliest first. */
  readonly tries: (refused: Exchange, known: Known, found: ShownValues) => readonly Try[];
  /** Each part of a valid request, to be sent alone. */
  readonly apart: (each: Case, known: Known) => readonly PartApart[];
  /** What answers have shown, in place of what was made up in the path of a request that changes something. */
  readonly placesFound: (each: Case, known: Known, found: ShownValues) => readonly Edit[];
  /** A refused request in the form in which another one of its operation was taken; undefined where it has that, or may not have it. */
  readonly likeTaken: (each: Case, taken: Case, known: Known) => Case | undefined;
  /** A case with changes, as far as it does not vary or break those places; undefined if it would no longer be what it is to show. */
  readonly mended: (each: Case, edits: readonly Edit[], known: Known) => Case | undefined;
  /** A case with a key that no other request has, where it is to have one. @param number of the request. */
  readonly keyed: (each: Case, number: number, known: Known) => Case;
  /** The first place of a request, beside its path, that may name or move what somebody else has; undefined if it has none. It is not sent then. */
  readonly foreignPlace: (each: Case, known: Known) => string | undefined;
}

export interface Untouched {
  /** Why nothing at all is sent to it. */
  readonly leftOut: LeftOut | undefined;
  /** Clauses that no body exercises, by file and pointer, and why. */
  readonly clauses: ReadonlyMap<string, string>;
}

export interface Observer {
  /** @returns whether it is the first of its kind, which is shown. */
  note(exchange: Exchange): boolean;
  end(): readonly Observation[];
}
