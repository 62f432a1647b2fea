/** What a script, such as the workflows of a user, says to a run: what to ask next, and by what its answers are judged. */

import type { Clause } from '../contract/clause';
import type { Operation } from '../contract/contract';
import type { JsonValue } from '../json/value';
import type { Answered, AskedRequest } from '../resources/answered';

/** One step of a script that asks something. */
export interface ScriptStep {
  /** `WORKFLOW/STEP`. */
  readonly name: string;
  readonly operation: Operation;
  /** Where the script has it. */
  readonly clause: Clause;
  /** Why it was not sent, and whether the script means it so; undefined if it was sent. */
  readonly whyUnsent: () => Unsent | undefined;
}

interface Unsent {
  readonly reason: string;
  readonly isMeant: boolean;
}

/** What the script says of an answer that its step does not expect. */
export interface Unexpected {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Where the script has it. */
  readonly clause: Clause;
}

/** What is to be done next: to send a request, to tell what the answer to it is worth, or to wait. */
export type ScriptOrder =
  | { readonly kind: 'send'; readonly step: ScriptStep; readonly request: AskedRequest }
  /** Undefined if the answer is not judged, since the request is sent again. */
  | { readonly kind: 'judged'; readonly unexpected: readonly Unexpected[] | undefined }
  | { readonly kind: 'wait'; readonly ms: number };

/** What came of an order: the exchange, or why nothing was sent. */
export type ScriptAnswer =
  | { readonly exchange: Answered & { readonly index?: number } }
  | { readonly whyUnsent: string }
  | undefined;

/** What came of a workflow, as far as it ran. Of what ran several times it is the last. */
export interface WorkflowTold {
  readonly id: string;
  readonly clause: Clause;
  readonly steps: readonly StepTold[];
  readonly outputs: readonly OutputTold[];
}

export interface StepTold {
  readonly id: string;
  readonly clause: Clause;
  /** What it does: it asks an operation, or runs a workflow. */
  readonly operation: Operation | undefined;
  readonly workflow: string | undefined;
  /** Undefined if it did not run. */
  readonly isGood: boolean | undefined;
  readonly reason: string | undefined;
  /** The number of the exchange, and the status of its answer. */
  readonly index: number | undefined;
  readonly status: number | undefined;
  /** Empty where it did not run. */
  readonly criteria: readonly { readonly text: string; readonly clause: Clause; readonly isMet: boolean }[];
  readonly outputs: readonly OutputTold[];
}

export interface OutputTold {
  readonly name: string;
  /** The expression that gave it. */
  readonly expression: string;
  readonly value: JsonValue;
}

export interface Script {
  readonly told: () => readonly WorkflowTold[];
  readonly steps: readonly ScriptStep[];
  /** Says one order after another, each after it was told what came of the one before. It can be begun once. */
  readonly orders: () => Generator<ScriptOrder, void, ScriptAnswer>;
  /** Values that must not be shown, by their names. */
  readonly secrets: Readonly<Record<string, JsonValue>>;
}
