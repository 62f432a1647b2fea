/** Objects: which members there are, and each by all that speaks of it. */

import { satisfies } from '../../../src/contract/schema/evaluate';
import { patternOf } from '../../../src/contract/schema/patterns';
import { isSchema, type Schema } from '../../../src/contract/schema/schema';
import { below, type Maker, type Site } from '../makerTypes';
import { type ClauseShown, isMade, type Made, type MutableJson, type Valid } from '../results';
import { type SchemaPlan, said } from '../schemaPlan';
import { isForbidding, madeUp } from '../syntheticSchemas';

/** The most members that one object is made of. */
export const MOST_MEMBERS = 2000;

export interface Objects {
  /** Declared members that may be there, required ones among them, as they are declared. */
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
  /** Whether any other name has a schema, so that one should be shown. */
  readonly open: boolean;
}

export function* plainObjects(plan: SchemaPlan, site: Site, maker: Maker): Generator<Made> {
  const objects = planMembers(plan, maker);
  if (objects.least > objects.most) {
    yield { unsatisfiable: `it must have at least ${objects.least} members, and at most ${objects.most}` };
    return;
  }
  // Where there is room for few, only what must be is there.
  if (!site.least && (site.depth === 0 || objects.names.length <= site.share))
    yield assemble(plan, objects, true, site, maker);
  yield assemble(plan, objects, false, { ...site, least: true }, maker);
}

/** All members with what each may be, only those that are required, and each other one alone. */
export function* edgesOfObjects(plan: SchemaPlan, site: Site, maker: Maker): Generator<Valid> {
  if (site.least) return;
  const objects = planMembers(plan, maker);
  const base = assemble(plan, objects, true, site, maker);
  if (!isMade(base)) return;
  yield* variants(plan, base, site, maker);
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

/** Independent members are varied in the same value: there are as many as the member with the most has. */
function* variants(plan: SchemaPlan, base: Valid, site: Site, maker: Maker): Generator<Valid> {
  const members = Object.entries(base.value as Record<string, MutableJson>);
  const kinds = members.map(([name]) => {
    const place = below(site, name, members.length);
    return { name, edges: maker.edges(schemasOf(plan, name), place) };
  });
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
    // What depends on several members may refuse them together, and take each of them.
    for (const { name, edges } of kinds) {
      const edge = edges[at];
      if (edge)
        yield { value: { ...(base.value as Record<string, MutableJson>), [name]: edge.value }, shows: edge.shows };
    }
  }
}

/**
 * An object of what is required, and what that brings along.
 * @param all whether of all that may be there.
 */
function assemble(plan: SchemaPlan, objects: Objects, all: boolean, site: Site, maker: Maker): Made {
  const { required, least, most } = objects;
  const names = closure(plan, required);
  const rules = said(plan, 'dependentRequired');
  if (names.size > most) return { unsatisfiable: `it requires ${names.size} members, and may have at most ${most}` };
  for (const name of all ? objects.names : []) {
    if (names.has(name)) continue;
    const more = rules.length === 0 ? [name] : [...closure(plan, [...names, name])].filter((each) => !names.has(each));
    if (names.size + more.length <= most) for (const each of more) names.add(each);
  }
  const made = new Map<string, MutableJson>();
  // What must be there comes first: without it the rest is made in vain.
  const order = [
    ...[...names].filter((name) => required.has(name)),
    ...[...names].filter((name) => !required.has(name)),
  ];
  for (const name of order) {
    const place = below(site, name, order.length);
    const make = () => member(plan, name, place, maker);
    const one = required.has(name) ? make() : maker.sparing(place, make);
    if (isMade(one)) made.set(name, one.value);
    else if (required.has(name)) return { unsatisfiable: `${name}: ${one.unsatisfiable}` };
  }
  for (const name of closure(plan, made.keys()))
    if (!made.has(name)) return { unsatisfiable: `${name}: it depends on what cannot be there` };
  const value: Record<string, MutableJson> = {};
  // Members stand as they are declared.
  for (const name of [...objects.names, ...order]) {
    const one = made.get(name);
    if (one !== undefined) define(value, name, one);
  }
  const missing = Math.max(least, all && objects.open ? made.size + 1 : 0);
  return made.size < missing && made.size < most
    ? enlarge(plan, objects, value, missing, least, site, maker)
    : { value, shows: [] };
}

/** `__proto__` is a name like others. */
function define(value: Record<string, MutableJson>, name: string, member: MutableJson): void {
  Object.defineProperty(value, name, { value: member, enumerable: true, configurable: true, writable: true });
}

/** Adds members until there are enough: declared ones first, then names that are made up. */
function enlarge(
  plan: SchemaPlan,
  objects: Objects,
  value: Record<string, MutableJson>,
  wanted: number,
  least: number,
  site: Site,
  maker: Maker,
): Made {
  if (least > MOST_MEMBERS) return { unsatisfiable: `${least} members are too many to be made` };
  const spare = least > Object.keys(value).length ? objects.names.filter((name) => !Object.hasOwn(value, name)) : [];
  for (const name of [...spare, ...newNames(plan, objects, wanted, site, maker)]) {
    if (Object.keys(value).length >= wanted) break;
    if (Object.hasOwn(value, name)) continue;
    const made = member(plan, name, below(site, name, wanted), maker);
    if (isMade(made)) define(value, name, made.value);
  }
  return Object.keys(value).length < least
    ? { unsatisfiable: `it must have at least ${least} members, and there are no names for them` }
    : { value, shows: [] };
}

function member(plan: SchemaPlan, name: string, site: Site, maker: Maker): Made {
  const schemas = schemasOf(plan, name);
  if (schemas.some(({ keywords }) => keywords === false) || !isAllowed(plan, name, maker))
    return { unsatisfiable: 'it may not be there' };
  return maker.make(schemas, site);
}

/** With what is there together with others (`dependentRequired`). */
function closure(plan: SchemaPlan, wanted: Iterable<string>): Set<string> {
  const names = new Set(wanted);
  const rules = said<Record<string, string[]>>(plan, 'dependentRequired').flatMap(({ value }) => Object.entries(value));
  for (let size = -1; rules.length > 0 && size !== names.size; ) {
    size = names.size;
    for (const [name, others] of rules) if (names.has(name)) for (const other of others) names.add(other);
  }
  return names;
}

/** Names that are not declared and may be there: of patterns, of what names must be, and such as nobody chose. */
export function* newNames(
  plan: SchemaPlan,
  { names }: Objects,
  count: number,
  site: Site,
  maker: Maker,
): Generator<string> {
  const kinds = said<Schema>(plan, 'propertyNames').map(({ value }) => value);
  const patterns = said<Record<string, Schema>>(plan, 'patternProperties').flatMap(({ atom, value }) =>
    Object.keys(value).map((pattern) => madeUp(atom.schema, { type: 'string', pattern })),
  );
  const declared = new Set(names);
  for (let at = 0; at < count + 2; at++) {
    const place = { ...site, path: `${site.path} ${at}` };
    const [any] = plan.atoms;
    const text = any ? [madeUp(any.schema, { type: 'string', minLength: 1 })] : [];
    const wanted = [...patterns.map((pattern) => [pattern, ...kinds]), [...text, ...kinds]];
    for (const schemas of wanted) {
      const name = maker.makeName(schemas, place);
      if (name !== undefined && !declared.has(name) && isAllowed(plan, name, maker)) yield name;
    }
  }
}

function isAllowed(plan: SchemaPlan, name: string, { direction }: Maker): boolean {
  return (
    said<Schema>(plan, 'propertyNames').every(({ value }) => !isSchema(value) || satisfies(value, name, direction)) &&
    !isClosedTo(plan, name)
  );
}

/** What speaks of a member. */
export function schemasOf(plan: SchemaPlan, name: string): Schema[] {
  const own = plan.atoms.flatMap(({ keywords }) => memberOf(keywords, name) ?? []);
  const rest = plan.atoms.flatMap(({ schema, keywords: { unevaluatedProperties } }) =>
    isSchema(unevaluatedProperties) && !isEvaluated(plan, schema, name) ? [unevaluatedProperties] : [],
  );
  return [...own, ...rest];
}

/** By `additionalProperties: false`, where it is no schema. */
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
  const { properties = {}, patternProperties = {}, additionalProperties } = keywords;
  const own = Object.hasOwn(properties as object, name) ? (properties as Record<string, Schema>)[name] : undefined;
  const fitting = Object.entries(patternProperties as Record<string, Schema>).flatMap(([pattern, each]) =>
    patternOf(pattern).test(name) === false ? [] : [each],
  );
  const found = [...(own ? [own] : []), ...fitting];
  if (found.length > 0) return found;
  return isSchema(additionalProperties) ? [additionalProperties] : undefined;
}

export function planMembers(plan: SchemaPlan, maker: Maker): Objects {
  const objects = known.get(plan) ?? read(plan, maker);
  known.set(plan, objects);
  return objects;
}

const known = new WeakMap<SchemaPlan, Objects>();

function read(plan: SchemaPlan, maker: Maker): Objects {
  const hidden = new Set(plan.atoms.flatMap((atom) => [...atom.hidden]));
  const required = new Set(
    plan.atoms.flatMap(({ keywords, hidden: own }) =>
      ((keywords['required'] ?? []) as string[]).filter((name) => !own.has(name)),
    ),
  );
  const declared = new Set(said<Record<string, Schema>>(plan, 'properties').flatMap(({ value }) => Object.keys(value)));
  const names = [...declared].filter(
    (name) =>
      required.has(name) ||
      (!hidden.has(name) &&
        isAllowed(plan, name, maker) &&
        schemasOf(plan, name).every(({ keywords }) => keywords !== false)),
  );
  const open = plan.atoms.some(
    ({ keywords: { additionalProperties, patternProperties } }) =>
      patternProperties !== undefined ||
      (isSchema(additionalProperties) && typeof additionalProperties.keywords !== 'boolean'),
  );
  return {
    names,
    required,
    least: Math.max(0, ...said<number>(plan, 'minProperties').map(({ value }) => value)),
    most: Math.min(Number.MAX_SAFE_INTEGER, ...said<number>(plan, 'maxProperties').map(({ value }) => value)),
    open:
      open &&
      !plan.atoms.some(
        ({ keywords }) => isForbidding(keywords['additionalProperties']) && !keywords['patternProperties'],
      ),
  };
}
