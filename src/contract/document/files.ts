/** The files of a contract: reads them, keeps to their folder, and finds where something stands in them. */

import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percentDecoded } from '../../http/uri';
import { pointerOf, pointerTokens } from '../../json/pointer';
import { remembered } from '../../support/caching';
import { lazyMembers } from '../../support/lazyMembers';
import type { Clause } from '../clause';
import { type ReadText, readText } from './parseText';
import { createPlaces, type TextOffsets } from './positions';
import { TextError } from './textError';

/** A file that was read. */
export interface SourceFile extends ReadText {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
  /** Where the values stand that `text` does not have at their place, since an overlay or a reference put them there; absent without one. */
  origins?: Origins;
}

/** Where a value stands in a text. */
export interface Origin {
  readonly file: SourceFile;
  /** The unescaped tokens of a JSON Pointer into the text of that file. */
  readonly tokens: readonly string[];
}

/** For an object or a list, the origins of the members that do not stand where it stands. */
export type Origins = Map<object, Map<string, Origin>>;

/** Puts a value into an object or a list, and notes where it stands: not where that stands. A name may be any, such as `__proto__`. */
export function putFrom(origins: Origins, holder: object, key: string | number, value: unknown, origin: Origin): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  const members = origins.get(holder) ?? new Map<string, Origin>();
  origins.set(holder, members.set(String(key), origin));
}

/** Returns where the value at a pointer's tokens stands: in this file, or in the overlay that put it there. */
export function originOf(file: SourceFile, tokens: readonly string[]): Origin {
  let origin: Origin = { file, tokens: [] };
  let value: unknown = file.value;
  for (const token of tokens) {
    const holder = typeof value === 'object' && value !== null ? value : undefined;
    const moved = holder && file.origins?.get(holder)?.get(token);
    origin = moved ?? { file: origin.file, tokens: [...origin.tokens, token] };
    value = holder && Object.hasOwn(holder, token) ? (holder as Record<string, unknown>)[token] : undefined;
  }
  return origin;
}

/** Says why a file cannot be read. If the file is not YAML, it has the line and the column, which count from 1. */
export class FileError extends Error {
  constructor(
    readonly path: string,
    message: string,
    readonly line = 1,
    readonly column = 1,
  ) {
    super(message);
  }
}

/** The largest file that is read, in bytes. The largest published contract that we know has a fifth of it. */
const LARGEST = 256 * 1024 * 1024;

/** The files of one contract. Each is read when it is first asked for. */
export interface Files {
  readonly root: SourceFile;
  /**
   * Returns a file that another file refers to.
   * @param from the file that contains the reference.
   * @param reference the part of a `$ref` before its fragment: a path, or the `$self` of another file (OpenAPI 3.2).
   * @throws FileError if the file cannot be read, or lies outside the contract's folder.
   */
  get(from: SourceFile, reference: string): SourceFile;
  /** Returns the absolute path of every file that was read or looked for so far. The contract itself comes first. */
  paths(): readonly string[];
  /** Returns the files that were read so far, by absolute path. The contract itself comes first. */
  read(): ReadonlyMap<string, SourceFile>;
}

/**
 * Opens a contract. The files that it refers to must lie in its folder or below.
 * @param change is given each file when it was read, and returns it as it is to be used.
 * @throws FileError if the contract itself cannot be read.
 */
export function openFiles(root: string, change: (source: SourceFile) => SourceFile = (source) => source): Files {
  const path = resolve(root);
  const folder = dirname(path);
  const loaded = new Map<string, SourceFile | FileError>();
  const bySelf = new Map<string, SourceFile>();
  const load = (file: string): SourceFile => {
    const source = loaded.get(file) ?? attempt(() => change(readSource(file)));
    loaded.set(file, source);
    if (source instanceof FileError) throw source;
    const self = selfOf(source);
    if (self !== undefined) bySelf.set(self, source);
    return source;
  };
  const rootFile = load(path);
  return {
    root: rootFile,
    get(from, reference) {
      if (reference === '') return from;
      const namedBySelf =
        bySelf.size > 0 ? bySelf.get(addressOf(reference, selfOf(from) ?? pathToFileURL(from.path).href)) : undefined;
      if (namedBySelf) return namedBySelf;
      if (/^file:/i.test(reference)) throw new FileError(from.path, BY_URL);
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(reference)) throw new FileError(from.path, ONTO_NETWORK);
      const file = resolve(dirname(from.path), percentDecoded(reference));
      if (!isInside(folder, file)) throw new FileError(file, OUTSIDE);
      return load(file);
    },
    paths: () => [...loaded.keys()],
    read: () =>
      new Map([...loaded].flatMap(([file, source]) => (source instanceof FileError ? [] : [[file, source] as const]))),
  };

  function readSource(file: string): SourceFile {
    // A symbolic link must not lead out of the folder either.
    const isContained = () => file === path || !lstatSync(file) || isInside(realpathSync(folder), realpathSync(file));
    return parsed(file, readWhole(file, isContained));
  }
}

/**
 * Reads a file that may hold several YAML documents (YAML 1.2.2 §9.2). Each keeps the lines on which it stands in the file.
 * @throws FileError if the file cannot be read, or one of them cannot be parsed.
 */
export function openDocuments(file: string): readonly SourceFile[] {
  const path = resolve(file);
  const text = readWhole(path);
  const lines = text.split('\n');
  const marks = lines.flatMap((line, at) => (/^---(\s|$)/.test(line) ? [at] : []));
  // Only comments and directives may stand before the first mark.
  const isFirstMarked = lines.slice(0, marks[0]).every((line) => /^\s*([#%].*)?$/.test(line));
  const starts = [0, ...(isFirstMarked ? marks.slice(1) : marks)];
  if (starts.length === 1) return [parsed(path, text)];
  return starts.map((start, at) => {
    const own = lines.slice(start, starts[at + 1]).join('\n');
    return parsed(path, `${'\n'.repeat(start)}${own}`);
  });
}

function parsed(file: string, text: string): SourceFile {
  try {
    return { path: file, text, ...readText(text) };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new FileError(file, `this is neither YAML nor JSON: ${error.message}.`, error.line, error.column);
  }
}

/** @param isContained whether the file is one that may be read. */
function readWhole(file: string, isContained: () => boolean = () => true): string {
  try {
    if (!isContained()) throw new FileError(file, OUTSIDE);
    const stats = statSync(file);
    if (stats.isDirectory()) throw new FileError(file, 'it is a folder; name the file in it');
    // A pipe or a device may never end.
    if (!stats.isFile()) throw new FileError(file, 'it is not a regular file; name one that can be read to its end');
    if (stats.size > LARGEST) throw new FileError(file, `it is larger than ${LARGEST / 1024 / 1024} MB`);
    return textOf(file, readFileSync(file));
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(file, whyUnreadable(error as NodeJS.ErrnoException));
  }
}

function textOf(file: string, bytes: Buffer): string {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  if (isUtf8(bytes)) return text;
  const linesBefore = text.slice(0, text.indexOf('\ufffd')).split('\n');
  throw new FileError(
    file,
    'this is not written in UTF-8; save it as that.',
    linesBefore.length,
    (linesBefore.at(-1) ?? '').length + 1,
  );
}

/** Returns the `$self` of a document as an absolute URI (OpenAPI 3.2). */
function selfOf({ path, value }: SourceFile): string | undefined {
  const { $self } = (value ?? {}) as { $self?: unknown };
  return typeof $self === 'string' ? addressOf($self, pathToFileURL(path).href) : undefined;
}

function addressOf(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}

const BY_URL = 'it is a URL; name the file by its path from this one';
const ONTO_NETWORK = 'it leads onto the network; keep a copy beside the contract and refer to that';
const OUTSIDE = "it leads outside the contract's folder; move the file into it, or the contract above both";

function attempt(read: () => SourceFile): SourceFile | FileError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

/** Says why a file could not be read, as the end of a sentence. */
export function whyUnreadable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder; name the file in it';
    case 'EACCES':
      return 'permission denied';
    default:
      return message;
  }
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The positions in a file, kept as long as the file is. */
interface Located {
  /** The path as it is shown to a person. */
  readonly name: string;
  readonly places: TextOffsets;
  /** The offset of the start of each line. */
  readonly lines: Int32Array;
  readonly clauses: Map<string, Clause>;
}

/**
 * Returns the clause of a place in a file. Its line and column are computed when they are first read.
 * @param pointer a JSON Pointer as a URI fragment.
 * @param onKey whether to point at the name of the member, not at its value.
 */
export function clauseAt(file: SourceFile, pointer: string, onKey = true): Clause {
  if (file.origins) {
    const { file: overlay, tokens } = originOf(file, pointerTokens(pointer));
    if (overlay !== file && overlay.path !== file.path) return clauseAt(overlay, pointerOf(tokens), onKey);
    return clauseOf(overlay, pointer, tokens, onKey);
  }
  return clauseOf(file, pointer, undefined, onKey);
}

/** Returns the clause of a place as a plain value, and keeps nothing of it: for those of which a contract has tens of thousands. */
export function plainClauseAt(file: SourceFile, pointer: string): Clause {
  if (file.origins) {
    const { pointer: own, file: name, line, column } = clauseAt(file, pointer);
    return { pointer: own, file: name, line, column };
  }
  return { pointer, file: located(file).name, ...findPosition({ file, pointer, tokens: undefined, onKey: true }) };
}

/** @param tokens where the place stands in the text, which is elsewhere than `pointer` says if an overlay moved it. */
function clauseOf(file: SourceFile, pointer: string, tokens: readonly string[] | undefined, onKey: boolean): Clause {
  const { name, clauses } = located(file);
  const key = onKey ? pointer : `value ${pointer}`;
  const existing = clauses.get(key);
  if (existing) return existing;
  const clause = withPosition({ pointer, file: name }, { file, pointer, tokens, onKey });
  clauses.set(key, clause);
  return clause;
}

interface ClausePlace {
  readonly file: SourceFile;
  readonly pointer: string;
  /** Undefined where they are those of the pointer. */
  readonly tokens: readonly string[] | undefined;
  readonly onKey: boolean;
  /** Once it was computed. */
  position?: Position;
}

type Position = Pick<Clause, 'line' | 'column'>;

/** Most clauses are never shown, so their positions are computed only on demand. */
const withPosition = lazyMembers<ClausePlace, object, Position & { readonly excerpt: string }>(
  {},
  {
    line: (place) => positionOf(place).line,
    column: (place) => positionOf(place).column,
    excerpt(place) {
      const { line, column } = positionOf(place);
      return excerptFrom(place.file.text, located(place.file).lines, line, column);
    },
  },
);

function positionOf(place: ClausePlace): Position {
  place.position ??= findPosition(place);
  return place.position;
}

function findPosition({ file, pointer, tokens = pointerTokens(pointer), onKey }: ClausePlace): Position {
  const { line, column } = positionAt(file, located(file).places.offsetOf(tokens, onKey));
  return { line, column };
}

/** Returns the file, the line and the column of an offset into its text, in UTF-16 code units. */
export function positionAt(file: SourceFile, offset: number): Pick<Clause, 'file' | 'line' | 'column'> {
  const { name, lines } = located(file);
  const line = lineOf(lines, offset);
  return { file: name, line, column: offset - (lines[line - 1] ?? 0) + 1 };
}

const located = remembered((file: SourceFile): Located => {
  const starts = [0];
  for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    name: displayPath(file.path),
    places: createPlaces(file.text, file.index),
    lines: Int32Array.from(starts),
    clauses: new Map<string, Clause>(),
  };
});

/** Returns the number of the line, from 1, that contains an offset. */
function lineOf(lines: Int32Array, offset: number): number {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** At most this many lines of a place are shown, and this many characters of one line. */
const MOST_LINES = 12;
const LONGEST_LINE = 200;

/** This many characters before the place are shown of a line that is too long. */
const BEFORE = 20;

/**
 * Returns the line of a place and the following lines that are indented further. In YAML and formatted JSON, these are
 * what the place covers.
 */
function excerptFrom(text: string, starts: Int32Array, line: number, column: number): string {
  const lineAt = (number: number) => text.slice(starts[number - 1], (starts[number] ?? text.length + 1) - 1);
  const first = lineAt(line);
  // In a minified contract the line is the whole file, so only the part at the place is shown.
  if (first.length > LONGEST_LINE) return first.slice(Math.max(0, column - 1 - BEFORE)).slice(0, LONGEST_LINE);
  const indent = first.search(/\S/);
  const covered = [first];
  for (let next = line + 1; next <= starts.length; next++) {
    const nextLine = lineAt(next);
    if (nextLine.trim() !== '' && nextLine.search(/\S/) <= indent) break;
    if (covered.length === MOST_LINES) return [...covered, `${' '.repeat(indent + 2)}…`].join('\n');
    covered.push(nextLine.slice(0, LONGEST_LINE));
  }
  return covered.join('\n').trimEnd();
}

/** The beginning of the name of a folder, among those for temporary files, that holds a contract that was downloaded. */
export const DOWNLOADED = 'espalier-contract-';

/** Returns the folder of a contract that was downloaded, and of its files; undefined for any other path. */
export function downloadFolder(path: string): string | undefined {
  const parts = path.split(sep);
  const at = parts.findIndex((part) => part.startsWith(DOWNLOADED));
  const folder = parts.slice(0, at + 1).join(sep);
  return at > 0 && dirname(folder) === realpathSync(tmpdir()) ? folder : undefined;
}

/** The beginning of the name of a folder that holds the files of one revision, within one that holds a contract that was not in a file. */
export const OF_REVISION = '@';

/** Returns the name of a file that was not in a file of this machine: `main:openapi.yaml` for one of a revision. */
function nameFetched(way: string): string {
  const [first = '', ...rest] = way.split(sep);
  if (!first.startsWith(OF_REVISION) || rest.length === 0) return way;
  return `${percentDecoded(first.slice(OF_REVISION.length))}:${rest.join('/')}`;
}

/**
 * Returns a path for a person: relative to the working directory, unless the absolute path is shorter. A file that was downloaded has the
 * path that it has below the folder of the contract's URL, and one of a git revision that of the revision: `main:openapi.yaml`.
 */
export function displayPath(path: string): string {
  const folder = downloadFolder(path);
  if (folder !== undefined) return nameFetched(relative(folder, path));
  const way = relative(process.cwd(), path);
  return way !== '' && way.length <= path.length ? way : path;
}
