/**
 * Reads references where the standard has no place for one, as contracts have them that are written in many files, since the tools that bundle
 * such contracts read them: `paths: { $ref: "paths.yaml" }`, `get: { $ref: "list.yaml" }`.
 */

import { dirname, relative, sep } from 'node:path';
import { pointerTokens } from '../json/pointer';
import { isObject } from '../json/value';
import type { Checking } from './check/checking';
import type { Mistake } from './clause';
import { fitsShape } from './dialects/fitsShape';
import { type ObjectShape, type Shape, withArticle } from './dialects/shape';
import { FileError, type Files, originOf, plainClauseAt, putFrom, type SourceFile } from './document/files';
import {
  type DocumentPlace,
  findUnlessBroken,
  followed,
  member,
  members,
  placeKey,
  referenceIn,
  refersOutside,
  rootOf,
  splitReference,
} from './document/reference';

/** So many values are copied at most. A contract may name a file in each of its files twice, and so on. */
const MOST_COPIED = 1_000_000;

/** What nests deeper is not copied. */
const DEEPEST = 500;

interface Waiting {
  readonly place: DocumentPlace;
  readonly shape: Shape;
  /** The object or list that holds it, and its name there. */
  readonly held?: { readonly by: DocumentPlace; readonly as: string };
  /** What was put in place of the references around it. */
  readonly within: readonly string[];
}

/**
 * Puts in place of each reference that has no place there what it names, by the tables of the dialect: it changes the values that were parsed.
 * Nothing may have been read from them yet. What leads nowhere stays, and the check of the contract reports it.
 * @returns a warning for each kind of place, with the first such place.
 */
export function readMisplaced(checking: Checking): Mistake[] {
  // In one file nobody writes a reference where it has no place.
  return refersOutside(checking.files.root.text) ? new Search(checking).run() : [];
}

class Search {
  private readonly waiting: Waiting[];
  /** By kind or by shape, what was looked at. */
  private readonly seen = new Map<Shape | string, Set<unknown>>();
  /** The warnings, by kind of place and by place. */
  private readonly found = new Map<string, Map<string, Mistake>>();
  private left = MOST_COPIED;

  constructor(private readonly checking: Checking) {
    const shape: Shape = { is: 'object', kind: 'Root', reference: false };
    this.waiting = [{ place: rootOf(checking.files.root), shape, within: [] }];
  }

  run(): Mistake[] {
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      const ref = referenceIn(next.place.value);
      if (ref !== undefined && !this.mayRefer(next.shape)) this.replace(next);
      else if (this.isNew(next)) this.lookInto(next, ref);
    }
    return [...this.found.values()].flatMap((alike) => {
      const [first, ...more] = alike.values();
      if (!first || more.length === 0) return first ?? [];
      const others = more.length === 1 ? 'one other place' : `${more.length} other places`;
      return { ...first, message: `${first.message} So it is at ${others}.` };
    });
  }

  private mayRefer(shape: Shape): boolean {
    if (shape.is !== 'object') return false;
    return shape.reference || shape.kind === 'Schema' || this.kindOf(shape.kind).fields.has('$ref');
  }

  /** Whether it was not looked at before: references may lead back to themselves. */
  private isNew({ place, shape }: Waiting): boolean {
    const kind = shape.is === 'object' ? shape.kind : shape;
    const before = this.seen.get(kind) ?? new Set();
    if (before.has(place.value)) return false;
    this.seen.set(kind, before.add(place.value));
    return true;
  }

  /** Looks into what a place holds, and into what it refers to. */
  private lookInto({ place, shape, within }: Waiting, ref: string | undefined): void {
    const target = ref === undefined ? undefined : findUnlessBroken(ref, place, this.checking.files);
    if (target) this.waiting.push({ place: target, shape, within });
    for (const [as, inside] of members(place)) {
      const its = this.shapeIn(shape, as, inside.value);
      if (its) this.waiting.push({ place: inside, shape: its, held: { by: place, as }, within });
    }
  }

  /** Puts what a reference names in its place, and looks into that. */
  private replace(referring: Waiting): void {
    const { place, shape, held, within } = referring;
    const { files } = this.checking;
    const target = followed(place, files);
    const key = target && placeKey(target);
    if (!held || !target || !key || within.includes(key) || !fitsShape(target.value, shape)) return;
    const copied = new Copy(target, place, files, this.left).result;
    if (!copied) return;
    this.left -= copied.count;
    this.warn(place, shape.is === 'object' ? withArticle(this.kindOf(shape.kind)) : `\`${held.as}\``);
    graft(copied.value, target, place, held);
    const grafted = member(held.by, held.as);
    if (grafted) this.waiting.push({ ...referring, place: grafted, within: [...within, key] });
  }

  private warn(place: DocumentPlace, title: string): void {
    const warning = warningAt(place, title);
    const alike = this.found.get(title) ?? new Map<string, Mistake>();
    this.found.set(title, alike.set(`${warning.file}:${warning.line}:${warning.column}`, warning));
  }

  private kindOf(name: string): ObjectShape {
    const kind = this.checking.dialect.kinds[name];
    if (!kind) throw new Error(`the dialect has no kind ${name}`);
    return kind;
  }

  /** Returns the shape of a member or of an item; undefined if it neither refers nor holds anything that may. */
  private shapeIn(shape: Shape, as: string, value: unknown): Shape | undefined {
    const of = this.shapeBelow(shape, as);
    const its = of?.is === 'either' ? of.of.find((each) => fitsShape(value, each)) : of;
    const holds = its?.is === 'object' || its?.is === 'map' || its?.is === 'list';
    return holds || (its && referenceIn(value) !== undefined && its.is !== 'any') ? its : undefined;
  }

  private shapeBelow(shape: Shape, as: string): Shape | undefined {
    if (shape.is === 'list' || shape.is === 'map') return shape.of;
    if (shape.is !== 'object') return undefined;
    const { fields, patterns } = this.kindOf(shape.kind);
    return fields.get(as) ?? patterns.find(([pattern]) => pattern.test(as))?.[1];
  }
}

function warningAt(place: DocumentPlace, title: string): Mistake {
  const clause = plainClauseAt(place.file, `${place.pointer}/$ref`);
  return {
    ...clause,
    message: `The standard has no place for \`$ref\` in ${title}; what it names is read in its place.`,
  };
}

/** Puts a copy of what a reference names in its place. What stands beside the reference stays, and goes before. */
function graft(
  copy: unknown,
  target: DocumentPlace,
  { file, pointer, value }: DocumentPlace,
  { by, as }: NonNullable<Waiting['held']>,
): void {
  const tokens = pointerTokens(pointer);
  const { $ref: _, ...beside } = value as Record<string, unknown>;
  file.origins ??= new Map();
  if (isObject(copy))
    for (const [name, each] of Object.entries(beside))
      putFrom(file.origins, copy, name, each, originOf(file, [...tokens, name]));
  putFrom(file.origins, by.value as object, as, copy, originOf(target.file, pointerTokens(target.pointer)));
}

/** Copies what a reference names into another file, with the references in it as they have to be written there. */
class Copy {
  private count = 0;

  constructor(
    private readonly from: DocumentPlace,
    private readonly to: DocumentPlace,
    private readonly files: Files,
    private readonly most: number,
  ) {}

  /** The copy, and how many values it has; undefined if it has too many. */
  get result(): { readonly value: unknown; readonly count: number } | undefined {
    const value = this.copied(this.from.value, 0, false);
    return this.count > this.most ? undefined : { value, count: this.count };
  }

  private copied(value: unknown, depth: number, isIdentified: boolean): unknown {
    if (depth > DEEPEST) this.count = Number.POSITIVE_INFINITY;
    if (++this.count > this.most) return undefined;
    if (Array.isArray(value)) return value.map((each) => this.copied(each, depth + 1, isIdentified));
    if (!isObject(value)) return value;
    // What has an id of its own is the base of its references.
    const identified = isIdentified || typeof value['$id'] === 'string';
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === '$ref' && typeof each === 'string' && !identified
          ? this.reference(each)
          : this.copied(each, depth + 1, identified),
      ]),
    );
  }

  private reference(ref: string): string {
    const [name, fragment] = splitReference(ref);
    const file = fileOf(name, this.from.file, this.files);
    if (!file || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(name)) return ref;
    const mark = ref.includes('#') ? `#${fragment}` : '';
    if (file === this.to.file) return mark === '' ? '#' : mark;
    const way = relative(dirname(this.to.file.path), file.path).split(sep).map(encodeURIComponent).join('/');
    return `${way}${mark}`;
  }
}

function fileOf(name: string, from: SourceFile, files: Files): SourceFile | undefined {
  try {
    return files.get(from, name);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
