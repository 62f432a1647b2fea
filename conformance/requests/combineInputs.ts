/** Valid inputs from the parts of a request: as few as show every boundary, none of them longer than servers take. */

import type { Clause } from '../../src/contract/clause';
import type { CaseViolation } from '../../src/engine/model/case';
import type { Input } from '../../src/serialization/input';
import { NO_INPUT } from '../../src/serialization/input';
import { sum } from '../../src/support/collections';

/** A valid input. */
export interface ValidInput {
  /** What it shows: "as the contract says", "limit is at its maximum". */
  readonly name: string;
  readonly input: Input;
  /** Whether nothing of it was made up. */
  readonly handedOver: boolean;
}

/** One part of a request that can be varied alone: a parameter, or the body. */
export interface Slot {
  readonly label: string;
  readonly required: boolean;
  /** Whether a request without it asks another operation, or has it all the same. */
  readonly isNeverMissing?: boolean;
  /** Where the contract says that it is there, and must be. */
  readonly clause: Clause;
  readonly handedOver: boolean;
  /** The plainest first; empty where none can be made. */
  readonly valid: readonly InputPart[];
  /** Made when they are asked for: they cost more than all else. */
  readonly invalid: () => readonly InvalidPart[];
  /** Why none can be made. */
  readonly missing: string | undefined;
}

export type InvalidPart = InputPart & { readonly violation: CaseViolation };

export interface InputPart {
  readonly shows: string;
  readonly part: Partial<Input>;
}

/** Parts that do not depend on each other are varied in the same request, so that there are as many as the part with the most has. */
export function combine(slots: readonly Slot[], thorough: boolean): ValidInput[] {
  const usable = slots.filter(({ valid }) => valid.length > 0);
  // What was handed over goes along, whether or not it must.
  const required = usable.filter((slot) => slot.required || slot.handedOver);
  const optional = usable.filter((slot) => !required.includes(slot));
  const all = (at: number, chosen: readonly Slot[], varied = chosen): ValidInput => {
    const parts = chosen.map((slot) => slot.valid[varied.includes(slot) ? at % slot.valid.length : 0]);
    const shown = parts.flatMap((part) => (part && part.shows !== '' ? [part.shows] : []));
    return {
      name: shown.length === 0 ? 'as the contract says' : shown.slice(0, MOST_NAMED).join(', '),
      input: parts.reduce((input, part) => join(input, part?.part ?? {}), NO_INPUT),
      handedOver: chosen.every((slot) => slot.handedOver),
    };
  };
  const most = Math.max(0, ...usable.map(({ valid }) => valid.length));
  const inputs = [{ ...all(0, required), ...(optional.some(({ label }) => label === A_BODY) ? WITHOUT_BODY : {}) }];
  for (const slot of optional) {
    const { input, handedOver } = all(0, [...required, slot]);
    inputs.push({ name: `with ${slot.label}`, input, handedOver });
  }
  for (const [at, one] of thorough ? optional.entries() : []) {
    for (const other of optional.slice(at + 1))
      inputs.push({ ...all(0, [...required, one, other]), name: `with ${one.label} and ${other.label}` });
  }
  /** As few requests as there may be without one that is too long for many servers. */
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
  if (everything) inputs.push({ ...everything, name: 'with everything that is optional' }, ...rest);
  for (let at = 1; at < most; at++) inputs.push(...packed(at));
  return unique(inputs);
}

/** All servers are to take a request line of 8000 octets (RFC 9112 §3), and many take no more in all of the fields; in characters, about. */
const LONGEST = 6000;

function lengthOf({ query = [], headers = [], cookies = [] }: Partial<Input>): number {
  const pairs = [...query, ...cookies].map(({ name, value }) => encodeURIComponent(`${name}=${value}`.toWellFormed()));
  return sum(pairs.map(({ length }) => length)) + sum(headers.flat().map(({ length }) => length));
}

/** What the slot of a body is called. */
export const A_BODY = 'a body';

/** Few who write a contract know that a body may be left out unless they say otherwise (OpenAPI 3.1 §4.8.13). */
const WITHOUT_BODY = { name: 'without a body, which is optional' };

/** How many parts a name speaks of. */
const MOST_NAMED = 2;

function unique(inputs: readonly ValidInput[]): ValidInput[] {
  const seen = new Map<string, ValidInput>();
  for (const each of inputs) {
    const { query, headers, cookies, body } = each.input;
    const key = JSON.stringify([query, headers, cookies, body?.contentType, body?.bytes.toString('latin1')]);
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

export function join(input: Input, part: Partial<Input>): Input {
  return {
    query: [...input.query, ...(part.query ?? [])],
    headers: [...input.headers, ...(part.headers ?? [])],
    cookies: [...input.cookies, ...(part.cookies ?? [])],
    body: part.body ?? input.body,
  };
}
