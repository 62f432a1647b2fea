/** Places in a contract, and the ways from one to another: members, items and references. */

import { nearest } from '../nearest';
import type { Mistake } from './contract';
import { clauseAt, FileError, type Files, type SourceFile } from './files';
import { escapePointer, pointerTokens } from './pointer';

/** A value in a contract together with where it stands. */
export interface Place {
  readonly value: unknown;
  readonly file: SourceFile;
  /** JSON Pointer as a URI fragment, `#/…`; `#` for the whole file. */
  readonly pointer: string;
}

/** The whole of a file. */
export function rootOf(file: SourceFile): Place {
  return { value: file.value, file, pointer: '#' };
}

/** Two places with the same key are the same. */
export function keyOf({ file, pointer }: Place): string {
  return file.path + pointer;
}

/** The place under `key` as it stands; undefined where there is nothing. */
export function member(place: Place, key: string | number): Place | undefined {
  const { value, file, pointer } = place;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const found = (value as Record<string | number, unknown>)[key];
  return found === undefined ? undefined : { value: found, file, pointer: `${pointer}/${escapePointer(key)}` };
}

/** The places of every member of an object, or of every item of an array, as they stand. */
export function members(place: Place | undefined): [key: string, place: Place][] {
  if (typeof place?.value !== 'object' || place.value === null) return [];
  return Object.keys(place.value).flatMap((key) => {
    const found = member(place, key);
    return found ? [[key, found] as [string, Place]] : [];
  });
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
    readonly place: Place,
    message: string,
  ) {
    super(message);
  }

  /** For a person. */
  get mistake(): Mistake {
    const { file, line, column } = clauseAt(this.place.file, this.place.pointer);
    return { file, line, column, message: this.message };
  }
}

/** Longer chains of references are taken for a circle. */
const LONGEST_CHAIN = 50;

/**
 * The place that a reference standing there leads to, by way of however many others; the place itself where there is none.
 * @throws BrokenReference
 */
export function follow(place: Place, files: Files): Place {
  let at = place;
  for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
    const ref = referenceIn(at.value);
    if (ref === undefined) return at;
    at = find(ref, at, files);
  }
  const ref = referenceIn(place.value);
  throw new BrokenReference(place, `$ref "${ref}" leads back to itself, by way of other references alone.`);
}

/** As {@link follow}; undefined where the reference is broken, which is told by whoever checks the contract. */
export function followed(place: Place | undefined, files: Files): Place | undefined {
  if (!place) return undefined;
  try {
    return follow(place, files);
  } catch (error) {
    if (error instanceof BrokenReference) return undefined;
    throw error;
  }
}

/**
 * The place that a reference names, whatever stands there.
 * @throws BrokenReference
 */
export function find(ref: string, from: Place, files: Files): Place {
  const [name, fragment] = splitReference(ref);
  let root: Place;
  try {
    root = rootOf(files.get(from.file, name));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new BrokenReference(from, `$ref "${ref}" cannot be followed: ${error.message.replace(/\.$/, '')}.`);
  }
  const found = at(root, decoded(fragment), files) ?? at(root, fragment, files);
  if (found) return found;
  const parent = at(root, decoded(fragment).replace(/\/[^/]*$/, ''), files);
  const names = members(parent).map(([, { pointer }]) => name + pointer);
  const meant = nearest(ref, names);
  throw new BrokenReference(
    from,
    `$ref "${ref}" leads nowhere.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  );
}

/** A reference's file, empty for the one that it stands in, and its fragment. */
export function splitReference(ref: string): [file: string, fragment: string] {
  const mark = ref.indexOf('#');
  return mark < 0 ? [ref, ''] : [ref.slice(0, mark), ref.slice(mark + 1)];
}

/** A pointer may lead into what another reference stands for. */
function at(root: Place, fragment: string, files: Files): Place | undefined {
  if (fragment !== '' && !fragment.startsWith('/')) return undefined;
  let place: Place | undefined = root;
  for (const token of pointerTokens(fragment)) {
    if (!place) return undefined;
    place = member(place, token) ?? memberOf(followed(place, files), token);
  }
  return place;
}

function memberOf(place: Place | undefined, token: string): Place | undefined {
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
