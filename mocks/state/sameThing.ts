/** Tells by the schemas of a contract whether two places of it speak of things of one kind: both are of `#/components/schemas/User`. */

import { facets } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';

/** What describes the members of things of a kind. Two places that refer to one component have the same. */
export type ThingShape = readonly ReturnType<typeof facets>[number][];

export function shapeOf(schemas: readonly Schema[]): ThingShape {
  return schemas.flatMap((schema) => facets(schema, false)).filter(({ properties }) => properties !== undefined);
}

/** Tells whether a place speaks of things of a shape, whatever it says beside: `allOf: [User, …]`, `oneOf: [User, null]`. */
export function isOfShape(schemas: readonly Schema[], shape: ThingShape): boolean {
  const all = new Set(schemas.flatMap((schema) => facets(schema, true)));
  return shape.length > 0 && shape.every((each) => all.has(each));
}
