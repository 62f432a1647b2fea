/** For tests: schemas within a schema as it is written, and the same schema with nothing allowed that it does not describe. */

import { APPLICATORS } from '../../contract/schema/applicators';
import { isObject } from '../../json/value';

type Written = Record<string, unknown>;

/** A place at which a schema stands. */
interface SchemaPlace {
  readonly holder: Written;
  readonly key: string;
}

/** Returns the places of all schemas within the values of an object, the outer ones first. */
export function schemasWithin(holder: Written): SchemaPlace[] {
  const found: SchemaPlace[] = Object.keys(holder).map((key) => ({ holder, key }));
  for (const { holder: within, key } of found) {
    const schema = within[key];
    if (isObject(schema))
      for (const [name, { holds }] of APPLICATORS) {
        const held = (schema as Written)[name];
        if (held === undefined) continue;
        if (holds === 'one') found.push({ holder: schema as Written, key: name });
        else if (typeof held === 'object' && held !== null)
          found.push(...Object.keys(held).map((each) => ({ holder: held as Written, key: each })));
      }
  }
  return found;
}

/**
 * Writes schemas so that they allow only members that they describe, wherever some are named: what a client sends, and what it expects. Schemas
 * that values need not satisfy, such as those of `not`, are left as they are.
 */
export function closedSchemas(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closedWithin(schema, schemas)]));
}

/** Returns a schema that allows only members that it describes. @param schemas what it may refer to. */
export function closed(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const inner = closedWithin(schema, schemas);
  return namesMembers(schema, schemas) ? { allOf: [inner], unevaluatedProperties: false } : inner;
}

function closedWithin(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema as Written).flatMap(([name, held]): [string, unknown][] => {
    const { holds, of, applies } = APPLICATORS.get(name) ?? {};
    if (holds === undefined || applies === 'test' || of === 'name') return [[name, held]];
    // What allows any member describes none.
    if (/^(additional|unevaluated)Properties$/.test(name) && saysNothing(held)) return [];
    const close = of === 'value' ? closedWithin : closed;
    if (holds === 'one') return [[name, close(held, schemas)]];
    if (Array.isArray(held)) return [[name, held.map((each) => close(each, schemas))]];
    const map = Object.entries(held as Written).map(([key, each]) => [key, close(each, schemas)]);
    return [[name, Object.fromEntries(map)]];
  });
  return Object.fromEntries(entries);
}

function saysNothing(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

/** Tells whether a schema names members of the value, itself or in what it refers to and puts together. */
function namesMembers(
  schema: unknown,
  schemas: Readonly<Record<string, unknown>>,
  seen: ReadonlySet<unknown> = new Set(),
): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  const keywords = schema as Written;
  const names = (map: unknown) => isObject(map) && Object.keys(map).length > 0;
  if (names(keywords['properties']) || names(keywords['patternProperties'])) return true;
  const further = new Set([...seen, schema]);
  const target = schemas[String(keywords['$ref']).split('/').at(-1) ?? ''];
  return [target, ...inPlace(keywords)].some((each) => namesMembers(each, schemas, further));
}

function inPlace(keywords: Written): unknown[] {
  return [...APPLICATORS].flatMap(([name, { of, holds, applies }]) => {
    const held = keywords[name];
    if (of !== 'value' || applies === 'test' || held === undefined || name === '$ref') return [];
    return holds === 'one' ? [held] : Object.values(held as object);
  });
}
