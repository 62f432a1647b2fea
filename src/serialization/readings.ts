/**
 * What texts may stand for. Parameters and fields of forms are text, and services read them in more ways than one: a violation is one only
 * where no reading of its bytes is valid.
 */

import { satisfies } from '../contract/schema/evaluate';
import type { Direction, Schema } from '../contract/schema/schema';
import type { Pair } from '../http/uri';
import type { JsonValue } from '../json/value';

/** Characters at which services take one text for a list. */
const DELIMITERS = [',', ' ', '|', '\t', ';'];

/** More items than this are read as a list in the ways of each item alone. */
const MOST_READ = 2000;

/** Whether texts may stand for a value that the schema takes. No text at all stands for no value. */
export function mayStandFor(texts: readonly string[], schema: Schema, direction: Direction): boolean {
  return readings(texts).some((value) => satisfies(schema, value, direction));
}

/** Whether a text is JSON of a value that the schema takes. */
export function readsAsJson(text: string, schema: Schema, direction: Direction): boolean {
  try {
    return satisfies(schema, JSON.parse(text), direction);
  } catch {
    return false;
  }
}

/**
 * The JSON values that texts may stand for: those of one name, in their order.
 * A list of several kinds of items is read as one of texts, of numbers, of booleans, or each as what it looks like most.
 */
export function readings(texts: readonly string[]): JsonValue[] {
  const lists = [texts, ...(texts.length === 1 ? DELIMITERS.map((each) => split(texts[0] ?? '', each)) : [])].filter(
    (list, at) => at === 0 || list.length > 1,
  );
  const [only] = texts.length === 1 ? texts : [];
  return [
    ...(only === undefined ? [] : scalars(only)),
    ...lists.filter(({ length }) => length <= MOST_READ).flatMap(itemReadings),
    // A name without a value is an empty list to some.
    ...(texts.every((text) => text === '') ? [[]] : []),
  ];
}

/** The members of an object that one text may stand for: `R,100,G,200`, or `R=100,G=200`. What has no value may be there all the same, or not. */
export function membersIn(text: string): (readonly Pair[])[] {
  const lists = DELIMITERS.map((delimiter) => split(text, delimiter)).filter(({ length }) => length > 1);
  return (lists.length === 0 ? [[text]] : lists).flatMap((parts) => {
    const assigned = parts.flatMap((part) => {
      const [, name, value] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
      return name === undefined || value === undefined ? [] : [{ name, value }];
    });
    if (assigned.length === parts.length) return [assigned];
    const paired = parts.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: parts[at + 1] ?? '' }] : []));
    return [paired, paired.slice(0, Math.floor(parts.length / 2))];
  });
}

function split(text: string, delimiter: string): string[] {
  return text.split(delimiter).map((each) => each.trim());
}

function itemReadings(texts: readonly string[]): JsonValue[] {
  const read = texts.map(scalars);
  const kinds = ['string', 'number', 'boolean'];
  const alike = kinds.map((kind) =>
    read.map((each, at) => each.find((value) => kindOf(value) === kind) ?? texts[at] ?? ''),
  );
  return [...alike, read.map((each, at) => each.at(-1) ?? texts[at] ?? '')];
}

function kindOf(value: JsonValue): string {
  return typeof value === 'bigint' ? 'number' : typeof value;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const TRUE = /^(true|t|yes|y|on|1)$/i;
const FALSE = /^(false|f|no|n|off|0)$/i;
const NULL = /^(null|nil|none|undefined)?$/i;

/** The values that one text may stand for, itself first, what it looks like most last. */
export function scalars(text: string): JsonValue[] {
  const trimmed = text.trim();
  return [
    text,
    ...(trimmed === text ? [] : [trimmed]),
    ...(NULL.test(trimmed) ? [null] : []),
    ...(TRUE.test(trimmed) ? [true] : []),
    ...(FALSE.test(trimmed) ? [false] : []),
    ...(NUMBER.test(trimmed) ? [toNumber(trimmed)] : []),
  ];
}

function toNumber(text: string): number | bigint {
  const number = Number(text);
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text.replace('+', '')) : number;
}
