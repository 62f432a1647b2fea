/** Parses a text in YAML or JSON, or says what is wrong with it. */

import type { Departure } from './lenientLexer';
import type { Index } from './positionsIndex';
import { DEEPEST_DOCUMENT, TextError, TOO_DEEP } from './textError';

/** A text may contain at most this many values after its aliases are followed. */
const MOST_VALUES = 1_000_000;

/** What a text says. */
export interface ReadText {
  /** Undefined if the text is empty. */
  readonly value: unknown;
  /** Where the parts of a YAML text stand; absent for JSON, in which they are found when they are first looked for. */
  readonly index?: Index;
  /** What a YAML text has that YAML 1.2 forbids. */
  readonly departures?: readonly Departure[];
}

/**
 * Reads YAML 1.2 with merge keys, of which JSON is a part. Member names that are numbers become texts.
 * @throws TextError if the text is not YAML, or is too large or too deep.
 */
export function readText(text: string): ReadText {
  const json = /^\s*[{[]/.test(text) ? tryJson(text) : undefined;
  if (json !== undefined) return { value: json };
  // A contract in JSON does not need the reader of YAML.
  const { readYaml } = require('./readYaml') as typeof import('./readYaml');
  const { value, index, departures, hasAliases } = readYaml(text);
  if (hasAliases) refuseEndless(value);
  return { value, index, departures };
}

/**
 * Returns the value that a text in YAML or JSON has.
 * @returns undefined if the text is empty.
 * @throws TextError if the text is not YAML, or is too large or too deep.
 */
export function parseText(text: string): unknown {
  return readText(text).value;
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

function measureAll<Measure>(measure: () => Measure): Measure {
  try {
    return measure();
  } catch (error) {
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
  const { size, depth } = measureAll(() => measure(root));
  if (depth > DEEPEST_DOCUMENT) throw new TextError(TOO_DEEP);
  if (size > MOST_VALUES) throw new TextError(`its aliases (*name) stand for more than ${MOST_VALUES} values`);
}
