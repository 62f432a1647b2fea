/**
 * Finds branches of a `oneOf` that can never be the only one which takes a value, since another branch takes all that they take: `integer`
 * beside `number`, or the same branch twice. That is a mistake of the contract, and no value is judged by it.
 */

import { isEqual } from '../../json/equality';
import { remembered } from '../../support/caching';
import type { Keywords } from '../dialects/dialect';
import { given, sureParts } from './applied';
import { typesOf } from './facets';
import { isOfType } from './scalarKeywords';
import { endOf, keywordsOf, type Schema } from './schema';

/** A branch that another one covers, by their positions. */
interface CoveredBranch {
  readonly at: number;
  readonly by: number;
}

/** Returns the branches that others cover. Of branches that say the same, the first one covers the others. */
export const coveredBranches = remembered((branches: readonly Schema[]): readonly CoveredBranch[] => {
  const found: CoveredBranch[] = [];
  if (branches.length <= MOST_BRANCHES)
    for (const [at, branch] of branches.entries()) {
      const by = branches.findIndex(
        (other, position) => position !== at && covers(other, branch) && !(position > at && covers(branch, other)),
      );
      if (by >= 0) found.push({ at, by });
    }
  return found;
});

/** More branches than these are not compared, each with each. */
const MOST_BRANCHES = 100;

/** Returns the branches by which values are judged: those that no other one covers. */
export const tellingBranches = remembered((branches: readonly Schema[]): readonly Schema[] => {
  const covered = new Set(coveredBranches(branches).map(({ at }) => at));
  return covered.size === 0 ? branches : branches.filter((_, at) => !covered.has(at));
});

/** Tells whether a schema has a `oneOf` of which one branch takes all that another one takes. */
export function hasCovered(schema: Schema): boolean {
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean' || !Array.isArray(keywords['oneOf'])) return false;
  const branches = keywords['oneOf'] as readonly Schema[];
  return tellingBranches(branches).length < branches.length;
}

/** Keywords that limit no value. */
const WITHOUT_EFFECT =
  /^(title|description|default|deprecated|examples?|readOnly|writeOnly|xml|externalDocs|\$comment|\$id|\$schema|\$anchor|\$defs|definitions|x-.*)$/;

/**
 * Returns whether one schema surely takes all that another one takes. False where that is not plain to see.
 * Example: `{ type: number }` covers `{ type: integer, minimum: 1 }`, `{ type: string }` covers `{ enum: [a, b] }`, and `Pet` covers `{ allOf: [Pet, …] }`.
 */
function covers(wide: Schema, narrow: Schema): boolean {
  const [one, other] = [endOf(wide), endOf(narrow)];
  if (one === other) return true;
  const [wideKeywords, narrowKeywords] = [keywordsOf(one), keywordsOf(other)];
  if (typeof wideKeywords === 'boolean' || typeof narrowKeywords === 'boolean') return false;
  if (sureParts(given(other)).some((part) => part.schema === one)) return true;
  const bounds = Object.entries(wideKeywords).filter(
    ([key, value]) => value !== undefined && !WITHOUT_EFFECT.test(key),
  );
  // An empty schema is often meant as "anything else".
  if (bounds.length === 0) return false;
  const listed = listedValues(narrowKeywords);
  return bounds.every(([key, bound]) => {
    const own = narrowKeywords[key];
    if (key === 'type' && own === undefined) return listed?.every((value) => isOfType(bound, value)) === true;
    if (key === 'type') return own !== undefined && [own].flat().every((type) => takesType([bound].flat(), type));
    if (key === 'enum' && listed && Array.isArray(bound))
      return listed.every((value) => bound.some((each) => isEqual(each, value)));
    return own !== undefined && isPlain(bound) && isEqual(bound, own);
  });
}

/**
 * Returns whether no value can satisfy `oneOf` or `anyOf`, since each branch takes other types than the `type` beside it.
 * Example: `{ type: object, oneOf: [{ type: string }] }`.
 */
export function excludedBranches(keywords: Schema['keywords'], keyword: 'oneOf' | 'anyOf'): boolean {
  if (typeof keywords === 'boolean' || keywords['type'] === undefined || !Array.isArray(keywords[keyword]))
    return false;
  const types = [keywords['type']].flat();
  return (keywords[keyword] as Schema[]).every((branch) => {
    const own = typesOf(branch);
    return (
      own !== undefined &&
      ![...own].some((type) => takesType(types, type) || types.some((each) => takesType([type], each)))
    );
  });
}

function takesType(types: readonly unknown[], type: unknown): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The values of which a schema takes some, and no other; undefined where it lists none. */
function listedValues({ enum: listed, const: only }: Keywords): readonly unknown[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(listed) ? listed : undefined;
}

/** Whether a keyword has no schema in it. Schemas are not compared, since they may go round in circles. */
function isPlain(bound: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof bound) || (Array.isArray(bound) && bound.every(isPlain));
}
