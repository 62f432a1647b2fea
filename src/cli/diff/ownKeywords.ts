/** Tells whether two sides say the same of a value itself, apart from what they say of its members and items. */

import { APPLICATORS, partsOfValue } from '../../contract/schema/applicators';
import { namesDeclared, type Part } from '../../contract/schema/applied';
import { isBinding } from '../../contract/schema/formats';
import { forbidsAll, isSchema, type Schema } from '../../contract/schema/schema';
import { canonical } from '../../json/equality';
import type { FormatReading, SameSchemas } from './sameSchemas';

/** Keywords that say nothing of a value, or whose schemas are compared by themselves. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['$ref', '$dynamicRef', 'allOf', 'properties', 'items', 'title', 'description', 'default', 'example', 'examples'],
  ...['deprecated', 'externalDocs', 'xml', 'discriminator', 'nullable', 'x-nullable', 'readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions', '$comment'],
]);

/**
 * Returns the names of the keywords in which two sides differ.
 * @param same compares the schemas of alternatives and of conditions.
 */
export function differencesOfOwn(
  one: readonly Part[],
  other: readonly Part[],
  same: SameSchemas,
  formats: FormatReading,
): ReadonlySet<string> {
  const differing = new Set<string>();
  const [left, right] = [scalarsOf(one, formats), scalarsOf(other, formats)];
  for (const [said, there] of [
    [left, right],
    [right, left],
  ] as const)
    for (const [text, name] of said) if (!there.has(text)) differing.add(name);
  const [held, heldThere] = [heldBy(one), heldBy(other)];
  for (let at = 0; at < Math.max(held.length, heldThere.length); at++) {
    const [mine, theirs] = [held[at], heldThere[at]];
    if (mine && theirs && mine[0] === theirs[0] && isSameHeld(mine[1], theirs[1], same)) continue;
    for (const [name] of [mine, theirs].filter((each) => each !== undefined)) differing.add(name);
  }
  if (namesOf(one) !== namesOf(other) && limitsNames([...one, ...other])) differing.add('properties');
  return differing;
}

/** Tells whether some schemas allow no value at all, themselves or in what each value of them satisfies. @param parts what they put together. */
export function allowNothing(schemas: readonly Schema[], parts: readonly Part[]): boolean {
  const always = parts.flatMap(({ schema }) =>
    partsOfValue(schema).filter(({ applicator }) => applicator.applies === 'always'),
  );
  return [...schemas, ...always.map(({ schema }) => schema)].some(forbidsAll);
}

/** Returns what is said, as texts, with the names of the keywords. */
function scalarsOf(parts: readonly Part[], formats: FormatReading): ReadonlyMap<string, string> {
  const said = parts.flatMap(({ keywords }) =>
    Object.entries(keywords).flatMap(([name, value]) =>
      ELSEWHERE.has(name) || name.startsWith('x-') || isHolding(name, value) || saysNothing(name, value, formats)
        ? []
        : [
            [
              `${name} ${canonical(name === 'required' || name === 'type' ? [value].flat().sort() : value)}`,
              name,
            ] as const,
          ],
    ),
  );
  return new Map(said);
}

function saysNothing(name: string, value: unknown, formats: FormatReading): boolean {
  return (
    (name === 'additionalProperties' && value === true) ||
    (name === 'uniqueItems' && value === false) ||
    (name === 'required' && Array.isArray(value) && value.length === 0) ||
    // A format that no standard makes binding refuses nothing.
    (name === 'format' && formats === 'letter' && !isBinding(String(value)))
  );
}

function isHolding(name: string, value: unknown): boolean {
  const holds = APPLICATORS.get(name)?.holds;
  return holds === 'one' ? isSchema(value) : holds !== undefined;
}

function heldBy(parts: readonly Part[]): [name: string, value: unknown][] {
  return parts
    .flatMap(({ keywords }) =>
      Object.entries(keywords).filter(([name, value]) => !ELSEWHERE.has(name) && isHolding(name, value)),
    )
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

function isSameHeld(one: unknown, other: unknown, same: SameSchemas): boolean {
  if (isSchema(one) || isSchema(other)) return isSchema(one) && isSchema(other) && same(one, other);
  const [left, right] = [Object.entries(one as object), other as Readonly<Record<string, Schema>>];
  return (
    left.length === Object.keys(right).length && left.every(([name, schema]) => same(schema as Schema, right[name]))
  );
}

function namesOf(parts: readonly Part[]): string {
  return [...namesDeclared(parts)].sort().join('\n');
}

/** Tells whether it matters which members are named: others are forbidden or described, or none is named. */
function limitsNames(parts: readonly Part[]): boolean {
  return parts.some(({ keywords }) =>
    ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some(
      (name) => keywords[name] !== undefined && keywords[name] !== true,
    ),
  );
}
