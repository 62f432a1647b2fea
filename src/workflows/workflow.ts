/** A workflow, as it was read. */

import type { Clause } from '../contract/clause';
import type { Operation } from '../contract/contract';
import type { SourceFile } from '../contract/document/files';
import type { JsonValue } from '../json/value';
import type { Criterion } from './criteria';
import type { ArazzoVersion } from './objects';

export interface Workflow {
  readonly id: string;
  readonly document: WorkflowDocument;
  readonly clause: Clause;
  /** What the schema of its inputs says of each. */
  readonly inputs: ReadonlyMap<string, WorkflowInput>;
  /** Whether it may have inputs that the schema does not name. */
  readonly isOpen: boolean;
  readonly dependsOn: readonly WorkflowReference[];
  readonly parameters: readonly StepParameter[];
  readonly steps: readonly Step[];
  readonly outputs: Readonly<Record<string, string>>;
}

interface WorkflowInput {
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly usual: JsonValue | undefined;
}

/** A workflow that another one names: it is looked up when it is needed, since workflows may name each other. */
export type WorkflowReference = () => Workflow;

export interface Step {
  readonly id: string;
  readonly clause: Clause;
  /** What it does: it asks an operation, or runs a workflow. */
  readonly target: { readonly operation: Operation } | { readonly workflow: WorkflowReference };
  readonly parameters: readonly StepParameter[];
  readonly body: StepBody | undefined;
  readonly criteria: readonly Criterion[];
  readonly onSuccess: readonly Action[];
  readonly onFailure: readonly Action[];
  readonly outputs: Readonly<Record<string, string>>;
}

export interface StepParameter {
  readonly name: string;
  /** Undefined for an input of a workflow. */
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie' | undefined;
  readonly value: JsonValue;
}

export interface StepBody {
  readonly contentType: string | undefined;
  readonly payload: JsonValue;
  readonly replacements: readonly { readonly target: string; readonly value: JsonValue }[];
}

/** A wait before a retry takes at most this long, whoever asks for it: the workflow, or the answer. */
export const LONGEST_RETRY_WAIT_MS = 300_000;

/** What follows a step whose criteria say so. */
export interface Action {
  readonly type: 'end' | 'goto' | 'retry';
  /** Where it leads to; of a retry, what is run before the step is tried again. */
  readonly stepId: string | undefined;
  readonly workflow: WorkflowReference | undefined;
  /** A `Retry-After` field of the answer overrules it. */
  readonly retryAfterMs: number;
  readonly retryLimit: number;
  /** What it hands to the workflow that it leads to. */
  readonly parameters: readonly StepParameter[];
  readonly criteria: readonly Criterion[];
}

export interface WorkflowDocument {
  readonly source: SourceFile;
  readonly version: ArazzoVersion;
  readonly components: unknown;
  /** What it calls itself (`$self`, Arazzo 1.1). */
  readonly self: string | undefined;
  readonly workflows: ReadonlyMap<string, Workflow>;
}
