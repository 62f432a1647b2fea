/** Reads the keywords of a schema that a made-up value looks at: those of the first of its alternatives, its type, its bounds, and the values that it gives. */

import type { MutableJson } from '../../../conformance/values/results';
import { facets } from '../../../src/contract/schema/facets';
import { isSchema, type Schema } from '../../../src/contract/schema/schema';

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
    if (example !== undefined) return example as MutableJson;
    if (Array.isArray(examples) && examples.length > 0) return examples[0] as MutableJson;
    if (Array.isArray(keywords['enum'])) {
      const values = keywords['enum'].filter((each) => each !== null) as MutableJson[];
      if (values.length > 0) return choose(values);
    }
    if (usual !== undefined && usual !== null) return usual as MutableJson;
  }
  return undefined;
}

export function bound(
  parts: readonly PartKeywords[],
  name: string,
  pick: (...all: number[]) => number,
): number | undefined {
  const all = parts.map((each) => each[name]).filter((each) => typeof each === 'number');
  return all.length === 0 ? undefined : pick(...all);
}
