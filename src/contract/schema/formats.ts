/** The formats by which a text is judged. Any other format is information for people and allows every text. */

import type { Ajv } from 'ajv';
import { type FormatName, fullFormats } from 'ajv-formats/dist/formats';

/** Formats that the OpenAPI standard itself defines: a value that breaks one of them breaks the contract. */
const DEFINED: ReadonlySet<string> = new Set(['int32', 'int64', 'date', 'date-time']);

/**
 * Returns whether a format is binding. JSON Schema 2020-12 (Validation §7) treats formats as annotations. So a breach
 * of a format that OpenAPI's data types do not define is reported only as a hint.
 */
export function isBinding(format: string): boolean {
  return DEFINED.has(format);
}

/** The smallest and the largest value of each integer format (OpenAPI 3.1 §4.4). */
export const RANGES: Readonly<Record<string, readonly [low: bigint, high: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** These formats follow their own standards. A text is accepted if one reading of the standard accepts it. */
const EXACT = ['date', 'date-time', 'duration', 'ipv4', 'ipv6', 'uuid'] as const;

const LENIENT: Readonly<Record<string, RegExp>> = {
  time: /^\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d(:?\d\d)?)?$/i,
  email: /^[^\s@]+@[^\s@]+$|^"[^"]*"@[^\s@]+$/,
  'idn-email': /^[^\s@]+@[^\s@]+$|^"[^"]*"@[^\s@]+$/,
  hostname: /^[^\s/:?#@]{1,255}$/,
  'idn-hostname': /^[^\s/:?#@]{1,255}$/,
  uri: /^[a-z][a-z0-9+.-]*:\S*$/i,
  iri: /^[a-z][a-z0-9+.-]*:\S*$/i,
  'uri-reference': /^\S*$/,
  'iri-reference': /^\S*$/,
  'json-pointer': /^(\/([^~]|~[01])*)?$/,
  byte: /^[A-Za-z0-9+/_\s-]*={0,2}\s*$/,
};

/** What every reading accepts: base64 with padding and without line breaks (RFC 4648 §4), since many decoders know no other alphabet. */
const BY_EVERY_READING: Readonly<Record<string, RegExp>> = {
  byte: /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

/** Adds the formats of strings to ajv. Number formats are judged by the text of the number, elsewhere. */
export function addTextFormats(ajv: Ajv): void {
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  addFormats.default(ajv, [...EXACT]);
  for (const [name, format] of Object.entries(LENIENT)) ajv.addFormat(name, format);
  ajv.addFormat('date-time', (text: string) => isOfFormat('date-time', text));
}

/** What a date with a time begins with. ajv takes a text apart at each `t` and each space, and a text may be as long as an answer. */
const DATE_AND_TIME = /^\d{4}-\d\d-\d\d[t\s][^t\s]*$/i;

const tests = new Map<string, ((text: string) => boolean) | undefined>();

/**
 * Returns whether a text has a format; true if the format is not one that is judged.
 * @param everyReading whether every reading of the standard must accept it; otherwise one is enough.
 */
export function isOfFormat(format: string, text: string, everyReading = false): boolean {
  if (everyReading && Object.hasOwn(BY_EVERY_READING, format)) return BY_EVERY_READING[format]?.test(text) === true;
  if (!tests.has(format)) tests.set(format, testOf(format));
  return tests.get(format)?.(text) ?? true;
}

function testOf(name: string): ((text: string) => boolean) | undefined {
  const test = standardTest(name);
  return test && name === 'date-time' ? (text) => DATE_AND_TIME.test(text) && test(text) : test;
}

function standardTest(name: string): ((text: string) => boolean) | undefined {
  const own = Object.hasOwn(LENIENT, name) ? LENIENT[name] : undefined;
  const format = own ?? ((EXACT as readonly string[]).includes(name) ? fullFormats[name as FormatName] : undefined);
  if (format === undefined || typeof format === 'boolean' || typeof format === 'string') return undefined;
  if (format instanceof RegExp) return (text) => format.test(text);
  const validate = typeof format === 'function' ? format : format.validate;
  if (validate instanceof RegExp) return (text) => validate.test(text);
  return (text) => (validate as (text: string) => boolean)(text);
}

/** Every format of strings that is judged. */
export const TEXT_FORMATS: readonly string[] = [...EXACT, ...Object.keys(LENIENT)];

export function isTextFormat(format: string): boolean {
  return TEXT_FORMATS.includes(format);
}
