/** Converts one operation of a contract for Prism. It is converted from a small document that holds only what the operation needs. */

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

/** Converts the responses of one operation, as Prism's own `getHttpOperationsFromSpec` does. The document is not changed. */
export function convert(document: Document, { path, method }: Operation): IHttpOperation {
  const name = method.toLowerCase();
  const item = itemAt(document, path, method);
  const own = Object.entries((item[name] ?? {}) as PlainObject).filter(([key]) => !DONE_ELSEWHERE.has(key));
  const needed = withReferred(document, { servers: item['servers'], [name]: Object.fromEntries(own) }, path);
  const transform = document['swagger'] === undefined ? transformOas3Operation : transformOas2Operation;
  const operation = transform({ document: needed as never, name: path, method: name, config: OPERATION_CONFIG });
  const target = { ...needed, __target__: operation };
  const bundled: IHttpOperation = structuredClone(
    bundleTarget({ document: target, path: '#/__target__', cloneDocument: false }),
  );
  return saysHowToMakeUp(document) ? bundled : withoutSchemas(bundled);
}

/** The member of a contract that says how Prism is to make values up. */
export const HOW_TO_MAKE_UP = 'x-json-schema-faker';

/** Tells whether a contract says how Prism is to make values up. Then Prism does it; otherwise the mock itself does. */
export function saysHowToMakeUp(document: Document): boolean {
  return document[HOW_TO_MAKE_UP] !== undefined;
}

/** Stands for a schema of which Prism makes nothing up. */
const NO_SCHEMA = {};

/**
 * Returns an operation of whose schemas Prism knows only that they are there: by that it chooses responses, and finds examples. What it makes of a
 * schema is never used, and some schemas keep it busy for ever.
 */
function withoutSchemas(operation: IHttpOperation): IHttpOperation {
  const responses = operation.responses.map(({ contents, headers, ...response }) => ({
    ...response,
    ...(contents && { contents: contents.map((each) => (each.schema ? { ...each, schema: NO_SCHEMA } : each)) }),
    // Of a field without an example, Prism then gives none.
    ...(headers && {
      headers: headers.map(({ schema, ...each }) => (each.examples?.length ? { ...each, schema: NO_SCHEMA } : each)),
    }),
  }));
  return { ...operation, responses } as IHttpOperation;
}

/**
 * These members are left out: requests are not judged by Prism, and `mocks/callbacks` sends callbacks. Prism would send them to any host that a
 * request names, and also for an answer that is only looked at.
 */
const DONE_ELSEWHERE = new Set(['parameters', 'requestBody', 'security', 'consumes', 'callbacks']);

/**
 * Returns a path item, also one that is a reference. The operation stands under the name of its method, also if OpenAPI 3.2 has it in
 * `additionalOperations`.
 */
export function itemAt(document: Document, path: string, method: string): PlainObject {
  const item = resolveReference(document, document.paths[path]);
  const { additionalOperations } = item as { additionalOperations?: PlainObject };
  const further = additionalOperations?.[method];
  return further === undefined ? item : { ...item, [method.toLowerCase()]: further };
}

/** Returns the value that a reference leads to, or the value itself if it is no reference. */
function resolveReference(document: Document, value: unknown): PlainObject {
  let target = (value ?? {}) as PlainObject;
  for (let steps = 0; typeof target['$ref'] === 'string' && steps < LONGEST_CHAIN; steps++)
    target = resolveInlineRef(document as never, target['$ref']) as PlainObject;
  return target;
}

/** A chain of more references than this counts as a circle. */
const LONGEST_CHAIN = 50;

/** Follows a reference. If it leads nowhere, the result is empty. */
export function targetOf(document: Document, value: unknown): PlainObject {
  try {
    return resolveReference(document, value);
  } catch {
    return {};
  }
}

/** Returns a member that is a text; empty if it is none. */
export function textIn(object: PlainObject, member: string): string {
  const text = object[member];
  return typeof text === 'string' ? text : '';
}

/** The members of a document that converting an operation needs, in addition to what the operation refers to. */
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

type DocumentNode = Record<string, unknown>;

/** Returns a document with one path item and everything that it refers to, at the same places. All values are copies. */
export function withReferred(document: Document, item: PlainObject, path: string): DocumentNode {
  const fields = ROOT_FIELDS.filter((key) => document[key] !== undefined).map((key) => [key, ownCopy(document[key])]);
  const paths = { [path]: ownCopy(item) };
  const copy: DocumentNode = { ...Object.fromEntries(fields), paths };
  const whole = new Set<string>();
  const waiting: unknown[] = [paths];
  while (waiting.length > 0) {
    for (const ref of referencesIn(waiting.pop())) {
      const copied = copyTo(copy, document, ref, whole);
      if (copied !== undefined) waiting.push(copied);
    }
  }
  return copy;
}

/** Copies a value. If one object stood in two places, Prism would take the second for a circle. */
function ownCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    // An anchor in YAML may hold itself.
    return structuredClone(value);
  }
}

function referencesIn(value: unknown): string[] {
  const references: string[] = [];
  const seen = new Set<unknown>();
  const waiting = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#/')) references.push($ref);
    waiting.push(...Object.values(node));
  }
  return references;
}

/** Copies what a reference leads to into a document. @returns the copy; undefined if the reference leads nowhere, or was copied before. */
function copyTo(target: DocumentNode, document: Document, ref: string, whole: Set<string>): unknown {
  const tokens = pointerTokens(decodeURI(ref.slice(1)));
  const last = tokens.at(-1);
  if (last === undefined) return undefined;
  let [from, to]: [unknown, DocumentNode] = [document, target];
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
