/**
 * Sends members that are only read. A service should ignore or refuse them: "attempts by an application to modify the value of this property are
 * expected to be ignored or rejected by that owning authority" (JSON Schema Validation §9.4).
 */

import type { Operation } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { facets, itemSchema, memberSchemas } from '../../src/contract/schema/facets';
import { membersLeftOut, othersLeftOut } from '../../src/contract/schema/hiddenMembers';
import type { Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer, unescapePointer } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue, toJson } from '../../src/json/value';
import { mayRefer } from '../../src/resources/vocabulary/ids';
import { saysWhich } from '../../src/resources/vocabulary/setByService';
import { mayEnd } from '../../src/resources/vocabulary/states';
import type { Input } from '../../src/serialization/input';
import type { Random } from '../../src/support/random';
import { fullest, jsonIn } from './chainBodies';

/**
 * Returns the members that are only read, and that a request may carry without being about something else; their schemas by their names. One that
 * lies in an object has the name of that before its own, as a JSON Pointer has them: `box/weight`; one in the items of a list that of the first item:
 * `lines/0/price`.
 */
export function readOnlyMembers({
  requestBody,
}: Pick<Operation, 'requestBody'>): ReadonlyMap<string, readonly Schema[]> {
  const schemas = (requestBody?.media ?? []).flatMap(({ type, schema }) =>
    schema && /json/i.test(type) ? [schema] : [],
  );
  return new Map(schemas.flatMap((schema) => readOnlyWithin(schema, DEEPEST)));
}

/** So deep may an object lie in a body whose members are looked at: 0 is the body itself. A schema may hold itself. */
const DEEPEST = 2;

const isOfAnother = (name: string) => saysWhich(name) || mayEnd(name);

/** Tells whether an object may stand for another thing, so that what is set in it would be set there: `owner`, `{ "email": …, "verified": … }`. */
function mayStandForAnother(name: string, schemas: readonly Schema[]): boolean {
  return mayRefer(name) || schemas.some((schema) => [...memberSchemas(schema).keys()].some(mayRefer));
}

function readOnlyWithin(schema: Schema, depth: number): readonly (readonly [string, readonly Schema[]])[] {
  const members = memberSchemas(schema);
  const hidden = membersLeftOut(schema, 'request');
  const named = [...hidden].flatMap(([name, each]) =>
    isOfAnother(name) ? [] : [[escapePointer(name), each] as const],
  );
  const others = othersLeftOut(schema, 'request');
  const further = others.length === 0 ? undefined : FURTHER.find((name) => !members.has(name));
  const below =
    depth === 0
      ? []
      : [...members].flatMap(([name, inner]) =>
          hidden.has(name) || isOfAnother(name) || mayStandForAnother(name, inner)
            ? []
            : [
                ...inner.flatMap((each) => readOnlyWithin(each, depth - 1)),
                ...inner.flatMap((each) => readOnlyInItems(each, depth - 1)),
              ].map(([place, each]) => [`${escapePointer(name)}/${place}`, each] as const),
        );
  return [...named, ...(further === undefined ? [] : [[further, others] as const]), ...below];
}

/** Returns the same of the items of a list. Items that have an id may stand for other things. */
function readOnlyInItems(schema: Schema, depth: number): ReturnType<typeof readOnlyWithin> {
  const items = itemSchema(schema);
  if (!items || [...memberSchemas(items).keys()].some(mayRefer)) return [];
  return readOnlyWithin(items, depth).map(([place, each]) => [`0/${place}`, each] as const);
}

/** Names of a member that a contract does not name, where members of any name are only read (`additionalProperties`). */
const FURTHER = ['remark', 'remark2', 'remark3'];

/** Returns the fullest body, and in it members that are only read; undefined if there are none whose values would tell anything. */
export function withReadOnly(operation: Operation, known: Known): Input | undefined {
  const members = readOnlyMembers(operation);
  if (members.size === 0 || known.handedOver.bodies(operation).length > 0) return undefined;
  const input = fullest(operation, known);
  const body = input && jsonIn(input);
  if (!input?.body || !isObject(body)) return undefined;
  const random = known.chance.random(operation);
  let full: JsonObject = body as JsonObject;
  for (const [place, schemas] of members)
    full = withMember(full, place.split('/'), () => unlikelyValue(schemas, random));
  if (full === body) return undefined;
  const bytes = Buffer.from(toJson(full));
  return { ...input, body: { ...input.body, bytes } };
}

/** Adds a member to an object, or to one that lies in it. Where it is there already, or what it would lie in is not, the object stays as it is. */
function withMember(
  whole: JsonObject,
  [token = '', ...below]: readonly string[],
  make: () => JsonValue | undefined,
): JsonObject {
  const name = unescapePointer(token);
  const old = whole[name];
  const value = below.length === 0 ? (old === undefined ? make() : undefined) : undefined;
  if (value !== undefined) return { ...whole, [name]: value };
  if (below.length > 0 && Array.isArray(old)) {
    const [first, ...others] = old as JsonValue[];
    const item = isObject(first) ? withMember(first as JsonObject, below.slice(1), make) : first;
    return item === first || item === undefined ? whole : { ...whole, [name]: [item, ...others] };
  }
  const inner = below.length > 0 && isObject(old) ? withMember(old as JsonObject, below, make) : old;
  return inner === old ? whole : { ...whole, [name]: inner as JsonValue };
}

/** A moment that no service would choose by itself. */
const LONG_AGO = '2001-02-03T04:05:06Z';

const LARGE = 1_000_000;

/** Returns a value that a service is very unlikely to choose by itself; undefined if there is none of the right type. */
function unlikelyValue(schemas: readonly Schema[], random: Random): JsonValue | undefined {
  const keywords = schemas.flatMap((schema) => facets(schema, true));
  const types = keywords.flatMap(({ type }) => [type ?? []].flat() as string[]);
  const listed = keywords.flatMap(({ enum: values }) => (Array.isArray(values) ? (values as JsonValue[]) : []));
  const made: readonly JsonValue[] = [
    ...(types.includes('string') ? [LONG_AGO, LONG_AGO.slice(0, 10), `${random.word(6)}-${random.hex(8)}`] : []),
    ...(types.includes('integer') || types.includes('number')
      ? [LARGE + random.below(LARGE), random.int(1000, 9999)]
      : []),
    ...(types.includes('boolean') ? [true] : []),
  ];
  // A date is told from other texts by its format alone.
  const isDate = keywords.some(({ format }) => format === 'date-time' || format === 'date');
  const candidates =
    listed.length > 0
      ? listed.filter((each) => each !== null).reverse()
      : isDate
        ? made
        : made.filter((each) => !String(each).startsWith('2001-'));
  return candidates.find((value) => schemas.every((schema) => surelySatisfies(schema, value, 'request')));
}
