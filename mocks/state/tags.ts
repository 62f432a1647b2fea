/** Names the states of things by ETags, and answers requests that are to be done only on the condition of one (RFC 9110 §13). */

import { createHash } from 'node:crypto';
import type { MutableJson } from '../../conformance/values/generator';
import { writeJson } from '../../conformance/values/results';
import type { Operation } from '../../src/contract/contract';
import { isSameTag, isWeakTag, tagsListed } from '../../src/http/entityTags';
import { SAFE_METHODS } from '../../src/http/methods';
import type { JsonValue } from '../../src/json/value';
import { speaksOfTags } from '../../src/resources/locks';
import { remembered } from '../../src/support/caching';
import type { EngineRequest, Held } from '../engine/engine';
import { NOTHING_HELD, refusal, type StateAnswer } from './requestPlan';

/** Answers the conditions of requests at one path; undefined where the contract says nothing of ETags there. */
export type Conditions = (asked: EngineRequest, current: () => JsonValue | undefined) => StateAnswer | undefined;

/** @param beside the operations of the path of an operation. */
export function createConditions(beside: (operation: Operation) => readonly Operation[]): Conditions {
  const areTold = remembered((operation: Operation) => speaksOfTags(beside(operation)));
  return (asked, current) =>
    isConditional(asked) && areTold(asked.operation) ? unlessHolds(asked, current()) : undefined;
}

function isConditional({ headers }: EngineRequest): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/**
 * Refuses a change on a condition that does not hold with 412, and a read of what the client has already with 304, if the contract declares that.
 * @param current the value that the path shows; undefined if there is none.
 * @returns undefined if the condition holds, in the order of RFC 9110 §13.2.2.
 */
function unlessHolds(
  { operation, method, headers }: EngineRequest,
  current: JsonValue | undefined,
): StateAnswer | undefined {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const tags = current === undefined ? [] : textsOf(current);
  const holds = (field: string, isNamed: (listed: string, own: string) => boolean) =>
    field.trim() === '*'
      ? current !== undefined
      : tagsListed(field).some((listed) => tags.some((own) => isNamed(listed, own)));
  if (match !== undefined && !holds(match, (listed, own) => !isWeakTag(listed) && listed === own))
    return unmet(operation, 'its If-Match names another state than the one that is there');
  if (noneMatch === undefined || !holds(noneMatch, isSameTag)) return undefined;
  if (!SAFE_METHODS.has(method.toUpperCase()))
    return unmet(operation, 'its If-None-Match names the state that is there');
  if (!operation.responses.some(({ status }) => status === '304')) return undefined;
  return { status: 304, take: () => ({ ...NOTHING_HELD, fields: { etag: tags } }) };
}

/** Refuses a request whose condition does not hold: with 412 (RFC 9110 §13.1.1), or with a 409 where only that is declared. */
function unmet(operation: Operation, why: string): StateAnswer {
  return refusal(operation, [412, 409], why) ?? { status: 412, why, take: () => NOTHING_HELD };
}

/** Adds the ETag of what an answer shows to its fields, if the operation declares one. */
export function withTag(operation: Operation, fields: Held['fields'], value: JsonValue | undefined): Held['fields'] {
  return value !== undefined && showsTags(operation) ? { ...fields, etag: textsOf(value) } : fields;
}

/** Tells whether an answer of an operation shows the ETag of what it is about. */
export const showsTags = remembered(({ responses }: Operation) =>
  responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === 'etag')),
);

/** Returns the ETag of a value in several spellings, of which the contract may allow only one: `"5f1c…"`, `"1593…"`, `W/"5f1c…"`. */
function textsOf(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return spelled(value);
  const known = spelledBefore.get(value);
  if (known) return known;
  const texts = spelled(value);
  spelledBefore.set(value, texts);
  return texts;
}

/** Values are never changed, only replaced. */
const spelledBefore = new WeakMap<object, readonly string[]>();

function spelled(value: JsonValue): readonly string[] {
  const hash = createHash('sha256')
    .update(writeJson(value as MutableJson))
    .digest('hex')
    .slice(0, 16);
  return [`"${hash}"`, `"${BigInt(`0x${hash}`)}"`, `W/"${hash}"`];
}
