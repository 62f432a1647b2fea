/** Reads the keywords of a schema that a made-up value looks at: those of the first of its alternatives, its type, its bounds, and the values that it gives. */

import type { MutableJson } from '../../../conformance/values/results';
import { facets } from '../../../src/contract/schema/facets';
import { isSchema, type Schema } from '../../../src/contract/schema/schema';
import { isObject } from '../../../src/json/value';

/** Alternatives within alternatives are read down to this depth. */
const DEEPEST_PARTS = 8;

export type PartKeywords = ReturnType<typeof facets>[number];

/** Returns the keywords without the values of which an error of another status is an example. */
export function withoutExamples({ example: _, examples: _more, default: _usual, ...rest }: PartKeywords): PartKeywords {
  return rest;
}

/** Returns the keywords that hold for a value: those of the schema, and of the first alternative that is not null. */
export function keywordParts(schema: Schema, depth: number): readonly PartKeywords[] {
  const own = facets(schema, false);
  if (depth > DEEPEST_PARTS) return own;
  const chosen = own.flatMap(({ oneOf: one, anyOf: any }) =>
    [one, any].flatMap((branches) => {
      const schemas = Array.isArray(branches) ? branches.filter(isSchema) : [];
      const branch = schemas.find((each) => typeOf(facets(each, false)) !== 'null');
      return branch ? keywordParts(branch, depth + 1) : [];
    }),
  );
  return [...own, ...chosen];
}

export function typeOf(parts: readonly PartKeywords[]): string | undefined {
  const types = parts.flatMap(({ type }) => [type].flat()).filter((each) => typeof each === 'string');
  const named = types.find((each) => each !== 'null') ?? types[0];
  if (named !== undefined) return named;
  if (parts.some(({ properties }) => properties !== undefined)) return 'object';
  return parts.some(({ items }) => items !== undefined) ? 'array' : undefined;
}

/** Returns the example of which other things may differ; undefined if the contract says which values there are. */
export function exampleIn(parts: readonly PartKeywords[]): MutableJson | undefined {
  if (parts.some((keywords) => 'const' in keywords || Array.isArray(keywords['enum']))) return undefined;
  const found = parts.find(
    ({ example, examples }) => example !== undefined || (Array.isArray(examples) && examples.length > 0),
  );
  const { example, examples } = found ?? {};
  return (example ?? (Array.isArray(examples) ? examples[0] : undefined)) as MutableJson | undefined;
}

/** Returns a value that the contract itself gives. @param choose returns one of the values that the contract lists. */
export function givenValue(
  parts: readonly PartKeywords[],
  choose: (values: readonly MutableJson[]) => MutableJson | undefined,
): MutableJson | undefined {
  for (const keywords of parts) {
    const { example, examples, default: usual } = keywords;
    if ('const' in keywords) return keywords['const'] as MutableJson;
    const shown = (example ?? (Array.isArray(examples) ? examples[0] : undefined)) as MutableJson | undefined;
    const listed = listedIn(keywords);
    // Of a long list, such as one of currencies, all things of a service mostly have the same value.
    if (shown !== undefined && (!listed.includes(shown) || listed.length > FEW)) return shown;
    if (listed.length > 0) return choose(shown === undefined ? listed : from(listed, shown));
    if (usual !== undefined && usual !== null) return usual as MutableJson;
  }
  return undefined;
}

export function tightest(
  parts: readonly PartKeywords[],
  name: string,
  pick: (...all: number[]) => number,
): number | undefined {
  const all = parts.map((each) => each[name]).filter((each) => typeof each === 'number');
  return all.length === 0 ? undefined : pick(...all);
}

/** So many values, of which a contract lists one each, are a few. */
const FEW = 12;

function listedIn({ enum: all }: PartKeywords): readonly MutableJson[] {
  return (Array.isArray(all) ? all : []).filter((each) => each !== null) as MutableJson[];
}

/** Returns values in their order, from one of them on. */
function from(values: readonly MutableJson[], first: MutableJson): readonly MutableJson[] {
  const at = values.indexOf(first);
  return [...values.slice(at), ...values.slice(0, at)];
}

/** Returns a thing like an example with the next ones of those values of which its members have one each: `property_type: house` after an apartment. */
export function inNextStates(parts: readonly PartKeywords[], like: MutableJson, number: number): MutableJson {
  if (!isObject(like)) return like;
  const changed = { ...(like as Record<string, MutableJson>) };
  for (const [name, schema] of parts.flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Record<string, Schema>),
  )) {
    const shown = changed[name];
    const listed = keywordParts(schema, 0).flatMap(listedIn);
    // By what kind of thing it is, a thing may have other members.
    if (shown === undefined || !listed.includes(shown) || listed.length > FEW || /^(?:type|kind|object)$/.test(name))
      continue;
    changed[name] = from(listed, shown)[(number - 1) % listed.length] ?? shown;
  }
  return changed;
}
