/**
 * Compares what a chain of requests on one thing shows of its state. It compares only members that were sent and that GET shows. A
 * difference counts only if the service did not normalise the value, and if the member does not change by itself.
 */

import type { Exchange } from '../../src/engine/model/exchange';
import { unescapePointer } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { hasSureToken } from '../../src/resources/tokens';
import { mayBeMasked } from '../../src/resources/vocabulary/secrets';
import { around, isDone, isSameThing, isToBeRefused, isWrite, setsWhole } from './chainSteps';
import { defaultsOf } from './defaults';
import type { KeptMember } from './keptMembers';
import { grownLists, keptItems, lostLists } from './shownLists';
import {
  allSentIn,
  isFound,
  isItsOwn,
  isNotShown,
  type Members,
  mayBeSame,
  sentBy,
  shownMembers,
} from './shownMembers';

/** Tells whether the service shows a member in another way than it was sent. */
function normalised(name: string, chain: readonly Exchange[], until: Exchange): boolean {
  return chain.some((write) => {
    if (write.index >= until.index || !['make', 'put', 'bare'].includes(write.case.chain?.step ?? '') || !isDone(write))
      return false;
    const sent = sentBy(write);
    const { before, after } = around(write, chain);
    const isMade = write.case.chain?.step === 'make';
    // A chain may make another thing, too, of which the next GET is not.
    const isOfIt = !isMade || (after !== undefined && isSameThing(after, write));
    const shown = after && isOfIt && after.index < until.index ? shownMembers(after, sent) : undefined;
    if (!(name in sent) || shown === undefined || !(name in shown) || shown[name] === sent[name]) return false;
    // Where a member stays as it was, the service may not have read what was sent.
    return isMade || !before || shownMembers(before, sent)?.[name] !== shown[name];
  });
}

/**
 * Tells whether a service sets a member by itself, as its name says. Where only an object around the member has such a name, clients may set what lies
 * in it: the chain shows that, where `{ "owner": { "phone": "+41 32" } }` is shown as it was sent, and was another one before.
 */
function isItsOwnIn(name: string, chain: readonly Exchange[]): boolean {
  const [leaf = ''] = name.split('/').slice(-1);
  if (!isItsOwn(name)) return false;
  if (isItsOwn(leaf)) return true;
  return !chain.some((write) => {
    const sent = sentBy(write);
    if (!isWrite(write) || !isDone(write) || (sent[name] ?? null) === null) return false;
    const { before, after } = around(write, chain);
    const [old, now] = [before, after].map((each) => each && shownMembers(each, sent)?.[name]);
    return now === sent[name] && old !== now;
  });
}

/** Returns members that a PUT sent and that did not change; undefined if nothing can be compared. */
export function unchanged(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  const comparable = Object.keys(sent).filter(
    (name) => !isItsOwnIn(name, chain) && name in now && sent[name] !== null && !mayBeSame(sent[name], old[name]),
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
  const defaults = defaultsOf(write.case.request.operation);
  const comparable = Object.keys(set).filter((name) => {
    if (name in sent || isItsOwnIn(name, chain) || old[name] !== set[name] || set[name] === null) return false;
    // A value that the contract gives to what is left out comes from there.
    if (defaults.has(name) && defaults.get(name) === set[name]) return false;
    // A value that is in the path may come from there, not from the earlier PUT.
    if (Object.values(write.case.request.values).includes(String(set[name]))) return false;
    const wasOtherwise = start !== undefined && !mayBeSame(start[name], set[name]);
    return wasOtherwise || (earlier !== undefined && name in earlier.set && !mayBeSame(earlier.set[name], set[name]));
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
  const comparable = Object.keys(old).filter((name) => !isItsOwnIn(name, chain) && name in now && steady(name));
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

/**
 * Returns the members for which a merge patch (RFC 7396) was not done: one not set, one not removed by null, or one changed unasked. An object in
 * a patch is merged as the whole is: `{ "labels": { "color": null } }` takes that color away, and leaves all other labels.
 */
export function unpatched(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const patch = sentBy(write);
  const { before } = around(write, chain);
  const known = allSentIn(chain);
  const [old, now] = [before && shownMembers(before, known), shownMembers(after, known)];
  if (!old || !now) return undefined;
  const sent = withAllBelowNull(patch, old);
  const ours = new Set(
    chain.flatMap((each) =>
      each.index < write.index && isWrite(each) && isDone(each) ? Object.keys(sentBy(each)) : [],
    ),
  );
  const isSent = (name: string) => isSaidBy(write.content?.sent, name.split('/').map(unescapePointer));
  const usable = (name: string) => !isItsOwnIn(name, chain) && !normalised(name, chain, write);
  // What only a later look shows has come late.
  const looks = chain.filter((each) => each.case.chain?.step === 'read' && each.index <= after.index);
  const shown = new Set(looks.flatMap((each) => Object.keys(shownMembers(each, known) ?? {})));
  // POST without a note → { note: "none" }: null takes away what was set, and a default comes back.
  const shownUnset = (name: string) => {
    const first = chain.find((each) => each.case.chain?.step === 'read' && !isSet(name, each, chain));
    return (first && shownMembers(first, known)?.[name]) ?? null;
  };
  const isBack = (name: string) => shownUnset(name) !== null && mayBeSame(now[name], shownUnset(name));
  // The default may be what was set meanwhile: { soil: "loam" } → null → { soil: "loam" }.
  const isDefault = (name: string) => sent[name] === null && (!isSet(name, write, chain) || isBack(name));
  const set = Object.keys(sent).filter(
    (name) => usable(name) && shown.has(name) && !mayBeSame(sent[name], old[name]) && !isDefault(name),
  );
  const alone = Object.keys(old).filter((name) => usable(name) && ours.has(name) && !isSent(name));
  const lists = lostLists(write, after, chain);
  if (set.length + alone.length === 0 && lists === undefined) return undefined;
  return [
    ...(lists ?? []),
    ...set
      .filter((name) => (now[name] ?? null) === (old[name] ?? null))
      .map((name) => ({ name, sent: sent[name], shown: now[name] ?? null })),
    ...alone
      .filter((name) => (now[name] ?? null) !== (old[name] ?? null))
      .map((name) => ({ name, sent: old[name], shown: now[name] ?? null })),
  ];
}

/**
 * Returns the members that the answer to a patch shows as they were sent, and that a GET right after it shows as they were before, whatever the
 * patch means; undefined if the answer shows nothing of what was sent, or nothing that is new.
 */
export function unapplied(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, told, now] = [before, write, after].map((each) => each && shownMembers(each, sent));
  if (!old || !told || !now) return undefined;
  const comparable = Object.keys(sent).filter(
    (name) =>
      !isItsOwnIn(name, chain) &&
      !name.split('/').some(mayBeMasked) &&
      sent[name] !== null &&
      name in old &&
      name in now &&
      told[name] === sent[name] &&
      !mayBeSame(sent[name], old[name]),
  );
  if (comparable.length === 0) return undefined;
  return comparable
    .filter((name) => now[name] === old[name] && !normalised(name, chain, write))
    .map((name) => ({ name, sent: sent[name], shown: now[name] ?? null }));
}

/** Puts in place of each null in a patch that stands for an object all that was in it: `{ "labels": null }` → `labels/color`, `labels/size`. */
function withAllBelowNull(patch: Members, old: Members): Members {
  const entries = Object.entries(patch).flatMap(([name, value]): [string, Members[string]][] => {
    const below = value === null ? Object.keys(old).filter((each) => each.startsWith(`${name}/`)) : [];
    return below.length > 0 ? below.map((each) => [each, null]) : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Tells whether a patch says what becomes of a member: it has that, or something that is no object in place of what that lies in. */
function isSaidBy(patch: unknown, [name = '', ...below]: readonly string[]): boolean {
  if (!isObject(patch) || !Object.hasOwn(patch, name)) return false;
  return below.length === 0 || !isObject(patch[name]) || isSaidBy(patch[name], below);
}

/** Whether an earlier request of the chain gave a member a value. */
function isSet(name: string, { index }: Exchange, chain: readonly Exchange[]): boolean {
  return chain.some(
    (earlier) =>
      earlier.index < index && isWrite(earlier) && isDone(earlier) && (sentBy(earlier)[name] ?? null) !== null,
  );
}

/**
 * Returns the members that have the value that a refused request sent. Of several refused requests with the same value, it is the one of which
 * the most is shown.
 */
export function effective(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const old = before && shownMembers(before, sent);
  const now = shownMembers(after, sent);
  if (!old || !now) return undefined;
  // A value that was sent in a request that was taken may be shown again by a store that lags behind, so it proves nothing.
  const others = chain.filter((each) => each !== write && each.index < after.index && isWrite(each));
  const taken = others.filter(isDone).map(sentBy);
  const comparable = Object.keys(sent).filter(
    (name) =>
      !isItsOwnIn(name, chain) &&
      (old[name] ?? null) !== sent[name] &&
      !taken.some((each) => each[name] === sent[name]),
  );
  const kept = comparable
    .filter((name) => now[name] === sent[name])
    .map((name) => ({ name, sent: old[name], shown: now[name] ?? null }));
  const rivals = others.filter((each) => isToBeRefused(each) && !isDone(each) && around(each, chain).after === after);
  if (kept.length > 0) return isOfAnother(write, rivals, old, now) ? [] : kept;
  // What was taken after it hides what it did.
  return comparable.length === 0 || others.some((each) => each.index > write.index && isDone(each)) ? undefined : [];
}

/** Tells whether what is there shows one of the other refused requests rather than this one. */
function isOfAnother(write: Exchange, rivals: readonly Exchange[], old: Members, now: Members): boolean {
  const shownOf = (each: Exchange) =>
    Object.entries(sentBy(each)).filter(([name, value]) => now[name] === value && (old[name] ?? null) !== value).length;
  const own = shownOf(write);
  return rivals.some((each) => shownOf(each) > own || (shownOf(each) === own && each.index > write.index));
}

/** Tells whether the last read before a write shows what a PUT or a POST of the chain set, and the first read did not show. */
export function showsWhatWasPut(write: Exchange, chain: readonly Exchange[]): boolean {
  const put = chain.findLast((each) => each.index < write.index && setsWhole(each) && isDone(each));
  const first = chain.find(({ case: planned }) => planned.chain?.step === 'read');
  const { before } = around(write, chain);
  if (!put || !first || !before || first.index > put.index || before.index < put.index) return false;
  const [content, shown] = [put.content?.plain?.sent, before.content?.plain?.shown];
  if (content && shown) return !isFound(first.response) && content.bytes.equals(shown.bytes);
  const set = sentBy(put);
  const [start, now] = [shownMembers(first, set) ?? {}, shownMembers(before, set)];
  if (now === undefined) return false;
  return Object.keys(set).some(
    (name) =>
      !isItsOwnIn(name, chain) && name in now && mayBeSame(now[name], set[name]) && !mayBeSame(start[name], set[name]),
  );
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
    (name) =>
      name !== '' &&
      !isItsOwn(name) &&
      !name.split('/').some(mayBeMasked) &&
      (name in shown || (told[name] === sent[name] && isNotShown(name, sent, read))) &&
      sent[name] !== null,
  );
  if (comparable.length === 0) return undefined;
  const names = new Set(Object.values(made.case.request.values));
  return comparable
    .filter((name) => {
      const [was, is, said] = [sent[name], shown[name], told[name]];
      if (mayBeSame(was, is)) return false;
      // PUT /notes/b with { name: "a" }: the name that the path has goes before the one of the body.
      if (typeof is === 'string' && names.has(is)) return false;
      if (name in told && !mayBeSame(said, is)) return mayBeSame(said, was);
      return typeof was === 'string' && typeof is === 'string' && hasSureToken(was) && !/[*•…]/.test(is);
    })
    .map((name) => ({ name, sent: sent[name], shown: shown[name] ?? null }));
}
