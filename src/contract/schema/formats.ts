/** The formats that a text is judged by. Others are for people, and hold whatever is sent. */

import type { Ajv } from 'ajv';
import { type FormatName, fullFormats } from 'ajv-formats/dist/formats';

/** What the standard itself defines: a value that breaks one of them breaks the contract. */
const DEFINED: ReadonlySet<string> = new Set(['int32', 'int64', 'date', 'date-time']);

/**
 * Whether a format binds. JSON Schema 2020-12 (Validation §7) takes formats for annotations; what is not defined by OpenAPI's data types
 * is told as something that should be.
 */
export function isBinding(format: string): boolean {
  return DEFINED.has(format);
}

/** The least and the greatest of each integer format (OpenAPI 3.1 §4.4). */
export const RANGES: Readonly<Record<string, readonly [low: bigint, high: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** As the formats' own standards have them: nothing is refused that one reading of them takes. */
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

/** Adds the formats of strings; those of numbers are judged as they are written. */
export function addTextFormats(ajv: Ajv): void {
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  addFormats.default(ajv, [...EXACT]);
  for (const [name, format] of Object.entries(LENIENT)) ajv.addFormat(name, format);
}

const tests = new Map<string, ((text: string) => boolean) | undefined>();

/** Whether a text is of a format; true for formats that nothing is judged by. */
export function isOfFormat(format: string, text: string): boolean {
  if (!tests.has(format)) tests.set(format, testOf(format));
  return tests.get(format)?.(text) ?? true;
}

function testOf(name: string): ((text: string) => boolean) | undefined {
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
