/** Writes a schema for values that a contract does not describe yet, as a person would. */

import { isObject } from '../json/value';

/** How a dialect says that a value may be null. */
export type NullStyle = 'type' | 'nullable' | 'x-nullable';

type Written = Record<string, unknown>;

/** A schema is written to this depth; below it, anything is allowed. */
const DEEPEST = 12;

/**
 * Returns a schema that all of the values satisfy. Members that are in all objects are required, if there are several.
 * Example: `[{ "id": 1 }, { "id": 2, "name": "fern" }]` → `{ type: object, required: [id], properties: { id: …, name: … } }`.
 */
export function schemaOfValues(values: readonly unknown[], style: NullStyle, depth = 0): Written {
  const present = values.filter((value) => value !== null);
  const types = new Set(present.map(typeName));
  if (types.has('number')) types.delete('integer');
  const [type, ...others] = types;
  if (type === undefined || others.length > 0 || depth > DEEPEST) return {};
  const written = { type, ...restOf(type, present, style, depth) };
  return present.length < values.length ? withNull(written, style) : written;
}

function restOf(type: string, values: readonly unknown[], style: NullStyle, depth: number): Written {
  if (type === 'array') {
    const items = (values as readonly unknown[][]).flat();
    return { items: items.length > 0 ? schemaOfValues(items, style, depth + 1) : {} };
  }
  if (type === 'object') {
    const objects = values as readonly Readonly<Record<string, unknown>>[];
    const names = [...new Set(objects.flatMap((value) => Object.keys(value)))];
    const required = names.filter((name) => objects.every((value) => Object.hasOwn(value, name)));
    const ofName = (name: string) => objects.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]);
    return {
      // One object alone does not tell what others must have.
      ...(required.length > 0 && objects.length > 1 ? { required } : {}),
      ...(names.length > 0
        ? {
            properties: Object.fromEntries(names.map((name) => [name, schemaOfValues(ofName(name), style, depth + 1)])),
          }
        : {}),
    };
  }
  return type === 'string' ? formatOf(values as readonly string[]) : {};
}

const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['uri', /^https?:\/\/[\w.-]+(:\d+)?(\/[\w\-./%~]*)?$/],
];

function formatOf(texts: readonly string[]): Written {
  const found = FORMATS.find(([, pattern]) => texts.every((text) => pattern.test(text)));
  return found ? { format: found[0] } : {};
}

function withNull(written: Written, style: NullStyle): Written {
  return style === 'type' ? { ...written, type: [written['type'], 'null'] } : { ...written, [style]: true };
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

/** Returns how the contract of a dialect, such as "OpenAPI 3.0", says that a value may be null. */
export function nullStyleOf(dialect: string): NullStyle {
  if (dialect.endsWith('2.0')) return 'x-nullable';
  return dialect.endsWith('3.0') ? 'nullable' : 'type';
}
