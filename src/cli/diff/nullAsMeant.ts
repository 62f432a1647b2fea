/** Finds `nullable: true` where the version of OpenAPI gives it no meaning, as 3.1 does: whoever wrote it meant null, and few go by the letter. */

import { given } from '../../contract/schema/applied';
import { partsAtPlace } from '../../contract/schema/appliedToValue';
import { type Direction, endOf, type Schema } from '../../contract/schema/schema';
import { pointerTokens } from '../../json/pointer';
import { isObject } from '../../json/value';

/** Tells whether a schema says `nullable: true`, and its version of OpenAPI does not read it. */
export function isNullUnread({ place, keywords }: Schema): boolean {
  return isObject(place.value) && place.value['nullable'] === true && isObject(keywords) && !('nullable' in keywords);
}

/** Returns what a reference leads to, unless null is meant beside it. */
export function endAsMeant(schema: Schema): Schema {
  return isNullUnread(schema) ? schema : endOf(schema);
}

/** Tells whether a null at a place of a value is one that schemas allow as they are meant, and not to the letter. */
export function isNullAsMeant(schemas: readonly Schema[], value: unknown, path: string, direction: Direction): boolean {
  const tokens = pointerTokens(path);
  const inner = tokens.reduce<unknown>((held, token) => (held as Record<string, unknown> | null)?.[token], value);
  if (inner !== null) return false;
  return partsAtPlace(given(...schemas), value, tokens, direction).some(({ schema }) => isNullUnread(schema));
}
