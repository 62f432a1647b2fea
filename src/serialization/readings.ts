/**
 * Lists the values that texts may stand for, also as lists with commas (parameters, form fields, header fields of answers). Parameters and form fields are text, and services read them in different
 * ways. So a text breaks the contract only if no reading of it is valid.
 */

import { satisfies } from '../contract/schema/evaluate';
import type { Direction, Schema } from '../contract/schema/schema';
import type { Pair } from '../http/uri';
import type { JsonValue } from '../json/value';

/** Characters that services use to split a text into a list. */
const DELIMITERS = [',', ' ', '|', '\t', ';'];

/** A list with more items than this is not read as a list. */
const MOST_READ = 2000;

/**
 * Returns whether the texts may stand for a value that the schema accepts. An empty list of texts stands for no value.
 */
export function mayStandFor(texts: readonly string[], schema: Schema, direction: Direction): boolean {
  return readings(texts).some((value) => satisfies(schema, value, direction));
}

/** Returns whether a text is JSON, and its value is one that the schema accepts. */
export function readsAsJson(text: string, schema: Schema, direction: Direction): boolean {
  try {
    return satisfies(schema, JSON.parse(text), direction);
  } catch {
    return false;
  }
}

/**
 * Returns the JSON values that the texts of one name may stand for. The texts are in their original order. A list is
 * read as a list of texts, of numbers, of booleans, and with each item as what it looks like most.
 */
export function readings(texts: readonly string[]): JsonValue[] {
  const lists = [
    texts,
    ...(texts.length === 1 ? DELIMITERS.map((delimiter) => split(texts[0] ?? '', delimiter)) : []),
  ].filter((list, at) => at === 0 || list.length > 1);
  const [only] = texts.length === 1 ? texts : [];
  return [
    ...(only === undefined ? [] : scalars(only)),
    ...lists.filter(({ length }) => length <= MOST_READ).flatMap(itemReadings),
    // Some services read a name without a value as an empty list.
    ...(texts.every((text) => text === '') ? [[]] : []),
  ];
}

/**
 * Returns the members of an object that one text may stand for: `R,100,G,200`, or `R=100,G=200`. A last name without a
 * value may be a member or not, so there is a reading for both.
 */
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
  return text.split(delimiter).map((part) => part.trim());
}

function itemReadings(texts: readonly string[]): JsonValue[] {
  const read = texts.map(scalars);
  const kinds = ['string', 'number', 'boolean'];
  const alike = kinds.map((kind) =>
    read.map((itemValues, at) => itemValues.find((value) => kindOf(value) === kind) ?? texts[at] ?? ''),
  );
  return [...alike, read.map((itemValues, at) => itemValues.at(-1) ?? texts[at] ?? '')];
}

function kindOf(value: JsonValue): string {
  return typeof value === 'bigint' ? 'number' : typeof value;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const TRUE = /^(true|t|yes|y|on|1)$/i;
const FALSE = /^(false|f|no|n|off|0)$/i;
const NULL = /^(null|nil|none|undefined)?$/i;

/**
 * Returns the values that one text may stand for. The text itself comes first, and what it looks like most comes last.
 */
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
