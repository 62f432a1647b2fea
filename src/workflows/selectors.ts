/** Selectors of Arazzo 1.1 (§4.7.15): objects that name a place in a value. Each becomes the runtime expression that means the same. */

import { pointerOf } from '../json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../json/value';

/** Tells whether a value is a selector. */
export function isSelector(value: unknown): value is JsonObject {
  return isObject(value) && ['context', 'selector', 'type'].every((name) => Object.hasOwn(value, name));
}

/** Why a selector cannot be used, as a sentence. */
export class SelectorError extends Error {}

/** Puts expressions in place of the selectors in a value. @throws SelectorError */
export function withoutSelectors(value: JsonValue): JsonValue {
  if (isSelector(value)) return expressionOf(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutSelectors(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutSelectors(item)])) as JsonValue;
}

/** `{ context: $response.body, selector: $.pets[0].id, type: jsonpath }` → `$response.body#/pets/0/id`. */
function expressionOf({ context, selector, type: written }: JsonObject): string {
  const type = isObject(written) ? written['type'] : written;
  if (typeof context !== 'string' || typeof selector !== 'string')
    throw new SelectorError('a selector must have a `context` and a `selector`, which are texts.');
  if (type !== 'jsonpath' && type !== 'jsonpointer')
    throw new SelectorError('selectors are supported of the types jsonpath and jsonpointer.');
  const pointer = type === 'jsonpointer' ? selector : pointerOfPath(selector);
  if (pointer === undefined)
    throw new SelectorError(`the JSONPath \`${selector}\` is not supported; it must name one place: \`$.pets[0].id\`.`);
  if (!/^(\/|$)/.test(pointer)) throw new SelectorError(`\`${selector}\` is no JSON Pointer.`);
  return pointer === '' ? context : `${context}#${pointer}`;
}

const SEGMENT = /\.([A-Za-z_]\w*)|\[(\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]/g;

function pointerOfPath(path: string): string | undefined {
  if (!path.startsWith('$') || path.slice(1).replace(SEGMENT, '') !== '') return undefined;
  const tokens = [...path.matchAll(SEGMENT)].map(([, name, index, one, other]) => name ?? index ?? one ?? other ?? '');
  return pointerOf(tokens).replace(/^#/, '');
}
