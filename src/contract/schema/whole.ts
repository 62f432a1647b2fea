/** Looks whether all that a schema refers to exists. */

import { atOnce, type Parts } from '../../support/letOthersRun';
import { subschemasOf } from './applicators';
import { tellingBranches } from './coveredBranches';
import { endOf, type Schema } from './schema';

/** Schemas of which it is known: they are looked at once for all operations. */
const whole = new WeakSet<Schema>();

/**
 * Looks at a schema and at all schemas that a value is judged by with it.
 * @throws BrokenReference if one of them refers to something that does not exist.
 */
export function assertWhole(schema: Schema): void {
  atOnce(assertWholeInParts(schema));
}

/** So many schemas are looked at in one part. */
const SCHEMAS_IN_A_PART = 500;

/** As {@link assertWhole}, and stops after each part. */
export function* assertWholeInParts(schema: Schema): Parts<void> {
  if (whole.has(schema)) return;
  const seen = new Set([schema]);
  let looked = 0;
  // The loop also visits the schemas that it adds.
  for (const next of seen) {
    for (const part of judgedBy(next)) if (!whole.has(part)) seen.add(part);
    if (++looked % SCHEMAS_IN_A_PART === 0) yield;
  }
  for (const each of seen) whole.add(each);
}

function judgedBy(schema: Schema): readonly Schema[] {
  // This throws where a reference is broken.
  const { keywords } = schema;
  if (typeof keywords === 'boolean') return [];
  const telling = new Set(tellingBranches((keywords['oneOf'] ?? []) as Schema[]));
  return subschemasOf(schema).flatMap(({ keyword, schema: part }) => {
    if (keyword === 'oneOf' && !telling.has(part)) return [];
    return keyword === '$ref' || keyword === '$dynamicRef' ? [endOf(part)] : [part];
  });
}
