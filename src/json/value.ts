/** JSON values as they are sent, and their texts. */

/** A JSON value. Integers that a double does not hold are bigints. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export type Scalar = Exclude<JsonValue, object> | null;

export function isScalar(value: JsonValue): value is Scalar {
  return typeof value !== 'object' || value === null;
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns the value of a text that may be JSON, such as a body; undefined if it is none. Numbers are read as doubles; `readJson` keeps their texts. */
export function jsonOfText(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Returns the object or the list that a text writes out as JSON; undefined if the text is another one, such as `7`, which may be meant as a text. */
export function writtenOutJson(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? jsonOfText(text) : undefined;
}

/** Writes a value as JSON text (RFC 8259), with all digits of its numbers. */
export function toJson(value: JsonValue): string {
  // The built-in function is many times faster, but cannot write bigints.
  try {
    return JSON.stringify(value);
  } catch {
    return withBigints(value);
  }
}

function withBigints(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (isScalar(value)) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(withBigints).join()}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${withBigints(item)}`)
    .join()}}`;
}

/**
 * Writes a scalar where everything is text, as in a parameter or a form field. Numbers are written without an exponent.
 */
export function toText(value: Scalar): string {
  if (typeof value === 'number') return plainNumber(value);
  return value === null ? '' : String(value);
}

/**
 * Writes a number without an exponent. JavaScript uses one for very large and very small numbers, but few programs read
 * it in a text.
 */
function plainNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.slice(0, point).padEnd(point, '0') + (digits.length > point ? `.${digits.slice(point)}` : '');
}

/** A JSON object. */
export type JsonObject = { readonly [name: string]: JsonValue };

export function isObject(value: JsonValue | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
