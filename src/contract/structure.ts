/** Walks a contract by its dialect's tables, whether all of it or what one of its objects leads to, and tells what is wrong. */

import { nearest } from '../nearest';
import type { Mistake } from './contract';
import type { Dialect } from './dialects';
import type { Kind, Shape } from './dialects/shape';
import { clauseAt, type Files } from './files';
import { schemaTarget } from './identify';
import { BrokenReference, follow, keyOf, member, members, type Place, referenceIn } from './reference';

/** Something wrong in a contract. */
export interface Fault {
  readonly place: Place;
  /** Whether the name of the member is meant rather than its value. */
  readonly onKey: boolean;
  readonly message: string;
  /** Whether what it stands in cannot be used; else it can, as far as the rest of it goes. */
  readonly unusable: boolean;
  /** It deserves a look, and breaks nothing. */
  readonly warning?: true;
}

/** An object of a contract, of a kind of the dialect. */
export interface Visited {
  readonly kind: string;
  readonly place: Place;
}

export interface Walk {
  readonly files: Files;
  readonly dialect: Dialect;
  /** Called for every object, once. */
  readonly visit?: (visited: Visited) => void;
  readonly report: (fault: Fault) => void;
}

/** Walks from an object to everything that it holds and refers to, each once. */
export function walk(start: Visited, { files, dialect, visit, report }: Walk): void {
  const seen = new Set<string>();
  // Not by recursion: schemas may be nested deeper than a stack goes.
  const waiting: { readonly place: Place; readonly shape: Shape }[] = [
    { place: start.place, shape: { is: 'object', kind: start.kind, reference: true } },
  ];
  const ways: Ways = new Map();
  const fault = (place: Place, message: string, unusable: boolean, onKey = true) =>
    report({ place, message, unusable, onKey });

  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { place, shape } = next;
    switch (shape.is) {
      case 'object':
        object(place, shape.kind, shape.reference);
        break;
      case 'list':
        if (!Array.isArray(place.value))
          fault(place, `${named(place)} must be a list, not ${whatIs(place.value)}.`, true);
        else for (const [, item] of members(place)) waiting.push({ place: item, shape: shape.of });
        break;
      case 'map':
        if (!isObject(place.value))
          fault(place, `${named(place)} must be an object, not ${whatIs(place.value)}.`, true);
        else {
          for (const [key, item] of members(place)) {
            if (shape.key && !shape.key.test(key))
              fault(item, `the name "${key}" may have letters, digits and . _ - only.`, false);
            waiting.push({ place: item, shape: shape.of });
          }
        }
        break;
      case 'either': {
        const fitting = shape.of.find((each) => fits(place.value, each));
        if (fitting) waiting.push({ place, shape: fitting });
        else
          fault(
            place,
            `${named(place)} must be ${shape.of.map(describe).join(' or ')}, not ${whatIs(place.value)}.`,
            true,
          );
        break;
      }
      case 'any':
        break;
      default:
        if (!fits(place.value, shape))
          fault(place, `${named(place)} must be ${describe(shape)}, not ${whatIs(place.value)}.`, true);
        else if (shape.is === 'text' && shape.oneOf && !shape.oneOf.includes(String(place.value)))
          fault(place, notOneOf(place, shape.oneOf), true);
    }
  }
  for (const place of endless(ways)) fault(place, ENDLESS, true);

  function object(place: Place, name: string, reference: boolean): void {
    const kind = dialect.kinds[name];
    if (!kind) throw new Error(`the dialect has no kind ${name}`);
    const key = `${name} ${keyOf(place)}`;
    if (seen.has(key)) return;
    seen.add(key);
    const isSchema = name === 'Schema';
    if (isSchema && typeof place.value === 'boolean' && dialect.schemas.siblings) return;
    if (!isObject(place.value)) {
      fault(place, `${named(place)} must be an object, not ${whatIs(place.value)}.`, true);
      return;
    }
    const refers = referenceIn(place.value) !== undefined && (reference || kind.fields.has('$ref') || isSchema);
    if (isSchema) ways.set(keyOf(place), { place, to: sameValue(place) });
    if (refers) refer(place, name, referenceIn(place.value) ?? '');
    // What stands beside a reference is ignored where the standard says so.
    if (refers && (isSchema ? !dialect.schemas.siblings : reference)) return;
    visit?.({ kind: name, place });
    fields(place, place.value, kind);
    const { $dynamicRef: dynamic } = place.value;
    if (isSchema && dialect.schemas.identified && typeof dynamic === 'string') refer(place, name, dynamic);
  }

  /** What is referred to is walked where it stands, as what it is referred to as. */
  function refer(place: Place, kind: string, ref: string): void {
    try {
      const byAnchor = kind === 'Schema' && dialect.schemas.identified;
      const target = byAnchor ? schemaTarget(ref, place, files) : follow(place, files);
      waiting.push({ place: target, shape: { is: 'object', kind, reference: true } });
      ways.get(keyOf(place))?.to.push(keyOf(target));
    } catch (error) {
      if (!(error instanceof BrokenReference)) throw error;
      report({ place: at(error.place, '$ref'), message: error.message, unusable: true, onKey: false });
    }
  }

  function fields(place: Place, value: Readonly<Record<string, unknown>>, kind: Kind): void {
    for (const name of kind.required) {
      if (!Object.hasOwn(value, name)) fault(place, `\`${name}\` is missing in ${titleOf(kind)}.`, NEEDED.has(name));
    }
    for (const [key, item] of members(place)) {
      const shape = kind.fields.get(key) ?? kind.patterns.find(([pattern]) => pattern.test(key))?.[1];
      if (shape) waiting.push({ place: item, shape });
      else if (!key.startsWith('x-')) unknown(item, key, kind);
    }
    for (const { key, message, unusable = false } of kind.also(value)) {
      fault(key === undefined ? place : at(place, key), capital(message), unusable);
    }
  }

  function unknown(place: Place, key: string, kind: Kind): void {
    if (kind.patterns.length > 0 && kind.fields.size === 0) {
      report({ place, message: `\`${key}\` has no place in ${titleOf(kind)}.`, unusable: false, onKey: true });
      return;
    }
    const meant = nearest(key, [...kind.fields.keys()]);
    const suggestion = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
    // A keyword that nobody knows is allowed where the table is open; one that is nearly known was probably meant to be.
    if (kind.open && meant === undefined) return;
    const message = `There is no \`${key}\` in ${titleOf(kind)}.${suggestion}`;
    report({ place, message, unusable: false, onKey: true, ...(kind.open ? { warning: true as const } : {}) });
  }
}

/** For each schema those that speak of the same value. */
type Ways = Map<string, { readonly place: Place; readonly to: string[] }>;

const ENDLESS = 'This schema refers to itself before it says anything of a value; no value can be judged by it.';

function sameValue(place: Place): string[] {
  const own = ['not', 'if', 'then', 'else'].flatMap((key) => member(place, key) ?? []);
  const listed = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => members(member(place, key)).map(([, each]) => each));
  return [...own, ...listed].map(keyOf);
}

/** Schemas from which a way leads back to themselves. */
function endless(ways: Ways): Place[] {
  const found: Place[] = [];
  const done = new Set<string>();
  for (const start of ways.keys()) {
    // Those on the way from the start, each with what is left of its own ways.
    const way: { readonly key: string; readonly left: string[] }[] = [];
    const on = new Set<string>();
    const enter = (key: string) => {
      if (on.has(key)) {
        const place = ways.get(key)?.place;
        if (place) found.push(place);
      } else if (!done.has(key)) {
        on.add(key);
        way.push({ key, left: [...(ways.get(key)?.to ?? [])] });
      }
    };
    enter(start);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const next = last.left.pop();
      if (next !== undefined) enter(next);
      else {
        way.pop();
        on.delete(last.key);
        done.add(last.key);
      }
    }
  }
  return found;
}

/** Members without which an object says nothing that could be used. */
const NEEDED = new Set(['name', 'in', 'type', 'content', 'propertyName']);

/** The first thing that keeps an object, or what it leads to, from being used. */
export function whyUnusable(start: Visited, { files, dialect }: Pick<Walk, 'files' | 'dialect'>): Mistake | undefined {
  let first: Fault | undefined;
  walk(start, {
    files,
    dialect,
    report: (fault) => {
      if (fault.unusable) first ??= fault;
    },
  });
  return first && toMistake(first);
}

export function toMistake({ place, onKey, message }: Fault): Mistake {
  const { file, line, column } = clauseAt(place.file, place.pointer, onKey);
  return { file, line, column, message };
}

/** What stands under a key, or would if it did. */
function at(place: Place, key: string): Place {
  const value = isObject(place.value) ? place.value[key] : undefined;
  return { value, file: place.file, pointer: `${place.pointer}/${key}` };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As {@link fits}, and so is all that it holds, but for objects of a kind of their own. */
export function isWellFormed(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'text':
      return typeof value === 'string' && (shape.oneOf?.includes(value) ?? true);
    case 'list':
      return Array.isArray(value) && (shape.of.is === 'object' || value.every((item) => isWellFormed(item, shape.of)));
    case 'map':
      return (
        isObject(value) &&
        (shape.of.is === 'object' || Object.values(value).every((item) => isWellFormed(item, shape.of)))
      );
    case 'either':
      return shape.of.some((each) => isWellFormed(value, each));
    default:
      return fits(value, shape);
  }
}

function fits(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'boolean':
    case 'number':
      return typeof value === shape.is;
    case 'whole':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'list':
      return Array.isArray(value);
    case 'map':
      return isObject(value);
    case 'object':
      // `true` and `false` are schemas, too.
      return isObject(value) || (shape.kind === 'Schema' && typeof value === 'boolean');
    case 'either':
      return shape.of.some((each) => fits(value, each));
    default:
      return shape satisfies never;
  }
}

const DESCRIBED = {
  any: 'anything',
  text: 'a string',
  boolean: 'true or false',
  number: 'a number',
  whole: 'a whole number, 0 or more',
  list: 'a list',
  map: 'an object',
  object: 'an object',
  either: '',
} as const;

function describe(shape: Shape): string {
  return DESCRIBED[shape.is];
}

function whatIs(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the string ${JSON.stringify(value.slice(0, 40))}` : String(value);
}

function notOneOf(place: Place, allowed: readonly string[]): string {
  const meant = nearest(String(place.value), allowed);
  const hint = meant === undefined ? `; there are: ${allowed.join(', ')}.` : `. Did you mean \`${meant}\`?`;
  return `${named(place)} cannot be ${whatIs(place.value)}${hint}`;
}

/** The member that a place is, in backticks. */
function named({ pointer }: Place): string {
  const tokens = pointer.split('/');
  const name = tokens.findLast((token) => !/^\d+$/.test(token)) ?? '#';
  return `\`${name.replaceAll('~1', '/').replaceAll('~0', '~')}\``;
}

function titleOf({ title }: Kind): string {
  if (/^[a-z]/.test(title)) return title;
  return `${/^[AEIOU]/.test(title) ? 'an' : 'a'} ${title}`;
}

function capital(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
