/** Places in a contract, and how members, items and references lead from one place to another. */

import { percentDecoded } from '../../http/uri';
import { escapePointer, pointerTokens } from '../../json/pointer';
import { remembered } from '../../support/caching';
import { nearest } from '../../support/words';
import { displayPath, FileError, type Files, type SourceFile } from './files';

/** A value in a contract, and where it stands. */
export interface DocumentPlace {
  readonly value: unknown;
  readonly file: SourceFile;
  /** JSON Pointer as a URI fragment, `#/…`; `#` for the whole file. */
  readonly pointer: string;
}

/** Returns the place of a whole file. */
export function rootOf(file: SourceFile): DocumentPlace {
  return { value: file.value, file, pointer: '#' };
}

/** Returns a key that is the same only for the same place. */
export function placeKey({ file, pointer }: DocumentPlace): string {
  return file.path + pointer;
}

/** Returns the place under `key` without following references; undefined if there is nothing. */
export function member(place: DocumentPlace, key: string | number): DocumentPlace | undefined {
  const { value, file, pointer } = place;
  const target = valueIn({ value }, key);
  return target === undefined ? undefined : { value: target, file, pointer: `${pointer}/${escapePointer(key)}` };
}

/** Returns the places of all members of an object, or of all items of an array, without following references. */
export function members(place: DocumentPlace | undefined): [key: string, place: DocumentPlace][] {
  if (typeof place?.value !== 'object' || place.value === null) return [];
  const { value, file, pointer } = place;
  const places: [string, DocumentPlace][] = [];
  for (const key of Object.keys(value)) {
    const held = (value as Record<string, unknown>)[key];
    if (held !== undefined) places.push([key, { value: held, file, pointer: `${pointer}/${escapePointer(key)}` }]);
  }
  return places;
}

/** Returns the `$ref` of a value if it has one. */
export function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$ref')) return undefined;
  const { $ref } = value as { $ref?: unknown };
  return typeof $ref === 'string' ? $ref : undefined;
}

/** Tells whether a text in YAML or JSON may refer to another file. */
export function refersOutside(text: string): boolean {
  return /\$ref['"]?\s*:\s*['"]?[^#'"\s]/.test(text);
}

/** Says why a reference leads nowhere, and where it stands. */
export class BrokenReference extends Error {
  constructor(
    readonly place: DocumentPlace,
    message: string,
  ) {
    super(message);
  }
}

/**
 * At most this many references may be open at the same time. They nest, because a pointer may lead through another
 * reference.
 */
const MOST_PENDING = 200;

/** The ends of the references that were followed so far, by the objects that hold the references. */
interface Ends {
  readonly targets: WeakMap<object, DocumentPlace | BrokenReference>;
  readonly pending: Set<object>;
}

const endsIn = remembered((_files: Files): Ends => ({ targets: new WeakMap(), pending: new Set() }));

/**
 * Follows the reference at a place, and any further references that it leads to. Returns the place itself if it holds
 * no reference.
 * @throws BrokenReference if a reference leads nowhere, or in a circle.
 */
export function follow(place: DocumentPlace, files: Files): DocumentPlace {
  if (referenceIn(place.value) === undefined) return place;
  const { targets, pending } = endsIn(files);
  const way: object[] = [];
  try {
    let at = place;
    for (let ref = referenceIn(at.value); ref !== undefined; ref = referenceIn(at.value)) {
      const referring = at.value as object;
      const end = targets.get(referring);
      if (end instanceof BrokenReference) throw end;
      if (end) {
        at = end;
        break;
      }
      if (pending.has(referring)) throw new BrokenReference(place, `$ref "${referenceIn(place.value)}" ${CIRCLE}`);
      if (way.length === 0 && pending.size > MOST_PENDING) throw new BrokenReference(place, `$ref "${ref}" ${TOO_FAR}`);
      pending.add(referring);
      way.push(referring);
      at = find(ref, at, files);
    }
    for (const referring of way) targets.set(referring, at);
    return at;
  } catch (error) {
    // Every reference on the way is broken, too, and need not be followed again.
    if (error instanceof BrokenReference) for (const referring of way) targets.set(referring, error);
    throw error;
  } finally {
    for (const referring of way) pending.delete(referring);
  }
}

/** The end of a message that begins with the text of the reference. */
export const CIRCLE = 'leads back to itself, by way of other references alone.';
const TOO_FAR = `leads through more than ${MOST_PENDING} others.`;

/**
 * Works like {@link follow}, but returns undefined if the reference is broken. The check of the contract reports it.
 */
export function followed(place: DocumentPlace | undefined, files: Files): DocumentPlace | undefined {
  return place && unlessBroken(() => follow(place, files));
}

/** Returns the place under a key, after following references. */
export function child(place: DocumentPlace | undefined, key: string | number, files: Files): DocumentPlace | undefined {
  return place && followed(member(place, key), files);
}

/**
 * Returns the member of an object or the item of a list; undefined if there is none. `length` of a list is not an item.
 */
export function valueIn({ value }: Pick<DocumentPlace, 'value'>, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // Mostly nothing is there, which shows sooner so.
  const held = (value as Record<string | number, unknown>)[key];
  return held !== undefined && isEnumerable.call(value, key) ? held : undefined;
}

const { propertyIsEnumerable: isEnumerable } = Object.prototype;

/**
 * Returns the place that a reference names, without following a further reference there.
 * @throws BrokenReference if the reference leads nowhere, or its file cannot be read.
 */
export function find(ref: string, from: DocumentPlace, files: Files): DocumentPlace {
  const earlier = foundIn(from.file).get(ref);
  if (earlier) return earlier;
  const [name, fragment] = splitReference(ref);
  let root: DocumentPlace;
  try {
    root = rootOf(files.get(from.file, name));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new BrokenReference(from, `$ref "${ref}" cannot be followed: ${whyUnread(error)}`);
  }
  const plain = percentDecoded(fragment);
  const target = at(root, plain, files) ?? (plain === fragment ? undefined : at(root, fragment, files));
  if (target) {
    if (name === '') foundIn(from.file).set(ref, target);
    return target;
  }
  const meant = meantBy(ref, name, at(root, plain.replace(/\/[^/]*$/, ''), files), files);
  throw new BrokenReference(
    from,
    `$ref "${ref}" leads nowhere.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  );
}

/** What the references within a file led to so far: many are the same. */
const foundIn = remembered((_file: SourceFile) => new Map<string, DocumentPlace>());

/** Works like {@link find}, but returns undefined if the reference is broken. The check of the contract reports it. */
export function findUnlessBroken(ref: string, from: DocumentPlace, files: Files): DocumentPlace | undefined {
  return unlessBroken(() => find(ref, from, files));
}

function unlessBroken(look: () => DocumentPlace): DocumentPlace | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof BrokenReference) return undefined;
    throw error;
  }
}

function whyUnread({ path, line, column, message }: FileError): string {
  const place = line === 1 && column === 1 ? '' : `${displayPath(path)}:${line}:${column}: `;
  return `${place}${message.replace(/\.$/, '')}.`;
}

/** At most this many broken references get a suggestion. If more are broken, the cause is not the spelling. */
const MOST_SUGGESTIONS = 100;

const suggested = new WeakMap<Files, number>();

function meantBy(ref: string, name: string, parent: DocumentPlace | undefined, files: Files): string | undefined {
  const count = suggested.get(files) ?? 0;
  suggested.set(files, count + 1);
  if (count >= MOST_SUGGESTIONS) return undefined;
  return nearest(
    ref,
    members(parent).map(([, { pointer }]) => name + pointer),
  );
}

/** Splits a reference into its file, which is empty for the file that it stands in, and its fragment. */
export function splitReference(ref: string): [file: string, fragment: string] {
  const mark = ref.indexOf('#');
  return mark < 0 ? [ref, ''] : [ref.slice(0, mark), ref.slice(mark + 1)];
}

/** Finds the place of a JSON Pointer. The pointer may lead through references. */
function at(root: DocumentPlace, fragment: string, files: Files): DocumentPlace | undefined {
  if (fragment !== '' && !fragment.startsWith('/')) return undefined;
  const tokens = pointerTokens(fragment);
  let { value } = root;
  for (const token of tokens) value = valueIn({ value }, token);
  if (value !== undefined)
    return { value, file: root.file, pointer: [root.pointer, ...tokens.map(escapePointer)].join('/') };
  let place: DocumentPlace | undefined = root;
  for (const token of tokens) {
    if (!place) return undefined;
    place = member(place, token) ?? memberOf(followed(place, files), token);
  }
  return place;
}

function memberOf(place: DocumentPlace | undefined, token: string): DocumentPlace | undefined {
  return place && member(place, token);
}
