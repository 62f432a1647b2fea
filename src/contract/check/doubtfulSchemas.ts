/** Finds schemas that are allowed but probably do not mean what their authors thought. */

import type { Keywords } from '../dialects/dialect';
import { BrokenReference, type DocumentPlace, member, members } from '../document/reference';
import { coveredBranches, excludedBranches } from '../schema/coveredBranches';
import { BOUNDS, crossedBounds, isListOfOtherType } from '../schema/crossedBounds';
import { createSchemaReader, keywordsOf, type Schema, type SchemaReader } from '../schema/schema';
import type { Check } from './checking';
import type { ContractFault } from './structure';

/** Reports schemas that tools read differently, and listed values that can never occur. */
export const doubtfulSchemas: Check = (placesOf, { files, dialect, report }) => {
  const schemas = createSchemaReader(files, dialect);
  for (const place of [...placesOf('Schema'), ...placesOf('reference to Schema')]) {
    for (const { key, message } of dialect.schemas.doubtful(place.value as Keywords))
      report(warning((key === undefined ? undefined : member(place, key)) ?? place, message));
  }
  for (const place of placesOf('Schema')) {
    // Most schemas say nothing that could be in doubt.
    if (!Object.keys(place.value as object).some((key) => DOUBTFUL.has(key))) continue;
    const impossible = impossibleValues(place);
    if (impossible) report(impossible);
    for (const fault of [...idleBranches(place, schemas), ...noBranches(place, schemas), ...crossed(place)])
      report(fault);
  }
};

const DOUBTFUL: ReadonlySet<string> = new Set(['enum', 'oneOf', 'anyOf', ...BOUNDS]);

/** Returns a warning for each branch of a `oneOf` that is of no use, since another branch takes all that it takes. */
function idleBranches(place: DocumentPlace, schemas: SchemaReader): ContractFault[] {
  const listed = member(place, 'oneOf');
  if (!listed || !Array.isArray(listed.value)) return [];
  const places = members(listed).map(([, branch]) => branch);
  try {
    const keywords = keywordsOf(schemas.at(place));
    const branches = typeof keywords === 'boolean' ? [] : ((keywords['oneOf'] ?? []) as readonly Schema[]);
    return coveredBranches(branches).map(({ at, by }) =>
      warning(
        places[at] ?? listed,
        `No value can satisfy this branch of \`oneOf\` alone, since the branch oneOf/${by} takes all that it takes; write \`anyOf\`. No value is judged by it.`,
      ),
    );
  } catch (error) {
    // A broken reference is reported elsewhere.
    if (error instanceof BrokenReference) return [];
    throw error;
  }
}

/** Returns a warning for a `oneOf` or `anyOf` that no value can satisfy, since the `type` beside it excludes every branch. */
function noBranches(place: DocumentPlace, schemas: SchemaReader): ContractFault[] {
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const listed = member(place, keyword);
    if (!listed || !excludedBranches(keywordsOf(schemas.at(place)), keyword)) return [];
    return [
      warning(
        listed,
        `No value can satisfy this \`${keyword}\`, since no branch takes what the \`type\` beside it says; leave one of them out. No value fails by it.`,
      ),
    ];
  });
}

/** Returns a warning for each two bounds that no value can keep both. */
function crossed(place: DocumentPlace): ContractFault[] {
  const keywords = place.value as Keywords | boolean;
  return crossedBounds(keywords).map(([least, most]) => {
    const [low, high] = typeof keywords === 'boolean' ? [] : [keywords[least], keywords[most]];
    const message = `No value can satisfy this schema, since its \`${least}\` (${low}) is more than its \`${most}\` (${high}). No value fails by them.`;
    return warning(member(place, least) ?? place, message);
  });
}

/** Makes a warning about a place. */
export function warning(place: DocumentPlace, message: string): ContractFault {
  return { place, message, onKey: true, unusable: false, warning: true };
}

const MATCHING: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** Returns one warning for all listed values that the type excludes. */
function impossibleValues(place: DocumentPlace): ContractFault | undefined {
  const { type, nullable, 'x-nullable': extension } = place.value as Keywords;
  const types = [type].flat().filter((name) => typeof name === 'string' && Object.hasOwn(MATCHING, name)) as string[];
  if (types.length === 0) return undefined;
  const isNullable = nullable === true || extension === true;
  const [first, ...more] = members(member(place, 'enum'))
    .map(([, item]) => item)
    .filter(({ value }) => !(value === null && isNullable) && !types.some((name) => MATCHING[name]?.(value)));
  if (!first) return undefined;
  if (isListOfOtherType(place.value as Keywords))
    return warning(
      first,
      `No value can satisfy this schema, since nothing in its \`enum\` is of the type ${types.join(' or ')}. No value fails by them.`,
    );
  const also = more.length === 0 ? '' : `, like ${more.length} more of the list`;
  const value = JSON.stringify(first.value).slice(0, 60);
  return warning(first, `${value} is not of the type ${types.join(' or ')}, and can never come${also}.`);
}
