/**
 * Takes a refused request apart: each of its parts is sent alone once more, in a request that is plain otherwise. What was only ever refused in
 * company shows nothing: `?crew=night&cursor=x` is refused for the cursor, and nobody knows what `?crew=night` does.
 */

import type { Operation } from '../../src/contract/contract';
import type { Case, CaseEdge } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { PartApart } from '../../src/engine/model/tries';
import { exactValue } from '../../src/json/exactJson';
import { escapePointer, pointerTokens } from '../../src/json/pointer';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { changeableBody, rewrittenBody } from '../../src/serialization/changeableBody';
import type { Input } from '../../src/serialization/input';
import { makesOwn } from '../chains/mayMake';
import { distinct, recognised } from '../chains/tellableInputs';
import { foreignPlace } from '../sparing/foreignPlaces';
import { type Body, satisfiesMedia } from '../sparing/uniqueTexts';

/** Puts a part into another input. @returns undefined where that cannot have it. */
type Put = (base: Input) => Input | undefined;

/** Returns each part of a valid request, to be put alone into one that was accepted. */
export function partsApart(each: Case, known: Known): readonly PartApart[] {
  const { operation, input } = each.request;
  if (known.handedOver.bodies(operation).length > 0) return [];
  const parts: PartApart[] = [];
  const add: Add = (place, value, put, putBeside = () => undefined) =>
    parts.push({
      key: `${place} ${value}`,
      alone: (base) => caseOf(each, place, put(base.request.input), known),
      beside: (base) => caseOf(each, place, putBeside(base.request.input), known, 'beside as much'),
    });
  addBeside(input, add);
  addMembers(each, known, add);
  return parts;
}

type Add = (place: string, value: string, put: Put, putBeside?: Put) => void;

function caseOf(each: Case, place: string, input: Input | undefined, known: Known, how = 'alone'): Case | undefined {
  if (!input) return undefined;
  const { edges = [], isPlainest: _, ...claim } = each.claim;
  const own = edges.filter(({ subject }) => isOf(subject, place));
  const [first] = own;
  const label = place.startsWith('/') ? place : place.replace(' in the query', '');
  const name = `${label} is ${first?.sent ?? 'there'}, ${how}`;
  const { waitsFor, chain, ...rest } = each;
  const asked: Case = {
    ...rest,
    request: { ...each.request, input },
    claim: { ...claim, name, ...(own.length === 0 ? {} : { edges: own }) },
    ...(waitsFor?.fills ? { waitsFor: { fills: waitsFor.fills } } : {}),
    ...(chain ? { chain: { kind: chain.kind } } : {}),
  };
  return foreignPlace(asked, known) === undefined ? asked : undefined;
}

/** Whether an edge is one of a place: `/name/first` of `/name`, `/0 of ids in the query` of `ids in the query`. */
function isOf(subject: CaseEdge['subject'], place: string): boolean {
  return `${subject}/`.startsWith(`${place}/`) || subject.endsWith(` of ${place}`);
}

function addBeside(input: Input, add: Add): void {
  for (const where of ['query', 'cookies'] as const) {
    for (const name of new Set(input[where].map((pair) => pair.name))) {
      const own = input[where].filter((pair) => pair.name === name);
      const text = own.map(({ value }) => value).join('\n');
      add(`${name} in the ${where === 'query' ? 'query' : 'cookie'}`, text, (base) => ({
        ...base,
        [where]: [...base[where].filter((pair) => pair.name !== name), ...own],
      }));
    }
  }
  for (const [name, value] of input.headers) {
    // A key is another one in each request anyway, and a condition is about a state.
    if (name === input.ownKey || name === input.condition?.field) continue;
    add(`${name} in the header`, value, (base) => ({
      ...base,
      headers: [...base.headers.filter(([other]) => other !== name), [name, value]],
    }));
  }
}

/** The members of a body of JSON, or of the object that wraps it. */
function addMembers(each: Case, known: Known, add: Add): void {
  const { operation, input } = each.request;
  const sent = objectIn(operation, input);
  if (!sent) return;
  const wrapper = wrapperOf(sent);
  const own = wrapper === undefined ? sent : (sent[wrapper] as Body);
  const around = wrapper === undefined ? '' : `/${escapePointer(wrapper)}`;
  const filled = filledIn(each);
  for (const [name, value] of Object.entries(own)) {
    const place = `${around}/${escapePointer(name)}`;
    const isEdge = each.claim.edges?.some(({ subject }) => isOf(subject, place)) === true;
    // A name that only tells the thing from others is no part, nor is the name of another thing.
    if (filled.includes(wrapper ?? name) || (input.like?.[name] === value && !isEdge)) continue;
    const member = { name, value, wrapper };
    const putBeside: Put = (base) => withMember(each, base, { ...member, isBesideAsMuch: true }, known);
    const hasFollowers = isEdge && isNumber(value);
    add(place, toJson(value), (base) => withMember(each, base, member, known), hasFollowers ? putBeside : undefined);
  }
}

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint';

interface Member {
  readonly name: string;
  readonly value: JsonValue;
  readonly wrapper: string | undefined;
  /** Whether the other numbers beside it become the same: a least number and a most one may have to follow each other, which no schema says. */
  readonly isBesideAsMuch?: true;
}

/** Puts a member into a body that was accepted, beside other names than that had. */
function withMember(
  each: Case,
  accepted: Input,
  { name, value, wrapper, isBesideAsMuch }: Member,
  known: Known,
): Input | undefined {
  const { operation, input } = each.request;
  const base = makesOwn(operation, known) ? distinct(operation, accepted, known) : accepted;
  const read = changeableBody(operation, base);
  const [usual, sent] = [base, input].map((one) => objectIn(operation, one));
  const isSame = input.body?.contentType === base.body?.contentType;
  if (!isSame || !read || !base.body || !usual || !sent || (wrapper !== undefined && wrapperOf(usual) !== wrapper))
    return undefined;
  const there = filledIn(each).flatMap((own) => (own in sent ? [[own, sent[own] as JsonValue] as const] : []));
  const around: Body = { ...usual, ...Object.fromEntries(there) };
  const alone: Body = { ...(wrapper === undefined ? around : (around[wrapper] as Body)), [name]: value };
  const whole = (own: Body): Body => (wrapper === undefined ? own : { ...around, [wrapper]: own });
  const numbers = isBesideAsMuch ? Object.keys(alone).filter((other) => other !== name && isNumber(alone[other])) : [];
  const changed = numbers
    .map(
      (other) =>
        (before: Body): Body => ({ ...before, [other]: value }),
    )
    .reduce((before, change) => (satisfiesMedia(read.media, whole(change(before))) ? change(before) : before), alone);
  if (isBesideAsMuch && changed === alone) return undefined;
  const body = whole(changed);
  const written = satisfiesMedia(read.media, body) ? rewrittenBody(read.media, base.body, body) : undefined;
  if (!written) return undefined;
  const { like = {}, refers: _, ...rest } = base;
  const told = Object.fromEntries(Object.entries(like).filter(([own, text]) => changed[own] === text));
  const { refers } = input;
  const changedInput = { ...rest, body: written, ...(refers ? { refers } : {}) };
  if (Object.keys(told).length > 0) return { ...changedInput, like: told };
  return makesOwn(operation, known) ? recognised(operation, changedInput, known) : changedInput;
}

/** The members of a body that have the names of other things, which are there. */
function filledIn({ waitsFor }: Case): string[] {
  return (waitsFor?.fills ?? []).flatMap(({ pointer }) => pointerTokens(pointer).slice(0, 1));
}

function objectIn(operation: Operation, input: Input): Body | undefined {
  const read = input.body && changeableBody(operation, input);
  const value = read && exactValue(read.json);
  return isObject(value) ? (value as Body) : undefined;
}

/** Returns the name of the one member of a body that is an object; undefined for another body. */
function wrapperOf(body: Body): string | undefined {
  const [name, ...more] = Object.keys(body);
  return name !== undefined && more.length === 0 && isObject(body[name]) ? name : undefined;
}
