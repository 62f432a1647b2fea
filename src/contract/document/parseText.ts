/** Parses a text in YAML or JSON, or says what is wrong with it. */

import { CORE_SCHEMA, constructFromEvents, EVENT_ID, type Event, mergeTag, parseEvents, YAMLException } from 'js-yaml';

/** How many levels deep a contract may be nested. Only a contract that was made to exhaust its readers is deeper. */
export const DEEPEST_DOCUMENT = 500;

/** How many values a text may contain after its aliases are followed. */
const MOST_VALUES = 1_000_000;

/** How many members may be merged by `<<` in total. */
const MOST_MERGED = 100_000;

/** The text is not YAML, or cannot be used. Line and column count from 1. */
export class TextError extends Error {
  constructor(
    message: string,
    readonly line = 1,
    readonly column = 1,
  ) {
    super(message);
  }
}

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/**
 * Reads YAML 1.2 with merge keys, of which JSON is a part. Member names that are numbers become texts.
 * @returns undefined if the text is empty.
 * @throws TextError if the text is not YAML, or is too large or too deep.
 */
export function parseText(text: string): unknown {
  const json = /^\s*[{[]/.test(text) ? tryJson(text) : undefined;
  if (json !== undefined) return json;
  const events = attempt(() => parseEvents(text, { maxDepth: DEEPEST_DOCUMENT }));
  const documents = attempt(() => construct(text, events));
  if (documents.length > 1) throw new TextError('it holds several documents; keep one in a file');
  const [value] = documents;
  if (events.some(({ type }) => type === EVENT_ID.ALIAS)) refuseEndless(value);
  return value;
}

/** Returns the value of one scalar of a YAML text, by the same rules. */
export function readScalar(text: string, scalar: Event): unknown {
  const document: Event = { type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] };
  return construct(text, [document, scalar, { type: EVENT_ID.POP }])[0];
}

function construct(text: string, events: Event[]): unknown[] {
  return constructFromEvents(events, { source: text, schema: SCHEMA, maxTotalMergeKeys: MOST_MERGED });
}

/** @returns undefined if the text is not JSON. YAML allows more, and its parser says where a mistake stands. */
function tryJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (depthOf(text) > DEEPEST_DOCUMENT) throw new TextError(TOO_DEEP);
  return value;
}

const TOO_DEEP = `it is nested more than ${DEEPEST_DOCUMENT} deep`;

/** Returns how many levels deep the brackets of a JSON text are nested. */
function depthOf(json: string): number {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (quoted) {
      if (char === 0x5c) at++;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return deepest;
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof YAMLException && /maxDepth/.test(error.reason)) throw new TextError(TOO_DEEP);
    if (error instanceof YAMLException)
      throw new TextError(error.reason, (error.mark?.line ?? 0) + 1, (error.mark?.column ?? 0) + 1);
    if (error instanceof RangeError) throw new TextError(TOO_DEEP);
    throw error;
  }
}

/**
 * Refuses aliases that lead back to what holds them, and aliases that stand for too many values: a few lines could fill
 * the memory.
 */
function refuseEndless(root: unknown): void {
  const measured = new Map<object, { readonly size: number; readonly depth: number }>();
  const under = new Set<object>();
  const measure = (value: unknown): { readonly size: number; readonly depth: number } => {
    if (typeof value !== 'object' || value === null) return { size: 1, depth: 0 };
    const earlier = measured.get(value);
    if (earlier) return earlier;
    if (under.has(value)) throw new TextError('an alias (*name) leads back to what holds it');
    under.add(value);
    let [size, depth] = [1, 0];
    for (const child of Object.values(value)) {
      const childMeasure = measure(child);
      size += childMeasure.size;
      depth = Math.max(depth, childMeasure.depth + 1);
    }
    under.delete(value);
    measured.set(value, { size, depth });
    return { size, depth };
  };
  const { size, depth } = attempt(() => measure(root));
  if (depth > DEEPEST_DOCUMENT) throw new TextError(TOO_DEEP);
  if (size > MOST_VALUES) throw new TextError(`its aliases (*name) stand for more than ${MOST_VALUES} values`);
}
