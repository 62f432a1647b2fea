/** Answers that the engine has made and would make again: of requests that keep the contract, nothing but these choices decides. */

import type { Operation } from '../src/contract/contract';
import type { Choice, MockedRequest } from './engine';

export interface KeptAnswers<Answer> {
  of(operation: Operation, choice: Choice, accept: string | undefined): Answer | undefined;
  keep(operation: Operation, choice: Choice, accept: string | undefined, answer: Answer): void;
}

/** How much is kept, in characters and bytes, before all of it is forgotten: whoever asks chooses what is accepted. */
const MOST_KEPT = 32 * 1024 * 1024;
/** What each answer counts beside its body. */
const OVERHEAD = 1024;

/** @param sizeOf in characters or bytes. */
export function createKeptAnswers<Answer>(sizeOf: (answer: Answer) => number): KeptAnswers<Answer> {
  let all = new Map<Operation, Map<string, Answer>>();
  let size = 0;
  return {
    of: (operation, choice, accept) => all.get(operation)?.get(keyOf(choice, accept)),
    keep(operation, choice, accept, answer) {
      const key = keyOf(choice, accept);
      size += OVERHEAD + key.length + sizeOf(answer);
      if (size > MOST_KEPT) {
        all = new Map();
        size = 0;
      }
      const own = all.get(operation) ?? new Map<string, Answer>();
      all.set(operation, own.set(key, answer));
    },
  };
}

function keyOf({ status, example = '' }: Choice, accept = ''): string {
  return `${status}\n${accept}\n${example}`;
}

/** Whether a request says which answer it wants: Prism also takes that from a query, in names with two underscores before them. */
export function prefers({ headers, query }: MockedRequest): boolean {
  return headers['prefer'] !== undefined || (query.size > 0 && [...query.keys()].some((name) => name.startsWith('__')));
}
