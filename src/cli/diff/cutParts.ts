/** What may not be said of schemas from which a mistake of their contract was cut out. */

import { isCut, isCutOpen, isFaulty } from '../../contract/check/cutFaults';
import { subschemasOf } from '../../contract/schema/applicators';
import { given } from '../../contract/schema/applied';
import { partsAtPlace } from '../../contract/schema/appliedToValue';
import type { BrokenClause } from '../../contract/schema/brokenClause';
import { isCrossed } from '../../contract/schema/crossedBounds';
import { type Direction, keptOnSchema, type Schema } from '../../contract/schema/schema';
import { pointerTokens } from '../../json/pointer';

/**
 * Tells whether what the allowing schemas lost by a mistake of their contract may be what would refuse the value, too: the same keyword, or one
 * that holds schemas, at the place or on the way to it. A `oneOf` may also be broken by what a faulty branch takes too much.
 */
export function mayBeRefusedBesides(
  allowing: readonly Schema[],
  { path, keyword, schema }: BrokenClause,
  value: unknown,
  direction: Direction,
): boolean {
  if (/^(oneOf|not)$/.test(keyword) && leadsToFault(schema)) return true;
  const tokens = pointerTokens(path);
  return tokens
    .concat('')
    .some((_, length) =>
      partsAtPlace(given(...allowing), value, tokens.slice(0, length), direction).some(
        ({ schema: own }) => isCutOpen(own) || (length === tokens.length && isUnjudged(own, keyword)),
      ),
    );
}

/** Tells whether no value is judged by a keyword, since that is a mistake of the contract: it was cut out, or another one excludes it. */
function isUnjudged(schema: Schema, keyword: string): boolean {
  return isCut(schema, keyword) || isCrossed(schema.keywords, keyword);
}

const leadsToFault = keptOnSchema((schema) => {
  const seen = new Set([schema]);
  for (const each of seen) for (const { schema: held } of subschemasOf(each)) seen.add(held);
  return [...seen].some(isFaulty);
});
