/** All shapes: what each means, also within lists, objects, maps and alternatives. */

import { isEqual } from '../../../src/json/equality';
import { isList, isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import { composedKinds } from './composed';
import { numberKinds } from './numbers';
import {
  here,
  type ShapeBreach,
  type ShapeKind,
  type ShapeMember,
  type ShapeType,
  type ValueShape,
  type WrongValue,
} from './shape';
import { textKinds } from './texts';

/** A member as it stands in an object: with a name that no other member has. */
export interface NamedMember extends ShapeMember {
  readonly name: string;
  readonly shape: ValueShape;
}

/** Gives each member a name of its own: a member without one is called after its place. */
export function namedMembers(members: readonly ShapeMember[]): NamedMember[] {
  const taken = new Set<string>();
  return members.flatMap((member, at) => {
    const name = member.name ?? `note${at === 0 ? '' : at}`;
    if (taken.has(name)) return [];
    taken.add(name);
    return [{ ...member, name, shape: member.shape ?? {} }];
  });
}

const within = (at: string, found: readonly WrongValue[], put: (value: JsonValue) => JsonValue): WrongValue[] =>
  found.map((wrong) => ({ at: at + wrong.at, clause: wrong.clause, value: put(wrong.value) }));

const list: ShapeKind = {
  schema: ({ of = {}, min, max, unique }) => ({
    type: 'array',
    items: shapeSchema(of),
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: Math.max(max, min ?? 0, 1) }),
    ...(unique ? { uniqueItems: true } : {}),
  }),
  breaks(shape, value) {
    if (!isList(value)) return here('type');
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = list.schema(shape) as Counts;
    if (value.length < minItems) return here('minItems');
    if (value.length > maxItems) return here('maxItems');
    if (shape.unique && value.some((item, at) => value.slice(0, at).some((each) => isEqual(each, item))))
      return here('uniqueItems');
    return firstBroken(value.map((item, at) => [String(at), breaks(shape.of ?? {}, item)]));
  },
  valid(shape, chance) {
    const { minItems = 0, maxItems = 3 } = list.schema(shape) as Counts;
    const length = Math.max(minItems, Math.min(maxItems, 2));
    const items: JsonValue[] = [];
    for (let tries = 0; items.length < length && tries < 50; tries++) {
      const item = validValue(shape.of ?? {}, chance);
      if (!shape.unique || !items.some((each) => isEqual(each, item))) items.push(item);
    }
    return items;
  },
  wrong(shape, chance) {
    const items = list.valid(shape, chance) as readonly JsonValue[];
    const { minItems = 0, maxItems } = list.schema(shape) as Counts;
    // Of few values, no list of different ones is too long.
    const tooMany = maxItems === undefined ? [] : manyOf(shape, maxItems + 1, chance);
    const first = items[0];
    return [
      { at: '', clause: 'type', value: 'none' },
      ...(minItems > 0 ? [{ at: '', clause: 'minItems', value: items.slice(0, minItems - 1) }] : []),
      ...(tooMany.length > (maxItems ?? 0) ? [{ at: '', clause: 'maxItems', value: tooMany }] : []),
      ...(shape.unique && first !== undefined && (maxItems ?? 2) > 1 && minItems <= 2
        ? [{ at: '', clause: 'uniqueItems', value: [first, first] }]
        : []),
      ...(first === undefined
        ? []
        : within('/0', wrongValues(shape.of ?? {}, chance), (value) => [value, ...items.slice(1)])),
    ];
  },
};

type Counts = { readonly minItems?: number; readonly maxItems?: number };

const manyOf = (shape: ValueShape, length: number, chance: Random) =>
  list.valid({ ...shape, min: length, max: length }, chance) as readonly JsonValue[];

/** The schema of the members of an object. */
export function objectSchema(members: readonly NamedMember[], closed = false): JsonObject {
  const required = members.filter((member) => member.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.name, memberSchema(member)])),
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

function memberSchema(member: NamedMember): JsonObject {
  const usual = member.default === undefined ? {} : { default: member.default };
  return { ...shapeSchema(member.shape), ...usual, ...(member.writeOnly ? { writeOnly: true } : {}) };
}

/** The first clause that an object breaks. */
export function breaksObject(
  members: readonly NamedMember[],
  value: JsonValue,
  closed = false,
): ShapeBreach | undefined {
  if (!isObject(value)) return here('type');
  const missing = members.find(({ name, required }) => required && !Object.hasOwn(value, name));
  if (missing) return { at: `/${missing.name}`, clause: 'required' };
  const unknown = Object.keys(value).find((name) => !members.some((member) => member.name === name));
  if (closed && unknown !== undefined) return { at: `/${unknown}`, clause: 'additionalProperties' };
  return firstBroken(
    members.flatMap(({ name, shape }) =>
      Object.hasOwn(value, name) ? [[name, breaks(shape, value[name] as JsonValue)] as const] : [],
    ),
  );
}

function firstBroken(found: readonly (readonly [string, ShapeBreach | undefined])[]): ShapeBreach | undefined {
  for (const [name, broken] of found) if (broken) return { at: `/${name}${broken.at}`, clause: broken.clause };
  return undefined;
}

/** @param share which members that are not required it has: all, or those that chance chooses. */
export function validObject(
  members: readonly NamedMember[],
  chance: Random,
  share: 'all' | 'some' = 'some',
): JsonObject {
  const chosen = members.filter(({ required }) => required || share === 'all' || chance.below(3) > 0);
  return Object.fromEntries(chosen.map(({ name, shape }) => [name, validValue(shape, chance)]));
}

/** Objects that break one clause each. */
export function wrongObjects(members: readonly NamedMember[], chance: Random, closed = false): WrongValue[] {
  const whole = validObject(members, chance, 'all');
  return [
    ...members
      .filter(({ required }) => required)
      .map(({ name }) => {
        const { [name]: _, ...rest } = whole;
        return { at: `/${name}`, clause: 'required', value: rest };
      }),
    ...members.flatMap(({ name, shape }) =>
      within(`/${name}`, wrongValues(shape, chance), (value) => ({ ...whole, [name]: value })),
    ),
    ...(closed ? [{ at: '/unheardOf', clause: 'additionalProperties', value: { ...whole, unheardOf: 1 } }] : []),
  ];
}

const object: ShapeKind = {
  schema: ({ members = [], closed }) => objectSchema(namedMembers(members), closed),
  breaks: ({ members = [], closed }, value) => breaksObject(namedMembers(members), value, closed),
  valid: ({ members = [] }, chance) => validObject(namedMembers(members), chance),
  wrong: ({ members = [], closed }, chance) => [
    { at: '', clause: 'type', value: 'flat' },
    ...wrongObjects(namedMembers(members), chance, closed),
  ],
};

const map: ShapeKind = {
  schema: ({ of = {}, max }) => ({
    type: 'object',
    additionalProperties: shapeSchema(of),
    ...(max === undefined ? {} : { maxProperties: Math.max(1, max) }),
  }),
  breaks(shape, value) {
    if (!isObject(value)) return here('type');
    const entries = Object.entries(value as JsonObject);
    if (shape.max !== undefined && entries.length > Math.max(1, shape.max)) return here('maxProperties');
    return firstBroken(entries.map(([name, item]) => [name, breaks(shape.of ?? {}, item)]));
  },
  valid: (shape, chance) => ({ [chance.word(5)]: validValue(shape.of ?? {}, chance) }),
  wrong: (shape, chance) => [
    { at: '', clause: 'type', value: 'flat' },
    ...within('/colour', wrongValues(shape.of ?? {}, chance), (colour) => ({ colour })),
  ],
};

/** A text of letters, or what else the shape says; the two have different types. */
const either: ShapeKind = {
  schema: ({ of }) => ({ oneOf: [shapeSchema({ max: 20 }), shapeSchema(otherOf(of))] }),
  breaks(shape, value) {
    const isOne = !breaks({ max: 20 }, value) || !breaks(otherOf(shape.of), value);
    return isOne ? undefined : here('oneOf');
  },
  valid: (shape, chance) => validValue(chance.below(2) === 0 ? { max: 20 } : otherOf(shape.of), chance),
  wrong: () => [{ at: '', clause: 'oneOf', value: [false] }],
};

/** Whatever JSON holds. */
const any: ShapeKind = {
  schema: () => ({}),
  breaks: () => undefined,
  valid: (_, chance) => chance.word(6),
  wrong: () => [],
};

const otherOf = (of: ValueShape | undefined): ValueShape =>
  of?.type && ['whole', 'flag', 'object'].includes(of.type) ? of : { type: 'whole' };

const kinds: Readonly<Record<ShapeType, ShapeKind>> = {
  ...textKinds,
  ...numberKinds,
  ...composedKinds,
  list,
  object,
  map,
  either,
  any,
};

const kindOf = ({ type = 'text' }: ValueShape) => kinds[type] ?? kinds.text;

/** The schema of a shape in JSON Schema 2020-12. */
export function shapeSchema(shape: ValueShape): JsonObject {
  const schema = kindOf(shape).schema(shape);
  if (!shape.nullable) return schema;
  const { type, enum: values, oneOf, const: one } = schema;
  if (one !== undefined) return { enum: [one, null] };
  if (Array.isArray(oneOf)) return { oneOf: [...oneOf, { type: 'null' }] };
  return { ...schema, type: [type ?? 'string', 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

/** The clause that a value breaks first; undefined for a valid value. */
export function breaks(shape: ValueShape, value: JsonValue): ShapeBreach | undefined {
  return shape.nullable && value === null ? undefined : kindOf(shape).breaks(shape, value);
}

export function validValue(shape: ValueShape, chance: Random): JsonValue {
  return kindOf(shape).valid(shape, chance);
}

export function wrongValues(shape: ValueShape, chance: Random): readonly WrongValue[] {
  return kindOf(shape).wrong(shape, chance);
}

/**
 * Reads the text of a parameter as a value of the shape: `7` of a whole number as 7. A text that is no such value stays a text, which then breaks
 * the shape.
 */
export function readShapeText(shape: ValueShape, text: string): JsonValue {
  if (shape.type === 'whole' && /^-?\d+$/.test(text)) {
    const value = BigInt(text);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (shape.type === 'number' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (shape.type === 'flag' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

export type { ShapeMember, ValueShape, WrongValue } from './shape';
