/** Combines the parts of a request to valid inputs. They are as few as possible, show every boundary, and are not too long for servers. */

import type { Clause } from '../../../src/contract/clause';
import type { CaseEdge, CaseViolation } from '../../../src/engine/model/case';
import type { Input } from '../../../src/serialization/input';
import { sum } from '../../../src/support/collections';
import { atOnce, type Parts } from '../../../src/support/letOthersRun';

/** A valid input. */
export interface ValidInput {
  /** What the input shows: "as the contract says", "limit is at its maximum". */
  readonly name: string;
  readonly input: Input;
  /** The clauses that it keeps by values at their ends. */
  readonly edges?: readonly CaseEdge[];
  /** Whether nothing in it was made up. */
  readonly handedOver: boolean;
}

/** A part of a request that can be varied by itself: a parameter, or the body. */
export interface Slot {
  readonly label: string;
  readonly required: boolean;
  /** Whether the part cannot be left out: without it, the request would be for another operation, or would have it anyway. */
  readonly isNeverMissing?: boolean;
  /** Whether requests have it by default, also where the contract does not declare it: `User-Agent`. */
  readonly sentAnyway?: boolean;
  /** The clause of the contract that declares the part. */
  readonly clause: Clause;
  readonly handedOver: boolean;
  /** The valid values, the plainest first; empty if none can be made. */
  readonly valid: readonly InputPart[];
  /** Makes further examples that the contract gives, beside the one that is the plainest value. */
  readonly examples: () => readonly InputPart[];
  /** Makes the invalid values. They are made only when they are needed, since this takes longer than everything else. */
  readonly invalid: () => readonly InvalidPart[];
  /** Makes them ahead, and stops after each part. */
  readonly invalidAhead: () => Parts<unknown>;
  /** Why no valid value can be made; undefined if one can. */
  readonly missing: string | undefined;
  /** The clauses that no value exercises, by file and pointer, and why. */
  readonly spared?: ReadonlyMap<string, string>;
}

export type InvalidPart = InputPart & { readonly violation: CaseViolation };

export interface InputPart {
  readonly shows: string;
  /** The clauses that it keeps by values at their ends. */
  readonly edges?: readonly CaseEdge[];
  readonly part: Partial<Input>;
}

/** Combines parts to inputs. Independent parts vary in the same request, so there are only as many inputs as the part with the most values has. */
export function combine(slots: readonly Slot[], thorough: boolean): ValidInput[] {
  return atOnce(combineInParts(slots, thorough));
}

/** As {@link combine}, and stops after each input. */
export function* combineInParts(slots: readonly Slot[], thorough: boolean): Parts<ValidInput[]> {
  const inputs: ValidInput[] = [];
  for (const each of inputsOf(slots, thorough)) {
    inputs.push(each);
    yield;
  }
  return yield* unique(inputs);
}

function* inputsOf(slots: readonly Slot[], thorough: boolean): Generator<ValidInput> {
  const usable = slots.filter(({ valid }) => valid.length > 0);
  // A part that was handed over is always sent.
  const required = usable.filter((slot) => slot.required || slot.handedOver);
  const optional = usable.filter((slot) => !required.includes(slot));
  const all = (at: number, chosen: readonly Slot[], varied = chosen): ValidInput => {
    const parts = chosen.map((slot) => slot.valid[varied.includes(slot) ? at % slot.valid.length : 0]);
    const shown = parts.flatMap((part) => (part && part.shows !== '' ? [part.shows] : []));
    const edges = parts.flatMap((part) => part?.edges ?? []);
    return {
      ...(edges.length === 0 ? {} : { edges }),
      name: shown.length === 0 ? 'as the contract says' : shown.slice(0, MOST_NAMED).join(', '),
      input: joined(parts.flatMap((part) => part?.part ?? [])),
      handedOver: chosen.every((slot) => slot.handedOver),
    };
  };
  const most = Math.max(0, ...usable.map(({ valid }) => valid.length));
  yield { ...all(0, required), ...(optional.some(({ label }) => label === A_BODY) ? WITHOUT_BODY : {}) };
  yield* exampleInputs(required, optional, thorough ? Number.POSITIVE_INFINITY : MOST_EXAMPLES);
  for (const slot of optional) {
    const { input, handedOver } = all(0, [...required, slot]);
    yield { name: `with ${slot.label}`, input, handedOver };
  }
  for (const [at, one] of thorough ? optional.entries() : []) {
    for (const other of optional.slice(at + 1))
      yield { ...all(0, [...required, one, other]), name: `with ${one.label} and ${other.label}` };
  }
  /** Packs optional parts into as few requests as possible, none of which is too long for servers. */
  const packed = (at: number): ValidInput[] => {
    const packs: Slot[][] = [[]];
    let length = 0;
    for (const slot of usable) {
      const own = lengthOf(slot.valid[at % slot.valid.length]?.part ?? {});
      length += own;
      if (length > LONGEST && packs.at(-1)?.length) {
        packs.push([]);
        length = own;
      }
      packs.at(-1)?.push(slot);
    }
    return packs.map((pack) => all(at, [...required, ...pack.filter((slot) => !required.includes(slot))], pack));
  };
  const [everything, ...rest] = optional.length > 1 ? packed(0) : [];
  if (everything) yield { ...everything, name: 'with everything that is optional' };
  yield* rest;
  yield* greatestInputs(usable, required);
  for (let at = 1; at < most; at++) yield* packed(at);
}

/**
 * Makes inputs of numbers at their greatest: each beside what the others are by default, and all of them together. What is computed of several, such
 * as where a page begins, may be too great only then.
 */
function greatestInputs(usable: readonly Slot[], required: readonly Slot[]): ValidInput[] {
  const ends = usable.flatMap((slot) => {
    const end = slot.handedOver ? undefined : greatestOf(slot);
    return end ? [{ slot, end }] : [];
  });
  if (ends.length < 2) return [];
  const beside = (chosen: readonly (typeof ends)[number][]): ValidInput => {
    const plain = required.flatMap((slot) => (chosen.some((each) => each.slot === slot) ? [] : (slot.valid[0] ?? [])));
    const edges = chosen.flatMap(({ end }) => end.edges ?? []);
    return {
      edges,
      name: chosen
        .map(({ end }) => end.shows)
        .slice(0, MOST_NAMED)
        .join(', '),
      input: joined([...plain, ...chosen.map(({ end }) => end)].map(({ part }) => part)),
      handedOver: false,
    };
  };
  return [...ends.map((each) => beside([each])), beside(ends)];
}

/** Returns the part of a query that is a number at the greatest that the contract allows; undefined where there is none. */
function greatestOf({ valid }: Slot): InputPart | undefined {
  return valid.find(({ edges, part }) => {
    const [pair, ...more] = part.query ?? [];
    const isNumber = pair !== undefined && more.length === 0 && /^-?\d+(\.\d+)?$/.test(pair.value);
    return isNumber && edges?.some(({ clauseText }) => /^(exclusiveMaximum|maximum)\b/.test(clauseText));
  });
}

/** How many further examples an operation is asked with. */
const MOST_EXAMPLES = 3;

/** Makes an input of each further example: the second ones of all parts together, since they are likely to fit each other, then the third ones. */
function exampleInputs(required: readonly Slot[], optional: readonly Slot[], most: number): ValidInput[] {
  const all = [...required, ...optional];
  const count = Math.min(most, Math.max(0, ...all.map(({ examples }) => examples().length)));
  return Array.from({ length: count }, (_, at) => {
    const shown = all.flatMap((slot) => slot.examples()[at] ?? []);
    const plain = required.flatMap((slot) => (slot.examples()[at] ? [] : (slot.valid[0] ?? [])));
    return {
      name: shown
        .map(({ shows }) => shows)
        .slice(0, MOST_NAMED)
        .join(', '),
      input: joined([...plain, ...shown].map(({ part }) => part)),
      handedOver: false,
    };
  });
}

/**
 * How long the parts of a request may be together, in characters, approximately. Servers should accept a request line of 8000 octets
 * (RFC 9112 §3), and many accept no more than that in all header fields together.
 */
const LONGEST = 6000;

function lengthOf({ query = [], headers = [], cookies = [] }: Partial<Input>): number {
  const pairs = [...query, ...cookies].map(({ name, value }) => encodeURIComponent(`${name}=${value}`.toWellFormed()));
  return sum(pairs.map(({ length }) => length)) + sum(headers.flat().map(({ length }) => length));
}

/** The label of the slot of a body. */
export const A_BODY = 'a body';

/** A body is optional unless the contract says otherwise (OpenAPI 3.1 §4.8.13). Few authors of contracts know this. */
const WITHOUT_BODY = { name: 'without a body, which is optional' };

/** How many parts the name of an input mentions. */
const MOST_NAMED = 2;

function* unique(inputs: readonly ValidInput[]): Parts<ValidInput[]> {
  const seen = new Map<string, ValidInput>();
  for (const each of inputs) {
    const { query, headers, cookies, body } = each.input;
    const key = JSON.stringify([query, headers, cookies, body?.contentType, body?.bytes.toString('latin1')]);
    if (!seen.has(key)) seen.set(key, each);
    yield;
  }
  return [...seen.values()];
}

export function join(input: Input, part: Partial<Input>): Input {
  return joined([input, part]);
}

/** Of several bodies and conditions, the last one counts. */
function joined(parts: readonly Partial<Input>[]): Input {
  return {
    query: together(parts.map(({ query }) => query)),
    headers: together(parts.map(({ headers }) => headers)),
    cookies: together(parts.map(({ cookies }) => cookies)),
    body: parts.findLast(({ body }) => body)?.body,
    ...given(
      parts.findLast(({ condition }) => condition)?.condition,
      parts.findLast(({ ownKey }) => ownKey !== undefined)?.ownKey,
    ),
  };
}

const given = (condition: Input['condition'], ownKey: Input['ownKey']) => ({
  ...(condition ? { condition } : {}),
  ...(ownKey === undefined ? {} : { ownKey }),
});

/** Thousands of inputs are kept while an operation is asked, most of them without fields and cookies: they share what they can. */
function together<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] {
  const filled = lists.flatMap((list) => (list && list.length > 0 ? [list] : []));
  return filled.length === 1 ? (filled[0] ?? NONE) : filled.length === 0 ? NONE : (filled.flat(1) as T[]);
}

const NONE: readonly never[] = [];
