/** Answers that the engine has made and would make again: of requests that keep the contract, nothing but these choices decides. */

import type { Operation } from '../../src/contract/contract';
import type { Again, Answer, AnswerChoice, MockedRequest } from './engine';

export interface KeptAnswers<Kept> {
  of(operation: Operation, choice: AnswerChoice, accept: string | undefined): Kept | undefined;
  keep(operation: Operation, choice: AnswerChoice, accept: string | undefined, answer: Kept): void;
}

/** How much is kept, in characters and bytes, before all of it is forgotten: whoever asks chooses what is accepted. */
const MOST_KEPT = 32 * 1024 * 1024;
/** What each answer counts beside its body. */
const OVERHEAD = 1024;

/** @param sizeOf in characters or bytes. */
export function createKeptAnswers<Kept>(sizeOf: (answer: Kept) => number): KeptAnswers<Kept> {
  let all = new Map<Operation, Map<string, Kept>>();
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
      const own = all.get(operation) ?? new Map<string, Kept>();
      all.set(operation, own.set(key, answer));
    },
  };
}

function keyOf({ status, example = '' }: AnswerChoice, accept = ''): string {
  // By far the most requests are such, and a text that is put together is looked for more slowly.
  if (status === undefined && accept === '' && example === '') return '';
  return `${status}\n${accept}\n${example}`;
}

export interface AnswersAgain {
  of(held: Again, by: object): Answer | undefined;
  keep(held: Again, by: object, answer: Answer): void;
}

/** How much of such answers is kept, in characters and bytes; more than that, and the older half is forgotten. */
const MOST_AGAIN = 64 * 1024 * 1024;
/** What each counts beside its body. */
const BESIDE = 200;

/** Answers that are kept beside what they show, so that they go when that does. */
export function createAnswersAgain(): AnswersAgain {
  let older: Again[] = [];
  let newer: Again[] = [];
  let size = 0;
  return {
    of: (held, by) => (held.by === by ? held.answer : undefined),
    keep(held, by, answer) {
      held.by = by;
      held.answer = answer;
      newer.push(held);
      size += BESIDE + (answer.body?.length ?? 0);
      if (size <= MOST_AGAIN / 2) return;
      for (const each of older) {
        each.by = undefined;
        each.answer = undefined;
      }
      [older, newer, size] = [newer, [], 0];
    },
  };
}

/** Whether a request says which answer it wants: Prism also takes that from a query, in names with two underscores before them. */
export function prefers({ headers, query }: MockedRequest): boolean {
  return headers['prefer'] !== undefined || (query.size > 0 && [...query.keys()].some((name) => name.startsWith('__')));
}
