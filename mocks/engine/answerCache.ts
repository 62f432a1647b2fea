/**
 * Keeps answers that the engine has made, so that it need not make them again. If a request keeps the contract, only the choice and
 * the `Accept` field decide about its answer.
 */

import type { Operation } from '../../src/contract/contract';
import type { Again, Answer, AnswerChoice, MockedRequest } from './engine';

interface KeptAnswers<Kept> {
  /** @param said what the answer repeats of the request. */
  of(operation: Operation, choice: AnswerChoice, accept: string | undefined, said?: string): Kept | undefined;
  keep(operation: Operation, choice: AnswerChoice, accept: string | undefined, answer: Kept, said?: string): void;
}

/** If more than this is kept, in characters and bytes, all of it is forgotten. Clients choose `Accept` freely, so there is no other limit. */
const MOST_KEPT = 32 * 1024 * 1024;
/** What each answer counts in addition to its body, in bytes. */
const OVERHEAD = 1024;

/** @param sizeOf returns the size of an answer in characters or bytes. */
export function createKeptAnswers<Kept>(sizeOf: (answer: Kept) => number): KeptAnswers<Kept> {
  let all = new Map<Operation, Map<string, Kept>>();
  let size = 0;
  return {
    of: (operation, choice, accept, said) => all.get(operation)?.get(keyOf(choice, accept, said)),
    keep(operation, choice, accept, answer, said) {
      const key = keyOf(choice, accept, said);
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

function keyOf({ status, example = '' }: AnswerChoice, accept = '', said = ''): string {
  // Most requests are like this, and looking up a text that was just joined is slower.
  if (status === undefined && accept === '' && example === '') return said;
  return `${status}\n${accept}\n${example}\n${said}`;
}

export interface AnswersAgain {
  of(held: Again, by: object): Answer | undefined;
  keep(held: Again, by: object, answer: Answer): void;
}

/** If more than this is kept, in characters and bytes, the older half is forgotten. */
const MOST_AGAIN = 64 * 1024 * 1024;
/** What each of them counts in addition to its body, in bytes. */
const BESIDE = 200;

/** Keeps each answer at the thing that it shows, so that both are forgotten together. */
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
      for (const held of older) {
        held.by = undefined;
        held.answer = undefined;
      }
      [older, newer, size] = [newer, [], 0];
    },
  };
}

/** Tells whether a request says which answer it wants, by `Prefer` or, as Prism takes it, by a query such as `?__code=404`. */
export function prefers({ headers, query }: MockedRequest): boolean {
  return headers['prefer'] !== undefined || (query.size > 0 && [...query.keys()].some((name) => name.startsWith('__')));
}
