/** The files of a contract: reading them, staying inside their folder, and finding a place in them again. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import type { Clause } from './contract';
import { escapePointer, unescapePointer } from './json';
import { BaseResolver, type Document, getLineColLocation, isAbsoluteUrl, ResolveError, type Source } from './redocly';

/** Reads the files that a contract refers to, and refuses what lies outside its folder or on the network. */
export class ContainedResolver extends BaseResolver {
  readonly #folder: string;

  /** @param root absolute path of the contract. */
  constructor(root: string) {
    super();
    this.#folder = dirname(root);
  }

  override async loadExternalRef(target: string): Promise<Source> {
    if (isAbsoluteUrl(target))
      throw refused('it leads onto the network; keep a copy beside the contract and refer to that');
    if (!isInside(this.#folder, target)) throw refused(OUTSIDE);
    if (!existsSync(target)) throw refused('there is no such file');
    // A symbolic link must not lead out either.
    if (!isInside(realpathSync(this.#folder), realpathSync(target))) throw refused(OUTSIDE);
    return super.loadExternalRef(target);
  }
}

const OUTSIDE = "it leads outside the contract's folder; move the file into it, or the contract above both";

function refused(why: string): ResolveError {
  return new ResolveError(new Error(why));
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A value in a contract together with where it stands. */
export interface Place {
  readonly value: unknown;
  readonly source: Source;
  /** JSON Pointer as a URI fragment, `#/…`. */
  readonly pointer: string;
}

/** The parsed files of one contract, by absolute path. */
export type Documents = ReadonlyMap<string, Document>;

/** The place under `key`, with a reference standing there followed; undefined where there is nothing. */
export function child(place: Place, key: string | number, documents: Documents): Place | undefined {
  const value = (place.value as Record<string | number, unknown> | null | undefined)?.[key];
  if (value === undefined) return undefined;
  const base = place.pointer === '#/' ? '#' : place.pointer;
  return follow({ value, source: place.source, pointer: `${base}/${escapePointer(key)}` }, documents);
}

/** The places of every member of an object or array, with references followed. */
export function children(place: Place | undefined, documents: Documents): [string, Place][] {
  if (typeof place?.value !== 'object' || place.value === null) return [];
  return Object.keys(place.value).flatMap((key) => {
    const found = child(place, key, documents);
    return found ? [[key, found] as [string, Place]] : [];
  });
}

/** Longer chains of references are taken for a circle. */
const LONGEST_CHAIN = 50;

function follow(place: Place, documents: Documents, steps = 0): Place | undefined {
  const ref = (place.value as { $ref?: unknown } | null)?.$ref;
  if (typeof ref !== 'string') return place;
  if (steps > LONGEST_CHAIN) return undefined;
  const [file = '', fragment = ''] = ref.split('#');
  const path =
    file === '' ? place.source.absoluteRef : new BaseResolver().resolveExternalRef(place.source.absoluteRef, file);
  const document = documents.get(path);
  if (!document) return undefined;
  let at: Place | undefined = { value: document.parsed, source: document.source, pointer: '#/' };
  for (const token of fragment.split('/').slice(1)) {
    at = at && child(at, unescapePointer(decodeURIComponent(token)), documents);
  }
  return at && follow(at, documents, steps + 1);
}

/** To find a line is to count from the top of the file: in a large contract, once for each place. */
const known = new WeakMap<Source, Map<string, Clause>>();

/** @param onKey whether the name of the member is meant rather than its value. */
export function clauseAt(source: Source, pointer: string, onKey = true): Clause {
  const clauses = known.get(source) ?? new Map<string, Clause>();
  known.set(source, clauses);
  const key = `${onKey} ${pointer}`;
  const clause = clauses.get(key) ?? findClause(source, pointer, onKey);
  clauses.set(key, clause);
  return clause;
}

function findClause(source: Source, pointer: string, onKey: boolean): Clause {
  const { start } = getLineColLocation({ source, pointer, reportOnKey: onKey });
  const excerpt = excerptFrom(source.getLines(), start.line);
  return { pointer, file: displayPath(source.absoluteRef), line: start.line, column: start.col, excerpt };
}

/** The most of a place that is shown, in lines and in characters of one line. */
const MOST_LINES = 12;
const LONGEST_LINE = 200;

/** The line of a place and those that are indented further, which in YAML and in formatted JSON is what it covers. */
function excerptFrom(lines: readonly string[], line: number): string {
  const [first = '', ...rest] = lines.slice(line - 1, line + MOST_LINES);
  const indent = first.search(/\S/);
  const end = rest.findIndex((each) => each.trim() !== '' && each.search(/\S/) <= indent);
  const covered = [first, ...(end === -1 ? rest : rest.slice(0, end))].map((each) => each.slice(0, LONGEST_LINE));
  const more = covered.length > MOST_LINES ? [`${' '.repeat(indent + 2)}…`] : [];
  return [...covered.slice(0, MOST_LINES), ...more].join('\n').trimEnd();
}

/** A path as a person reads it: relative to the working directory, unless it is shorter in full. */
export function displayPath(path: string): string {
  const way = relative(process.cwd(), path);
  return way !== '' && way.length <= path.length ? way : path;
}
