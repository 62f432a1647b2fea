/** For the table of each applicator × each caller: schemas that say something of one member, or of one item, by one applicator each. */

/** What stands beside the schemas of the tables, as `#/components/schemas/Held`. */
export function heldComponent(held: object): Readonly<Record<string, object>> {
  return { Held: { properties: { a: held } } };
}

/** Ways in which a schema says something of the member `a` of its objects, in each case by one keyword. */
export function sayingOfMember(held: object): ReadonlyMap<string, object> {
  const holding = { properties: { a: held } };
  return new Map<string, object>([
    ['properties', holding],
    ['patternProperties', { patternProperties: { '^a$': held } }],
    ['additionalProperties', { additionalProperties: held }],
    ['unevaluatedProperties', { unevaluatedProperties: held }],
    ['$ref', { $ref: '#/components/schemas/Held' }],
    ['$dynamicRef', { $dynamicRef: '#/components/schemas/Held' }],
    ['allOf', { allOf: [{}, holding] }],
    ['anyOf', { anyOf: [{ type: 'string' }, holding] }],
    ['oneOf', { oneOf: [{ type: 'string' }, { ...holding, type: 'object' }] }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    ['then', { if: { required: ['a'] }, then: holding }],
    ['else', { if: { required: ['z'] }, else: holding }],
    ['dependentSchemas', { dependentSchemas: { a: holding } }],
  ]);
}

/** Ways in which a schema says nothing that holds for the member `a`. */
export function silentOfMember(held: object): ReadonlyMap<string, object> {
  const holding = { properties: { a: held } };
  return new Map<string, object>([
    ['if', { if: holding }],
    ['not', { not: { ...holding, required: ['z'] } }],
    ['propertyNames', { propertyNames: { maxLength: 5 } }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    ['then without a condition', { then: holding }],
    ['patternProperties of other names', { patternProperties: { '^b': held } }],
    ['additionalProperties beside its name', { properties: { a: true }, additionalProperties: held }],
  ]);
}

/** Ways in which a schema says something of the first item of its lists. */
export function sayingOfItem(held: object): ReadonlyMap<string, object> {
  return new Map<string, object>([
    ['items', { items: held }],
    ['prefixItems', { prefixItems: [held] }],
    ['unevaluatedItems', { unevaluatedItems: held }],
    ['items below oneOf', { oneOf: [{ type: 'string' }, { type: 'array', items: held }] }],
    ['prefixItems below allOf', { allOf: [{}, { prefixItems: [held], items: {} }] }],
  ]);
}
