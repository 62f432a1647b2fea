/** The types of JSON, and what a `type` leaves of them. */

export const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

export type Type = (typeof JSON_TYPES)[number];

/** What a `type` names; undefined where it says nothing. */
export function namedTypes(type: unknown): readonly Type[] | undefined {
  if (type === undefined) return undefined;
  return [type].flat().filter((each): each is Type => JSON_TYPES.includes(each as Type));
}

/** What is of both; integers are numbers. */
export function intersect(some: readonly Type[], others: readonly Type[]): readonly Type[] {
  const shared = some.flatMap((type): Type[] => {
    if (others.includes(type) || (type === 'integer' && others.includes('number'))) return [type];
    return type === 'number' && others.includes('integer') ? ['integer'] : [];
  });
  return [...new Set(shared)];
}

/** What a value would have to be to be none of these, the plainest first. */
export function otherTypes(types: readonly Type[]): readonly Type[] {
  const numeric = types.includes('integer') || types.includes('number');
  return OTHERS.filter((type) => !types.includes(type) && !(numeric && type === 'number'));
}

/** The keywords that are about one type alone. */
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
