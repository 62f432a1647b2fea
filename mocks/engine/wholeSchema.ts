/** Says which schema a whole content has where the contract says only what the items of a sequence are (`itemSchema` of OpenAPI 3.2). */

import type { Media } from '../../src/contract/contract';
import type { Schema } from '../../src/contract/schema/schema';
import { mediaKind } from '../../src/http/mediaType';

/** How many items a sequence has of which the contract says only what one is. */
const FEW_ITEMS = 3;

/** Returns the schema of a whole content: of a sequence of which the contract says what an item is, a list of some. */
export function wholeSchema({
  type,
  schema,
  itemSchema,
}: Pick<Media, 'type' | 'schema' | 'itemSchema'>): Schema | undefined {
  if (schema || !itemSchema || mediaKind(type) !== 'sequence') return schema;
  const known = listsOf.get(itemSchema);
  const list: Schema = known ?? {
    place: { ...itemSchema.place, pointer: `${itemSchema.place.pointer}/list` },
    keywords: { type: 'array', items: itemSchema, minItems: FEW_ITEMS },
  };
  if (!known) listsOf.set(itemSchema, list);
  return list;
}

const listsOf = new WeakMap<object, Schema>();
