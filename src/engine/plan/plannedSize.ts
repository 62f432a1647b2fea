/** About how many requests an operation will be asked by. It is estimated from the contract, since planning them takes long. */

import type { Operation } from '../../contract/contract';
import { subschemasOf } from '../../contract/schema/applicators';
import { keywordsOf, type Schema } from '../../contract/schema/schema';

/** What an operation is asked by that has no parameters and no content: GitHub's contract is asked 17 times an operation. */
const LEAST = 12;

/** So many schemas of one part of a request are looked at. A run also sets a limit to what it asks of one part. */
const MOST_SCHEMAS = 100;

/** The keywords of which each bounds a value, and so is shown and broken by requests of its own. */
const BOUNDING: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);

/** The same for every process: it depends on the contract alone. */
export function plannedSize({ parameters, requestBody }: Operation): number {
  const schemas = [...parameters, ...(requestBody?.media ?? [])].map(({ schema }) => schema);
  return schemas.reduce((sum, schema) => sum + (schema ? boundsOf(schema) : 1), LEAST);
}

/** Counts what bounds a value: keywords, and members that are required. */
function boundsOf(root: Schema): number {
  const todo = [root];
  const seen = new Set<Schema>();
  let bounds = 0;
  for (let schema = todo.pop(); schema && seen.size < MOST_SCHEMAS; schema = todo.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const [keyword, value] of Object.entries(keywordsOf(schema))) {
      if (BOUNDING.has(keyword)) bounds++;
      else if (keyword === 'required' && Array.isArray(value)) bounds += value.length;
    }
    todo.push(...subschemasOf(schema).map(({ schema: held }) => held));
  }
  return bounds;
}
