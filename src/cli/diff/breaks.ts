/** The kinds of breaks that a comparison of two contracts finds, how bad each usually is, and what shows one. */

import type { Clause, Mistake } from '../../contract/clause';
import type { Fields } from '../../http/message';

/** The kinds of breaks, by which they are waived. */
export const BREAK_KINDS = [
  'operation-removed',
  'base-path-changed',
  'parameter-required',
  'parameter-narrowed',
  'parameter-read-otherwise',
  'body-required',
  'body-narrowed',
  'body-ambiguous',
  'request-format-narrowed',
  'request-null-narrowed',
  'body-read-otherwise',
  'request-type-removed',
  'credential-required',
  'scope-required',
  'status-added',
  'error-status-added',
  'answer-type-added',
  'answer-type-open',
  'answer-widened',
  'answer-unambiguous',
  'answer-format-widened',
  'answer-null-widened',
  'answer-read-otherwise',
  'content-removed',
  'header-widened',
  'callback-removed',
  'callback-widened',
  'callback-answer-refused',
] as const;

export type BreakKind = (typeof BREAK_KINDS)[number];

/**
 * How much a change matters, the most first: `break` breaks clients; `intent` breaks those who take the contract as it is meant, though no value of it
 * is refused to the letter; `note` is worth reading.
 */
export const LEVELS = ['break', 'intent', 'note'] as const;

export type ChangeLevel = (typeof LEVELS)[number];

/** The kinds that do not surely break clients, and why not. */
const LESSER: Partial<Record<BreakKind, { readonly level: ChangeLevel; readonly why: string }>> = {
  ...Object.fromEntries(
    (['request-format-narrowed', 'answer-format-widened'] as const).map((kind) => [
      kind,
      {
        level: 'intent' as const,
        why: 'OpenAPI does not define this format, so to the letter it refuses nothing: JSON Schema, Validation §7',
      },
    ]),
  ),
  ...Object.fromEntries(
    (['request-null-narrowed', 'answer-null-widened'] as const).map((kind) => [
      kind,
      {
        level: 'intent' as const,
        why: 'to the letter the alternative `nullable: true` takes any value, though it is written for null: OpenAPI 3.0.3 §4.7.24',
      },
    ]),
  ),
  'error-status-added': {
    level: 'note',
    why: 'a client is told of an error in any case, whether or not its status was declared',
  },
  'answer-unambiguous': {
    level: 'note',
    why: 'the old contract refused such a value only since two alternatives of its `oneOf` took it, which few mean',
  },
  'answer-type-open': {
    level: 'note',
    why: 'a range of all types names no other one, and a client that asks for its type (Accept, RFC 9110 §12.5.1) still gets that',
  },
};

/** The level of a kind, unless the settings give it another one. */
export function usualLevel(kind: BreakKind): ChangeLevel {
  return LESSER[kind]?.level ?? 'break';
}

/** Says why a kind is usually no break; undefined of one that is. */
export function whyNoBreak(kind: BreakKind): string | undefined {
  return LESSER[kind]?.why;
}

/** Tells whether a kind is about what both contracts allow, and read as another value: the other way round, it is the same break. */
export function isReading(kind: BreakKind): boolean {
  return kind.endsWith('-read-otherwise');
}

/** What one of the two contracts says. */
export interface Said {
  /** In words: "must have at most 20 characters", "it was optional". */
  readonly text: string;
  /** The place that says it; undefined if the contract has none. */
  readonly clause: Clause | undefined;
}

/** A request that was right before and is refused now. Of callbacks and webhooks, it is one that the service sends. */
export interface RequestWitness {
  readonly kind: 'request';
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Credentials are placeholders. */
  readonly headers: Fields;
  readonly body: string | undefined;
  /** The scopes of the token that the request shows, where those matter; empty if it has none. */
  readonly scopes?: readonly string[];
  /** The value that is refused now, as JSON; undefined where the break is none of a value. */
  readonly value?: string;
}

/** An answer that is right now and was none that a client could expect before. */
export interface AnswerWitness {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Fields;
  readonly body: string | undefined;
  /** The value that was not to be expected, as JSON. */
  readonly value?: string;
}

export type Witness = RequestWitness | AnswerWitness;

/** One way in which a change of the contract breaks clients, at one operation. */
export interface Break {
  readonly kind: BreakKind;
  /** The name of the operation in the old contract, or that of a webhook. */
  readonly operation: string;
  /** "the query parameter limit", "the body (application/json)", "the answer 200 (application/json)". */
  readonly subject: string;
  /** JSON Pointer of the place within the value; empty if it is the whole value. */
  readonly path: string;
  /** What breaks, as one sentence without the operation. */
  readonly message: string;
  readonly before: Said;
  readonly now: Said;
  readonly witness: Witness;
}

/** A part of an operation that is written otherwise, where no value was found that only one of the contracts allows. */
export interface Unproven {
  readonly operation: string;
  readonly subject: string;
  readonly before: Clause;
  readonly now: Clause;
  /** What differs there, as a sentence: "They differ in `pattern`." */
  readonly reason: string;
}

/** A part of an operation that is not compared, or not to its end. */
export interface LeftPart {
  readonly operation: string;
  readonly clause: Clause;
  /** A sentence that says why. */
  readonly message: string;
}

/** What is not compared of operations, since one of the contracts has a mistake there, or since nobody can tell, or since it is too much. */
export interface NotCompared extends Pick<Mistake, 'file' | 'line' | 'column' | 'message'> {
  /** Whether the contract is wrong there: in the faulty keyword, or in what refers to it. */
  readonly isMistake: boolean;
  /** The names of the operations that reach it, as that contract has them; empty where it keeps an operation from being read at all. */
  readonly operations: readonly string[];
}
