/**
 * Looks, right before a request is to make something that has no name of the run's own, whether that is there already: some services know a thing by
 * a value of which there are few, such as its type, and overwrite what has it. In doubt it is there.
 */

import { declaredSuccesses, type Operation } from '../../contract/contract';
import { surelySatisfies } from '../../contract/schema/evaluate';
import { hasListedValues, valuesListed } from '../../contract/schema/facets';
import { isSuccess } from '../../http/statuses';
import { canonical } from '../../json/equality';
import { parsedBody } from '../../json/exactJson';
import type { JsonValue } from '../../json/value';
import { isOnePageAsTold } from '../../resources/answers/pages';
import { valuesOfList } from '../../resources/answers/shown';
import { showsNothing } from '../../resources/answers/showsNothing';
import { type FewName, fewNames } from '../../resources/fewNames';
import { anyNamed, idsAbove, listerFor, thingNamed, thingsAbove } from '../../resources/things';
import { plain } from '../../resources/vocabulary/words';
import type { Case } from '../model/case';
import type { Edit } from '../model/tries';
import { isHandedOver, mayAct } from './caseFacts';
import { keyText } from './heldKeys';
import type { LedgerState, Making } from './ledgerState';
import { isImprobable } from './ownership';
import { isOwnItem, isOwnThing, showsOwnText } from './ownItems';
import { thingKey } from './sightings';
import { isNotThere, scalarsWithin } from './view';

/** What keeps a request from being sent by {@link whyPerhapsThere}, although with other values it might be sent. */
export const THERE = 'it names what it makes by a value of which there are few, and something has that already';
const UNSEEN =
  'it names what it makes by a value of which there are few, and nobody can look whether something has that already';

/** Returns why what a request is to make may be there already, under a name that somebody else may have given it. */
export async function whyPerhapsThere(
  state: LedgerState,
  each: Case,
  { kind, thing }: Making,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (thing || each.request.operation.method !== 'POST' || !mayAct(each)) return undefined;
  if (each.claim.handedOver || (isHandedOver(each) && each.request.operation.path.includes('{'))) return undefined;
  const names = fewNames(kind, each.request, isImprobable);
  if (names.length === 0 || isInOwn(state, each, kind)) return undefined;
  const byReader = await seenByName(state, each, { kind, names }, signal);
  if (byReader === 'there') return THERE;
  const byList = await seenInList(state, each, { kind, names }, signal);
  if (byList === 'there') return THERE;
  if (byReader === 'nothing' || byList === 'nothing') return undefined;
  const mayHave = byReader !== 'absent' && names.some(({ text }) => kind.parameter.accepts(text));
  return !mayHave && makesAlways(each.request.operation) ? undefined : UNSEEN;
}

/** Whether the contract declares no success but 201: it says that something was made (RFC 9110 §15.3.2), as a change of what was there is not. */
function makesAlways(operation: Operation): boolean {
  const successes = declaredSuccesses(operation);
  return successes.length > 0 && successes.every(({ status }) => status === '201');
}

/**
 * What a look shows of what a request is to make; `unseen` where it does not tell, and `absent` where nothing is at the paths that the values would
 * have, though other values may name the same thing in paths.
 */
type Seen = 'there' | 'nothing' | 'absent' | 'unseen';

interface Sought {
  readonly kind: Making['kind'];
  readonly names: readonly FewName[];
}

/** Whether a request makes something in a thing that the run made, or in none at all. */
function isInOwn({ entries }: LedgerState, { request }: Case, kind: Making['kind']): boolean {
  const above = thingsAbove(anyNamed(kind, request));
  return above.some((one) => entries.get(thingKey(one)) !== undefined || isImprobable(one.ids.at(-1) ?? ''));
}

/** So many names are asked for one by one. */
const MOST_ASKED = 4;

/** Asks for things that have the values in their paths. That nothing is there says all only where the path lists such values itself. */
async function seenByName(
  state: LedgerState,
  { request }: Case,
  { kind, names }: Sought,
  signal?: AbortSignal,
): Promise<Seen> {
  const { reader, parameter } = kind;
  const asked = [...new Set(names.map(({ text }) => text))].filter((text) => text !== '' && parameter.accepts(text));
  if (!reader || asked.length === 0) return 'unseen';
  const isListed = parameter.schema !== undefined && hasListedValues(parameter.schema);
  let isAbsent = asked.length <= MOST_ASKED;
  for (const text of asked.slice(0, MOST_ASKED)) {
    const one = thingNamed(kind, request, text);
    if (isOwnThing(state, one)) continue;
    const outcome = await state.send(reader, one, signal);
    const { response } = outcome ?? {};
    const isShown = response && isSuccess(response.status) && !showsNothing(reader, response);
    if (isShown && !showsOwnText(state, parsedBody(response.body)?.value)) return 'there';
    isAbsent &&= outcome !== undefined && (isShown === true || isNotThere(outcome));
  }
  if (!isAbsent) return 'unseen';
  return isListed ? 'nothing' : 'absent';
}

/** Looks at the list in which what a request is to make would stand. */
async function seenInList(
  state: LedgerState,
  { request }: Case,
  { kind, names }: Sought,
  signal?: AbortSignal,
): Promise<Seen> {
  const { lister, place } = listed(kind, request);
  if (!lister) return 'unseen';
  const above = idsAbove(kind, request);
  const outcome = await state.send(lister, place, signal);
  if (!outcome?.response) return 'unseen';
  if (isNotThere(outcome)) return 'nothing';
  const items = valuesOfList(kind, outcome.response);
  if (!items) return 'unseen';
  return seenAmong(
    items,
    names,
    (item) => isOwnItem(state, kind, above, item),
    isOnePageAsTold(kind, lister, outcome.response),
  );
}

/** Returns the list in which what a request is to make would stand, and a thing of it. */
function listed(kind: Making['kind'], request: Case['request']) {
  const place = anyNamed(kind, request);
  return { place, lister: listerFor(kind, place) };
}

/**
 * Returns changes of a request after which nothing that is listed has its values, so that a service makes something new of it: another number, another
 * text, or no such member. The examples of a contract are often what the service already has.
 */
export async function editsNamingNothing(
  state: LedgerState,
  each: Case,
  { kind }: Making,
  signal?: AbortSignal,
): Promise<readonly (readonly Edit[])[]> {
  const names = fewNames(kind, each.request, isImprobable);
  const { lister, place } = listed(kind, each.request);
  const outcome = lister && (await state.send(lister, place, signal));
  const items = (outcome?.response && valuesOfList(kind, outcome.response)) ?? [];
  const above = idsAbove(kind, each.request);
  const shared = namesThere(items, names, (item) => isOwnItem(state, kind, above, item));
  return otherwise(shared, items);
}

/**
 * Returns changes of values that listed things have. First those that one thing has alone become others, then all of them do, and last all of them are
 * left out.
 */
function otherwise(shared: readonly FewName[], items: readonly unknown[]): readonly (readonly Edit[])[] {
  if (shared.length === 0 || shared.some(({ pointer }) => !pointer)) return [];
  const alone = shared.filter(
    (each) => items.filter((item) => shownOf(item, each) === keyText(each.text)).length === 1,
  );
  const anew = [alone, shared].map((some) =>
    some.map((each) => anewOf(each, new Set(items.flatMap((item) => textsOf(item, each.name))))),
  );
  const without = shared.map(({ pointer = '' }): Edit => ({ place: 'body', name: pointer, value: undefined }));
  return [...anew, without].filter((edits) => edits.length > 0);
}

/**
 * Returns a change of a value to one that the contract allows and that nobody has. Where there is none, nothing stands there.
 * @param taken as `keyText` gives them.
 */
export function anewOf(each: FewName, taken: ReadonlySet<string>): Edit {
  const at = { place: 'body', name: each.pointer ?? '' } as const;
  if (typeof each.value === 'string' && !each.schemas.some(hasListedValues))
    return { ...at, value: each.value, isAnew: true, isGuarded: true };
  return { ...at, value: likeValues(each, FARTHEST).find((other) => !taken.has(keyText(other))) };
}

/** So far from a number, up and down, another one is looked for. */
const FARTHEST = 1000;

/** Returns the other values that the contract lists, and numbers near to one, the nearest first, as far as they are surely allowed. */
export function likeValues({ value, schemas }: FewName, farthest: number): JsonValue[] {
  const steps = typeof value === 'number' && Number.isSafeInteger(value) ? farthest : 0;
  const near = Array.from({ length: steps }, (_, at) => [at + 1, -at - 1].map((step) => Number(value) + step)).flat();
  const all = [...valuesListed(schemas).filter((other) => other !== value), ...near];
  return all.filter((other) => schemas.every((schema) => surelySatisfies(schema, other, 'request')));
}

/**
 * Tells whether one of the items of a list is what the names mean. By values that two items have alike, no service tells things apart: orders with
 * a state. For example: `type: "VALIDITY"` is there in `[{ "type": "VALIDITY" }, { "type": "INTEGRITY" }]`.
 * @param hasMore whether there are others that the list does not show.
 */
export function seenAmong(
  items: readonly unknown[],
  names: readonly NamedText[],
  isOwn: (item: unknown) => boolean,
  hasMore: boolean,
): Seen {
  const views = viewsOf(items, names);
  if (sharedIn(items, views, names, isOwn).length > 0) return 'there';
  // By what is alike in some that it shows, the others are not told apart either.
  return hasMore && tellApart(views, names) ? 'unseen' : 'nothing';
}

/** Returns the names by which items of others are, each by itself or together with others, what the request would make. */
function namesThere<T extends NamedText>(
  items: readonly unknown[],
  names: readonly T[],
  isOwn: (item: unknown) => boolean,
): readonly T[] {
  const shared = sharedIn(items, viewsOf(items, names), names, isOwn).flat();
  return names.filter((each) => shared.includes(each));
}

type NamedText = Pick<FewName, 'name' | 'text'>;

/** What each item shows in the places of the names. */
type Views<T> = readonly ReadonlyMap<T, string | undefined>[];

function viewsOf<T extends NamedText>(items: readonly unknown[], names: readonly T[]): Views<T> {
  return items.map((item) => new Map(names.map((each) => [each, shownOf(item, each)] as const)));
}

/** Whether no two items show the same of these. */
function tellApart<T>(views: Views<T>, some: readonly T[]): boolean {
  const shown = views.map((view) => canonical(some.map((each) => view.get(each) ?? null)));
  return new Set(shown).size === shown.length;
}

/** Returns, of each item that may be what the names mean, the names that it has; none of one that shows nothing in their places. */
function sharedIn<T extends NamedText>(
  items: readonly unknown[],
  views: Views<T>,
  names: readonly T[],
  isOwn: (item: unknown) => boolean,
): readonly (readonly T[])[] {
  return views.flatMap((view, at) => {
    if (isOwn(items[at])) return [];
    const told = names.filter((each) => view.get(each) !== undefined);
    const same = told.filter((each) => view.get(each) === keyText(each.text));
    return told.length === 0 || (same.length > 0 && (isScalar(items[at]) || tellApart(views, same))) ? [same] : [];
  });
}

/** Returns what an item shows in the place of a value: in a member of that name, or that value wherever it stands; undefined if it shows neither. */
function shownOf(item: unknown, { name, text }: NamedText): string | undefined {
  const named = textsOf(item, name);
  if (named.length > 0) return named.includes(keyText(text)) ? keyText(text) : named[0];
  const isText = !/^(true|false|-?[\d.]+)$/.test(text);
  return isText && scalarsWithin(item).some((each) => keyText(each.text) === keyText(text)) ? keyText(text) : undefined;
}

/** Returns what an item shows in members of a name; of an item that is no object, the item. */
function textsOf(item: unknown, name: string): string[] {
  if (isScalar(item)) return [keyText(item)];
  const named = scalarsWithin(item).filter((each) => plain(each.name) === plain(name));
  return named.map((each) => keyText(each.text));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
