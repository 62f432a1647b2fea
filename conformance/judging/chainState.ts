/**
 * Compares what a chain of requests on one thing shows of its state. It compares only members that were sent and that GET shows. A
 * difference counts only if the service did not normalise the value, and if the member does not change by itself.
 */

import type { Awaited, Case, ChainStep } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { isNotFound, isSuccess } from '../../src/http/statuses';
import { isObject } from '../../src/json/value';
import { isSoftDeletion } from '../../src/resources/softDeletion';
import { namesIn } from '../../src/routing/pathTemplate';

type Scalar = string | number | boolean | null;

/** Members by name. A value that is no object is a single member with an empty name. */
export type Members = Readonly<Record<string, Scalar>>;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function scalars(value: unknown): Members {
  if (isScalar(value)) return { '': value };
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Scalar] => isScalar(entry[1])));
}

/** Returns the scalar members that a request sent. */
export function sentBy({ content }: Exchange): Members {
  return scalars(content?.sent);
}

/** Returns the scalar members that an answer shows; undefined if it shows no thing. Other members are never compared. */
function shownMembers({ content, response }: Exchange, sent: Members): Members | undefined {
  if (!isFound(response) || content?.shown === undefined) return undefined;
  const { shown } = content;
  if (!isObject(shown) || Object.keys(sent).some((name) => name in shown)) return scalars(shown);
  // The representation may be wrapped: { "data": { … } }.
  const inner = Object.values(shown).find((each) => isObject(each) && Object.keys(sent).some((name) => name in each));
  return scalars(inner ?? shown);
}

function isFound(response: Exchange['response']): boolean {
  return response !== null && isSuccess(response.status);
}

/** Matches members that a service sets itself, whatever is sent. */
const ITS_OWN =
  /^_|^(id|uuid|guid|etag|href|url|uri|self|links?|version|rev(ision)?|status|state|owner|author|kind|type|checksum|digest|hash)$|(created|updated|modified|changed|deleted|timestamp|_at$|At$|_by$|By$)/i;

/** Tells whether a service may have made one value from the other by trimming, changing the case, or rounding. */
function alike(one: Scalar | undefined, other: Scalar | undefined): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 0.25 * Math.max(Math.abs(one), Math.abs(other));
  if (typeof one !== 'string' || typeof other !== 'string') return String(one) === String(other);
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [a, b] = [plain(one), plain(other)];
  // A text that was cut is alike, too.
  return (
    a.startsWith(b) || b.startsWith(a) || (!Number.isNaN(Date.parse(one)) && Date.parse(one) === Date.parse(other))
  );
}

/** Tells whether an answer says that the request was done. A 202 says that it will be done later. */
export function isDone({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status) && response.status !== 202;
}

const WRITES = new Set(['make', 'put', 'again', 'bare', 'patch', 'refused', 'post', 'remove']);

export function isWrite(exchange: Exchange): boolean {
  const step = exchange.case.chain?.step;
  return step !== undefined && WRITES.has(step);
}

/** The reads before and after a write in a chain: the last one before it, and the first one after it. */
interface Around {
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
}

/** Finds the reads around a write. @param chain in the order of planning. */
export function around(write: Exchange, chain: readonly Exchange[], step: 'read' | 'other' | 'list' = 'read'): Around {
  const later = chain.filter(({ index }) => index > write.index);
  const next = later.findIndex(isWrite);
  return {
    before: chain.findLast(({ index, case: each }) => index < write.index && each.chain?.step === step),
    after: later.slice(0, next < 0 ? undefined : next).find(({ case: each }) => each.chain?.step === step),
  };
}

/** Tells whether the service shows a member in another way than it was sent. */
function normalised(name: string, chain: readonly Exchange[], until: Exchange): boolean {
  return chain.some((write) => {
    if (write.index >= until.index || !['make', 'put', 'bare'].includes(write.case.chain?.step ?? '') || !isDone(write))
      return false;
    const sent = sentBy(write);
    const { after } = around(write, chain);
    const shown = after && after.index < until.index ? shownMembers(after, sent) : undefined;
    return name in sent && shown !== undefined && name in shown && shown[name] !== sent[name];
  });
}

/** A member that a request changed and should not have, or did not change and should have. */
export interface KeptMember {
  readonly name: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/** Returns members that a PUT sent and that did not change; undefined if nothing can be compared. */
export function unchanged(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const comparable = Object.keys(sent).filter(
    (name) => !ITS_OWN.test(name) && name in now && sent[name] !== null && !alike(sent[name], old[name]),
  );
  const items = keptItems(write, after, chain);
  if (comparable.length === 0 && items === undefined) return undefined;
  const kept = comparable
    .filter((name) => now[name] === old[name] && !normalised(name, chain, write))
    .map((name) => ({ name, sent: sent[name], shown: now[name] ?? null }));
  return [...kept, ...(items ?? [])];
}

/**
 * Returns members that an earlier PUT set, that a later PUT left out, and that are still there. A service may show members that nobody sent,
 * such as defaults. So a member counts only if it was different or absent at first, or if it followed what was sent before.
 */
export function merged(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const put = chain.findLast(({ case: planned, index }) => planned.chain?.step === 'put' && index < write.index);
  if (!put || !isDone(put)) return undefined;
  const [set, sent] = [sentBy(put), sentBy(write)];
  const first = chain.find((other) => other.case.chain?.step === 'read');
  const { before } = around(write, chain);
  const [start, old, now] = [first, before, after].map((each) => each && shownMembers(each, set));
  if (!old || !now) return undefined;
  const earlier = replacedBefore(put, chain);
  const comparable = Object.keys(set).filter((name) => {
    if (name in sent || ITS_OWN.test(name) || old[name] !== set[name] || set[name] === null) return false;
    // A value that is in the path may come from there, not from the earlier PUT.
    if (Object.values(write.case.request.values).includes(String(set[name]))) return false;
    const wasOtherwise = start !== undefined && !alike(start[name], set[name]);
    return wasOtherwise || (earlier !== undefined && name in earlier.set && !alike(earlier.set[name], set[name]));
  });
  if (comparable.length === 0) return undefined;
  return comparable
    .filter((name) => now[name] === set[name])
    .filter((name) => !earlier || !(name in earlier.set) || earlier.left[name] === earlier.set[name])
    .map((name) => ({ name, sent: undefined, shown: now[name] ?? null }));
}

/** Returns what an earlier PUT set, and what was left of it after a PUT that left it out. */
function replacedBefore(
  put: Exchange,
  chain: readonly Exchange[],
): { readonly set: Members; readonly left: Members } | undefined {
  const bare = chain.findLast(({ case: planned, index }) => planned.chain?.step === 'bare' && index < put.index);
  const first =
    bare && chain.findLast(({ case: planned, index }) => planned.chain?.step === 'put' && index < bare.index);
  if (!bare || !first || !isDone(bare) || !isDone(first)) return undefined;
  const set = sentBy(first);
  const { after } = around(bare, chain);
  const left = after && shownMembers(after, set);
  return left && { set, left };
}

/** Returns the members that were sent and that differ between the reads before and after. */
export function different(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const steady = (name: string) => name in sent || isSteady(name, write, chain, sent);
  const comparable = Object.keys(old).filter((name) => !ITS_OWN.test(name) && name in now && steady(name));
  const items = grownLists(write, after, chain);
  if (comparable.length === 0 && items === undefined) return undefined;
  const changed = comparable
    .filter((name) => now[name] !== old[name])
    .map((name) => ({ name, sent: old[name], shown: now[name] ?? null }));
  return [...changed, ...(items ?? [])];
}

/**
 * Tells whether a member that nobody sent stays as it is where nothing changes it: no two reads in a row show it otherwise, it looks like no
 * time and no digest, and an earlier write left it as it was, as writes do not with a counter. A switch is on or off, and counts nothing.
 */
function isSteady(name: string, write: Exchange, chain: readonly Exchange[], sent: Members): boolean {
  const valueIn = (each: Exchange | undefined) => each && shownMembers(each, sent)?.[name];
  const others = chain.filter((each) => each.case.chain?.step === 'other').map(valueIn);
  if (others.some((each, at) => at > 0 && each !== others[at - 1])) return false;
  const now = valueIn(around(write, chain).after);
  if (typeof now === 'boolean') return true;
  if (typeof now === 'string' && LIKE_NO_OTHER.test(now)) return false;
  const earlier = chain.filter((each) => each.index < write.index && isWrite(each) && isDone(each));
  const pairs = earlier
    .map((each) => around(each, chain))
    .map(({ before, after }) => [valueIn(before), valueIn(after)]);
  const seen = pairs.filter(([before, after]) => before !== undefined && after !== undefined);
  return seen.length > 0 && seen.every(([before, after]) => before === after);
}

/** Matches texts that are new at each change: times, and what is made of the content by a digest or at random. */
const LIKE_NO_OTHER = /^\d{4}-\d\d-\d\d|^\w{3}, \d|^(W\/)?"|^[\w+/=-]{16,}$|^[0-9a-f]{8,}$/i;

/** Returns the members for which a merge patch (RFC 7396) was not done: one not set, one not removed by null, or one changed unasked. */
export function unpatched(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const ours = new Set(
    chain.flatMap((each) =>
      each.index < write.index && isWrite(each) && isDone(each) ? Object.keys(sentBy(each)) : [],
    ),
  );
  const { sent: whole } = write.content ?? {};
  const isSent = (name: string) => isObject(whole) && name in whole;
  const usable = (name: string) => !ITS_OWN.test(name) && !normalised(name, chain, write);
  const shown = new Set(
    chain.flatMap((each) => (each.case.chain?.step === 'read' ? Object.keys(shownMembers(each, sent) ?? {}) : [])),
  );
  // POST without a note → { note: "none" }: null takes away what was set, and a default comes back.
  const shownUnset = (name: string) => {
    const first = chain.find((each) => each.case.chain?.step === 'read' && !isSet(name, each, chain));
    return (first && shownMembers(first, sent)?.[name]) ?? null;
  };
  const isBack = (name: string) => shownUnset(name) !== null && alike(now[name], shownUnset(name));
  // The default may be what was set meanwhile: { soil: "loam" } → null → { soil: "loam" }.
  const isDefault = (name: string) => sent[name] === null && (!isSet(name, write, chain) || isBack(name));
  const set = Object.keys(sent).filter(
    (name) => usable(name) && shown.has(name) && !alike(sent[name], old[name]) && !isDefault(name),
  );
  const alone = Object.keys(old).filter((name) => usable(name) && ours.has(name) && !isSent(name));
  if (set.length + alone.length === 0) return undefined;
  return [
    ...set
      .filter((name) => (now[name] ?? null) === (old[name] ?? null))
      .map((name) => ({ name, sent: sent[name], shown: now[name] ?? null })),
    ...alone
      .filter((name) => (now[name] ?? null) !== (old[name] ?? null))
      .map((name) => ({ name, sent: old[name], shown: now[name] ?? null })),
  ];
}

/** Whether an earlier request of the chain gave a member a value. */
function isSet(name: string, { index }: Exchange, chain: readonly Exchange[]): boolean {
  return chain.some(
    (earlier) =>
      earlier.index < index && isWrite(earlier) && isDone(earlier) && (sentBy(earlier)[name] ?? null) !== null,
  );
}

/** Returns the members that have the value that a refused request sent. */
export function effective(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const old = before && shownMembers(before, sent);
  const now = shownMembers(after, sent);
  if (!old || !now) return undefined;
  // A value that was sent earlier in the chain may be shown again by a store that lags behind, so it proves nothing.
  const earlier = chain.filter((each) => each.index < write.index && isWrite(each) && isDone(each)).map(sentBy);
  const comparable = Object.keys(sent).filter(
    (name) =>
      !ITS_OWN.test(name) && (old[name] ?? null) !== sent[name] && !earlier.some((each) => each[name] === sent[name]),
  );
  if (comparable.length === 0) return undefined;
  return comparable
    .filter((name) => now[name] === sent[name])
    .map((name) => ({ name, sent: old[name], shown: now[name] ?? null }));
}

/**
 * Finds a text in a list that was sent only with a refused request.
 * @returns an empty text if there is none; undefined if the list does not even show what the chain made.
 */
export function listsSent(write: Exchange, listed: Exchange, chain: readonly Exchange[]): string | undefined {
  if (!isFound(listed.response) || listed.content?.shown === undefined) return undefined;
  const list = JSON.stringify(listed.content.shown);
  const textsOf = (each: Exchange) =>
    Object.values(sentBy(each)).filter((value): value is string => typeof value === 'string' && UNLIKELY.test(value));
  const made = chain.filter(
    ({ case: { chain: place } }) =>
      place?.step === 'make' || place?.step === 'put' || place?.step === 'bare' || place?.step === 'patch',
  );
  const known = new Set(made.flatMap(textsOf));
  // Only texts with a random part count, since other requests may have sent the same other texts.
  const own = Object.values(write.case.request.input.like ?? {}).filter(
    (text) => UNLIKELY.test(text) && !known.has(text),
  );
  if (own.length === 0 || ![...known].some((text) => list.includes(JSON.stringify(text)))) return undefined;
  return own.find((text) => list.includes(JSON.stringify(text))) ?? '';
}

/** Matches the random part that the run adds to a text, so that nobody else has the same text. */
export const UNLIKELY = /(-|^)(?=[a-f]*\d)[0-9a-f]{8}(-|$)/;

/** Says how a request changed another thing of the same kind; false if it did not, undefined if nobody can tell. */
export function actedOnOther(
  write: Exchange,
  chain: readonly Exchange[],
): { readonly after: Exchange; readonly how: string } | false | undefined {
  const { before, after } = around(write, chain, 'other');
  if (!before || !after || !isFound(before.response) || isSame(write.case, after.case)) return undefined;
  if (isMissing(after)) return { after, how: `${after.request.path} is gone` };
  const sent = sentBy(write);
  const [old, now] = [shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const taken = Object.keys(sent).filter((name) => name in now && now[name] === sent[name] && old[name] !== sent[name]);
  return taken.length === 0
    ? false
    : { after, how: `${after.request.path} shows ${JSON.stringify(sent[taken[0] ?? ''])}` };
}

/** Tells whether two cases name the same thing. A service may treat two names that differ only in case as one. */
function isSame({ request }: Case, { request: { values: others } }: Case): boolean {
  return namesIn(request.operation.path).every(
    (name) => request.values[name]?.toLowerCase() === others[name]?.toLowerCase(),
  );
}

/** Tells whether an answer says that the thing does not exist. */
export function isMissing({ response }: Pick<Exchange, 'response'>): boolean {
  return isNotFound(response?.status);
}

/** Tells whether a removed thing is still shown as before; undefined if nobody can tell. */
export function isStillThere(after: Exchange, chain: readonly Exchange[]): boolean | undefined {
  const { response, content } = after;
  if (isMissing(after)) return false;
  if (!isFound(response) || content?.shown === undefined) return undefined;
  const before = chain.findLast(({ case: planned, index }) => planned.chain?.step === 'read' && index < after.index);
  if (!before || !isFound(before.response) || before.content?.shown === undefined) return undefined;
  // A service may mark a thing as removed by a member, empty it, or reset it to its first state.
  const [old, now] = [scalars(before.content.shown), scalars(content.shown)];
  if (!isObject(content.shown) || Object.keys(content.shown).length === 0) return undefined;
  const [a, b] = [before.content.shown, content.shown].map((shown) =>
    JSON.stringify(shown, (name, value) =>
      // Members that change by themselves count as equal. A wrapper may have such a name, too, and is compared: { "version": { … } }.
      ITS_OWN.test(name) && !isObject(value) && !isSoftDeletion(name, value) && !/^(status|state)$/i.test(name)
        ? ''
        : value,
    ),
  );
  if (a !== b) return false;
  // A list that was empty before shows nothing that could be removed.
  if (saysNothing(content.shown)) return undefined;
  return !Object.entries(now).some(([name, value]) => isSoftDeletion(name, value) && !isSoftDeletion(name, old[name]));
}

const SETS: ReadonlySet<ChainStep> = new Set<ChainStep>(['put', 'bare', 'make', 'post']);

/** Tells whether the last read before a write shows what a PUT or a POST of the chain set, and the first read did not show. */
export function showsWhatWasPut(write: Exchange, chain: readonly Exchange[]): boolean {
  const put = chain.findLast(
    (each) => each.index < write.index && SETS.has(each.case.chain?.step ?? 'read') && isDone(each),
  );
  const first = chain.find(({ case: planned }) => planned.chain?.step === 'read');
  const { before } = around(write, chain);
  if (!put || !first || !before || first.index > put.index || before.index < put.index) return false;
  const set = sentBy(put);
  const [start, now] = [shownMembers(first, set) ?? {}, shownMembers(before, set)];
  if (now === undefined) return false;
  return Object.keys(set).some(
    (name) => !ITS_OWN.test(name) && name in now && alike(now[name], set[name]) && !alike(start[name], set[name]),
  );
}

/** Returns the lists of an object by the names of its members. */
function listsIn(value: unknown): Readonly<Record<string, readonly unknown[]>> {
  if (!isObject(value)) return {};
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(lists);
}

/** Returns the lists that an answer shows, in itself or in what it wraps; undefined if it shows no thing. */
function shownLists({ content, response }: Exchange, sent: object): ReturnType<typeof listsIn> | undefined {
  if (!isFound(response) || !isObject(content?.shown)) return undefined;
  const { shown } = content;
  if (Object.keys(sent).some((name) => name in shown)) return listsIn(shown);
  const inner = Object.values(shown).find((each) => isObject(each) && Object.keys(sent).some((name) => name in each));
  return listsIn(inner ?? shown);
}

/** Tells whether an item may be what was sent, with members that the service adds. */
function mayBe(item: unknown, sent: unknown): boolean {
  if (isScalar(item) && isScalar(sent)) return alike(item, sent);
  if (!isObject(item) || !isObject(sent)) return Array.isArray(item) && Array.isArray(sent);
  const names = Object.keys(sent).filter((name) => name in item && !ITS_OWN.test(name));
  return names.every((name) => mayBe(item[name], sent[name]));
}

/**
 * Returns the lists that a PUT sent and that show an item which was there before and was not sent. A service may sort a list, or leave out what
 * is in it twice. Undefined if nothing can be compared.
 */
function keptItems(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = write.content?.sent;
  if (!isObject(sent)) return undefined;
  const { before } = around(write, chain);
  const [old, now] = [before && shownLists(before, sent), shownLists(after, sent)];
  if (!old || !now) return undefined;
  const comparable = Object.entries(listsIn(sent)).filter(
    ([name, items]) => old[name]?.some((item) => !items.some((each) => mayBe(item, each))) && name in now,
  );
  if (comparable.length === 0) return undefined;
  return comparable.flatMap(([name, items]): KeptMember[] => {
    const before = new Set(old[name]?.map((item) => JSON.stringify(item)));
    const kept = now[name]?.filter(
      (item) => before.has(JSON.stringify(item)) && !items.some((each) => mayBe(item, each)),
    );
    return kept && kept.length > 0 ? [{ name, sent: items, shown: now[name] }] : [];
  });
}

/** Returns the lists that a PUT sent twice and that have more items after the second time; undefined if nothing can be compared. */
function grownLists(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = write.content?.sent;
  if (!isObject(sent)) return undefined;
  const { before } = around(write, chain);
  const [old, now] = [before && shownLists(before, sent), shownLists(after, sent)];
  if (!old || !now) return undefined;
  const names = Object.keys(listsIn(sent)).filter((name) => !ITS_OWN.test(name) && name in old && name in now);
  if (names.length === 0) return undefined;
  return names
    .filter((name) => (now[name]?.length ?? 0) > (old[name]?.length ?? 0))
    .map((name) => ({ name, sent: old[name], shown: now[name] }));
}

/**
 * Returns the members of what was made that GET shows otherwise than the service was asked for and than it answered. Where the answer showed the
 * same as GET, only a text says that it was not kept: a service may round numbers, and decide for itself what it is asked.
 */
export function keptOtherwise(made: Exchange, read: Exchange): KeptMember[] | undefined {
  const sent = sentBy(made);
  const [told = {}, shown] = [shownMembers(made, sent), shownMembers(read, sent)];
  if (!shown) return undefined;
  const comparable = Object.keys(sent).filter(
    (name) => name !== '' && !ITS_OWN.test(name) && !KEPT_SECRET.test(name) && name in shown && sent[name] !== null,
  );
  if (comparable.length === 0) return undefined;
  return comparable
    .filter((name) => {
      const [was, is, said] = [sent[name], shown[name], told[name]];
      if (alike(was, is)) return false;
      if (name in told && !alike(said, is)) return alike(said, was);
      return typeof was === 'string' && typeof is === 'string' && UNLIKELY.test(was) && !/[*•…]/.test(is);
    })
    .map((name) => ({ name, sent: sent[name], shown: shown[name] ?? null }));
}

/** Matches members that a service shows in another form than it was told, or not at all. */
const KEPT_SECRET = /pass|secret|token|pin$|key$|code$|card|iban|number$/i;

/** Tells whether a value is an empty list, perhaps with its counts. */
function saysNothing(shown: object): boolean {
  const values = Object.values(shown);
  const says = (each: unknown) =>
    typeof each === 'object' && each !== null ? Object.keys(each).length > 0 : typeof each === 'string';
  return values.some(Array.isArray) && !values.some(says);
}

export function describeKept(kept: readonly KeptMember[]): string {
  return kept.map(({ name, shown }) => `${name === '' ? 'the value' : `/${name}`} ${JSON.stringify(shown)}`).join(', ');
}

export function namesOf(kept: readonly KeptMember[]): string {
  return kept.map(({ name }) => (name === '' ? 'the value' : `/${name}`)).join(', ');
}

/** The functions that return what a GET does not show yet of a write: undefined if nobody can tell, empty if it shows everything. */
const LEFT_BY = { put: unchanged, again: different, bare: merged, patch: unpatched } as const;

/** Tells whether an answer shows what was done before in its chain, since some services show changes only after a while. */
export function isShown(awaited: Awaited, exchange: Exchange, chain: readonly Exchange[]): boolean {
  if (awaited === 'there') return !isMissing(exchange);
  const write = chain.findLast(isWrite);
  if (!write || !isDone(write)) return true;
  if (awaited === 'gone') return isStillThere(exchange, chain) !== true;
  return !isMissing(exchange) && (LEFT_BY[awaited](write, exchange, [...chain, exchange])?.length ?? 0) === 0;
}
