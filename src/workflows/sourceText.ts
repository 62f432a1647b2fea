/** The text of an Arazzo document: reads it, and says with its lines what is wrong in it. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ContractError } from '../contract/clause';
import { clauseAt, displayPath, FileError, openFiles, type SourceFile } from '../contract/document/files';
import { isObject } from '../json/value';
import type { MistakeAt } from './objects';

/** Says what is wrong at a place of a document. */
export function mistakeIn(source: SourceFile, pointer: string, message: string): ContractError {
  return new ContractError([{ ...clauseAt(source, pointer, false), message }], [source.path]);
}

/** @throws ContractError with what is wrong, in the order of its lines, if anything is. */
export function refuseAll(source: SourceFile, mistakes: readonly MistakeAt[], onKey: boolean): void {
  if (mistakes.length === 0) return;
  const told = mistakes.map(({ pointer, message }) => ({ ...clauseAt(source, pointer, onKey), message }));
  throw new ContractError(
    told.sort((one, other) => one.line - other.line || one.column - other.column),
    [source.path],
  );
}

export function openSource(file: string): SourceFile {
  try {
    return openFiles(file).root;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { path, line, column, message } = error;
    const sentence = message.endsWith('.') ? message : `the workflows cannot be read: ${message}.`;
    throw new ContractError([{ file: displayPath(path), line, column, message: sentence }], [path]);
  }
}

/**
 * Returns the file of the contract that an Arazzo document speaks of: its first source of the type `openapi` that is a file. Undefined if it names
 * none that is there. The document itself is not checked.
 * @throws ContractError if the document cannot be read.
 */
export function contractNamedIn(file: string): string | undefined {
  const { path, value } = openSource(resolve(file));
  const sources = isObject(value) && Array.isArray(value['sourceDescriptions']) ? value['sourceDescriptions'] : [];
  return sources
    .filter((each) => isObject(each) && (each['type'] ?? 'openapi') === 'openapi' && typeof each['url'] === 'string')
    .map((each) => resolve(dirname(path), String(each['url'])))
    .find((each) => existsSync(each));
}
