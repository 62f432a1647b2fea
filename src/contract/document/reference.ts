/** Places in a contract, and the ways from one to another: members, items and references. */

import { escapePointer, pointerTokens } from '../../json/pointer';
import { nearest } from '../../support/words';
import { displayPath, FileError, type Files, type SourceFile } from './files';

/** A value in a contract together with where it stands. */
export interface DocumentPlace {
  readonly value: unknown;
  readonly file: SourceFile;
  /** JSON Pointer as a URI fragment, `#/…`; `#` for the whole file. */
  readonly pointer: string;
}

/** The whole of a file. */
export function rootOf(file: SourceFile): DocumentPlace {
  return { value: file.value, file, pointer: '#' };
}

/** Two places with the same key are the same. */
export function placeKey({ file, pointer }: DocumentPlace): string {
  return file.path + pointer;
}

/** The place under `key` as it stands; undefined where there is nothing. */
export function member(place: DocumentPlace, key: string | number): DocumentPlace | undefined {
  const { value, file, pointer } = place;
  const found = valueIn({ value }, key);
  return found === undefined ? undefined : { value: found, file, pointer: `${pointer}/${escapePointer(key)}` };
}

/** The places of every member of an object, or of every item of an array, as they stand. */
export function members(place: DocumentPlace | undefined): [key: string, place: DocumentPlace][] {
  if (typeof place?.value !== 'object' || place.value === null) return [];
  const found: [string, DocumentPlace][] = [];
  for (const key of Object.keys(place.value)) {
    const each = member(place, key);
    if (each) found.push([key, each]);
  }
  return found;
}

/** The text of the reference that stands there, if one does. */
export function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$ref')) return undefined;
  const { $ref } = value as { $ref?: unknown };
  return typeof $ref === 'string' ? $ref : undefined;
}

/** Why a reference leads nowhere, and where it stands. */
export class BrokenReference extends Error {
  constructor(
    readonly place: DocumentPlace,
    message: string,
  ) {
    super(message);
  }
}

/** How many references may wait for each other: a pointer may lead through what another reference stands for. */
const MOST_PENDING = 200;

/** Where the references of a contract end, as far as they were followed: by the objects that they stand in. */
interface Ends {
  readonly known: WeakMap<object, DocumentPlace | BrokenReference>;
  readonly pending: Set<object>;
}

const ends = new WeakMap<Files, Ends>();

/**
 * The place that a reference standing there leads to, by way of however many others; the place itself where there is none.
 * @throws BrokenReference
 */
export function follow(place: DocumentPlace, files: Files): DocumentPlace {
  if (referenceIn(place.value) === undefined) return place;
  const { known, pending }: Ends = ends.get(files) ?? { known: new WeakMap(), pending: new Set() };
  ends.set(files, { known, pending });
  const way: object[] = [];
  try {
    let at = place;
    for (let ref = referenceIn(at.value); ref !== undefined; ref = referenceIn(at.value)) {
      const referring = at.value as object;
      const end = known.get(referring);
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
    for (const each of way) known.set(each, at);
    return at;
  } catch (error) {
    // What leads to something broken is no less so, and none of it is looked at again.
    if (error instanceof BrokenReference) for (const each of way) known.set(each, error);
    throw error;
  } finally {
    for (const each of way) pending.delete(each);
  }
}

/** Of a reference, after its text. */
export const CIRCLE = 'leads back to itself, by way of other references alone.';
const TOO_FAR = `leads through more than ${MOST_PENDING} others.`;

/** As {@link follow}; undefined where the reference is broken, which is told by whoever checks the contract. */
export function followed(place: DocumentPlace | undefined, files: Files): DocumentPlace | undefined {
  return place && unlessBroken(() => follow(place, files));
}

/** What stands under a key, by way of references. */
export function child(place: DocumentPlace | undefined, key: string | number, files: Files): DocumentPlace | undefined {
  return place && followed(member(place, key), files);
}

/** What the member of an object is, or the item of a list; undefined where there is none, such as `length` in a list. */
export function valueIn({ value }: Pick<DocumentPlace, 'value'>, key: string | number): unknown {
  return typeof value === 'object' && value !== null && isEnumerable.call(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}

const { propertyIsEnumerable: isEnumerable } = Object.prototype;

/**
 * The place that a reference names, whatever stands there.
 * @throws BrokenReference
 */
export function find(ref: string, from: DocumentPlace, files: Files): DocumentPlace {
  const [name, fragment] = splitReference(ref);
  let root: DocumentPlace;
  try {
    root = rootOf(files.get(from.file, name));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new BrokenReference(from, `$ref "${ref}" cannot be followed: ${whyUnread(error)}`);
  }
  const plain = decoded(fragment);
  const target = at(root, plain, files) ?? (plain === fragment ? undefined : at(root, fragment, files));
  if (target) return target;
  const meant = meantBy(ref, name, at(root, plain.replace(/\/[^/]*$/, ''), files), files);
  throw new BrokenReference(
    from,
    `$ref "${ref}" leads nowhere.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  );
}

/** As {@link find}; undefined where the reference is broken, which is told by whoever checks the contract. */
export function found(ref: string, from: DocumentPlace, files: Files): DocumentPlace | undefined {
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

/** For how many broken references a suggestion is looked for: where all are broken, it is not the spelling. */
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

/** A reference's file, empty for the one that it stands in, and its fragment. */
export function splitReference(ref: string): [file: string, fragment: string] {
  const mark = ref.indexOf('#');
  return mark < 0 ? [ref, ''] : [ref.slice(0, mark), ref.slice(mark + 1)];
}

/** A pointer may lead into what another reference stands for. */
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

/** A fragment is percent-encoded; what is not well encoded stands for itself. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
