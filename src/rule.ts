/** What is required: rules, the requirements that they become, and the findings that they draw. */

import type { ProbeName } from './case';
import type { Clause, DeclaredResponse, Operation } from './contract/contract';
import type { Exchange } from './wire/exchange';

/** `must`: the contract says it. `should`: HTTP or plain sense says it. */
export type Level = 'must' | 'should';

/** What of an operation a rule is about. */
export interface Subject {
  readonly operation: Operation;
  /** Where the rule is about one declared response. */
  readonly response?: DeclaredResponse;
  /** Where the contract says it. */
  readonly clause: Clause;
}

/** One breach of a rule in one exchange. */
export interface Breach {
  /** What is wrong, in the same words for every exchange that breaks it in the same way. */
  readonly message: string;
  readonly expected: string;
  /** What came instead. */
  readonly actual: string;
  /** Where it weighs less than its rule. */
  readonly level?: Level;
}

/** The other exchanges of a run on the same operation or resource, for rules that look at more than one. */
export interface Context {
  /** Planned before this one, on the same resource. */
  readonly earlier: readonly Exchange[];
  /** All of the operation, this one included. */
  readonly all: readonly Exchange[];
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
  /** Where the sentence stands: `RFC 9110 §15.3.5`. */
  readonly reference: string;
  /** What to do about a breach, as one sentence. */
  readonly advice: string;
  /** Required only where the user closes the contract: what it does not declare, fails. */
  readonly onlyClosed?: true;
  /** The probes whose exchanges can exercise it. */
  readonly probes: readonly ProbeName[];
  /** What it applies to; an empty list where it has nothing to say about the operation. */
  readonly bind: (operation: Operation) => readonly Subject[];
  readonly judge: (exchange: Exchange, subject: Subject, context: Context) => readonly Breach[] | undefined;
}

/** A rule bound to an operation and, for some, to a declared response. */
export interface Requirement {
  /** Stable: `DELETE /plants/{id} 400 body-schema`. */
  readonly id: string;
  readonly rule: Rule;
  readonly subject: Subject;
}

/** Binds rules to operations, in the order of the contract, then of the rules. */
export function bindRequirements(operations: readonly Operation[], rules: readonly Rule[]): Requirement[] {
  return operations.flatMap((operation) =>
    rules.flatMap((rule) =>
      rule.bind(operation).map((subject) => {
        const about = subject.response ? [operation.name, subject.response.status] : [operation.name];
        return { id: [...about, rule.id].join(' '), rule, subject };
      }),
    ),
  );
}
