/** Reads overlays: documents that say what to change of a contract (OpenAPI Overlay Specification 1.0 and 1.1). */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { JSONPathQuery } from 'json-p3';
import { isObject } from '../../json/value';
import { ContractError } from '../clause';
import { clauseAt, displayPath, FileError, openDocuments, type SourceFile } from '../document/files';

/** One change that an overlay asks for. */
export interface OverlayAction {
  /** The position in `actions`, from 0. */
  readonly index: number;
  /** Selects what is changed (JSONPath, RFC 9535). */
  readonly target: JSONPathQuery;
  readonly kind: 'update' | 'remove' | 'copy';
  /** What is merged into the selected objects, or appended to the selected lists (`update`). */
  readonly update?: unknown;
  /** Selects what is merged instead (`copy`, Overlay 1.1). */
  readonly from?: JSONPathQuery;
}

export interface Overlay {
  readonly source: SourceFile;
  /** Whether it follows Overlay 1.1: it may select values that are no objects and no lists, and a list that is merged into a list is appended item by item. */
  readonly isOf11: boolean;
  /** The absolute path of the file that it changes, where it names one that is there. */
  readonly extends?: string;
  readonly actions: readonly OverlayAction[];
}

/**
 * Reads an overlay in YAML or JSON, or several that are documents of one file.
 * @throws ContractError if the file cannot be read, is no overlay, or asks for something that is not understood.
 */
export function readOverlays(file: string): Overlay[] {
  return openOverlay(file).map(overlayIn);
}

function overlayIn(source: SourceFile): Overlay {
  const { value } = source;
  if (!isObject(value) || typeof value['overlay'] !== 'string')
    throw mistakeAt(source, '#', 'this is no overlay: it should start with `overlay: 1.0.0`.');
  const version = value['overlay'];
  if (!/^1\.[01]\.\d+/.test(version))
    throw mistakeAt(source, '#/overlay', `Overlay ${version} is not supported. Espalier reads 1.0 and 1.1.`);
  const { actions, extends: extended } = value;
  if (!Array.isArray(actions) || actions.length === 0)
    throw mistakeAt(source, '#/actions', '`actions` must be a list with at least one action.');
  if (extended !== undefined && typeof extended !== 'string')
    throw mistakeAt(source, '#/extends', '`extends` must be the path or the URL of the document that is changed.');
  const changed = extended === undefined ? undefined : resolve(dirname(source.path), extended);
  return {
    source,
    isOf11: !version.startsWith('1.0'),
    ...(changed !== undefined && existsSync(changed) ? { extends: changed } : {}),
    actions: actions.flatMap((action: unknown, index) => readAction(source, action, index) ?? []),
  };
}

function openOverlay(file: string): readonly SourceFile[] {
  try {
    return openDocuments(file);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { path, line, column, message } = error;
    const sentence = message.endsWith('.') ? message : `the overlay cannot be read: ${message}.`;
    throw new ContractError([{ file: displayPath(path), line, column, message: sentence }], [path]);
  }
}

/** @returns undefined for an action with a target alone, which changes nothing and is allowed. */
function readAction(source: SourceFile, action: unknown, index: number): OverlayAction | undefined {
  const pointer = `#/actions/${index}`;
  if (!isObject(action)) throw mistakeAt(source, pointer, 'an action must be an object with a `target`.');
  const { target, update, remove, copy } = action;
  if (typeof target !== 'string') throw mistakeAt(source, pointer, 'an action must have a `target`: a JSONPath.');
  if (remove !== undefined && typeof remove !== 'boolean')
    throw mistakeAt(source, `${pointer}/remove`, '`remove` must be true or false.');
  const query = compiled(source, `${pointer}/target`, target);
  // "This field has no impact if the `remove` field of this action object is `true`" (Overlay 1.0.0 §4.4.3).
  if (remove === true) return { index, target: query, kind: 'remove' };
  if (copy !== undefined) {
    if (typeof copy !== 'string') throw mistakeAt(source, `${pointer}/copy`, '`copy` must be a JSONPath.');
    return { index, target: query, kind: 'copy', from: compiled(source, `${pointer}/copy`, copy) };
  }
  if (update === undefined) return undefined;
  return { index, target: query, kind: 'update', update };
}

function compiled(source: SourceFile, pointer: string, path: string): JSONPathQuery {
  // It is loaded only where there is an overlay.
  const { compile, JSONPathError } = require('json-p3') as typeof import('json-p3');
  try {
    return compile(path);
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    throw mistakeAt(source, pointer, `this is no JSONPath (RFC 9535): ${error.message}.`);
  }
}

/** Says what is wrong at a place of an overlay. */
export function mistakeAt(source: SourceFile, pointer: string, message: string): ContractError {
  return new ContractError([{ ...clauseAt(source, pointer, false), message }], [source.path]);
}
