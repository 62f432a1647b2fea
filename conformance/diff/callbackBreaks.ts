/**
 * Finds what breaks clients in the requests that the service sends to them. There the sides are exchanged: such a request must be one that a
 * client of the old contract expects, and the service must go on taking what that client answers.
 */

import type { DeclaredCallback, Operation } from '../../src/contract/contract';
import { findAnswerBreaks } from './answerBreaks';
import type { Break, BreakKind } from './breaks';
import { Comparing } from './comparing';
import { findRequestBreaks } from './requestBreaks';
import type { SameSchemas } from './sameSchemas';

/** @returns the breaks, and what is only told: callbacks that are gone. */
export function callbackBreaks(
  before: Operation,
  now: Operation,
  same: SameSchemas,
  seed: number,
): { readonly breaks: readonly Break[]; readonly notes: readonly string[] } {
  const left = [...(now.callbacks ?? [])];
  const notes: string[] = [];
  const breaks: Break[] = [];
  for (const old of before.callbacks ?? []) {
    const current = left.find((each) => isSameCallback(each, old));
    if (!current) {
      notes.push(`${nameOf(before, old)} is gone: clients that wait for it wait in vain.`);
      continue;
    }
    const name = nameOf(before, old);
    const [sent, taken] = [new Comparing(same, seed, 'now'), new Comparing(same, seed, 'before')];
    findRequestBreaks({ sender: current.operation, receiver: old.operation, name }, sent);
    findAnswerBreaks({ sender: old.operation, receiver: current.operation, name }, taken);
    breaks.push(
      ...sent.breaks.map((each) =>
        renamed(each, 'callback-widened', 'a client of the old contract does not take every such request'),
      ),
      ...taken.breaks.map((each) =>
        renamed(each, 'callback-answer-refused', 'the service does not take every such answer any more'),
      ),
    );
  }
  return { breaks, notes };
}

function isSameCallback(one: DeclaredCallback, other: DeclaredCallback): boolean {
  return one.name === other.name && one.operation.method === other.operation.method;
}

function nameOf({ name }: Operation, callback: DeclaredCallback): string {
  return `${name}, callback ${callback.name} (${callback.operation.method} ${callback.expression})`;
}

function renamed(found: Break, kind: BreakKind, why: string): Break {
  return { ...found, kind, message: `${why}: ${found.message}` };
}
