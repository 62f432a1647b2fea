/**
 * Walks a contract, or everything that one of its objects leads to, by the tables of its dialect, and reports what is
 * wrong.
 */

import { escapePointer, pointerTokens } from '../../json/pointer';
import { isObject } from '../../json/value';
import { remembered } from '../../support/caching';
import { circles } from '../../support/collections';
import { atOnce, type Parts } from '../../support/letOthersRun';
import { nearest } from '../../support/words';
import type { Mistake } from '../clause';
import type { Dialect } from '../dialects';
import { describe, fitsShape, isWhollyRight, whatIs } from '../dialects/fitsShape';
import { type ObjectShape, type Shape, withArticle } from '../dialects/shape';
import { clauseAt, type Files } from '../document/files';
import { BrokenReference, CIRCLE, type DocumentPlace, find, member, members, referenceIn } from '../document/reference';
import { schemaTarget } from '../document/schemaIds';
import { APPLICATORS } from '../schema/applicators';
import { tooDeep } from './tooDeep';
import { oversized, TOO_LARGE } from './tooLarge';

/** Something that is wrong in a contract. */
export interface ContractFault {
  readonly place: DocumentPlace;
  /** Whether the fault is shown at the name of the member, not at its value. */
  readonly onKey: boolean;
  readonly message: string;
  /** Whether the object that contains the fault cannot be used. Otherwise the rest of it can. */
  readonly unusable: boolean;
  /** Whether it is only suspicious and breaks no rule. */
  readonly warning?: boolean;
}

/** An object of a contract, with its kind in the dialect. */
export interface Visited {
  readonly kind: string;
  readonly place: DocumentPlace;
}

interface Walk {
  readonly files: Files;
  readonly dialect: Dialect;
  /** Is called once for every object. An object that is replaced by a reference has the kind `reference to …`. */
  readonly visit?: (visited: Visited) => void;
  /**
   * Reports a fault.
   * @returns false to end the walk.
   */
  readonly report: (fault: ContractFault) => boolean;
  /** Fields whose content is not walked, whatever object they are in. */
  readonly leaveOut?: ReadonlySet<string>;
  /** Objects that were walked before and need not be walked again. */
  readonly known?: ReadonlyMap<string, ReadonlySet<object>>;
}

/** Objects by their kind. */
type Seen = Map<string, Set<object>>;

interface Waiting {
  readonly place: DocumentPlace;
  readonly shape: Shape;
  /** Whether the place is an item of a list. */
  readonly item: boolean;
  /** Whether the place belongs to a schema that is written in another dialect. Then a fault is only a warning. */
  readonly foreign: boolean;
}

/**
 * Walks from an object to everything that it contains and refers to. Each object is visited once.
 * @returns the objects that were walked; undefined if the walk was ended.
 */
export function walk(start: Visited, options: Walk): Seen | undefined {
  return atOnce(walkInParts(start, options));
}

/** As {@link walk}, in parts. */
export function walkInParts(start: Visited, options: Walk): Parts<Seen | undefined> {
  return new ContractWalk(options).walkFrom(start);
}

/** So many objects are looked at in one part. */
const OBJECTS_IN_A_PART = 500;

class ContractWalk {
  private readonly seen: Seen = new Map();
  /** The walk does not use recursion, because schemas may be nested deeper than the stack allows. */
  private readonly waiting: Waiting[] = [];
  /** Whether the schema that is looked at is written in another dialect. */
  private foreign = false;
  /** By object, the objects that apply to the same value, or that it refers to. */
  private readonly leading = new Map<object, { readonly from: Visited; readonly ways: readonly object[] }>();
  private readonly schemas: DocumentPlace[] = [];
  /** By object, the object that its `$ref` leads to. */
  private readonly references = new Map<object, readonly object[]>();
  private ended = false;

  constructor(private readonly options: Walk) {}

  *walkFrom(start: Visited): Parts<Seen | undefined> {
    this.wait(start.place, { is: 'object', kind: start.kind, reference: true });
    let looked = 0;
    for (let next = this.waiting.pop(); next && !this.ended; next = this.waiting.pop()) {
      this.look(next);
      if (++looked % OBJECTS_IN_A_PART === 0) yield;
    }
    yield;
    if (!this.ended) this.reportCircles(start);
    yield;
    if (!this.ended) this.reportTooDeep(start);
    yield;
    if (!this.ended) this.reportTooLarge(start);
    return this.ended ? undefined : this.seen;
  }

  /** Reports references and schemas that lead back to themselves before they say anything. */
  private reportCircles(start: Visited): void {
    for (const circle of circles((object) => this.waysFrom(object), this.leading.keys())) {
      const { place, kind } = this.leading.get(circle)?.from ?? start;
      this.fault(place, kind === 'Schema' ? ENDLESS : `$ref "${referenceIn(place.value)}" ${CIRCLE}`, true);
    }
  }

  private reportTooDeep(start: Visited): void {
    for (const { at, message } of tooDeep((object) => this.waysFrom(object), this.leading.keys())) {
      const { place, kind } = this.leading.get(at)?.from ?? start;
      if (kind === 'Schema') this.fault(place, message, true);
    }
  }

  private reportTooLarge(start: Visited): void {
    const referredTo = (schema: object) => this.references.get(schema) ?? [];
    const schemas = this.schemas.map(({ value }) => value as object);
    for (const large of oversized(referredTo, schemas))
      this.fault(this.schemas.find(({ value }) => value === large) ?? start.place, TOO_LARGE, true);
  }

  private report(fault: ContractFault): void {
    this.ended ||= !this.options.report(fault);
  }

  private fault(place: DocumentPlace, message: string, unusable: boolean, onKey = true): void {
    this.report({ place, message, unusable: unusable && !this.foreign, onKey, warning: this.foreign });
  }

  private wait(place: DocumentPlace, shape: Shape, item = false): void {
    this.waiting.push({ place, shape, item, foreign: this.foreign });
  }

  private lead(from: Visited, to: readonly object[]): void {
    const value = from.place.value as object;
    const { ways = [] } = this.leading.get(value) ?? {};
    this.leading.set(value, { from, ways: [...ways, ...to] });
  }

  private waysFrom(each: object): readonly object[] {
    return this.leading.get(each)?.ways ?? [];
  }

  private look(at: Waiting): void {
    const { place, shape } = at;
    this.foreign = at.foreign;
    const { value } = place;
    if (shape.is === 'object') {
      this.object(at, shape);
      return;
    }
    if (!fitsShape(value, shape)) {
      this.fault(place, `${named(at)} must be ${describe(shape)}, not ${whatIs(value, shape)}.`, true);
      return;
    }
    switch (shape.is) {
      case 'list':
        if ((value as unknown[]).length < shape.least)
          this.fault(
            place,
            `${named(at)} must have at least ${shape.least === 1 ? 'one item' : `${shape.least} items`}.`,
            true,
          );
        for (const [, item] of members(place)) this.wait(item, shape.of, true);
        break;
      case 'map':
        for (const [key, memberPlace] of members(place)) {
          if (shape.key && !shape.key.test(key))
            this.fault(memberPlace, `the name "${key}" may have letters, digits and . _ - only.`, false);
          this.wait(memberPlace, shape.of);
        }
        break;
      case 'either': {
        const fitting = shape.of.find((alternative) => fitsShape(value, alternative));
        if (fitting) this.wait(place, fitting, at.item);
        break;
      }
      case 'text':
        if (shape.oneOf && !shape.oneOf.includes(String(value))) this.fault(place, notOneOf(at, shape.oneOf), true);
        break;
    }
  }

  private object(at: Waiting, shape: Extract<Shape, { is: 'object' }>): void {
    const { place } = at;
    const { value } = place;
    const kind = this.options.dialect.kinds[shape.kind];
    if (!kind) throw new Error(`the dialect has no kind ${shape.kind}`);
    const isSchema = shape.kind === 'Schema';
    if (isSchema && typeof value === 'boolean' && this.options.dialect.schemas.siblings) return;
    if (!isObject(value)) {
      this.fault(place, `${named(at)} must be an object, not ${whatIs(value)}.`, true);
      return;
    }
    const before = this.seen.get(shape.kind) ?? new Set<object>();
    if (before.has(value) || this.options.known?.get(shape.kind)?.has(value)) return;
    this.seen.set(shape.kind, before.add(value));
    if (isSchema) this.schemas.push(place);
    if (isSchema && this.options.dialect.schemas.identified) this.speakOf(place, value['$schema']);
    const ref = referenceIn(value);
    const refers = ref !== undefined && (shape.reference || isSchema || kind.fields.has('$ref'));
    const same = isSchema ? sameValue(value) : [];
    if (same.length > 0) this.lead({ kind: shape.kind, place }, same);
    if (refers) this.refer(place, shape.kind, ref);
    // In some dialects, whatever stands beside a reference is ignored.
    if (refers && (isSchema ? !this.options.dialect.schemas.siblings : shape.reference)) {
      this.options.visit?.({ kind: `reference to ${shape.kind}`, place });
      return;
    }
    this.options.visit?.({ kind: shape.kind, place });
    this.fields(place, value, kind);
    const { $dynamicRef: dynamic } = value;
    if (isSchema && this.options.dialect.schemas.identified && typeof dynamic === 'string')
      this.refer(place, shape.kind, dynamic);
  }

  /** Notes that a schema says that it, and everything in it, is written in another dialect. */
  private speakOf(place: DocumentPlace, $schema: unknown): void {
    const { jsonSchemaDialect } = (this.options.files.root.value ?? {}) as { jsonSchemaDialect?: unknown };
    if (typeof $schema === 'string') this.foreign = !this.options.dialect.schemas.isOwn($schema);
    else if (place.file === this.options.files.root && typeof jsonSchemaDialect === 'string')
      this.foreign ||= !this.options.dialect.schemas.isOwn(jsonSchemaDialect);
    if (this.foreign && typeof $schema === 'string')
      this.report({ place: under(place, '$schema'), message: FOREIGN, unusable: false, onKey: true, warning: true });
  }

  /** Adds the target of a reference to the walk, with the kind that the reference expects. */
  private refer(place: DocumentPlace, kind: string, ref: string): void {
    try {
      const byAnchor = kind === 'Schema' && this.options.dialect.schemas.identified;
      const target = byAnchor ? schemaTarget(ref, place, this.options.files) : find(ref, place, this.options.files);
      const elsewhere = target.file !== place.file;
      this.waiting.push({
        place: target,
        shape: { is: 'object', kind, reference: true },
        item: false,
        foreign: this.foreign && !elsewhere,
      });
      if (!isObject(target.value)) return;
      this.lead({ kind, place }, [target.value]);
      if (referenceIn(place.value) === ref) this.references.set(place.value as object, [target.value]);
    } catch (error) {
      if (!(error instanceof BrokenReference)) throw error;
      this.report({ place: under(error.place, '$ref'), message: error.message, unusable: true, onKey: false });
    }
  }

  private fields(place: DocumentPlace, value: Readonly<Record<string, unknown>>, kind: ObjectShape): void {
    for (const name of kind.required) {
      if (!Object.hasOwn(value, name))
        this.fault(place, `\`${name}\` is missing in ${withArticle(kind)}.`, NEEDED.has(name));
    }
    for (const key of Object.keys(value)) {
      if (this.options.leaveOut?.has(key)) continue;
      const shape = kind.fields.get(key) ?? kind.patterns.find(([pattern]) => pattern.test(key))?.[1];
      // Of most members nothing is to be said, so their places need not be made.
      if (shape ? isWhollyRight(value[key], shape) : key.startsWith('x-')) continue;
      const memberPlace = member(place, key);
      if (memberPlace && shape) this.wait(memberPlace, shape);
      else if (memberPlace) this.unknown(memberPlace, key, kind);
    }
    for (const { key, message, unusable = false, warning = false } of kind.also(value)) {
      const about = key === undefined ? place : under(place, key);
      this.report({ place: about, message: capital(message), unusable, onKey: true, warning: warning || this.foreign });
    }
  }

  private unknown(place: DocumentPlace, key: string, kind: ObjectShape): void {
    if (kind.patterns.length > 0 && kind.fields.size === 0) {
      this.fault(place, `\`${key}\` has no place in ${withArticle(kind)}.`, false);
      return;
    }
    const meant = nearest(key, [...kind.fields.keys()]);
    const suggestion = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
    // An unknown keyword is allowed if the table is open. But if it is similar to a known one, it is probably a
    // misspelling.
    if (kind.open && meant === undefined) return;
    const message = `There is no \`${key}\` in ${withArticle(kind)}.${suggestion}`;
    this.report({ place, message, unusable: false, onKey: true, warning: kind.open });
  }
}

const ENDLESS = 'This schema refers to itself before it says anything of a value; no value can be judged by it.';

const FOREIGN = 'Schemas of this dialect are read as JSON Schema 2020-12; what that does not know is not judged.';

/** Returns the subschemas that apply to the same value. */
function sameValue(schema: Readonly<Record<string, unknown>>): object[] {
  const subschemas: object[] = [];
  for (const key of Object.keys(schema)) {
    const applicator = APPLICATORS.get(key);
    // References are followed elsewhere.
    if (applicator?.of !== 'value' || key.startsWith('$')) continue;
    const held = schema[key];
    if (typeof held !== 'object' || held === null || ((key === 'then' || key === 'else') && schema['if'] === undefined))
      continue;
    if (applicator.holds !== 'one') subschemas.push(...Object.values(held).filter(isObject));
    else subschemas.push(held);
  }
  return subschemas;
}

/** Members without which an object cannot be used. */
const NEEDED = new Set(['name', 'in', 'type', 'content']);

/** Fields that matter neither for requests nor for judging answers. */
const SAYING_NOTHING = new Set([
  ...['description', 'summary', 'title', 'externalDocs', 'tags', 'deprecated', 'example', 'examples', 'xml'],
  ...['discriminator', 'links', 'callbacks', '$comment'],
]);

/** The objects, by kind, of which it is known that nothing is wrong with them. */
const usableIn = remembered((_files: Files): Seen => new Map());

/** Returns the first fault that makes an object, or anything that it leads to, unusable. */
export function whyUnusable(...given: Parameters<typeof whyUnusableInParts>): Mistake | undefined {
  return atOnce(whyUnusableInParts(...given));
}

/** As {@link whyUnusable}, and stops after each part. */
export function* whyUnusableInParts(
  start: Visited,
  { files, dialect }: Pick<Walk, 'files' | 'dialect'>,
): Parts<Mistake | undefined> {
  const usableObjects = usableIn(files);
  let first: ContractFault | undefined;
  const report = (fault: ContractFault) => {
    if (fault.unusable) first = fault;
    return !fault.unusable;
  };
  const seen = yield* walkInParts(start, { files, dialect, leaveOut: SAYING_NOTHING, known: usableObjects, report });
  if (seen) noteUsable(seen, files);
  return first && toMistake(first);
}

/** Notes that nothing makes any of these objects unusable, so that none needs to be walked again. */
export function noteUsable(seen: Seen, files: Files): void {
  const usableObjects = usableIn(files);
  for (const [kind, objects] of seen) {
    const earlier = usableObjects.get(kind);
    if (earlier) for (const object of objects) earlier.add(object);
    else usableObjects.set(kind, objects);
  }
}

/** The length of the longest message, in characters: it may quote a long text from the contract. */
const LONGEST_MESSAGE = 1000;

export function toMistake({ place, onKey, message }: ContractFault): Mistake {
  const { file, line, column } = clauseAt(place.file, place.pointer, onKey);
  const told = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return { file, line, column, pointer: place.pointer, message: told };
}

/** Returns the place under a key, even if nothing stands there. */
function under(place: DocumentPlace, key: string): DocumentPlace {
  const value = isObject(place.value) ? place.value[key] : undefined;
  return { value, file: place.file, pointer: `${place.pointer}/${escapePointer(key)}` };
}

function notOneOf(at: Waiting, allowed: readonly string[]): string {
  const { value } = at.place;
  const meant = nearest(String(value), allowed);
  const hint = meant === undefined ? `; there are: ${allowed.join(', ')}.` : `. Did you mean \`${meant}\`?`;
  return `${named(at)} cannot be ${whatIs(value)}${hint}`;
}

/** Returns the member that a place belongs to, in backticks. */
function named({ place, item }: Waiting): string {
  const tokens = pointerTokens(place.pointer);
  if (item) return `An item of \`${tokens.at(-2) ?? '#'}\``;
  return `\`${tokens.at(-1) ?? '#'}\``;
}

function capital(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
