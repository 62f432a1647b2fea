/**
 * Finds members that patches of other members take away. Nobody knows what a patch of JSON means: one may replace the whole, and one member may
 * follow from another. But what two patches of different members both take away, while they leave other members, follows from neither.
 */

import { requiredMembers } from '../../src/contract/schema/facets';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Context } from '../../src/engine/model/rule';
import { isObject } from '../../src/json/value';
import { tellsOfChange } from '../../src/resources/vocabulary/setByService';
import { isState } from '../../src/resources/vocabulary/states';
import { around, isDone } from './chainSteps';
import type { KeptMember } from './keptMembers';
import { isFound, isItsOwn, isPlainValue, unwrapped } from './shownMembers';
import { isWitnessed } from './witness';

type Content = Readonly<Record<string, unknown>>;

/** What a patch of a single member left, and what it took away, of that which was set before. */
interface Left {
  readonly kept: readonly string[];
  readonly dropped: readonly KeptMember[];
}

/**
 * Returns the members that a patch of a single member took away, as an earlier one of another member did; undefined where no two such patches can
 * be compared.
 */
export function droppedUnasked(write: Exchange, context: Context): readonly KeptMember[] | undefined {
  const { chain } = context;
  const now = leftBy(write, context);
  if (!now) return undefined;
  const [member] = Object.keys(sentContent(write));
  const earlier = chain.flatMap((each) => {
    const isOther = each.index < write.index && !Object.hasOwn(sentContent(each), member ?? '');
    return (isOther && leftBy(each, context)) || [];
  });
  if (earlier.length === 0) return undefined;
  const isDropped = (name: string, { dropped }: Left) => dropped.some((each) => each.name === name);
  const isSome = ({ kept, dropped }: Left) => kept.length > 0 && dropped.length > 0;
  return isSome(now)
    ? now.dropped.filter(({ name }) => earlier.some((before) => isSome(before) && isDropped(name, before)))
    : [];
}

/** Says what became of the members that a fuller patch had set; undefined for any other request, and where something else may have changed them. */
function leftBy(write: Exchange, context: Context): Left | undefined {
  const { chain } = context;
  if (write.case.chain?.step !== 'patch' || !isDone(write)) return undefined;
  const sent = sentContent(write);
  if (Object.keys(sent).length !== 1) return undefined;
  const { before, after } = around(write, chain);
  const full = chain.findLast(
    (each) => each.index < (before?.index ?? 0) && each.case.chain?.step === 'patch' && isDone(each),
  );
  if (!before || !after || !full) return undefined;
  const set = sentContent(full);
  const names = Object.keys(set).filter((name) => !Object.hasOwn(sent, name) && isKeptByEach(name, set[name]));
  const [old, shown] = [shownContent(before, names), shownContent(after, names)];
  if (!old || !shown) return undefined;
  const comparable = names.filter((name) => isAsSet(old[name], set[name]));
  const isKept = (name: string) => isAsSet(shown[name], old[name]);
  const dropped = comparable
    .filter((name) => !isKept(name))
    .map((name) => ({ name, sent: old[name], shown: shown[name] ?? null }));
  const witnessed =
    dropped.length === 0 || isWitnessed({ by: write, before, after, names: dropped.map(({ name }) => name) }, context);
  // What every such thing has to have stays, though all else is replaced.
  const required = requiredOf(chain);
  return witnessed ? { kept: comparable.filter((name) => isKept(name) && !required.has(name)), dropped } : undefined;
}

/** Returns the members without which no thing of a chain is made. */
function requiredOf(chain: readonly Exchange[]): ReadonlySet<string> {
  const maker = chain.find((each) => each.case.chain?.step === 'make')?.case.request.operation;
  return new Set(maker?.requestBody?.media.flatMap(({ schema }) => (schema ? requiredMembers(schema) : [])));
}

/**
 * Tells whether nothing but a request for it changes a member. What was changed is often a draft again, or has to be approved anew, and what is said
 * of a change is said of that one alone.
 */
function isKeptByEach(name: string, value: unknown): boolean {
  return !isItsOwn(name) && !isState(name) && !tellsOfChange(name) && typeof value !== 'boolean';
}

function sentContent({ content }: Exchange): Content {
  return isObject(content?.sent) ? (content.sent as Content) : {};
}

function shownContent({ content, response }: Exchange, names: readonly string[]): Content | undefined {
  if (!isFound(response) || !isObject(content?.shown)) return undefined;
  const shown = unwrapped(content.shown, names);
  return isObject(shown) ? (shown as Content) : undefined;
}

/** Tells whether a value is shown as it was set. A list may be shown in another order, and an object with more members. */
function isAsSet(shown: unknown, set: unknown): boolean {
  if (set === null || set === undefined) return false;
  if (isPlainValue(set)) return shown === set;
  if (Array.isArray(set)) {
    const items = new Set((Array.isArray(shown) ? (shown as unknown[]) : []).map((each) => JSON.stringify(each)));
    return set.length > 0 && set.every((each) => items.has(JSON.stringify(each)));
  }
  return (
    isObject(set) &&
    isObject(shown) &&
    Object.entries(set).every(([name, each]) => isAsSet((shown as Content)[name], each))
  );
}
