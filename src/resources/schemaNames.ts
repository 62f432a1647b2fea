/** Finds what a contract calls the things that an answer shows, by the names of its schemas. */

import { type DeclaredResponse, declaredResponse, type Operation } from '../contract/contract';
import { componentName } from '../contract/schema/discriminator';
import { allItemSchemas } from '../contract/schema/facets';
import { remembered } from '../support/caching';
import { wordsIn } from './vocabulary/words';

/**
 * Returns what the things of an answer may be called, each as `plain` gives it: every beginning of the name of the schema. For example: `UserOut`
 * → `user`, `userout`, of an answer of `POST /register` as well as of a list of them.
 */
export function calledBySchema(operation: Operation, status: number): readonly string[] {
  const response = declaredResponse(operation, status);
  return response ? namesIn(response) : [];
}

const namesIn = remembered(({ media: [media] }: DeclaredResponse): readonly string[] => {
  const schema = media?.schema;
  if (!schema) return [];
  const names = [schema, ...allItemSchemas(schema)].flatMap((each) => componentName(each) ?? []);
  return [...new Set(names.flatMap((name) => beginningsOf(wordsIn(name))))];
});

function beginningsOf(words: readonly string[]): string[] {
  return words.map((_, at) => words.slice(0, at + 1).join(''));
}
