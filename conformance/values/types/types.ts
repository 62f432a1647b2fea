/** The types of JSON, and which of them a `type` keyword allows. */

export const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

export type Type = (typeof JSON_TYPES)[number];

/** Returns the types that a `type` keyword names; undefined if there is no such keyword. */
export function namedTypes(type: unknown): readonly Type[] | undefined {
  if (type === undefined) return undefined;
  return typeof type === 'string'
    ? (ALONE.get(type) ?? [])
    : [type].flat().filter((name): name is Type => JSON_TYPES.includes(name as Type));
}

/** Nearly all schemas name one type. */
const ALONE: ReadonlyMap<string, readonly Type[]> = new Map(JSON_TYPES.map((type) => [type, [type]]));

/** Returns the types that are in both lists. Every integer is also a number. */
export function intersect(left: readonly Type[], right: readonly Type[]): readonly Type[] {
  const shared = left.flatMap((type): Type[] => {
    if (right.includes(type) || (type === 'integer' && right.includes('number'))) return [type];
    return type === 'number' && right.includes('integer') ? ['integer'] : [];
  });
  return [...new Set(shared)];
}

/**
 * Returns types that a value can have if it has none of the given ones, the plainest first. In place of a list a text comes last: many services
 * take it for a list of its characters, and make a thing of each.
 */
export function otherTypes(types: readonly Type[]): readonly Type[] {
  const numeric = types.includes('integer') || types.includes('number');
  const others = OTHERS.filter((type) => !types.includes(type) && !(numeric && type === 'number'));
  return types.includes('array')
    ? [...others].sort((one, other) => Number(isText(one)) - Number(isText(other)))
    : others;
}

function isText(type: Type): boolean {
  return type === 'string';
}

/** The keywords that apply only to one type. */
export const ABOUT: Partial<Record<Type, readonly string[]>> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'minProperties',
    'maxProperties',
    'propertyNames',
    'dependentRequired',
    'unevaluatedProperties',
  ],
  array: [
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

const OTHERS: readonly Type[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];
