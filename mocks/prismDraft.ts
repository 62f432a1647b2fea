/** What Prism takes a contract's schemas for: those of draft 7, in which tuples are written in another way. */

/** Keywords whose values are data, in which nothing is a schema. */
const DATA = new Set(['const', 'enum', 'default', 'example', 'examples', 'value']);

/** Keywords whose members have names of the user's, in which nothing is a keyword. */
const NAMED = new Set(['properties', 'patternProperties']);

/** Writes tuples as draft 7 has them, and gives durations an example, of which Prism has none. Changes what it is given. */
export function toDraft7(node: unknown, named = false): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Record<string, unknown>;
  const { prefixItems, items, format } = schema;
  if (Array.isArray(prefixItems)) {
    schema['items'] = prefixItems;
    if (items !== undefined) schema['additionalItems'] = items;
    delete schema['prefixItems'];
  }
  if (format === 'duration') schema['examples'] ??= ['P1D'];
  for (const [key, child] of Object.entries(schema))
    if (named || !DATA.has(key)) toDraft7(child, !named && NAMED.has(key));
}
