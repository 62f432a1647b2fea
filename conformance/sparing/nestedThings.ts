/**
 * Finds objects in the body of a request that are things of the contract. On many services, such an object makes a second thing, which the
 * run would not remove: `POST /users` with `role: { name: … }` makes a role if there is `/roles/{id}`. This inference only chooses inputs;
 * no verdict depends on it.
 */

import { declaredSuccesses, type Media, type Operation } from '../../src/contract/contract';
import { partsHeld, partsOfValue, type Subschema } from '../../src/contract/schema/applicators';
import { given, namesRequired, possibleParts, sureParts } from '../../src/contract/schema/applied';
import { allItemSchemas, facets, memberSchemas, typesOf } from '../../src/contract/schema/facets';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import { endOf, forbidsAll, keywordsOf, type Schema } from '../../src/contract/schema/schema';
import { holdsSteps } from '../../src/http/mediaType';
import { escapePointer } from '../../src/json/pointer';
import { type Items, type Kinds, pathKey } from '../../src/resources/kinds';
import { namesFor, singular, singularOf } from '../../src/resources/names';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { plain } from '../../src/resources/vocabulary/words';
import { mayHoldThings, wrapsWhatIsSent } from '../../src/resources/vocabulary/wrapping';
import { remembered } from '../../src/support/caching';
import type { Parts } from '../../src/support/letOthersRun';
import { idOf } from '../values/schemaChoices';
import { madeUp } from '../values/syntheticSchemas';

type Keywords = Readonly<Record<string, unknown>>;

export interface NestedThings {
  /** A schema of bodies without such objects: ids stand in their place, or nothing. Undefined if no body can hold such objects. */
  readonly keeping: Schema | undefined;
  /** JSON Pointers of required members that can only be such objects. Then no body is made up. An item of a list is named `*`. */
  readonly unavoidable: readonly string[];
  /** The kinds whose ids stand in place of the objects, by JSON Pointers as in `unavoidable`. */
  readonly references: ReadonlyMap<string, Items>;
  /** The schemas of those objects. Bodies do not exercise their clauses. */
  readonly spared: readonly Schema[];
}

const NONE: NestedThings = { keeping: undefined, unavoidable: [], references: new Map(), spared: [] };

/** How many places of one body are examined. Any object beyond them counts as a thing. */
const MOST_PLACES = 3000;

/** One place of a body, with all schemas that apply to it. */
interface Place {
  readonly schemas: readonly Schema[];
  /** Whether it is the whole body, or a wrapper: `{ user: { … } }` makes a user. */
  readonly isWhole: boolean;
  readonly pointer: string;
  readonly inner: Inner[];
}

interface Inner {
  readonly where: 'properties' | 'patternProperties' | 'items' | 'additionalProperties';
  /** The name of the member, or its pattern. */
  readonly name: string;
  readonly schemas: readonly Schema[];
  /** Undefined if a thing of the contract stands there. */
  readonly place: Place | undefined;
  /** The kinds that the thing may be of. */
  readonly things: readonly Items[];
  /** Whether the member is declared in only one of several branches. */
  readonly isConditional: boolean;
  readonly required: boolean;
  readonly pointer: string;
}

type Declared = Omit<Inner, 'place' | 'things'>;

/** Finds the parts of a body that would make further things. Stops after each member. */
export function* nestedThings(own: Items | undefined, schema: Schema, kinds: Kinds): Parts<NestedThings> {
  const places = new Map<string, Place>();
  const waiting: Place[] = [];
  const placeOf = (schemas: readonly Schema[], isWhole: boolean, pointer: string): Place => {
    const key = `${isWhole} ${schemas.map(idOf).join()}`;
    const known = places.get(key);
    if (known) return known;
    const place: Place = { schemas, isWhole, pointer, inner: [] };
    places.set(key, place);
    waiting.push(place);
    return place;
  };
  const whole = placeOf([schema], true, '');
  for (let place = waiting.shift(); place; place = waiting.shift()) {
    for (const inner of innerOf(place)) {
      const isWhole = isWrapper(place, inner, own, kinds);
      const things = isWhole ? [] : thingsAt(inner, own, kinds);
      const isOne = places.size > MOST_PLACES || things.length > 0;
      const inside = isOne ? undefined : placeOf(inner.schemas, isWhole, inner.pointer);
      place.inner.push({ ...inner, things, place: inside });
      yield;
    }
  }
  return keepOut(whole, [...places.values()], schema);
}

/** Returns the kind of things that an operation makes or acts on. */
export function ownKind({ path }: Operation, { items }: Pick<Kinds, 'items'>): Items | undefined {
  const own = pathKey(path);
  return items.find(({ item }) => item === own || item === `${own}/{}`);
}

function innerOf({ schemas, pointer }: Place): Declared[] {
  const parts = possibleParts(given(...schemas));
  const hidden = new Set(schemas.flatMap((schema) => [...hiddenMembers(schema, 'request')]));
  const required = namesRequired(sureParts(given(...schemas)));
  const found = new Map<string, Omit<Declared, 'schemas'> & { readonly schemas: Set<Schema> }>();
  for (const { keywords, certainty } of parts)
    for (const { keyword, key, applicator, schema } of partsHeld(keywords)) {
      const where = applicator.of === 'item' ? 'items' : (NAMING.get(keyword) ?? 'additionalProperties');
      const name = NAMING.has(keyword) ? key : '';
      if (forbidsAll(schema) || (where === 'properties' && hidden.has(name))) continue;
      const before = found.get(`${where} ${name}`);
      // Members of any name, and items, may always be there.
      const isConditional = NAMING.has(keyword) && certainty !== 'surely' && before?.isConditional !== false;
      found.set(`${where} ${name}`, {
        where,
        name,
        schemas: new Set(before?.schemas).add(schema),
        isConditional,
        required: where === 'properties' && required.has(name),
        pointer: `${pointer}/${where === 'properties' ? escapePointer(name) : '*'}`,
      });
    }
  return ORDER.flatMap((where) => [...found.values()].filter((each) => each.where === where)).map((each) => ({
    ...each,
    schemas: [...each.schemas],
  }));
}

/** The keywords that name members, or say how their names look. */
const NAMING: ReadonlyMap<string, Inner['where']> = new Map([
  ['properties', 'properties'],
  ['patternProperties', 'patternProperties'],
]);

const ORDER: readonly Inner['where'][] = ['properties', 'patternProperties', 'items', 'additionalProperties'];

/** Returns the member of a body that wraps the thing itself; undefined if the body is the thing. */
export function wrapperIn(
  own: Items | undefined,
  schema: Schema,
  kinds: Kinds,
): { readonly name: string; readonly schema: Schema } | undefined {
  const whole: Place = { schemas: [schema], isWhole: true, pointer: '', inner: [] };
  const found = innerOf(whole).find((inner) => isWrapper(whole, inner, own, kinds));
  const [only] = found?.schemas ?? [];
  const isObject = only && [...facets(only, true)].some(({ properties }) => properties !== undefined);
  return found && only && isObject ? { name: found.name, schema: only } : undefined;
}

/** Tells whether a member wraps the thing itself: it is the only member, or its name is `data`, and it is no other thing. */
function isWrapper(place: Place, { where, name, schemas }: Declared, own: Items | undefined, kinds: Kinds) {
  if (!place.isWhole || where !== 'properties' || own === undefined) return false;
  if (!wrapsWhatIsSent(name) && membersOf(place).size > 1) return false;
  if (schemas.some((schema) => typesOf(schema)?.has('array'))) return false;
  return kindsAt(name, schemas, kinds).every((kind) => kind === own);
}

const membersOf = remembered(
  ({ schemas }: Pick<Place, 'schemas'>) => new Set(schemas.flatMap((schema) => [...memberSchemas(schema).keys()])),
);

/** Returns the kinds of things that may stand at a place; none if the value is a part of the thing that the operation is about. */
function thingsAt({ name, schemas, where, pointer }: Declared, own: Items | undefined, kinds: Kinds): readonly Items[] {
  // An item of a list or a map has the name of the list or the map.
  const called = where === 'properties' ? name : (pointer.split('/').findLast((each) => each !== '*') ?? '');
  const found = new Set(kindsAt(called, schemas, kinds));
  const isPart = own !== undefined && [...found].every((kind) => kind.item.startsWith(`${own.item}/`));
  return isPart ? [] : [...found];
}

/** Returns the kinds that a member stands for, by its schema, or by its name if its objects have several members. */
function kindsAt(name: string, schemas: readonly Schema[], kinds: Kinds): Items[] {
  const { bySchema, byName } = thingsOf(kinds);
  const all = schemas.flatMap((schema) => objectsIn(schema));
  const isObject = all.some(({ properties }) => properties !== undefined && !isReference(properties as object));
  const named = isObject && name !== '' ? (byName.get(plain(name)) ?? byName.get(singularOf(name)) ?? []) : [];
  return [...all.flatMap((each) => bySchema.get(each) ?? []), ...named];
}

/** Tells whether an object only names an existing thing, such as `{ id }`. Then it makes nothing. */
function isReference(properties: object): boolean {
  const names = Object.keys(properties);
  return names.length > 0 && names.every(isBareId);
}

/** Returns the object schemas of a value, or of its items if it is a list. */
const objectsIn = remembered((schema: Schema) => objectsWithin(schema, 0));

function objectsWithin(schema: Schema, depth: number): readonly Keywords[] {
  const all = facets(schema, true);
  return depth > 2 ? all : [...all, ...allItemSchemas(schema).flatMap((each) => objectsWithin(each, depth + 1))];
}

interface Things {
  /** The kinds by the keywords of the schema of an item. */
  readonly bySchema: ReadonlyMap<Keywords, readonly Items[]>;
  readonly byName: ReadonlyMap<string, readonly Items[]>;
}

const thingsOf = remembered(({ items }: Kinds): Things => {
  const bySchema = new Map<Keywords, Items[]>();
  const byName = new Map<string, Items[]>();
  const add = <K>(map: Map<K, Items[]>, key: K, kind: Items) => {
    const kinds = map.get(key) ?? [];
    map.set(key, kinds);
    if (!kinds.includes(kind)) kinds.push(kind);
  };
  for (const kind of items) {
    const thing = singular(kind.item);
    if (thing === '') continue;
    for (const name of [thing, ...namesFor(kind)]) add(byName, name, kind);
    for (const schema of shownBy(kind))
      for (const keywords of representations(schema, thing)) add(bySchema, keywords, kind);
  }
  return { bySchema, byName };
});

/** Returns the schemas in which the operations of a kind take and show its things. What a JSON Patch takes are steps, and no things. */
function shownBy({ maker, reader, replacer, patcher, lister }: Items): Schema[] {
  const taken = [maker, replacer, patcher]
    .flatMap((each) => each?.requestBody?.media ?? [])
    .filter(({ type }) => !holdsSteps(type));
  const given = [maker, reader, replacer, patcher, lister].flatMap((each) =>
    each ? declaredSuccesses(each).flatMap(({ media }) => media) : [],
  );
  return [...taken, ...given].flatMap(({ schema }: Media) => schema ?? []);
}

/** Returns the object schemas of the thing itself, also inside of lists and wrappers. */
function representations(schema: Schema, thing: string, depth = 0): readonly Keywords[] {
  const end = endOf(schema);
  const keywords = keywordsOf(end);
  if (typeof keywords === 'boolean' || depth > MOST_WRAPPED) return [];
  const beside = partsOfValue(end);
  const mixed = beside.filter(({ keyword }) => keyword === 'allOf');
  const { properties } = keywords;
  // A part of `allOf` counts if it has the name of the thing. Other parts are only mixed in.
  const parts = beside.filter(
    ({ keyword, schema: part }) =>
      keyword !== 'allOf' || (mixed.length === 1 && properties === undefined) || singularOf(nameOf(part)) === thing,
  );
  const held = partsHeld(keywords);
  const items = held.filter(({ applicator }) => applicator.of === 'item');
  const members = held.filter(({ keyword }) => keyword === 'properties');
  const wrapped = members.filter(({ key }) => mayHoldThings(key) || singularOf(key) === thing);
  const isObject = properties !== undefined || mixed.length > 0;
  return [
    ...(isObject && !(depth === 0 && isEnvelope(members, wrapped)) ? [keywords] : []),
    ...[...parts, ...items, ...wrapped.filter((member) => !isScalar(member.schema))].flatMap((each) =>
      representations(each.schema, thing, depth + 1),
    ),
  ];
}

const MOST_WRAPPED = 4;

function isEnvelope(members: readonly Subschema[], wrapped: readonly Subschema[]): boolean {
  return members.length > 0 && wrapped.length === members.length && !wrapped.some(({ schema }) => isScalar(schema));
}

function isScalar(schema: Schema): boolean {
  const types = typesOf(schema);
  return types !== undefined && !types.has('object') && !types.has('array');
}

/** Returns the name of a schema in the contract: `#/components/schemas/User` → `User`. */
function nameOf(schema: Schema): string {
  return endOf(schema).place.pointer.split('/').at(-1) ?? '';
}

/** Makes a schema of bodies that hold no other things anywhere. */
function keepOut(whole: Place, places: readonly Place[], at: Schema): NestedThings {
  const holding = new Set(places.filter(({ inner }) => inner.some(({ place }) => place === undefined)));
  if (holding.size === 0) return NONE;
  for (let size = -1; size !== holding.size; ) {
    size = holding.size;
    for (const place of places)
      if (place.inner.some((each) => each.place && holding.has(each.place))) holding.add(place);
  }
  const keywords = new Map([...holding].map((place) => [place, {} as Record<string, unknown>]));
  // Rules are made before they are filled, since a place may contain itself.
  const rules = new Map([...keywords].map(([place, rule]) => [place, madeUp(at, rule)]));
  for (const [{ inner }, rule] of keywords) {
    const ruled = inner.flatMap((each) => {
      const own = each.place === undefined ? noObject(each, at) : rules.get(each.place);
      return own ? [{ ...each, rule: own }] : [];
    });
    for (const where of ['properties', 'patternProperties'] as const) {
      const named = ruled.filter((each) => each.where === where);
      if (named.length > 0) rule[where] = Object.fromEntries(named.map((each) => [each.name, each.rule]));
    }
    for (const { where, rule: own } of ruled) if (where === 'items') rule[where] = own;
    const others = ruled.find(({ where }) => where === 'additionalProperties');
    if (!others) continue;
    // It must not restrict members that have a schema of their own.
    const declared = inner.filter(({ where }) => where === 'properties').map(({ name }) => [name, madeUp(at, true)]);
    rule['properties'] = { ...Object.fromEntries(declared), ...(rule['properties'] ?? {}) };
    rule['additionalProperties'] = others.rule;
  }
  const left = [...holding].flatMap(({ inner }) => inner.filter(({ place }) => place === undefined));
  return {
    keeping: rules.get(whole),
    unavoidable: left.filter((each) => each.required && isOnlyObject(each)).map(({ pointer }) => pointer),
    references: new Map(
      left.flatMap((each) => {
        const [kind, ...others] = each.things;
        // If an id could be of several kinds, none is noted.
        if (!kind || others.length > 0) return [];
        return [each.pointer, `${each.pointer}/*`].map((pointer) => [pointer, kind] as const);
      }),
    ),
    spared: left.flatMap(({ schemas }) => schemas),
  };
}

/** Makes a schema of an id, or of a list of ids. */
function noObject(inner: Inner, at: Schema): Schema {
  // A member that only one branch declares is forbidden: another type for it would add it to the other branches. So is any other that may be left
  // out, and of which the contract only describes members, without a type: where it allows a text, nobody means one.
  if ((inner.isConditional || !inner.required) && isOnlyObject(inner)) return madeUp(at, false);
  const scalar = madeUp(at, { type: SCALARS });
  return madeUp(at, { type: [...SCALARS, 'array'], items: scalar });
}

const SCALARS = ['string', 'number', 'integer', 'boolean', 'null'];

function isOnlyObject({ schemas }: Pick<Inner, 'schemas'>): boolean {
  return schemas.some((schema) => {
    const types = typesOf(schema);
    return types === undefined
      ? facets(schema, false).some(({ properties }) => properties !== undefined)
      : [...types].every((type) => type === 'object');
  });
}
