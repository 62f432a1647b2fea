/**
 * Tells where it is plain to see that one schema takes all that others take, so that no value need be searched: the same said in other words, such as
 * `const` and an `enum` of one value, an `anyOf` of one schema, or a type with null and an `anyOf` with it; and what was only widened.
 */

import { idOf } from '../../../conformance/values/schemaChoices';
import type { Keywords } from '../../contract/dialects/dialect';
import { APPLICATORS } from '../../contract/schema/applicators';
import {
  type Applied,
  given,
  itemsPlacedAt,
  membersNamed,
  namesDeclared,
  namesRequired,
  type Part,
  sureParts,
} from '../../contract/schema/applied';
import { evaluate, surelySatisfies } from '../../contract/schema/evaluate';
import { withNullMeant } from '../../contract/schema/evaluation';
import { hiddenMembers } from '../../contract/schema/hiddenMembers';
import { type Direction, endOf, isSchema, keywordsOf, PlainSchema, type Schema } from '../../contract/schema/schema';
import { isEqual } from '../../json/equality';
import { describedMembers, schemasIn } from './described';
import { impliesBound, type KnownValue } from './impliedBounds';
import { endAsMeant, isNullUnread } from './nullAsMeant';
import { type FormatReading, PROSE_AND_NAMES, type SameSchemas } from './sameSchemas';

/** How deep schemas are looked into, and how many pairs for one question. */
const DEEPEST = 200;
const MOST_PAIRS = 2000;

const TYPES: readonly string[] = ['null', 'boolean', 'string', 'integer', 'number', 'array', 'object'];

/** The types that a keyword speaks of, where it does not speak of all. */
const SPEAKS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [['minLength', 'maxLength', 'pattern'], ['string']],
      [
        ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
        ['integer', 'number'],
      ],
      [['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'], ['array']],
      [['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'], ['object']],
      [['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'], ['object']],
      [['unevaluatedProperties'], ['object']],
    ] as const
  ).flatMap(([names, types]) => names.map((name) => [name, types] as const)),
);

/** Compares schemas for one direction: members that are in no request, or in no answer, count for nothing. */
export class Taking {
  private readonly known = new Map<string, boolean>();
  private readonly pending = new Set<string>();
  /** What holds if the outer pairs hold that are being looked into, in the order in which it was found. */
  private readonly provisional = new Set<string>();
  private left = MOST_PAIRS;
  private isAssumed = false;

  constructor(
    private readonly direction: Direction,
    private readonly same: SameSchemas,
    private readonly formats: FormatReading,
  ) {}

  /** Returns whether each of some schemas surely takes every value that all of the others take. False where that is not plain to see. */
  takesAll(from: readonly Schema[], to: readonly Schema[]): boolean {
    this.left = MOST_PAIRS;
    return to.every((schema) => this.takes(from.map(endOf), endAsMeant(schema)));
  }

  private takes(from: readonly Schema[], to: Schema): boolean {
    if (from.some((each) => this.same(each, to))) return true;
    const key = `${[...new Set(from.map(idOf))].sort().join()} ${idOf(to)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.pending.has(key) || this.provisional.has(key)) {
      this.isAssumed = true;
      return true;
    }
    if (this.pending.size > DEEPEST || --this.left < 0) return false;
    const before = this.isAssumed;
    this.isAssumed = false;
    this.pending.add(key);
    const countBefore = this.provisional.size;
    const result = this.look(from, to);
    this.pending.delete(key);
    if (!result) {
      this.known.set(key, false);
      // What was found meanwhile may hold only because this was taken to hold.
      for (const each of [...this.provisional].slice(countBefore)) this.provisional.delete(each);
    } else if (!this.isAssumed) this.known.set(key, true);
    else this.provisional.add(key);
    if (this.pending.size === 0) {
      for (const each of this.provisional) this.known.set(each, true);
      this.provisional.clear();
    }
    this.isAssumed ||= before;
    return result;
  }

  private look(allowing: readonly Schema[], to: Schema): boolean {
    const keywords = keywordsOf(to);
    if (typeof keywords === 'boolean') return keywords;
    const from = isNullUnread(to) ? [...allowing, ofType(BUT_NULL, to)] : allowing;
    const parts = sureParts(given(...from));
    if (from.some((each) => keywordsOf(each) === false)) return true;
    const types = typesIn(parts);
    const listed = parts.find((part) => 'enum' in part.keywords || 'const' in part.keywords)?.keywords;
    if (listed || isOfFewValues(types)) {
      const values = listed
        ? 'const' in listed
          ? [listed['const']]
          : (listed['enum'] as readonly unknown[])
        : types.flatMap((type) => VALUES[type] ?? []);
      const fitting = values.filter((value) => from.every((each) => surelySatisfies(each, value, this.direction)));
      return fitting.every((value) => this.surelyTakes(to, value));
    }
    const side = { from, parts, types };
    if (Object.entries(keywords).every(([name, value]) => this.implies(side, to, keywords, name, value))) return true;
    return this.branchesTake(side, to);
  }

  /** Looks at each alternative of the one side by itself. */
  private branchesTake({ from, parts }: Side, to: Schema): boolean {
    const choice = parts.find(({ keywords }) => 'anyOf' in keywords || 'oneOf' in keywords)?.keywords;
    const written = (choice?.['anyOf'] ?? choice?.['oneOf']) as readonly Schema[] | undefined;
    const branches = written?.map(withNullMeant);
    if (!branches || branches.some((branch) => from.includes(endOf(branch)))) return false;
    return branches.every((branch) => this.takes([...from, endOf(branch)], to));
  }

  private implies(side: Side, to: Schema, keywords: Keywords, name: string, value: unknown): boolean {
    const { from, parts, types } = side;
    if (PROSE_AND_NAMES.has(name) || name.startsWith('x-') || value === undefined) return true;
    const about = SPEAKS_OF.get(name);
    if (about && !types.some((type) => about.includes(type))) return true;
    switch (name) {
      case '$ref':
        return isSchema(value) && this.takes(from, endAsMeant(value));
      case 'allOf':
        return (value as readonly Schema[]).every((each) => this.takes(from, endAsMeant(each)));
      case 'anyOf':
        return this.someTakes(side, this.asRead(value as readonly Schema[]));
      case 'oneOf':
        return this.oneTakes(side, this.asRead(value as readonly Schema[]));
      case 'type':
        return types.every((type) => takesType([value].flat() as string[], type));
      case 'required': {
        const hidden = hiddenMembers(to, this.direction);
        const hiddenThere = new Set(parts.flatMap(({ schema }) => [...hiddenMembers(schema, this.direction)]));
        const required = namesRequired(parts);
        return (value as string[]).every((each) => hidden.has(each) || (required.has(each) && !hiddenThere.has(each)));
      }
      case 'properties':
        return Object.entries(value as object).every(([member, schema]) => this.memberTakes(side, member, schema));
      case 'additionalProperties':
        return this.othersTake(side, keywords, value);
      case 'items':
        return this.itemsTake(side, keywords, value);
      case 'contains':
        return isContentWithAny(keywords) || parts.some((part) => this.containsTakes(part, keywords));
      // These say of which number of items `contains` speaks, and what `then` and `else` are asked on.
      case 'minContains':
      case 'maxContains':
      case 'if':
        return true;
      case 'then':
      case 'else':
        return parts.some((part) => this.isSaid(part, keywords, 'if') && this.isSaid(part, keywords, name));
      default:
        return impliesBound(side, name, value, this.formats) || parts.some((part) => this.isSaid(part, keywords, name));
    }
  }

  private surelyTakes(schema: Schema, value: unknown): boolean {
    try {
      const options = { direction: this.direction, first: true, nullMeant: this.formats === 'meant' };
      return evaluate(schema, value, options).length === 0;
    } catch {
      return false;
    }
  }

  private asRead(branches: readonly Schema[]): readonly Schema[] {
    return this.formats === 'meant' ? branches.map(withNullMeant) : branches;
  }

  private someTakes({ from, types }: Side, branches: readonly Schema[]): boolean {
    if (branches.some((branch) => this.takes(from, endAsMeant(branch)))) return true;
    // Each type may have an alternative of its own.
    return (
      types.length > 1 &&
      types.length < TYPES.length - 1 &&
      types.every((type) => branches.some((branch) => this.takes([...from, ofType(type, branch)], endOf(branch))))
    );
  }

  /** Tells whether exactly one schema takes each value: for each type it is plain which one. */
  private oneTakes(side: Side, branches: readonly Schema[]): boolean {
    const fitting = branches.filter((each) => mayTakeSome(side, each));
    if (fitting.length === 1) return this.someTakes(side, fitting);
    return (
      side.types.length > 1 &&
      side.types.every((type) => {
        const [one, ...others] = fitting.filter((each) => mayTakeSome({ ...side, types: [type] }, each));
        return one && others.length === 0 && this.takes([...side.from, ofType(type, one)], endOf(one));
      })
    );
  }

  /** A member that the one side does not name breaks nothing by being named, unless no member is named at all. */
  private memberTakes({ parts }: Side, member: string, schema: unknown): boolean {
    if (!isSchema(schema)) return true;
    const own = describedMembers(parts, member);
    if (own.length > 0) return this.takes(own.map(endOf), endAsMeant(schema));
    return parts.some(namesMembers) || this.takes([], endAsMeant(schema));
  }

  private othersTake({ parts }: Side, keywords: Keywords, others: unknown): boolean {
    if (others === true) return true;
    if (parts.some((part) => 'patternProperties' in part.keywords) || 'patternProperties' in keywords)
      return parts.some(
        (part) =>
          this.isSaid(part, keywords, 'additionalProperties') &&
          this.isSaid(part, keywords, 'patternProperties') &&
          isEqual(
            Object.keys((part.keywords['properties'] ?? {}) as object),
            Object.keys((keywords['properties'] ?? {}) as object),
          ),
      );
    const own = (keywords['properties'] ?? {}) as object;
    const names = [...namesDeclared(parts)];
    const rest = schemasIn(membersNamed(parts, '\0'));
    const to = isSchema(others) ? endAsMeant(others) : undefined;
    const allTaken = (from: readonly Schema[]) =>
      to ? this.takes(from.map(endOf), to) : from.some((each) => keywordsOf(endOf(each)) === false);
    return allTaken(rest) && names.every((name) => Object.hasOwn(own, name) || allTaken(describedMembers(parts, name)));
  }

  private itemsTake({ parts }: Side, keywords: Keywords, items: unknown): boolean {
    if (!isSchema(items)) return items === true;
    if ('prefixItems' in keywords || parts.some((part) => 'prefixItems' in part.keywords))
      return parts.some((part) => this.isSaid(part, keywords, 'items') && this.isSaid(part, keywords, 'prefixItems'));
    return this.takes(schemasIn(itemsPlacedAt(parts, 0)).map(endOf), endAsMeant(items));
  }

  private containsTakes(part: Part, keywords: Keywords): boolean {
    const [[fewest, most], [fewestAsked, mostAllowed]] = [numberContained(part.keywords), numberContained(keywords)];
    return this.isSaid(part, keywords, 'contains') && fewest >= fewestAsked && most <= mostAllowed;
  }

  /** Tells whether a part has the same keyword. Of those that depend on the schemas beside them that says nothing. */
  private isSaid({ keywords: one }: Part, other: Keywords, name: string): boolean {
    if (name.startsWith('unevaluated')) return false;
    const [mine, theirs] = [one[name], other[name]];
    if (mine === undefined || theirs === undefined) return mine === theirs;
    const holds = APPLICATORS.get(name)?.holds;
    if (holds === undefined) return isEqual(mine, theirs);
    if (isSchema(mine) || isSchema(theirs)) return isSchema(mine) && isSchema(theirs) && this.same(mine, theirs);
    if (typeof mine !== 'object' || typeof theirs !== 'object') return mine === theirs;
    const [left, right] = [Object.entries(mine as object), theirs as Readonly<Record<string, Schema>>];
    return left.length === Object.keys(right).length && left.every(([key, each]) => this.same(each, right[key]));
  }
}

/** All values of the types that have few. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = { null: [null], boolean: [false, true] };

function isOfFewValues(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => Object.hasOwn(VALUES, type));
}

/** Schemas that hold together, and what is known of their values. */
interface Side extends KnownValue {
  readonly from: readonly Schema[];
}

/** All types but that of null, which a schema takes as it is meant. */
const BUT_NULL: readonly string[] = TYPES.filter((type) => type !== 'null');

const OF_TYPE = new Map<string | readonly string[], Schema>();

/** Returns a schema that says nothing but the type. @param beside where it is looked at; it stands nowhere itself. */
function ofType(type: string | readonly string[], { place }: Schema): Schema {
  const known = OF_TYPE.get(type) ?? new PlainSchema(place, { type });
  OF_TYPE.set(type, known);
  return known;
}

function typesIn(parts: readonly Part[]): string[] {
  const wanted = parts.flatMap(({ keywords: { type } }) => (type === undefined ? [] : [[type].flat() as string[]]));
  const all = TYPES.filter((type) => wanted.every((types) => takesType(types, type)));
  return all.includes('number') ? all.filter((type) => type !== 'integer') : all;
}

function takesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** False where it is plain to see that no value satisfies both. */
export function mayShareValues(one: Schema, other: Schema): boolean {
  const parts = sureParts(given(one));
  return mayTakeSome({ parts, types: typesIn(parts) }, other);
}

/** False where the types, or the values of a member that both sides ask for, exclude each other. */
function mayTakeSome({ parts, types }: KnownValue, schema: Schema): boolean {
  const own = sureParts(given(schema));
  const theirs = typesIn(own);
  if (!types.some((type) => theirs.some((each) => takesType([type], each) || takesType([each], type)))) return false;
  const required = namesRequired(parts);
  return ![...namesRequired(own)].some((name) => {
    if (!required.has(name)) return false;
    const [one, other] = [listedIn(membersNamed(parts, name)), listedIn(membersNamed(own, name))];
    return one && other && !one.some((value) => other.some((each) => isEqual(value, each)));
  });
}

/** Returns the values that schemas list; undefined if they do not. */
function listedIn(applied: readonly Applied[]): readonly unknown[] | undefined {
  for (const { keywords } of sureParts(applied)) {
    if ('const' in keywords) return [keywords['const']];
    if (Array.isArray(keywords['enum'])) return keywords['enum'];
  }
  return undefined;
}

/** Returns how many items are to be those that `contains` describes (JSON Schema, Validation §6.4). */
function numberContained({ minContains = 1, maxContains = Number.POSITIVE_INFINITY }: Keywords) {
  return [Number(minContains), Number(maxContains)] as const;
}

/** Tells whether `contains` refuses nothing, since none of the items need be such, and all may be. */
function isContentWithAny(keywords: Keywords): boolean {
  const [fewest, most] = numberContained(keywords);
  return fewest <= 0 && most === Number.POSITIVE_INFINITY;
}

function namesMembers({ keywords: { properties, patternProperties } }: Part): boolean {
  return [properties, patternProperties].some((named) => Object.keys((named ?? {}) as object).length > 0);
}
