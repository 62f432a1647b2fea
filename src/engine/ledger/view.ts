/**
 * What the run last saw of a thing that it made, and whether an answer still shows that: what shows something else is somebody else's by now.
 * Pure: from an answer to whose it is.
 */

import type { Response } from '../../http/message';
import { isNotFound } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { valueAt } from '../../json/pointer';
import { isObject } from '../../json/value';
import { memberOf } from '../../resources/identity';
import type { Items } from '../../resources/kinds';
import type { Named } from '../../resources/names';
import { isListedByService, isWrittenByService } from '../../resources/serversOwn';
import { tokenIn } from '../../resources/tokens';
import { isMadeByService } from '../../resources/vocabulary/setByService';
import { plain } from '../../resources/vocabulary/words';
import { wrappersWithin } from '../../resources/wrappers';
import { isMoment } from '../../support/words';
import type { Outcome } from '../../wire/send';

/** What the run knows of the content of one thing. */
export interface KnownContent {
  /** Its name in the path. */
  readonly id: string;
  /** Texts that nothing else in the world has, and that the thing has to show. */
  readonly texts: readonly string[];
  /** The scalars that the run sent last, as text, by the names of their members. */
  readonly written: Readonly<Record<string, string>>;
  /** All scalars, as text, that requests of the run sent to the thing, at any depth. */
  readonly sent: ReadonlySet<string>;
  /** All scalars, as text, that answers about it showed, before somebody else could have changed it. */
  readonly seen: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the run has looked at it already. Before that, the service may add what no answer has shown. */
  readonly isLooked: boolean;
  /** A request of the run has changed it since, so that it may show other values than those that were seen. */
  readonly isChanged: boolean;
  /** It was made a moment ago: nobody else can have changed it yet. */
  readonly isJustMade: boolean;
  /** The run has made it or sent something to it a moment ago: what is new in it comes from that. */
  readonly isJustUsed: boolean;
  /** Its name was made up by the run and is like no other: what stands at that name is the run's own until something says otherwise. */
  readonly isOwnName: boolean;
}

/** Whose a thing is, as an answer shows it; `unknown` where the answer shows nothing by which it could be told. */
export type Whose =
  | { readonly is: 'own' }
  | { readonly is: 'others'; readonly why: string }
  | { readonly is: 'unknown' };

const OWN: Whose = { is: 'own' };
const UNKNOWN: Whose = { is: 'unknown' };

/** Whether an answer says that what was asked for is not there. */
export function isNotThere({ response }: Outcome): boolean {
  return isNotFound(response?.status);
}

/** Tells whose the thing is that the answer to a GET of it shows. */
export function whoseShown(named: Items, view: KnownContent, response: Response): Whose {
  const json = parsedBody(response.body);
  if (json) return whoseValue(named, view, json.value);
  const text = response.body.toString('utf8');
  if (view.texts.some((each) => holds(text, each))) return OWN;
  if (view.texts.length > 0) return { is: 'others', why: 'it does not show what was sent' };
  return view.isOwnName || view.seen.has(text) ? OWN : UNKNOWN;
}

/**
 * Tells whose the thing is that a value shows: one text of the run in the member that it was sent in, or anywhere if there is no such member;
 * nothing else in a member that the run wrote; and no words that neither the run nor an earlier answer had.
 * For example: what was made as `{ "name": "a-7f3e91c2" }` is somebody else's when it shows `{ "name": "Ada's", "note": "a-7f3e91c2" }`.
 */
export function whoseValue(named: Items, view: KnownContent, value: unknown): Whose {
  const members = membersOf(named, value);
  if (members.size === 0) return UNKNOWN;
  const changed = [...members].find(([name, text]) => isRewritten(view, name, text));
  if (changed) return { is: 'others', why: `${changed[0]} shows something that the run did not write` };
  const shown = scalarsWithin(value);
  const isFirst = !view.isLooked;
  if (!isFirst && !view.isChanged && isAnotherId(named, view, value))
    return { is: 'others', why: 'it shows another id than before' };
  const filled = view.isChanged ? undefined : shown.find((each) => each.isListed && isFilled(view, each, isFirst));
  if (filled) return { is: 'others', why: `${filled.name} has something in it that the run did not put there` };
  const proof = proofOf(view, members, shown);
  // What shows the run's text where that was sent may be in another state by now: a job ends by itself.
  const isState = ({ name, isListed }: Scalar) =>
    proof === 'in its member' && !isListed && isListedByService(named, name);
  const words = shown.filter((each) => each.isText && isForeign(view, each.name, each.text) && !isState(each));
  // Words that came with what the run did are the service's. Later, they are so where nobody but the service writes them.
  const isExplained = isFirst ? proof === 'in its member' : view.isChanged;
  const foreign =
    isExplained && view.isJustUsed
      ? undefined
      : words.find((word) => !isExplained || !isWrittenByService(named, word.name));
  if (foreign) return { is: 'others', why: `${foreign.name || 'it'} shows words that the run did not write` };
  if (proof !== undefined || view.isOwnName) return OWN;
  // A request of the run may have put something else in the place of its texts.
  if (view.isChanged && words.length === 0 && shown.some(({ text, isText }) => isText && view.sent.has(text)))
    return OWN;
  // What has lost members since, and has nothing new, is what it was.
  const isLess = view.isLooked && shown.every((each) => isExpected(view, each));
  if (view.texts.length > 0) return isLess ? OWN : { is: 'others', why: 'it does not show what was sent' };
  const isNew = isFirst && view.isJustMade && words.length === 0;
  return isNew || shown.every((each) => isExpected(view, each)) ? OWN : UNKNOWN;
}

/** Whether a list that was empty, or that nobody has seen while the thing was new, holds something that the run did not send. */
function isFilled({ seen, sent, isJustUsed }: KnownContent, { name, text }: Scalar, isFirst: boolean): boolean {
  const isNew = seen.has(asEmpty(name)) || (isFirst && !isJustUsed);
  return isNew && !seen.has(text) && !sent.has(text);
}

/** Whether a thing without a text of its own may show a value: one that was seen or sent, and after a change of the run another moment. */
function isExpected({ seen, sent, isChanged }: KnownContent, { text }: Scalar): boolean {
  return seen.has(text) || sent.has(text) || (isChanged && isMoment(text));
}

/** Returns what an answer adds to what is seen of a thing. */
export function scalarsSeen(response: Response): string[] {
  const json = parsedBody(response.body);
  if (!json) return [response.body.toString('utf8')];
  return [...scalarsWithin(json.value).map(({ text }) => text), ...emptyLists(json.value).map(asEmpty)];
}

/** Returns the names of all members that an answer shows. */
export function memberNames(response: Response): Set<string> {
  const json = parsedBody(response.body);
  return new Set(json ? [...scalarsWithin(json.value).map(({ name }) => name), ...emptyLists(json.value)] : []);
}

/** Whether what answers showed of a thing is shown in the same way: some services answer a POST with what was sent, and show what they made of it. */
export function isAsAnswered(
  { seen, answeredNames }: Pick<KnownContent, 'seen'> & { readonly answeredNames: ReadonlySet<string> },
  response: Response,
): boolean {
  const json = parsedBody(response.body);
  const shown = json ? scalarsWithin(json.value) : [];
  return shown.every(({ name, text }) => !answeredNames.has(name) || seen.has(text) || isMoment(text));
}

/** How it is remembered that a list of a thing was empty. */
function asEmpty(name: string): string {
  return `${name}: []`;
}

function emptyLists(value: unknown, name = '', depth = 0): string[] {
  if (Array.isArray(value) && value.length === 0) return [name];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([inner, member]) =>
    emptyLists(member, Array.isArray(value) ? name : inner, depth + 1),
  );
}

/** By what a value is known to be the run's own. */
type ShownProof = 'in its member' | 'somewhere' | 'as it was seen';

function proofOf(
  view: KnownContent,
  members: ReadonlyMap<string, string>,
  shown: readonly Scalar[],
): ShownProof | undefined {
  const written = Object.entries(view.written);
  const isUnique = (text: string) => view.texts.some((each) => holds(each, text) || holds(text, each));
  const isAtHome = ([name, text]: readonly [string, string]) => {
    const there = members.get(plain(name));
    return there !== undefined && isUnique(text) && holds(there, text);
  };
  if (written.some(isAtHome)) return 'in its member';
  // Nothing else has the name that the run made up, which the thing shows, perhaps in place of the text that was sent: `{ "name": "9f8e…" }`.
  if (view.isOwnName && [...members.values()].includes(view.id)) return 'in its member';
  if (view.texts.some((each) => shown.some(({ text }) => holds(text, each)))) return 'somewhere';
  // Without a text of its own it is known by all that it was made with, or by what nothing else has, such as the moment at which it was made.
  if (shown.some(({ text }) => view.seen.has(text) && !view.sent.has(text) && isLikeNoOther(text)))
    return 'as it was seen';
  if (view.texts.length > 0) return undefined;
  const same = written.filter(([name, text]) => isSame(members.get(plain(name)), text));
  return written.length > 0 &&
    same.length === written.filter(([name]) => members.has(plain(name))).length &&
    same.length > 0
    ? 'as it was seen'
    : undefined;
}

/** Whether a member that the run wrote shows something else, which no answer showed before either. */
function isRewritten(view: KnownContent, name: string, text: string): boolean {
  const { id, written, seen, sent, texts, isLooked, isChanged } = view;
  const own = Object.entries(written).find(([each]) => plain(each) === name)?.[1];
  if (own === undefined || text === '' || isSame(text, own)) return false;
  if (isNameOf(id, text)) return false;
  // What the service makes of what it is sent, such as a text in capitals, was seen when it was new.
  if (seen.has(text) || sent.has(text)) return false;
  if (texts.some((each) => holds(own, each))) return !texts.some((each) => holds(text, each));
  return isLooked && !isChanged && !isMoment(text);
}

/** Whether a text is what a thing is called by the service, whatever was sent in that member: `{ "name": "memos/k7" }`. */
function isNameOf(id: string, text: string): boolean {
  return text === id || text.endsWith(`/${id}`);
}

/** Whether an id in it is not the one that was seen. */
function isAnotherId(named: Named, { seen, sent }: KnownContent, value: unknown): boolean {
  return wrappersWithin(named, value).some((wrapper) => {
    const pointer = memberOf(named, { value }, wrapper);
    const id = pointer === undefined ? undefined : valueAt(value, pointer);
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    return !seen.has(String(id)) && !sent.has(String(id));
  });
}

/** Whether a text was written by nobody but a person: no date, no address, no number, and nothing that the run sent or has seen. */
function isForeign({ id, seen, sent, texts }: KnownContent, name: string, text: string): boolean {
  if (text === '' || isNameOf(id, text) || seen.has(text) || sent.has(text) || texts.some((each) => holds(text, each)))
    return false;
  if (isMoment(text) || /^(\/|[a-z][a-z0-9+.-]*:\/\/|urn:)/i.test(text) || /^[-+\d.,:\s]+$/.test(text)) return false;
  return !isLikeNoOther(text) && !isMadeByService(name);
}

/** Whether a text is one of those that a service makes up, and nothing else has: a hash, a UUID, a moment with its milliseconds. */
function isLikeNoOther(text: string): boolean {
  if (isMoment(text)) return /[.,]\d{3,}/.test(text);
  return text.length >= 16 && /\d/.test(text) && /^[\w+/=-]+$/.test(text);
}

/** Returns the scalars of a thing in its own members, by their plain names. */
function membersOf(named: Named, value: unknown): Map<string, string> {
  const members = new Map<string, string>();
  if (typeof value === 'string' || typeof value === 'number') members.set('', String(value));
  for (const wrapper of wrappersWithin(named, value)) {
    const object = valueAt(value, wrapper);
    for (const [name, each] of isObject(object) ? Object.entries(object) : [])
      if (isScalar(each) && !members.has(plain(name))) members.set(plain(name), String(each));
  }
  return members;
}

interface Scalar {
  /** The name of the member that holds it. */
  readonly name: string;
  readonly text: string;
  readonly isText: boolean;
  /** Whether it stands in a list. */
  readonly isListed: boolean;
}

/** A value is searched to this depth. */
const DEEPEST = 6;

export function scalarsWithin(value: unknown, name = '', isListed = false, depth = 0): Scalar[] {
  if (isScalar(value)) return [{ name, text: String(value), isText: typeof value === 'string', isListed }];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([inner, member]) =>
    scalarsWithin(member, isList ? name : inner, isList || isListed, depth + 1),
  );
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

/**
 * Whether a value contains a text, or that part of it which nothing else has. Services may trim a text, change its letter case, or make a slug of
 * it: `Soil_7F3E91C2` → `soil-7f3e91c2`.
 */
function holds(value: string, text: string): boolean {
  return value.toLowerCase().includes(tokenIn(text).trim().toLowerCase());
}

/** Whether two texts stand for one value, as services write it: `5.0` and `5`, `Soil ` and `soil`. */
function isSame(shown: string | undefined, written: string): boolean {
  if (shown === undefined) return false;
  if (shown.trim().toLowerCase() === written.trim().toLowerCase()) return true;
  return written.trim() !== '' && shown.trim() !== '' && Number(shown) === Number(written);
}
