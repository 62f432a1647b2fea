/**
 * Collects everything that applies to one value: schemas that apply together, the schemas that they refer to, and one
 * branch of each choice.
 */

import type { Keywords } from '../../src/contract/dialects/dialect';
import { partsIn, partsOfValue } from '../../src/contract/schema/applicators';
import { hiddenMembers } from '../../src/contract/schema/hiddenMembers';
import { type Direction, isSchema, keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { isListed } from '../../src/json/equality';
import { choicesOf, idOf, type Option, type SchemaChoice } from './schemaChoices';
import { isMadeUp } from './syntheticSchemas';
import { ABOUT, intersect, JSON_TYPES, namedTypes, type Type } from './types/types';

/** One of the schemas that apply. */
export interface Atom {
  readonly schema: Schema;
  readonly keywords: Keywords;
  /** Members that may be absent even if they are required. */
  readonly hidden: ReadonlySet<string>;
  /** The schemas that it is a part of, the outermost first. */
  readonly under: readonly Schema[];
  /** Whether it is a clause of the contract. The schema of an `if`, and a made-up schema, are not. */
  readonly binding: boolean;
}

interface TakenChoice {
  readonly choice: SchemaChoice;
  readonly option: Option;
}

export interface SchemaPlan {
  readonly atoms: readonly Atom[];
  /** Schemas that the value must not satisfy. */
  readonly refused: readonly Schema[];
  /** The types that are allowed, the likeliest first. */
  readonly types: readonly Type[];
  /** Whether any schema names a type. */
  readonly typed: boolean;
  readonly taken: readonly TakenChoice[];
}

/** How choices are made. */
export interface ChoiceMode {
  readonly direction: Direction;
  /** Whether to prefer small values to values that show much. */
  readonly least?: boolean | undefined;
  /** Choices for which only one option is left, by their keys. */
  readonly forced?: ReadonlyMap<string, number> | undefined;
  /** Returns the option that is tried first. */
  readonly prefer?: (choice: SchemaChoice) => number | undefined;
  /** Keywords that replace the keywords of a schema. */
  readonly changed?: ReadonlyMap<Schema, Keywords> | undefined;
  /** Whether, where one branch of `anyOf` is taken, the others are refused. */
  readonly alone?: boolean | undefined;
  /**
   * Called with what was tried on the way to a plan, in atoms that were copied: the same, whether the plan was made before or not.
   * @returns whether more may be tried.
   */
  readonly spend?: (tried: number) => boolean;
}

interface State {
  readonly atoms: Atom[];
  readonly refused: Schema[];
  readonly waiting: SchemaChoice[];
  readonly taken: TakenChoice[];
  readonly seen: Set<Schema>;
  types: readonly Type[] | undefined;
  dead: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Every way to satisfy several schemas at once, the likeliest first. */
export function plansOf(schemas: readonly Schema[], way: ChoiceMode): Iterable<SchemaPlan> {
  const { direction, least, forced, prefer, changed, alone } = way;
  const [first] = schemas;
  if (!first || forced || prefer || changed || alone || schemas.some(isMadeUp))
    return spending(search(schemas, way), way);
  const before = knownPlans(first);
  const key = [direction, least, ...schemas.map(idOf)].join(' ');
  const found = before.get(key) ?? rememberedPlans(schemas, way);
  before.set(key, found);
  return spending(found, way);
}

/** A plan, and what was tried since the one before; the last one is none. */
interface Found {
  readonly plan: SchemaPlan | undefined;
  readonly tried: number;
}

function* spending(all: Iterable<Found>, { spend }: ChoiceMode): Generator<SchemaPlan> {
  for (const { plan, tried } of all) {
    if (spend?.(tried) === false) return;
    if (plan) yield plan;
  }
}

/** Plans of schemas as they stand in a contract, by the first of them. */
const knownPlans = keptOnSchema(() => new Map<string, Iterable<Found>>());

function rememberedPlans(schemas: readonly Schema[], way: ChoiceMode): Iterable<Found> {
  const state = begin(schemas, way);
  if (state.dead) return [];
  // Nearly all schemas leave no choice.
  return state.waiting.length === 0 ? [{ plan: finished(state), tried: 0 }] : replayable(counted(state, way));
}

/** Returns what can be looked through again without being made again. */
function replayable<T>(from: Generator<T>): Iterable<T> {
  const found: T[] = [];
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at++) {
        if (at === found.length) {
          const next = from.next();
          if (next.done) return;
          found.push(next.value);
        }
        yield found[at] as T;
      }
    },
  };
}

function search(schemas: readonly Schema[], way: ChoiceMode): Iterable<Found> {
  return counted(begin(schemas, way), way);
}

function* counted(state: State, way: ChoiceMode): Generator<Found> {
  const tries = { left: MOST_TRIED };
  let before = tries.left;
  for (const plan of choose(state, way, tries)) {
    yield { plan, tried: before - tries.left };
    before = tries.left;
  }
  if (before > tries.left) yield { plan: undefined, tried: before - tries.left };
}

function begin(schemas: readonly Schema[], way: ChoiceMode): State {
  const state: State = {
    atoms: [],
    refused: [],
    waiting: [],
    taken: [],
    seen: new Set(),
    types: undefined,
    dead: false,
  };
  for (const schema of schemas) add(schema, NOTHING, [], true, state, way);
  return state;
}

/** How many plans are used to show the options of all choices. */
const MOST_COVERING = 60;

/** Yields a few plans that together take each possible option once. */
export function* coveringPlans(schemas: readonly Schema[], way: ChoiceMode): Generator<SchemaPlan> {
  const asked = new Map<string, Set<number>>();
  let asks = 0;
  const prefer = (choice: SchemaChoice): number | undefined => {
    if (choice.soft) return undefined;
    const before = asked.get(choice.key) ?? new Set();
    asked.set(choice.key, before);
    const next = choice.options.find(({ index }) => !before.has(index));
    if (!next) return undefined;
    before.add(next.index);
    asks++;
    return next.index;
  };
  for (let round = 0; round < MOST_COVERING; round++) {
    const before = asks;
    const [plan] = plansOf(schemas, { ...way, prefer });
    if (!plan || (round > 0 && asks === before)) return;
    yield plan;
  }
}

/**
 * How many atoms may be copied in the search for plans: `oneOf: [A, A]`, nested forty levels deep, has 2^40 ways and
 * may have no plan.
 */
const MOST_TRIED = 300_000;

function* choose(state: State, way: ChoiceMode, tries: { left: number }): Generator<SchemaPlan> {
  if (state.dead || tries.left < 0) return;
  const [choice, ...waiting] = state.waiting;
  if (!choice) {
    yield finished(state);
    return;
  }
  for (const option of ordered(choice, way)) {
    tries.left -= TRY + state.atoms.length + state.refused.length + waiting.length;
    if (tries.left < 0) return;
    const next: State = {
      atoms: [...state.atoms],
      refused: [...state.refused, ...option.refused],
      waiting,
      taken: [...state.taken, { choice, option }],
      seen: new Set(state.seen),
      types: state.types,
      dead: false,
    };
    const under = [...choice.under, choice.schema];
    for (const schema of option.context) add(schema, NOTHING, under, false, next, way);
    for (const schema of option.schemas) add(schema, NOTHING, under, choice.binding, next, way);
    yield* choose(next, way, tries);
  }
}

/** The cost of one try, besides that of the copies. */
const TRY = 20;

function ordered(choice: SchemaChoice, { forced, prefer, least }: ChoiceMode): readonly Option[] {
  const only = forced?.get(choice.key);
  if (only !== undefined) return choice.options.filter(({ index }) => index === only);
  const first = prefer?.(choice);
  if (first !== undefined) {
    const rest = choice.options.filter(({ index }) => index !== first);
    return [...choice.options.filter(({ index }) => index === first), ...rest];
  }
  return least ? choice.options.toSorted((left, right) => left.depth - right.depth) : choice.options;
}

function add(
  schema: Schema,
  hiddenAround: ReadonlySet<string>,
  under: readonly Schema[],
  binding: boolean,
  state: State,
  way: ChoiceMode,
): void {
  if (state.dead || state.seen.has(schema)) return;
  state.seen.add(schema);
  const keywords = way.changed?.get(schema) ?? schema.keywords;
  if (keywords === true) return;
  if (keywords === false) {
    state.dead = true;
    return;
  }
  const own = hiddenMembers(schema, way.direction);
  const hidden = hiddenAround.size > 0 ? new Set([...hiddenAround, ...own]) : own;
  const atom = { schema, keywords, hidden, under, binding: binding && !isMadeUp(schema) };
  state.atoms.push(atom);
  const types = namedTypes(keywords['type']);
  if (types) {
    state.types = state.types ? intersect(state.types, types) : types;
    if (state.types.length === 0) state.dead = true;
  }
  if (isSchema(keywords['not'])) state.refused.push(keywords['not']);
  for (const { schema: part, applicator } of way.changed ? partsIn(keywords) : partsOfValue(schema))
    if (applicator.applies === 'always') add(part, hidden, [...under, schema], binding, state, way);
  state.waiting.push(...choicesOf(atom, way));
}

function finished({ atoms, refused, types, taken }: State): SchemaPlan {
  const typed = types !== undefined;
  // If no type is named or implied, a string is tried first.
  const all = types ?? [...new Set([...impliedBy(atoms), 'string' as const, ...JSON_TYPES])];
  // Null shows least, so it comes last.
  return {
    atoms,
    refused,
    typed,
    taken,
    types: all.toSorted((left, right) => Number(left === 'null') - Number(right === 'null')),
  };
}

function impliedBy(atoms: readonly Atom[]): Type[] {
  return JSON_TYPES.filter((type) => atoms.some(({ keywords }) => ABOUT[type]?.some((key) => key in keywords)));
}

/** Returns the values of one keyword in all atoms. It is asked for each keyword of each plan, so it makes no list that is not needed. */
export function said<T>({ atoms }: SchemaPlan, keyword: string): { readonly atom: Atom; readonly value: T }[] {
  const found: { readonly atom: Atom; readonly value: T }[] = [];
  for (const atom of atoms) {
    const value = atom.keywords[keyword];
    if (value !== undefined) found.push({ atom, value: value as T });
  }
  return found;
}

/** Returns the values of one keyword in refused schemas that contain no other keyword except `type`. */
export function refusedBy<T>({ refused }: SchemaPlan, keyword: string): T[] {
  return refused.flatMap(({ keywords }) => {
    if (typeof keywords === 'boolean') return [];
    const said = Object.keys(keywords).filter((key) => key !== 'type');
    return said.length === 1 && said[0] === keyword ? [keywords[keyword] as T] : [];
  });
}

/** Returns the values that `enum` and `const` allow; undefined if there is no such keyword. */
export function listedValues(plan: SchemaPlan): readonly unknown[] | undefined {
  const lists: unknown[][] = [];
  for (const { keywords } of plan.atoms) {
    if (Array.isArray(keywords['enum'])) lists.push(keywords['enum'] as unknown[]);
    if ('const' in keywords) lists.push([keywords['const']]);
  }
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => isListed(list, value)));
}

export function forcedBy(plan: SchemaPlan): ReadonlyMap<string, number> {
  return new Map(plan.taken.map(({ choice, option }) => [choice.key, option.index]));
}
