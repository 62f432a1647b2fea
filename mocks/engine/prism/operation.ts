/** One operation of a contract as Prism reads it: made from a document of its own, which holds what the operation needs and nothing else. */

import { OPERATION_CONFIG } from '@stoplight/http-spec/oas';
import { transformOas2Operation } from '@stoplight/http-spec/oas2/operation';
import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation';
import { bundleTarget, resolveInlineRef } from '@stoplight/json';
import type { IHttpOperation } from '@stoplight/types';
import type { Operation } from '../../../src/contract/contract';
import { pointerTokens } from '../../../src/json/pointer';

export type PlainObject = Readonly<Record<string, unknown>>;

/** A contract in one document. */
export interface Document extends PlainObject {
  readonly paths: Readonly<Record<string, PlainObject>>;
}

/** As Prism's own `getHttpOperationsFromSpec` converts, of what one operation answers. The document is left as it is. */
export function convert(document: Document, { path, method }: Operation): IHttpOperation {
  const name = method.toLowerCase();
  const item = itemAt(document, path, method);
  const own = Object.entries((item[name] ?? {}) as PlainObject).filter(([key]) => !JUDGED_ELSEWHERE.has(key));
  const needed = withReferred(document, { servers: item['servers'], [name]: Object.fromEntries(own) }, path);
  const transform = document['swagger'] === undefined ? transformOas3Operation : transformOas2Operation;
  const operation = transform({ document: needed as never, name: path, method: name, config: OPERATION_CONFIG });
  const target = { ...needed, __target__: operation };
  return structuredClone(bundleTarget({ document: target, path: '#/__target__', cloneDocument: false }));
}

/** Requests are judged by the contract itself. */
const JUDGED_ELSEWHERE = new Set(['parameters', 'requestBody', 'security', 'consumes']);

/** A path item, which may stand elsewhere, with the operation under the name of its method (OpenAPI 3.2 has others in a list of their own). */
export function itemAt(document: Document, path: string, method: string): PlainObject {
  const item = resolveReference(document, document.paths[path]);
  const { additionalOperations } = item as { additionalOperations?: PlainObject };
  const further = additionalOperations?.[method];
  return further === undefined ? item : { ...item, [method.toLowerCase()]: further };
}

/** What a reference leads to, or the value itself. */
export function resolveReference(document: Document, value: unknown): PlainObject {
  let found = (value ?? {}) as PlainObject;
  for (let steps = 0; typeof found['$ref'] === 'string' && steps < LONGEST_CHAIN; steps++)
    found = resolveInlineRef(document as never, found['$ref']) as PlainObject;
  return found;
}

/** Longer chains of references are taken for a circle. */
const LONGEST_CHAIN = 50;

/** What of a document an operation is converted with, beside what it refers to. */
const ROOT_FIELDS = [
  'openapi',
  'swagger',
  'jsonSchemaDialect',
  'info',
  'servers',
  'host',
  'basePath',
  'schemes',
  'produces',
];

export type DocumentNode = Record<string, unknown>;

/** A document with one path item, and all that this refers to where it stood. Each value of it is its own. */
export function withReferred(document: Document, item: PlainObject, path: string): DocumentNode {
  const fields = ROOT_FIELDS.filter((key) => document[key] !== undefined).map((key) => [key, ownCopy(document[key])]);
  const paths = { [path]: ownCopy(item) };
  const made: DocumentNode = { ...Object.fromEntries(fields), paths };
  const whole = new Set<string>();
  const waiting: unknown[] = [paths];
  while (waiting.length > 0) {
    for (const ref of referencesIn(waiting.pop())) {
      const copied = copyTo(made, document, ref, whole);
      if (copied !== undefined) waiting.push(copied);
    }
  }
  return made;
}

/** What stands in several places must be a value of its own in each, or Prism takes the second for a circle. */
function ownCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    // An anchor in YAML may hold itself.
    return structuredClone(value);
  }
}

function referencesIn(value: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const waiting = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#/')) found.push($ref);
    waiting.push(...Object.values(node));
  }
  return found;
}

/** @returns the copy; undefined where there is nothing, or it is there already. */
function copyTo(made: DocumentNode, document: Document, ref: string, whole: Set<string>): unknown {
  const tokens = pointerTokens(decodeURI(ref.slice(1)));
  const last = tokens.at(-1);
  if (last === undefined) return undefined;
  let [from, to]: [unknown, DocumentNode] = [document, made];
  let pointer = '';
  for (const [at, token] of tokens.entries()) {
    pointer += `/${token}`;
    if (typeof from !== 'object' || from === null || !Object.hasOwn(from, token)) return undefined;
    from = (from as DocumentNode)[token];
    if (whole.has(pointer)) return undefined;
    if (at === tokens.length - 1) break;
    if (!Object.hasOwn(to, token)) to[token] = Array.isArray(from) ? [] : {};
    to = to[token] as DocumentNode;
  }
  whole.add(pointer);
  const copy = ownCopy(from);
  to[last] = copy;
  return copy;
}
