/** The schemas by which a contract describes refusals, and one for a contract that has none. */

import { isObject } from '../json/value';
import { groupBy } from '../support/collections';
import type { ContractEdit } from './amendment';
import type { SeenAnswer } from './seenAnswers';
import { nullStyleOf, schemaOfValues } from './valuesSchema';
import type { Written } from './written';

interface ErrorSchema {
  readonly reference: string;
  readonly accepts: (json: NonNullable<SeenAnswer['json']>) => boolean;
}

/** Returns the schemas to which the declared refusals of the contract refer, the most used first. */
export function errorSchemas(written: Written): ErrorSchema[] {
  const refusals = written.contract.operations.flatMap(({ responses }) =>
    responses.filter(({ status }) => /^([45]|default$)/i.test(status)).flatMap(({ media }) => media),
  );
  const referring = refusals.flatMap((media) => {
    const described = written.valueOf(media.clause);
    const schema = isObject(described) ? described['schema'] : undefined;
    const reference = isObject(schema) ? schema['$ref'] : undefined;
    const { judge } = media;
    // Another file refers to it in another way.
    const isHere =
      typeof reference === 'string' && reference.startsWith('#') && media.clause.file === written.contract.file;
    return isHere && judge
      ? [{ reference, accepts: (json: NonNullable<SeenAnswer['json']>) => judge(json)?.length === 0 }]
      : [];
  });
  const groups = groupBy(referring, ({ reference }) => reference);
  return [...groups.values()].sort((one, other) => other.length - one.length).map(([first]) => first);
}

/** A schema of errors that the contract does not have yet. */
export interface NewErrorSchema {
  readonly reference: { readonly $ref: string };
  /** Puts it among the components. */
  readonly edit: ContractEdit;
  /** Whether it describes those of these answers that are JSON. */
  readonly isFor: (answers: readonly SeenAnswer[]) => boolean;
}

/** For fewer statuses than this, a component would only be a detour. */
const FEWEST = 3;

/**
 * Returns one schema for refusals that no schema of the contract describes and whose bodies are alike: all are objects with the same members
 * in all of them. Example: 90 answers such as `{ "status": 403, "message": "Forbidden" }`.
 * @param groups the answers to be described, by operation and status.
 */
export function newErrorSchema(
  groups: readonly (readonly [SeenAnswer, ...SeenAnswer[]])[],
  written: Written,
): NewErrorSchema | undefined {
  const known = errorSchemas(written);
  const isDescribed = (answers: readonly SeenAnswer[]) =>
    known.some(({ accepts }) => answers.every(({ json }) => !json || accepts(json)));
  const refusals = groups.map((group) => group.filter(({ json }) => json));
  const alike = groupBy(
    refusals.filter((group) => isRefusal(group, written) && !isDescribed(group)),
    (group) => commonNames(group).join(),
  );
  const [most] = [...alike.entries()]
    .filter(([names, each]) => names !== '' && each.length >= FEWEST)
    .sort(([, one], [, other]) => other.length - one.length);
  const clause = most?.[1][0][0]?.operation.clause;
  const at = clause && written.placeOf(clause);
  if (!most || !at) return undefined;
  const described = new Set<SeenAnswer>(most[1].flat());
  const bodies = [...described].flatMap(({ json }) => (json ? [json.value] : []));
  const holder = written.isSwagger ? ['definitions'] : ['components', 'schemas'];
  const tokens = [...holder, freeName(written.rootAt(holder))];
  return {
    reference: { $ref: `#/${tokens.join('/')}` },
    edit: { file: at.file, tokens, change: { set: schemaOfValues(bodies, nullStyleOf(written.contract.dialect)) } },
    isFor: (answers) => answers.some(({ json }) => json) && answers.every((each) => !each.json || described.has(each)),
  };
}

/** @param answers those with JSON. */
function isRefusal(answers: readonly SeenAnswer[], { contract }: Written): boolean {
  const isOne = ({ response, json, operation }: SeenAnswer) =>
    response.status >= 400 && operation.clause.file === contract.file && isObject(json?.value);
  return answers.length > 0 && answers.every(isOne);
}

/** Returns the names of the members that all bodies have, sorted. */
function commonNames(answers: readonly SeenAnswer[]): string[] {
  const bodies = answers.flatMap(({ json }) => (json && isObject(json.value) ? [json.value] : []));
  const [first = {}] = bodies;
  return Object.keys(first)
    .filter((name) => bodies.every((body) => Object.hasOwn(body, name)))
    .sort();
}

/** Returns a name in the style of the names that there are. */
function freeName(there: unknown): string {
  const taken = Object.keys(isObject(there) ? there : {});
  const isLower = taken.length > 0 && taken.every((name) => /^[a-z]/.test(name));
  const possible = ['Error', 'ErrorAnswer', 'Refusal'].map((name) =>
    isLower ? name.replace(/^./, (letter) => letter.toLowerCase()) : name,
  );
  const isTaken = (name: string) => taken.some((each) => each.toLowerCase() === name.toLowerCase());
  const free = possible.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  let number = 2;
  while (isTaken(`${possible[0]}${number}`)) number++;
  return `${possible[0]}${number}`;
}
