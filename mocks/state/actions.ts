/**
 * Knows what an action below a thing says of it by its name, its method and its body: `POST /articles/{slug}/favorite` sets `favorited`, DELETE takes it
 * back, `POST /orders/{id}/cancel` makes the `status` one of `cancelled`, `PUT /campaigns/{id}/status` sets it. If the answer shows the thing, it is this one.
 */

import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { nearestKeyword, typesOf } from '../../src/contract/schema/facets';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import { type View, viewOfThing } from '../../src/resources/answers/views';
import { plain } from '../../src/resources/vocabulary/words';
import { belowItem } from '../../src/routing/pathTemplate';
import { type Collection, canonicalOf } from './collections';
import { isOfShape, shapeOf } from './sameThing';
import { takes } from './values';

/** Tells whether an operation right below a thing says or shows something of it. */
export function isAction(operation: Operation, of: Collection): boolean {
  const view = canonicalOf(of)?.view;
  const { name = '' } = belowItem(operation.path.replace(/\/$/, '')) ?? {};
  if (operation.method === 'GET' || name === '' || !view?.isObject || view.members.size === 0) return false;
  return (
    showsThing(operation, of, view) || setsMember(operation, view) !== undefined || said(operation, view).length > 0
  );
}

/** Tells whether an action answers the thing. */
export function showsThing(operation: Operation, of: Collection, view: View): boolean {
  const shape = shapeOf(view.schemas);
  return declaredSuccesses(operation).some(({ media }) =>
    media.some((each) => isOfShape(viewOfThing(of, each)?.schemas ?? [], shape)),
  );
}

/** Returns the member that a PUT or PATCH sets which is called like it: `status` of `PUT /campaigns/{id}/status`. */
function setsMember({ method, path, requestBody }: Operation, { members }: View): string | undefined {
  const name = plain(belowItem(path.replace(/\/$/, ''))?.name ?? '');
  if (!/^(PUT|PATCH)$/.test(method) || !requestBody) return undefined;
  return [...members.keys()].find((each) => plain(each) === name);
}

/** Returns what an action says by its name of the members of its thing. */
function said({ method, path }: Operation, { members }: View): readonly (readonly [string, JsonValue])[] {
  const name = plain(belowItem(path.replace(/\/$/, ''))?.name ?? '');
  const undone = /^un(.{3,})$/.exec(name)?.[1];
  const action = stemOf(undone ?? name);
  return [...members].flatMap(([member, schemas]): (readonly [string, JsonValue])[] => {
    if (schemas.some((each) => typesOf(each)?.has('boolean')))
      return stemOf(member) === action ? [[member, method !== 'DELETE' && undone === undefined]] : [];
    if (!/(?:status|state)$/.test(plain(member)) || method === 'DELETE') return [];
    const listed = schemas.map((each) => nearestKeyword(each, 'enum')).find(Array.isArray);
    const state = listed?.find((each) => typeof each === 'string' && stemOf(each) === stemOf(name));
    return state === undefined ? [] : [[member, state]];
  });
}

/** Returns what is common to a verb and to what says that it was done: `follow`, `isFollowed` and `following` → `follow`. */
function stemOf(word: string): string {
  return plain(word)
    .replace(/^(?:is|has)(?=.{3})/, '')
    .replace(/(?:ing|ed|s)$/, '')
    .replace(/e$/, '')
    .replace(/([^aeiou])\1$/, '$1');
}

/** Returns a thing as it is after an action. @param sent the body of the request. */
export function changedBy(
  operation: Operation,
  view: View,
  thing: JsonObject,
  sent: JsonValue | undefined,
): JsonObject {
  const own = setsMember(operation, view);
  const set =
    own !== undefined && isObject(sent) && Object.hasOwn(sent, own) ? [[own, sent[own] as JsonValue] as const] : [];
  const changes = [...said(operation, view), ...set].filter(([name, value]) =>
    (view.members.get(name) ?? []).every((schema) => takes(schema, value)),
  );
  return { ...thing, ...Object.fromEntries(changes), ...countedAgain(thing, changes) };
}

/** Returns the counts of who did something, when somebody does it or takes it back: `favoritesCount` of what is `favorited` now. */
function countedAgain(thing: JsonObject, changes: readonly (readonly [string, JsonValue])[]): JsonObject {
  const counts = changes.flatMap(([name, value]): [string, JsonValue][] => {
    if (typeof value !== 'boolean' || typeof thing[name] !== 'boolean' || thing[name] === value) return [];
    const count = Object.keys(thing).find(
      (each) => /count$/i.test(each) && stemOf(each.replace(/_?count$/i, '')) === stemOf(name),
    );
    const number = count === undefined ? undefined : thing[count];
    return count !== undefined && typeof number === 'number' ? [[count, Math.max(0, number + (value ? 1 : -1))]] : [];
  });
  return Object.fromEntries(counts);
}
