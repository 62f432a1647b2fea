/** What is still to come of a body is put in: names of what was made, and what a declared link has from an answer. */

import { breaches } from '../../contract/schema/judge';
import { asNumber, exactValue } from '../../json/exactJson';
import { pointerTokens, valueAt } from '../../json/pointer';
import type { JsonValue } from '../../json/value';
import { changeableBody, rewrittenBody } from '../../serialization/changeableBody';
import type { Input } from '../../serialization/input';
import type { Case, Need } from '../model/case';

/**
 * The input of a case with all that has come. What does not fit stays as it was planned: inference chooses inputs, and breaks none.
 * @param comeOf what came of a need: a text for a name, any value for an expression; undefined for nothing.
 * @param isOwn whether what came of a need is known to the run alone: by that, what the request makes can be told from all else.
 * @returns undefined where something has not come without which the case must not be sent.
 */
export function fillInput(
  { request: { operation, input }, waitsFor: { fills = [] } = {} }: Pick<Case, 'request' | 'waitsFor'>,
  comeOf: (need: Need) => JsonValue | undefined,
  isOwn: (need: Need, value: JsonValue) => boolean = () => false,
): Input | undefined {
  const sent = fills.length === 0 ? undefined : changeableBody(operation, input);
  if (!input.body || !sent) return input;
  const { media, json } = sent;
  const planned = exactValue(json);
  let body = planned;
  const texts = { ...input.like };
  const refers: Record<string, string> = {};
  for (const { pointer, place, isNeeded } of fills) {
    const come = typeof place === 'object' ? comeOf(place) : place;
    const value = come !== undefined && typeof place === 'object' && place.as ? place.as(String(come)) : come;
    if (come === undefined || value === undefined) {
      if (isNeeded) return undefined;
      continue;
    }
    const fitting = isNeeded ? value : ofType(valueAt(body, pointer), value);
    if (fitting === undefined) continue;
    const next = withValue(body, pointerTokens(pointer), fitting);
    if (!isNeeded && breaches(media, next) !== breaches(media, body)) continue;
    body = next;
    const [member = '', ...deeper] = pointerTokens(pointer);
    delete texts[member];
    if (typeof place === 'object' && deeper.length === 0 && isOwn(place, come)) refers[member] = String(value);
  }
  if (body === planned) return input;
  // What a link gives is no valid request where its schema does not take it.
  if (fills.some(({ isNeeded }) => isNeeded) && breaches(media, body) !== '') return undefined;
  const { like: _, ...rest } = input;
  const filled = rewrittenBody(media, input.body, body);
  return filled && { ...rest, body: filled, like: texts, refers };
}

/** A name as the value that stands in its place is written; undefined where it cannot be. */
function ofType(planned: unknown, value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'string') return undefined;
  if (typeof planned === 'string') return value;
  return typeof planned === 'number' || typeof planned === 'bigint' ? asNumber(value) : undefined;
}

function withValue(whole: JsonValue, [token, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (token === undefined) return value;
  if (typeof whole !== 'object' || whole === null) return whole;
  const inner = (whole as Readonly<Record<string, JsonValue>>)[token];
  if (inner === undefined) return whole;
  const changed = withValue(inner, rest, value);
  return Array.isArray(whole)
    ? whole.map((each, at) => (String(at) === token ? changed : (each as JsonValue)))
    : { ...(whole as Readonly<Record<string, JsonValue>>), [token]: changed };
}
