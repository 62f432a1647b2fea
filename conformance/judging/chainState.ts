/**
 * What a chain of requests on one thing shows of its state: compared are only members that were sent and that GET shows, and only where
 * neither normalising nor what changes by itself explains it.
 */

import type { Awaited, Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import { isSuccess } from '../../src/http/statuses';
import { isObject } from '../../src/json/value';
import { isSoftDeletion } from '../../src/resources/softDeletion';
import { namesIn } from '../../src/routing/pathTemplate';

type Scalar = string | number | boolean | null;

/** Members by name; a value that is no object is a member without a name. */
export type Members = Readonly<Record<string, Scalar>>;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function scalars(value: unknown): Members {
  if (isScalar(value)) return { '': value };
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Scalar] => isScalar(entry[1])));
}

/** The scalar members that a request sent. */
export function sentBy({ content }: Exchange): Members {
  return scalars(content?.sent);
}

/** Whether anything but scalars was sent, or left out, does not matter here: only what both have is compared. */
export function shownMembers({ content, response }: Exchange, sent: Members): Members | undefined {
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

/** Members that a service sets itself, whatever is sent. */
const ITS_OWN =
  /^_|^(id|uuid|guid|etag|href|url|uri|self|links?|version|rev(ision)?|status|state|owner|author|kind|type|checksum|digest|hash)$|(created|updated|modified|changed|deleted|timestamp|_at$|At$|_by$|By$)/i;

/** Whether a service may take one for the other: it trims, changes the case, rounds. */
function alike(one: Scalar | undefined, other: Scalar | undefined): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 0.25 * Math.max(Math.abs(one), Math.abs(other));
  if (typeof one !== 'string' || typeof other !== 'string') return String(one) === String(other);
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [a, b] = [plain(one), plain(other)];
  // What is cut is not another text.
  return (
    a.startsWith(b) || b.startsWith(a) || (!Number.isNaN(Date.parse(one)) && Date.parse(one) === Date.parse(other))
  );
}

/** A success that says that it has been done. */
export function isDone({ response }: Exchange): boolean {
  return response !== null && isSuccess(response.status) && response.status !== 202;
}

const WRITES = new Set(['make', 'put', 'again', 'bare', 'patch', 'refused', 'post', 'remove']);

export function isWrite(exchange: Exchange): boolean {
  const step = exchange.case.chain?.step;
  return step !== undefined && WRITES.has(step);
}

/** What GET showed before and after a request, as the chain has it; of reads after it the one that comes first. */
export interface Around {
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
}

/** @param chain in the order of planning. */
export function around(write: Exchange, chain: readonly Exchange[], step: 'read' | 'other' | 'list' = 'read'): Around {
  const later = chain.filter(({ index }) => index > write.index);
  const next = later.findIndex(isWrite);
  return {
    before: chain.findLast(({ index, case: each }) => index < write.index && each.chain?.step === step),
    after: later.slice(0, next < 0 ? undefined : next).find(({ case: each }) => each.chain?.step === step),
  };
}

/** Members that the service shows in another way than they were sent. */
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

/** What a request changed that it should not have, or did not that it should. */
export interface KeptMember {
  readonly name: string;
  readonly sent: Scalar | undefined;
  readonly shown: Scalar;
}

/** Members that were put and are as they were; undefined where nothing can be compared. */
export function unchanged(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const comparable = Object.keys(sent).filter(
    (name) => !ITS_OWN.test(name) && name in now && sent[name] !== null && !alike(sent[name], old[name]),
  );
  if (comparable.length === 0) return undefined;
  return comparable
    .filter((name) => now[name] === old[name] && !normalised(name, chain, write))
    .map((name) => ({ name, sent: sent[name], shown: now[name] ?? null }));
}

/**
 * Members that an earlier request set and that a later one, which replaces the whole, left out; they are still there. What a service shows
 * without being sent it, such as a default, is its own affair: only what followed what was put, or was not there at first, says anything.
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
    // What it lies in is known from its path.
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

/** What an earlier request set, and what was left of it once it was left out. */
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

/** Members that differ between two reads, of those that were sent. */
export function different(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const comparable = Object.keys(sent).filter((name) => !ITS_OWN.test(name) && name in old && name in now);
  if (comparable.length === 0) return undefined;
  return comparable
    .filter((name) => now[name] !== old[name])
    .map((name) => ({ name, sent: old[name], shown: now[name] ?? null }));
}

/** What of a merge patch (RFC 7396) was not done: a member set, one removed by null, one left alone. */
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
  const isDefault = (name: string) => sent[name] === null && !isSet(name, write, chain);
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

/** Members of a refused request that are as it wanted them. */
export function effective(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const old = before && shownMembers(before, sent);
  const now = shownMembers(after, sent);
  if (!old || !now) return undefined;
  // What was put there once may come back from a store that does not know yet what came later.
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
 * What a list shows of a request that was refused: a text that was sent with it and with nothing else.
 * @returns an empty text for nothing; undefined where the list does not show either what was made.
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
  // Whatever else it sent, others may have sent as well.
  const own = Object.values(write.case.request.input.like ?? {}).filter(
    (text) => UNLIKELY.test(text) && !known.has(text),
  );
  if (own.length === 0 || ![...known].some((text) => list.includes(JSON.stringify(text)))) return undefined;
  return own.find((text) => list.includes(JSON.stringify(text))) ?? '';
}

/** What the run adds to a text so that it is nobody else's. */
const UNLIKELY = /(-|^)(?=[a-f]*\d)[0-9a-f]{8}(-|$)/;

/** What became of another thing of the kind, of which nothing was asked; undefined where nobody can tell. */
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

/** Whether two name the same thing: a service may take what is made twice under one name for one. */
function isSame({ request }: Case, { request: { values: others } }: Case): boolean {
  return namesIn(request.operation.path).every(
    (name) => request.values[name]?.toLowerCase() === others[name]?.toLowerCase(),
  );
}

/** Whether an answer says that what was asked for is not there. */
export function isMissing({ response }: Pick<Exchange, 'response'>): boolean {
  return response?.status === 404 || response?.status === 410;
}

/** Whether what was removed is shown as if nothing had happened; undefined where nobody can tell. */
export function isStillThere(after: Exchange, chain: readonly Exchange[]): boolean | undefined {
  const { response, content } = after;
  if (isMissing(after)) return false;
  if (!isFound(response) || content?.shown === undefined) return undefined;
  const before = chain.findLast(({ case: planned, index }) => planned.chain?.step === 'read' && index < after.index);
  if (!before || !isFound(before.response) || before.content?.shown === undefined) return undefined;
  // Removed with a field that says so, emptied, or put back to what it was at first.
  const [old, now] = [scalars(before.content.shown), scalars(content.shown)];
  if (!isObject(content.shown) || Object.keys(content.shown).length === 0) return undefined;
  const [a, b] = [before.content.shown, content.shown].map((shown) =>
    JSON.stringify(shown, (name, value) =>
      // That it is there says something, whatever it says. What wraps it may be called like one of those: { "version": { … } }.
      ITS_OWN.test(name) && !isObject(value) && !isSoftDeletion(name, value) && !/^(status|state)$/i.test(name)
        ? ''
        : value,
    ),
  );
  if (a !== b) return false;
  // A list that was empty has nothing that could go.
  if (saysNothing(content.shown)) return undefined;
  return !Object.entries(now).some(([name, value]) => isSoftDeletion(name, value) && !isSoftDeletion(name, old[name]));
}

/** Whether it is an empty list, with its counts. */
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

/** What a write left, by what a GET was to show of it; undefined where nobody can tell, empty where it shows all. */
const LEFT_BY = { put: unchanged, again: different, bare: merged, patch: unpatched } as const;

/** Whether an answer shows what was done before in its chain: not every service knows at once. */
export function isShown(awaited: Awaited, exchange: Exchange, chain: readonly Exchange[]): boolean {
  if (awaited === 'there') return !isMissing(exchange);
  const write = chain.findLast(isWrite);
  if (!write || !isDone(write)) return true;
  if (awaited === 'gone') return isStillThere(exchange, chain) !== true;
  return !isMissing(exchange) && (LEFT_BY[awaited](write, exchange, [...chain, exchange])?.length ?? 0) === 0;
}
