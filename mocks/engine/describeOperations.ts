/** Describes operations for the page: a list of all, and a document for each one, from which it can be tried. */

import { createGenerator, isMade } from '../../conformance/values/generator';
import { placeOf } from '../../src/contract/clause';
import type { Contract, Media, Operation, Parameter } from '../../src/contract/contract';
import type { Schema } from '../../src/contract/schema/schema';
import { mediaKind } from '../../src/http/mediaType';
import { readJson } from '../../src/json/exactJson';
import { type JsonValue, toJson } from '../../src/json/value';
import { writeBody } from '../../src/serialization/writeBody';
import type { DeclaredAnswer, ListedOperation, ShownOperation } from './engine';
import {
  type Document,
  type DocumentNode,
  itemAt,
  type PlainObject,
  resolveReference,
  withReferred,
} from './prism/operation';

/** Lists all operations in the order of the contract. */
export function listOperations({ operations }: Contract, document: Document): ListedOperation[] {
  return operations.map((operation) => listed(operation, ownOf(document, operation)));
}

function listed({ name, method, path, tags }: Operation, { summary, deprecated }: PlainObject): ListedOperation {
  return {
    name,
    method,
    path,
    summary: typeof summary === 'string' ? summary : '',
    tag: tags[0] ?? '',
    deprecated: deprecated === true,
  };
}

/** Describes an operation. @param document the contract in one document. */
export function showOperation(operation: Operation, document: Document): ShownOperation {
  const own = ownOf(document, operation);
  const [alternative] = operation.security.alternatives;
  return {
    ...listed(operation, own),
    place: placeOf(operation.clause),
    answers: answersOf(operation),
    schemes: (alternative?.schemes ?? []).map(({ in: where, field, http }) => ({ in: where, field, http })),
    document: documentOf(operation, own, document),
  };
}

function answersOf({ responses }: Operation): DeclaredAnswer[] {
  return responses.flatMap(({ status, media }) => {
    const code = status === 'default' ? '500' : status.replace(/XX/i, '00');
    const names = new Set(media.flatMap(({ exampleNames }) => exampleNames));
    const examples = [...names].map((name) => ({
      label: `${status} ${name}`,
      prefer: `code=${code}, example=${name}`,
    }));
    return examples.length > 0 ? examples : [{ label: status, prefer: `code=${code}` }];
  });
}

function ownOf(document: Document, { path, method }: Operation): PlainObject {
  return followed(document, itemAt(document, path, method)[method.toLowerCase()]);
}

/** Resolves a reference. If it leads nowhere, the result is empty. */
function followed(document: Document, value: unknown): PlainObject {
  try {
    return resolveReference(document, value);
  } catch {
    return {};
  }
}

/**
 * Makes the document of an operation. The mock is its only server. It has no security schemes, since the page has one box for the token
 * of every scheme, and must not send anybody to a server that issues tokens.
 */
function documentOf(operation: Operation, own: PlainObject, document: Document): object {
  const { security: _security, servers: _servers, ...described } = own;
  const old = document['swagger'] !== undefined;
  const { parameters: shared } = itemAt(document, operation.path, operation.method);
  const parameters = merged(document, shared, own['parameters'])
    // The page cannot show a parameter that has neither.
    .map((parameter) => (old || parameter['schema'] || parameter['content'] ? parameter : { ...parameter, schema: {} }))
    .map((parameter) => withExample(parameter, operation, old));
  const { consumes } = document;
  const post: DocumentNode = {
    ...(old && consumes ? { consumes } : {}),
    ...described,
    tags: ['operation'],
    parameters,
  };
  if (own['requestBody'] !== undefined) post['requestBody'] = bodyOf(operation, own['requestBody'], document);
  const root = { ...document, servers: [{ url: '/' }], host: undefined, basePath: undefined, schemes: undefined };
  // The page knows OpenAPI up to 3.1. It does not need what later versions add.
  const version = old ? {} : { openapi: String(document['openapi']).replace(/^3\.[2-9].*$/, '3.1.0') };
  return withReferred({ ...root, ...version }, { post }, operation.path);
}

/** Merges the parameters of the path and of the operation. If both declare one, that of the operation counts. */
function merged(document: Document, shared: unknown, own: unknown): PlainObject[] {
  const all = [shared, own]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((each) => followed(document, each));
  return [...new Map(all.map((each) => [`${each['in']} ${each['name']}`, each])).values()];
}

/** Fills in an example of a required parameter, so that the first request keeps the contract. */
function withExample(declared: PlainObject, operation: Operation, old: boolean): PlainObject {
  if (declared['in'] === 'body') return withBodyExample(declared, operation);
  const parameter = operation.parameters.find(({ name, in: at }) => name === declared['name'] && at === declared['in']);
  if (!parameter?.required || !parameter.schema) return declared;
  const [given] = [declared['example'], ...valuesOf(declared['examples'])].filter((each) => each !== undefined);
  const isKept = given !== undefined && typeof given !== 'object' && parameter.accepts(String(given));
  const example = isKept ? given : madeFor(parameter, parameter.schema);
  if (example === undefined) return declared;
  const { examples: _examples, ...rest } = declared;
  return { ...rest, [old ? 'x-example' : 'example']: example };
}

function valuesOf(examples: unknown): unknown[] {
  if (typeof examples !== 'object' || examples === null) return [];
  return Object.values(examples).map((each) => (each as { value?: unknown } | undefined)?.value);
}

function madeFor({ name, content }: Parameter, schema: Schema): unknown {
  const value = witness(schema, name);
  if (value === undefined) return undefined;
  // A number that a double cannot hold is written as text.
  return content === undefined && typeof value !== 'bigint' ? JSON.parse(toJson(value)) : toJson(value);
}

function witness(schema: Schema, name: string): JsonValue | undefined {
  const result = createGenerator({ direction: 'request', seed: 1 }).witness(schema, { name });
  return isMade(result) ? result.value : undefined;
}

function bodyOf({ requestBody }: Operation, reference: unknown, document: Document): PlainObject {
  const declared = followed(document, reference);
  const content = Object.entries((declared['content'] ?? {}) as Record<string, PlainObject>).map(([type, media]) => {
    const read = requestBody?.media.find((declaredMedia) => declaredMedia.declared === type);
    if (!read || media['examples'] !== undefined || isTaken(media['example'], read)) return [type, media];
    const kind = mediaKind(read.type);
    if (kind === 'form' || kind === 'multipart') return [type, { ...media, ...formOf(read, media, document) }];
    const example = exampleOf(read);
    return [type, example === undefined ? media : { ...media, example }];
  });
  return { ...declared, content: Object.fromEntries(content) };
}

/** Tells whether there is an example that satisfies its schema. */
function isTaken(example: unknown, { judge }: Media): boolean {
  return example !== undefined && (judge?.(readJson(JSON.stringify(example))) ?? []).length === 0;
}

/** Adds an example to each field of a form. */
function formOf({ schema }: Media, media: PlainObject, document: Document): PlainObject {
  const filled = schema && witness(schema, '');
  const declared = followed(document, media['schema']);
  if (typeof filled !== 'object' || filled === null || typeof declared['properties'] !== 'object') return {};
  const fields = Object.entries(declared['properties'] as Record<string, unknown>).map(([name, reference]) => {
    const field = followed(document, reference);
    const example = (filled as Readonly<Record<string, JsonValue>>)[name];
    const isOpen = example !== undefined && field['example'] === undefined && field['default'] === undefined;
    return [name, isOpen && field['format'] !== 'binary' ? { ...field, example: JSON.parse(toJson(example)) } : field];
  });
  return { schema: { ...declared, properties: Object.fromEntries(fields) } };
}

function withBodyExample(declared: PlainObject, { requestBody }: Operation): PlainObject {
  const [media] = requestBody?.media ?? [];
  const example = media && exampleOf(media);
  return example === undefined
    ? declared
    : { ...declared, schema: { ...(declared['schema'] as PlainObject), example } };
}

/** Returns an example as text, which a person can edit. */
function exampleOf(media: Media): string | undefined {
  const value = media.schema && witness(media.schema, '');
  if (value === undefined) return undefined;
  return writeBody(media, value)?.bytes.toString('utf8');
}
