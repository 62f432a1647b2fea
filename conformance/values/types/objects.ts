/** Makes objects. Each member satisfies all schemas that apply to it. */

import { describesUnnamed, schemasOfMember } from '../../../src/contract/schema/applicators';
import { satisfies } from '../../../src/contract/schema/evaluate';
import { forbidsAll, isSchema, type Schema } from '../../../src/contract/schema/schema';
import { remembered } from '../../../src/support/caching';
import type { Parts } from '../../../src/support/letOthersRun';
import { below, type Maker, type Site } from '../makerTypes';
import { type ClauseShown, isMade, type Made, type MutableJson, type Valid } from '../results';
import { type SchemaPlan, said } from '../schemaPlan';
import { madeUp, onlyKeeps } from '../syntheticSchemas';

/** An object has at most this many members. */
export const MOST_MEMBERS = 2000;

export interface Objects {
  /** The declared members that may be there, including required ones, in the order of their declaration. */
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
  /** Whether a schema applies to members with other names, so that one of them should be shown. */
  readonly open: boolean;
}

/** Yields the fullest object, and one with what is required alone; and undefined where others may run. */
export function* plainObjects(plan: SchemaPlan, site: Site, maker: Maker): Generator<Made | undefined> {
  const objects = planMembers(plan, maker);
  if (objects.least > objects.most) {
    yield { unsatisfiable: `it must have at least ${objects.least} members, and at most ${objects.most}` };
    return;
  }
  // If there is little room, only the required members are made.
  if (!site.least && (site.depth === 0 || objects.names.length <= site.share))
    yield yield* assemble(plan, objects, true, site, maker);
  yield yield* assemble(plan, objects, false, { ...site, least: true }, maker);
}

/**
 * Yields objects with the variants of every member, with only the required members, and with each optional member
 * alone; and undefined where others may run.
 * @param given an example, around which the members vary.
 */
export function* edgesOfObjects(
  plan: SchemaPlan,
  site: Site,
  maker: Maker,
  given?: Valid,
): Generator<Valid | undefined> {
  if (site.least) return;
  const objects = planMembers(plan, maker);
  const base = yield* assemble(plan, objects, true, site, maker);
  if (!isMade(base)) return;
  yield* variants(plan, given ?? base, Object.keys(base.value as object), site, maker);
  const optional = objects.names.filter((name) => !objects.required.has(name));
  if (optional.length === 0) return;
  const [owner] = [...said(plan, 'properties'), ...said(plan, 'type')];
  const show = (wanted: readonly string[], what: string): Valid[] => {
    const names = closure(plan, [...objects.required, ...wanted]);
    const members = Object.entries(base.value as Record<string, MutableJson>).filter(([name]) => names.has(name));
    if (!owner || members.length < Math.max(names.size, objects.least)) return [];
    const shows = [{ schema: owner.atom.schema, keyword: 'properties', path: site.path, what }];
    return [{ value: Object.fromEntries(members), shows }];
  };
  yield* show([], 'only what is required');
  if (optional.length > 1) for (const name of optional) yield* show([name], `${name} alone`);
}

/** Varies independent members in the same value, so there are as many values as one member has variants. */
function* variants(
  plan: SchemaPlan,
  base: Valid,
  names: readonly string[],
  site: Site,
  maker: Maker,
): Generator<Valid | undefined> {
  const kinds: { readonly name: string; readonly edges: readonly Valid[] }[] = [];
  for (const name of names) {
    const place = below(site, name, names.length);
    kinds.push({ name, edges: yield* maker.edges(schemasOf(plan, name), place) });
  }
  const most = Math.max(0, ...kinds.map(({ edges }) => edges.length));
  for (let at = 0; at < most; at++) {
    const shows: ClauseShown[] = [];
    const value = { ...(base.value as Record<string, MutableJson>) };
    for (const { name, edges } of kinds) {
      const edge = edges[at];
      if (!edge) continue;
      define(value, name, edge.value);
      shows.push(...edge.shows);
    }
    const whole =
      [...said(plan, 'anyOf'), ...said(plan, 'oneOf'), ...said(plan, 'if'), ...said(plan, 'not')].length > 0;
    yield { value, shows };
    if (!whole || at === 0) continue;
    // Schemas that depend on several members may refuse these variants together, but accept each of them alone.
    for (const { name, edges } of kinds) {
      const edge = edges[at];
      if (edge)
        yield { value: { ...(base.value as Record<string, MutableJson>), [name]: edge.value }, shows: edge.shows };
    }
  }
}

/**
 * Makes an object of the required members, and of the members that these require.
 * @param all whether to add all optional members.
 */
function* assemble(plan: SchemaPlan, objects: Objects, all: boolean, site: Site, maker: Maker): Parts<Made> {
  const { required, least, most } = objects;
  const names = closure(plan, required);
  const rules = said(plan, 'dependentRequired');
  if (names.size > most) return { unsatisfiable: `it requires ${names.size} members, and may have at most ${most}` };
  for (const name of all ? objects.names : []) {
    if (names.has(name) || (maker.direction === 'request' && OF_HAL.has(name))) continue;
    const more =
      rules.length === 0 ? [name] : [...closure(plan, [...names, name])].filter((other) => !names.has(other));
    if (names.size + more.length <= most) for (const other of more) names.add(other);
  }
  const members = new Map<string, MutableJson>();
  // Required members come first: if one cannot be made, the others are not needed.
  const order = [
    ...[...names].filter((name) => required.has(name)),
    ...[...names].filter((name) => !required.has(name)),
  ];
  for (const name of order) {
    const place = below(site, name, order.length);
    const make = () => member(plan, name, place, maker);
    const result = yield* required.has(name) ? make() : maker.sparing(place, make);
    if (isMade(result)) members.set(name, result.value);
    else if (required.has(name)) return { unsatisfiable: `${name}: ${result.unsatisfiable}` };
  }
  for (const name of closure(plan, members.keys()))
    if (!members.has(name)) return { unsatisfiable: `${name}: it depends on what cannot be there` };
  const value: Record<string, MutableJson> = {};
  // The members are put in the order of their declaration.
  for (const name of [...objects.names, ...order]) {
    const memberValue = members.get(name);
    if (memberValue !== undefined) define(value, name, memberValue);
  }
  const missing = Math.max(least, all && objects.open ? members.size + 1 : 0);
  return members.size < missing && members.size < most
    ? yield* enlarge(plan, objects, value, missing, least, site, maker)
    : { value, shows: [] };
}

/** What a service says of a thing by HAL (draft-kelly-json-hal §4.1): it writes this itself, and many refuse it where it is optional. */
const OF_HAL: ReadonlySet<string> = new Set(['_links', '_embedded']);

/** Adds a member. This also works for the name `__proto__`. */
function define(value: Record<string, MutableJson>, name: string, member: MutableJson): void {
  if (name !== '__proto__') {
    value[name] = member;
    return;
  }
  Object.defineProperty(value, name, { value: member, enumerable: true, configurable: true, writable: true });
}

/** Adds members until there are enough: first declared ones, then members with new names. */
function* enlarge(
  plan: SchemaPlan,
  objects: Objects,
  value: Record<string, MutableJson>,
  wanted: number,
  least: number,
  site: Site,
  maker: Maker,
): Parts<Made> {
  if (least > MOST_MEMBERS) return { unsatisfiable: `${least} members are too many to be made` };
  const spare = least > Object.keys(value).length ? objects.names.filter((name) => !Object.hasOwn(value, name)) : [];
  for (const name of [...spare, ...(yield* newNames(plan, objects, wanted, site, maker))]) {
    if (Object.keys(value).length >= wanted) break;
    if (Object.hasOwn(value, name)) continue;
    const result = yield* member(plan, name, below(site, name, wanted), maker);
    if (isMade(result)) define(value, name, result.value);
  }
  return Object.keys(value).length < least
    ? { unsatisfiable: `it must have at least ${least} members, and there are no names for them` }
    : { value, shows: [] };
}

/** Tells whether a schema may forbid a member by its name. Nearly all forbid none, and then no name need be looked at. */
const mayForbid = remembered((keywords: Readonly<Record<string, unknown>>): boolean => {
  const { properties, additionalProperties } = keywords;
  if (BY_NAMES.some((key) => key in keywords)) return true;
  return forbidsAll(additionalProperties) || Object.values((properties ?? NONE) as object).some(forbidsAll);
});

const BY_NAMES = ['patternProperties', 'propertyNames', 'unevaluatedProperties'];

function* member(plan: SchemaPlan, name: string, site: Site, maker: Maker): Parts<Made> {
  const schemas = schemasOf(plan, name);
  if (schemas.some(({ keywords }) => keywords === false) || !isAllowed(plan, name, maker))
    return { unsatisfiable: 'it may not be there' };
  return yield* maker.make(schemas, site);
}

/** Returns names together with the names that they require (`dependentRequired`). */
function closure(plan: SchemaPlan, wanted: Iterable<string>): Set<string> {
  const names = new Set(wanted);
  const rules = said<Record<string, string[]>>(plan, 'dependentRequired').flatMap(({ value }) => Object.entries(value));
  for (let size = -1; rules.length > 0 && size !== names.size; ) {
    size = names.size;
    for (const [name, required] of rules)
      if (names.has(name)) for (const requiredName of required) names.add(requiredName);
  }
  return names;
}

/**
 * Makes allowed names that are not declared: names that match a pattern, names that `propertyNames` allows, and random
 * ones.
 */
export function* newNames(
  plan: SchemaPlan,
  { names }: Objects,
  count: number,
  site: Site,
  maker: Maker,
): Parts<string[]> {
  const kinds = said<Schema>(plan, 'propertyNames').map(({ value }) => value);
  const patterns = said<Record<string, Schema>>(plan, 'patternProperties').flatMap(({ atom, value }) =>
    Object.keys(value).map((pattern) => madeUp(atom.schema, { type: 'string', pattern })),
  );
  const declared = new Set(names);
  const found: string[] = [];
  for (let at = 0; at < count + 2; at++) {
    const place = { ...site, path: `${site.path} ${at}` };
    const [any] = plan.atoms;
    const text = any ? [madeUp(any.schema, { type: 'string', minLength: 1 })] : [];
    const wanted = [...patterns.map((pattern) => [pattern, ...kinds]), [...text, ...kinds]];
    for (const schemas of wanted) {
      const name = yield* maker.makeName(schemas, place);
      if (name !== undefined && !declared.has(name) && isAllowed(plan, name, maker)) found.push(name);
    }
  }
  return found;
}

function isAllowed(plan: SchemaPlan, name: string, { direction }: Maker): boolean {
  return (
    said<Schema>(plan, 'propertyNames').every(({ value }) => !isSchema(value) || satisfies(value, name, direction)) &&
    !isClosedTo(plan, name)
  );
}

/** Returns the schemas that apply to a member. */
export function schemasOf(plan: SchemaPlan, name: string): Schema[] {
  const schemas: Schema[] = [];
  for (const { keywords } of plan.atoms) {
    const own = memberOf(keywords, name);
    if (own) schemas.push(...own);
  }
  for (const { schema, keywords } of plan.atoms) {
    const { unevaluatedProperties } = keywords;
    if (isSchema(unevaluatedProperties) && !isEvaluated(plan, schema, name)) schemas.push(unevaluatedProperties);
  }
  return schemas;
}

/** Returns whether `additionalProperties: false`, written as a boolean and not as a schema, forbids a member. */
function isClosedTo(plan: SchemaPlan, name: string): boolean {
  return plan.atoms.some(
    ({ keywords }) => keywords['additionalProperties'] === false && memberOf(keywords, name) === undefined,
  );
}

function isEvaluated(plan: SchemaPlan, schema: Schema, name: string): boolean {
  return plan.atoms.some(
    (part) =>
      (part.schema === schema || part.under.includes(schema)) &&
      (part.keywords['additionalProperties'] === true || memberOf(part.keywords, name) !== undefined),
  );
}

function memberOf(keywords: Readonly<Record<string, unknown>>, name: string): Schema[] | undefined {
  const own = schemasOfMember(keywords, name).filter(({ keyword }) => keyword !== 'unevaluatedProperties');
  return own.length > 0 ? own.map(({ schema }) => schema) : undefined;
}

const NONE = {};

export function planMembers(plan: SchemaPlan, maker: Maker): Objects {
  const objects = objectsByPlan.get(plan) ?? read(plan, maker);
  objectsByPlan.set(plan, objects);
  return objects;
}

const objectsByPlan = new WeakMap<SchemaPlan, Objects>();

function read(plan: SchemaPlan, maker: Maker): Objects {
  const hidden = new Set(plan.atoms.flatMap((atom) => [...atom.hidden]));
  const required = new Set(
    plan.atoms.flatMap(({ keywords, hidden: own }) =>
      ((keywords['required'] ?? []) as string[]).filter((name) => !own.has(name)),
    ),
  );
  const declared = new Set(said<Record<string, Schema>>(plan, 'properties').flatMap(({ value }) => Object.keys(value)));
  const forbidsAny = plan.atoms.some(({ keywords }) => mayForbid(keywords));
  const isPossible = (name: string) =>
    !forbidsAny || (isAllowed(plan, name, maker) && schemasOf(plan, name).every(({ keywords }) => keywords !== false));
  const names = [...declared].filter((name) => required.has(name) || (!hidden.has(name) && isPossible(name)));
  const open = plan.atoms.some(
    ({ schema, keywords }) =>
      keywords['patternProperties'] !== undefined || (!onlyKeeps(schema) && describesUnnamed(keywords)),
  );
  return {
    names,
    required,
    least: Math.max(0, ...said<number>(plan, 'minProperties').map(({ value }) => value)),
    most: Math.min(Number.MAX_SAFE_INTEGER, ...said<number>(plan, 'maxProperties').map(({ value }) => value)),
    open:
      open &&
      !plan.atoms.some(
        ({ keywords }) => forbidsAll(keywords['additionalProperties']) && !keywords['patternProperties'],
      ),
  };
}
