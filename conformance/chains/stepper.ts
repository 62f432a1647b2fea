/** Puts the cases of a chain one after another: who is let in, what is sent, and what the path and the body name. */

import type { Operation } from '../../src/contract/contract';
import type { Awaited, Case, ChainKind, ChainStep as StepName } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Authorisation } from '../../src/serialization/credentials';
import type { Input } from '../../src/serialization/input';
import { inputsOf } from '../inputs/inputs';
import { type Resource, right, toCase } from '../inputs/toCase';
import { references } from './makeResources';

/** What of a step is not as usual. */
export interface ChainStepAsked {
  readonly input?: Input | undefined;
  /** In place of the credential that is handed over. */
  readonly authorisation?: Authorisation | undefined;
  readonly method?: string;
  /** About another thing than that of the chain: what this case makes. */
  readonly made?: Case;
  readonly located?: Case;
  readonly awaits?: Awaited;
  readonly turn?: 'behind';
  /** It comes after all that changes something. */
  readonly changes?: true;
}

/** Puts the steps of one chain. */
export function stepper(known: Known, chain: ChainKind, about: (operation: Operation, made?: Case) => Resource) {
  const cases: Case[] = [];
  return {
    cases,
    asked: (operation: Operation | undefined): operation is Operation =>
      operation !== undefined &&
      known.wanted.selected(operation) &&
      !known.wanted.leftOut(operation) &&
      right(operation, known) !== undefined,
    add(
      step: StepName,
      operation: Operation,
      name: string,
      { input, authorisation: other, made, ...more }: ChainStepAsked = {},
    ) {
      const letIn = other ? { authorisation: other, authorised: false } : right(operation, known);
      const sent = input ?? inputsOf(operation, known).valid[0]?.input;
      if (!letIn || !sent) return undefined;
      const { authorisation, authorised } = letIn;
      const resource = about(operation, made);
      const referring = chain === 'shared' ? {} : references(operation, known, resource, sent);
      const asked = { input: sent, authorisation, authorised, step, chain, ...referring, ...more };
      const each = toCase('state', name, operation, resource, asked);
      cases.push(each);
      return each;
    },
  };
}

export type ChainSteps = ReturnType<typeof stepper>;
