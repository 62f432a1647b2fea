/** Makes the object without members where several are required: a service that looks at each member alone, if it is there, takes it. */

import type { Media } from '../../../src/contract/contract';
import type { BrokenClause } from '../../../src/contract/schema/brokenClause';
import { evaluate } from '../../../src/contract/schema/evaluate';
import type { CaseViolation } from '../../../src/engine/model/case';
import { mediaKind } from '../../../src/http/mediaType';
import { sum } from '../../../src/support/collections';
import { violationOf } from './clausesShown';
import type { InputPart } from './combineInputs';

const WHAT = 'an empty object';

/** Returns the body and what it breaks; none if it breaks nothing, more than what is required, or one member alone, which is left out anyway. */
export function emptyBody({ type, schema }: Media): (InputPart & { violation: CaseViolation })[] {
  if (!schema || mediaKind(type) !== 'json') return [];
  let broken: readonly BrokenClause[];
  try {
    broken = evaluate(schema, {}, { direction: 'request' });
  } catch {
    // Nobody can tell what such a schema means.
    return [];
  }
  const [first] = broken;
  const isRequired = broken.every(({ keyword, path, branches }) => keyword === 'required' && path === '' && !branches);
  const missing = sum(broken.map(({ about = [] }) => about.length));
  if (!first || !isRequired || missing < 2) return [];
  return [
    {
      shows: `the body is ${WHAT}`,
      part: { body: { bytes: Buffer.from('{}'), contentType: type } },
      violation: violationOf({ ...first, what: WHAT }, 'the body'),
    },
  ];
}
