/** Finds the schema that an operation has for its answers, where one came with another status or type than it is declared for. */

import type { Media } from '../contract/contract';
import { isSuccess } from '../http/statuses';
import { type ReadJson, readJson } from '../json/exactJson';
import { isObject } from '../json/value';
import { namingSchema } from './namingSchema';
import type { SeenAnswer } from './seenAnswers';
import type { Written } from './written';

/**
 * Returns the schema, as it is written, that the operation declares for another answer of the same class, and that is about these answers: it names
 * most of the members of each; a refusal it takes as a whole, since those of frameworks are like each other. Example: POST answers 201 with what is
 * declared for 200. What it does not take of them, a member that came as null, is a change of its own.
 * @param answers those of one operation. @returns undefined if there is none.
 */
export function declaredSchema(answers: readonly SeenAnswer[], written: Written): unknown {
  const [first] = answers;
  if (!first) return undefined;
  const { operation, response } = first;
  const isDone = isSuccess(response.status);
  const isOfClass = (status: string) => (isDone ? /^2/ : /^([45]|default$)/i).test(status);
  const media = operation.responses.filter(({ status }) => isOfClass(status)).flatMap((each) => each.media);
  const bodies = answers.flatMap(({ json }) => json ?? []);
  const found = media.find(
    (each) =>
      each.clause.file === operation.clause.file &&
      bodies.every((json) => isAbout(each, json) && (isDone || each.judge?.(json)?.length === 0)),
  );
  const described = found && written.valueOf(found.clause);
  return isObject(described) ? structuredClone(described['schema']) : undefined;
}

const NULL = readJson('null');

function isAbout({ schema, judge }: Media, json: ReadJson): boolean {
  const takes = (each: ReadJson) => judge?.(each)?.length === 0;
  const { value } = json;
  if (!schema || takes(NULL)) return false;
  const object: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(object) || Object.keys(object).length === 0) return takes(json);
  const names = Object.keys(object);
  const naming = namingSchema(schema, Array.isArray(value) ? '/0' : '');
  return names.filter((name) => naming?.names.has(name)).length > names.length / 2;
}
