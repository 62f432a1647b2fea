/** What is required: rules, the requirements that they become, and the findings that they draw. */

import type { Clause, Mistake } from '../../contract/clause';
import type { DeclaredCallback, DeclaredResponse, Operation, SecurityAlternative } from '../../contract/contract';
import type { StandardObject } from '../../contract/dialects/dialect';
import type { Why } from '../../report/outcome';
import type { Level } from '../../report/report';
import type { Parts } from '../../support/letOthersRun';
import type { ScriptStep } from '../../workflows/script';
import type { ProbeName } from './case';
import type { Exchange } from './exchange';
import type { Writes } from './probe';
import type { Touches } from './touches';

/** What a run might do for an operation, and could not. */
export interface Circumstances {
  readonly writes: Writes;
  /** The target is our mock. */
  readonly isMocked: boolean;
  /** Why what the operation needs was not there to be asked for, as a clause of a sentence; undefined where nothing is known to be missing. */
  readonly notMade: string | undefined;
  /** A URL of ours was there to receive callbacks. */
  readonly isReceiving: boolean;
  /** What its probes were not handed over. */
  readonly needed: readonly string[];
  /** How many clauses of the operation a request that the run may send could break. */
  readonly breakable: () => number;
}

/** What of an operation a rule is about. */
export interface Subject {
  readonly operation: Operation;
  /** Where the rule is about one declared response. */
  readonly response?: DeclaredResponse;
  /** Where the rule is about one of several ways to be let in. */
  readonly alternative?: SecurityAlternative;
  /** Where the rule is about one step of a script. */
  readonly step?: ScriptStep;
  /** Where the rule is about a callback: all requests that are declared under its name. */
  readonly callbacks?: readonly DeclaredCallback[];
  /** Where the contract says it. */
  readonly clause: Clause;
  /**
   * Why nothing exercised it though nothing is missing: what it is about need not come; undefined where it should have. In place of a text,
   * all that is to be said.
   * @param own the exchanges that may exercise it.
   */
  readonly optional?: (own: readonly Exchange[], run: Circumstances) => string | Why | undefined;
  /** What is wrong with what the contract says, so that nothing can pass by it. */
  readonly defect?: Mistake | undefined;
  /** Why no answer was found that would keep it; undefined where there is one. It takes a while to look. */
  readonly impossible?: () => string | undefined;
}

/** One breach of a rule in one exchange. */
export interface Breach {
  /** What is wrong, in the same words for every exchange that breaks it in the same way. */
  readonly message: string;
  /** Why the target did so, as far as it says. Breaches with other causes are findings of their own, up to a few. */
  readonly cause?: string;
  readonly expected: string;
  /** What came instead. */
  readonly actual: string;
  /** In which of several ways the clause is broken: the same words in each run, without values. Needed if the rule knows several ways. */
  readonly kind?: string;
  /** The members, fields or methods that it is about, by the names that the contract or the answer gives them. */
  readonly names?: readonly string[];
  /** The parts of `actual` that are our own words, in their order. All else comes from the wire, and may hold a secret. */
  readonly ownWords?: readonly string[];
  /** Where it weighs less than its rule. */
  readonly level?: Level;
  /** The very clause that is broken, where it is nearer than the requirement's. */
  readonly clause?: Clause;
  /** The exchange that shows it, where that is another than the one that is judged. */
  readonly at?: Exchange;
  /** JSON Pointers of the values in the JSON body that are wrong, or of the objects that lack a member. */
  readonly places?: readonly string[];
}

/** The other exchanges of a run on the same operation or resource, for rules that look at more than one. */
export interface Context {
  /** The target is our mock, which takes any credential. */
  readonly isMocked?: boolean | undefined;
  /** Planned before this one, on the same resource. */
  readonly earlier: readonly Exchange[];
  /** All of the operation, this one included. */
  readonly all: readonly Exchange[];
  /** What the run itself may have changed meanwhile. */
  readonly touches: Touches;
  /** All of the chain that it is a step of, in the order of planning; empty where it is none. */
  readonly chain: readonly Exchange[];
}

/**
 * One thing required of exchanges. Metadata first, then a small function.
 * `judge` is pure: `undefined` where the rule says nothing of the exchange, an empty list where the exchange keeps it.
 */
export interface Rule {
  readonly id: string;
  readonly level: Level;
  /** The requirement as a sentence for a person. */
  readonly statement: string;
  /** Where the sentence stands: `RFC 9110 §15.3.5`, or objects of OpenAPI, whose sections depend on the version. */
  readonly reference: string | readonly StandardObject[];
  /** What to do about a breach, as one sentence. */
  readonly advice: string;
  /** What its breaches come to where there are many, in a few words: `input is not validated`. Reports then tell them under one heading. */
  readonly together?: string;
  /**
   * It looks at other exchanges, too, and judges once all of them are there; of those, responses have neither their body nor their header
   * fields any more, but the `Retry-After` of a 503, the fields
   * of an answer to HEAD, and the names of those that are required of an answer to GET.
   */
  readonly across?: true;
  /** Required only where the user closes the contract: what it does not declare, fails. */
  readonly onlyClosed?: true;
  /** Required only of operations whose things are private, as the user says. */
  readonly onlyPrivate?: true;
  /** It judges what the service sends to a URL that a request named. */
  readonly ofCallbacks?: true;
  /** Not required of the mock that a run starts itself, unless it is asked for by name. */
  readonly notOfMock?: true;
  /** The file that it comes from, where the user wrote it: what it throws is told of it, and fails nothing else. */
  readonly from?: string;
  /** The probes whose exchanges can exercise it. */
  readonly probes: readonly ProbeName[];
  /** What it applies to, given all steps of the script of the run; an empty list where it has nothing to say about the operation. */
  readonly bind: (
    operation: Operation,
    operations: readonly Operation[],
    steps: readonly ScriptStep[],
  ) => readonly Subject[];
  readonly judge: (exchange: Exchange, subject: Subject, context: Context) => readonly Breach[] | undefined;
  /** What its findings tell comes before all else that the same answers show. */
  readonly isFirst?: true;
  /**
   * Says what it is that the exchanges of a finding have in common, in our own words; undefined where nothing is known.
   * @param others all other exchanges of the operation.
   */
  readonly explain?: (breaking: readonly Exchange[], others: readonly Exchange[]) => string | undefined;
  /** Reads ahead what it needs of a large answer, so that `judge` finds it read. Stops after each part. */
  readonly readAhead?: (exchange: Exchange, subject: Subject) => Parts<void>;
}

/** A rule bound to an operation and, for some, to a declared response. */
export interface Requirement {
  /** Stable: `DELETE /plants/{id} 400 body-schema`. */
  readonly id: string;
  readonly rule: Rule;
  readonly subject: Subject;
  readonly reference: string;
}
