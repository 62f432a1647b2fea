/** The files of a contract: reading them, staying inside their folder, and saying where in them something stands. */

import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pointerTokens } from '../../json/pointer';
import { lazy } from '../../support/caching';
import type { Clause } from '../clause';
import { parseText, TextError } from './parseText';
import { createPlaces, type TextOffsets } from './positions';

/** A file as it was read. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Undefined where the file holds nothing. */
  readonly value: unknown;
}

/** Why a file cannot be read; with its line and column, from 1, where it is no YAML. */
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

/** The largest file that is read, in bytes: the largest contract that was ever published has a fifth of it. */
const LARGEST = 256 * 1024 * 1024;

/** The files of one contract, each read when it is first asked for. */
export interface Files {
  readonly root: SourceFile;
  /**
   * @param from the file that refers to it; @param reference the part of a `$ref` before its fragment: a path, or what another file
   * says in its `$self` that it is called (OpenAPI 3.2).
   * @throws FileError
   */
  get(from: SourceFile, reference: string): SourceFile;
  /** Every file that was read or looked for so far, by absolute path; the contract itself comes first. */
  paths(): readonly string[];
  /** Those that were read, by absolute path; the contract itself comes first. */
  read(): ReadonlyMap<string, SourceFile>;
}

/**
 * Reads a contract's own file; those that it refers to must lie in its folder or below.
 * @throws FileError where the file itself cannot be read.
 */
export function openFiles(root: string): Files {
  const path = resolve(root);
  const folder = dirname(path);
  const loaded = new Map<string, SourceFile | FileError>();
  const called = new Map<string, SourceFile>();
  const load = (file: string): SourceFile => {
    const known = loaded.get(file) ?? attempt(() => readSource(file));
    loaded.set(file, known);
    if (known instanceof FileError) throw known;
    const self = selfOf(known);
    if (self !== undefined) called.set(self, known);
    return known;
  };
  const rootFile = load(path);
  return {
    root: rootFile,
    get(from, reference) {
      if (reference === '') return from;
      const named =
        called.size > 0 ? called.get(addressOf(reference, selfOf(from) ?? pathToFileURL(from.path).href)) : undefined;
      if (named) return named;
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(reference)) throw new FileError(from.path, ONTO_NETWORK);
      const file = resolve(dirname(from.path), decoded(reference));
      if (!isInside(folder, file)) throw new FileError(file, OUTSIDE);
      return load(file);
    },
    paths: () => [...loaded.keys()],
    read: () =>
      new Map([...loaded].flatMap(([file, source]) => (source instanceof FileError ? [] : [[file, source] as const]))),
  };

  function readSource(file: string): SourceFile {
    const text = textOf(file, readContained(file));
    try {
      return { path: file, text, value: parseText(text) };
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      throw new FileError(file, `this is neither YAML nor JSON: ${error.message}.`, error.line, error.column);
    }
  }

  function readContained(file: string): Buffer {
    try {
      // A symbolic link must not lead out either.
      if (file !== path && lstatSync(file) && !isInside(realpathSync(folder), realpathSync(file)))
        throw new FileError(file, OUTSIDE);
      const found = statSync(file);
      if (found.isDirectory()) throw new FileError(file, 'it is a folder; name the file in it');
      // A pipe or a device may have no end.
      if (!found.isFile()) throw new FileError(file, 'it is no file that could be read to its end; name a regular one');
      if (found.size > LARGEST) throw new FileError(file, `it is larger than ${LARGEST / 1024 / 1024} MB`);
      return readFileSync(file);
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw new FileError(file, whyUnreadable(error as NodeJS.ErrnoException));
    }
  }
}

function textOf(file: string, bytes: Buffer): string {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n');
  if (isUtf8(bytes)) return text;
  const before = text.slice(0, text.indexOf('\ufffd')).split('\n');
  throw new FileError(
    file,
    'this is not written in UTF-8; save it as that.',
    before.length,
    (before.at(-1) ?? '').length + 1,
  );
}

/** What a document says that it is called, as a whole URI. */
function selfOf({ path, value }: SourceFile): string | undefined {
  const { $self } = (value ?? {}) as { $self?: unknown };
  return typeof $self === 'string' ? addressOf($self, pathToFileURL(path).href) : undefined;
}

function addressOf(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}

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

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** Why a file could not be read, as the end of a sentence. */
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

/** What is known of where things stand in a file; it goes with the file. */
interface Located {
  /** As a person reads it. */
  readonly name: string;
  readonly places: TextOffsets;
  /** The offset of each line. */
  readonly lines: Int32Array;
  readonly clauses: Map<string, Clause>;
}

const located = new WeakMap<SourceFile, Located>();

/**
 * Where something stands in a file.
 * @param pointer JSON Pointer as a URI fragment; @param onKey whether the name of the member is meant rather than its value.
 */
export function clauseAt(file: SourceFile, pointer: string, onKey = true): Clause {
  const { name, places, lines, clauses } = located.get(file) ?? locate(file);
  const key = onKey ? pointer : `value ${pointer}`;
  const known = clauses.get(key);
  if (known) return known;
  const place = lazy(() => {
    const offset = places.offsetOf(pointerTokens(pointer), onKey);
    const line = lineOf(lines, offset);
    return { line, column: offset - (lines[line - 1] ?? 0) + 1 };
  });
  // Of few it is shown where they stand.
  const clause = {
    pointer,
    file: name,
    get line() {
      return place().line;
    },
    get column() {
      return place().column;
    },
    get excerpt() {
      return excerptFrom(file.text, lines, place().line, place().column);
    },
  };
  clauses.set(key, clause);
  return clause;
}

function locate(file: SourceFile): Located {
  const starts = [0];
  for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) starts.push(at + 1);
  const made = {
    name: displayPath(file.path),
    places: createPlaces(file.text),
    lines: Int32Array.from(starts),
    clauses: new Map<string, Clause>(),
  };
  located.set(file, made);
  return made;
}

/** The number of the line, from 1, that an offset lies in. */
function lineOf(lines: Int32Array, offset: number): number {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** The most of a place that is shown, in lines and in characters of one line. */
const MOST_LINES = 12;
const LONGEST_LINE = 200;

/** How much of a line that is longer is shown before the place, in characters. */
const BEFORE = 20;

/** The line of a place and those that are indented further, which in YAML and in formatted JSON is what it covers. */
function excerptFrom(text: string, starts: Int32Array, line: number, column: number): string {
  const lineAt = (number: number) => text.slice(starts[number - 1], (starts[number] ?? text.length + 1) - 1);
  const first = lineAt(line);
  // The whole of a contract in one line says nothing: the place alone does.
  if (first.length > LONGEST_LINE) return first.slice(Math.max(0, column - 1 - BEFORE)).slice(0, LONGEST_LINE);
  const indent = first.search(/\S/);
  const covered = [first];
  for (let next = line + 1; next <= starts.length; next++) {
    const each = lineAt(next);
    if (each.trim() !== '' && each.search(/\S/) <= indent) break;
    if (covered.length === MOST_LINES) return [...covered, `${' '.repeat(indent + 2)}…`].join('\n');
    covered.push(each.slice(0, LONGEST_LINE));
  }
  return covered.join('\n').trimEnd();
}

/** A path as a person reads it: relative to the working directory, unless it is shorter in full. */
export function displayPath(path: string): string {
  const way = relative(process.cwd(), path);
  return way !== '' && way.length <= path.length ? way : path;
}
