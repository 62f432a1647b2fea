/** Finds the texts and numbers in a JSON body that may be anything, and puts others in their place. */

import type { Media, Operation } from '../../src/contract/contract';
import { schemasUnder } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { mediaKind } from '../../src/http/mediaType';
import { escapePointer, pointerTokens, valueAt } from '../../src/json/pointer';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import type { Input } from '../../src/serialization/input';
import { fullest, jsonIn } from '../chains/chainBodies';
import { inputsOf } from '../inputs/inputs';
import { nameAt } from '../sparing/namedPlaces';
import { besideToken } from '../sparing/uniqueTexts';
import { usersValues } from '../sparing/usersValues';
import { satisfiesWith } from '../values/partOfValue';
import { isKnownEnd, isOpen, isOpenNumber } from './openSchemas';

/** A text or a number in a body. */
interface Leaf {
  /** JSON Pointer of its place. */
  readonly pointer: string;
  /** Tells whether a value of this type may stand in its place. */
  readonly isFor: (value: string | number | bigint) => boolean;
}

/** How many leaves of a body are changed, and how deep they lie at most. */
const MOST_LEAVES = 24;
const DEEPEST = 4;

/**
 * Returns the input that unusual values are put into: the fullest one that is made up. What it makes has names of its own.
 * @returns undefined if none can be made, or if the body was handed over.
 */
export function baseOf(operation: Operation, known: Known): Input | undefined {
  const { valid, anew } = inputsOf(operation, known);
  if (valid.length === 0 || known.handedOver.bodies(operation).length > 0) return undefined;
  const full = operation.requestBody ? fullest(operation, known) : undefined;
  return full ? { ...anew(), body: full.body, ...(full.like ? { like: full.like } : {}) } : anew();
}

/** Returns the media type of a body that is JSON, and its value; undefined for any other body. */
export function jsonSent(operation: Operation, input: Input): { media: Media; value: JsonValue } | undefined {
  const media = operation.requestBody?.media.find(({ declared }) => declared === input.body?.contentType);
  const value = media && mediaKind(media.type) === 'json' ? jsonIn(input) : undefined;
  return media && value !== undefined ? { media, value } : undefined;
}

/** Returns the texts and numbers of a body that may be anything. What code of the user made is none of them. */
export function leavesOf(operation: Operation, input: Input, known: Known): Leaf[] {
  const users = usersValues(operation, known);
  const { media, value } = jsonSent(operation, input) ?? {};
  const leaves: Leaf[] = [];
  const walk = (part: JsonValue, schemas: readonly Schema[], pointer: string, depth: number) => {
    if (depth > DEEPEST || leaves.length >= MOST_LEAVES || users.has(nameAt(pointer), part)) return;
    if (Array.isArray(part)) {
      const [first] = part as readonly JsonValue[];
      if (first !== undefined) walk(first, schemasUnder(schemas, ['0']), `${pointer}/0`, depth + 1);
    } else if (isObject(part)) {
      for (const [name, member] of Object.entries(part))
        walk(member, schemasUnder(schemas, [name]), `${pointer}/${escapePointer(name)}`, depth + 1);
    } else if (typeof part !== 'boolean') {
      const name = nameAt(pointer);
      const [texts, numbers] = [isOpen(name, schemas), isOpenNumber(name, schemas)];
      if (texts || numbers)
        leaves.push({
          pointer,
          isFor: (each) => (typeof each === 'string' ? texts : numbers && !isKnownEnd(each, schemas)),
        });
    }
  };
  if (media?.schema && value !== undefined) walk(value, [media.schema], '', 0);
  return leaves;
}

/**
 * Puts another value into a body. A name by which the run finds what it made keeps its token: the unusual text stands before it.
 * @returns undefined if the body would not be valid.
 */
export function bodyWithLeaf(operation: Operation, input: Input, pointer: string, value: JsonValue): Input | undefined {
  const leaf = leafFor(operation, input, pointer, value);
  if (!leaf || !input.body) return undefined;
  const { whole, part, name } = leaf;
  return {
    ...input,
    body: { ...input.body, bytes: Buffer.from(toJson(withAt(whole, pointer, part))) },
    ...(typeof part === 'string' && name !== undefined ? { like: { ...input.like, [name]: part } } : {}),
  };
}

/** Tells whether {@link bodyWithLeaf} returns a body. */
export function fitsAsLeaf(operation: Operation, input: Input, pointer: string, value: JsonValue): boolean {
  return leafFor(operation, input, pointer, value) !== undefined;
}

/** Returns what is put into a body, and the name by which the run finds what it made, if it is that; undefined if the body would not be valid. */
function leafFor(operation: Operation, input: Input, pointer: string, value: JsonValue) {
  const { media, value: whole } = jsonSent(operation, input) ?? {};
  if (!media?.schema || whole === undefined || !input.body) return undefined;
  const tokens = pointerTokens(pointer);
  const [name = '', ...deeper] = tokens;
  const like = deeper.length === 0 ? input.like?.[name] : undefined;
  // A name in a list is all that tells what the run made.
  const before = valueAt(whole, pointer);
  if (like === undefined && Object.values(input.like ?? {}).some((text) => text === before)) return undefined;
  const token = like === undefined ? undefined : TOKEN.exec(like)?.[0];
  // What has no room for the token stays as it is.
  if (like !== undefined && (typeof value !== 'string' || token === undefined || value === '')) return undefined;
  const isFirst = token !== undefined && like?.startsWith(token);
  const part = token === undefined ? value : besideToken(value as string, token, isFirst === true);
  if (!satisfiesWith(media.schema, whole, tokens, part)) return undefined;
  return { whole, part, name: like === undefined ? undefined : name };
}

/** Matches what makes a name like no other. */
const TOKEN = /[0-9a-f]{8}/;
