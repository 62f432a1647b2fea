/** Where each value of a YAML or JSON text stands, found from the events of its parser when first asked for. */

import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import { DEEPEST } from './text';

/** Offsets into a text, in UTF-16 code units from 0. */
export interface Places {
  /**
   * @param tokens the reference tokens of a JSON Pointer, unescaped; none for the whole.
   * @param onKey whether the name of the member is meant rather than its value.
   * @returns where the deepest part of the way that there is begins: what is missing is missing from that.
   */
  offsetOf(tokens: readonly string[], onKey: boolean): number;
}

type EventOf<Id> = Extract<Event, { type: Id }>;
type Scalar = EventOf<typeof EVENT_ID.SCALAR>;

/** The events of a text as numbers, which for a large contract take a tenth of the room of the events themselves. */
interface Index {
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  /** For each node the position after all of it. */
  readonly ends: Int32Array;
  /** The names of members, by position. */
  readonly names: readonly (string | undefined)[];
  /** What an alias stands for, by position. */
  readonly aliases: ReadonlyMap<number, number>;
}

/** @param text a YAML or JSON text that was read without complaint. */
export function createPlaces(text: string): Places {
  const index = readIndex(text);
  // Members of one object are looked for again and again.
  const members = new Map<number, Map<string, number>>();
  const membersOf = (at: number) => {
    const known = members.get(at) ?? readMembers(index, at);
    members.set(at, known);
    return known;
  };

  const memberOf = (at: number, token: string): { key: number; value: number } | undefined => {
    if (index.kinds[at] === EVENT_ID.SEQUENCE) {
      if (!/^\d+$/.test(token)) return undefined;
      let item = at + 1;
      for (let left = Number(token); left > 0 && item < ending(index, at); left--) item = index.ends[item] ?? 0;
      return item < ending(index, at) ? { key: item, value: item } : undefined;
    }
    if (index.kinds[at] !== EVENT_ID.MAPPING) return undefined;
    const key = membersOf(at).get(token);
    if (key !== undefined) return { key, value: index.ends[key] ?? key };
    return merged(at, token);
  };
  /** A member that came with `<<: *other` stands where the other has it. */
  const merged = (at: number, token: string) => {
    const merge = membersOf(at).get('<<');
    if (merge === undefined) return undefined;
    const from = resolved(index, index.ends[merge] ?? merge);
    const sources = index.kinds[from] === EVENT_ID.SEQUENCE ? itemsOf(index, from) : [from];
    for (const source of sources) {
      const found = memberOf(resolved(index, source), token);
      if (found) return found;
    }
    return undefined;
  };

  return {
    offsetOf(tokens, onKey) {
      let at = { key: 1, value: 1 };
      for (const token of tokens) {
        const next = memberOf(resolved(index, at.value), token);
        if (!next) break;
        at = next;
      }
      return Math.max(0, index.starts[onKey ? at.key : at.value] ?? 0);
    },
  };
}

/** The last position of a collection, which is that of its end. */
function ending(index: Index, at: number): number {
  return (index.ends[at] ?? 0) - 1;
}

function resolved({ aliases }: Index, at: number): number {
  return aliases.get(at) ?? at;
}

function itemsOf(index: Index, at: number): number[] {
  const items: number[] = [];
  for (let item = at + 1; item < ending(index, at); item = index.ends[item] ?? 0) items.push(item);
  return items;
}

function readMembers(index: Index, at: number): Map<string, number> {
  const members = new Map<string, number>();
  for (let key = at + 1; key < ending(index, at); ) {
    members.set(index.names[key] ?? '', key);
    key = index.ends[index.ends[key] ?? 0] ?? 0;
  }
  return members;
}

function readIndex(text: string): Index {
  const events = parseEvents(text, { maxDepth: DEEPEST });
  const kinds = new Uint8Array(events.length);
  const starts = new Int32Array(events.length);
  const ends = new Int32Array(events.length);
  const names: (string | undefined)[] = new Array(events.length);
  const aliases = new Map<number, number>();
  const anchors = new Map<string, number>();
  const open: { readonly at: number; readonly mapping: boolean; children: number }[] = [];
  // The first event opens the document; what follows it is its only node.
  for (const [at, event] of events.entries()) {
    kinds[at] = event.type;
    ends[at] = at + 1;
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (closed) ends[closed.at] = at + 1;
      continue;
    }
    const owner = open.at(-1);
    const isKey = owner?.mapping === true && owner.children++ % 2 === 0;
    starts[at] = startOf(event, starts[at - 1] ?? 0);
    if (event.type === EVENT_ID.ALIAS) aliases.set(at, anchors.get(anchorOf(text, event)) ?? at);
    else if (event.type !== EVENT_ID.DOCUMENT && event.anchorStart >= 0) anchors.set(anchorOf(text, event), at);
    if (event.type === EVENT_ID.SCALAR && isKey) names[at] = nameOf(text, event);
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT)
      open.push({ at, mapping: event.type === EVENT_ID.MAPPING, children: 0 });
  }
  return { kinds, starts, ends, names, aliases };
}

function startOf(event: Exclude<Event, { type: typeof EVENT_ID.POP }>, before: number): number {
  switch (event.type) {
    case EVENT_ID.DOCUMENT:
      return 0;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.SCALAR: {
      // An empty value stands nowhere of its own.
      if (event.valueStart < 0) return before;
      const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
      return event.valueStart - (quoted ? 1 : 0);
    }
    default:
      return event.start;
  }
}

function anchorOf(text: string, { anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }): string {
  return text.slice(anchorStart, anchorEnd);
}

/** As the object that was read calls the member: a number without quotes is written as JavaScript writes it. */
function nameOf(text: string, event: Scalar): string {
  const value = getScalarValue(text, event);
  if (event.style !== SCALAR_STYLE.PLAIN || !/^[-+.\d]/.test(value)) return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : String(number);
}
