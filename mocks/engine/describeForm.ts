/** Describes the form of an operation: its parameters and its body, with values that keep the contract. */

import seedrandom from 'seedrandom';
import { createGenerator, isMade, type MutableJson } from '../../conformance/values/generator';
import type { GivenExample, Media, Operation, Parameter } from '../../src/contract/contract';
import { isIgnored } from '../../src/contract/ignoredParameters';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { itemSchema, memberSchemas, nearestKeyword, requiredMembers, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { mediaKind } from '../../src/http/mediaType';
import { readJson } from '../../src/json/exactJson';
import { isList, isObject, isScalar, type JsonValue, toJson, toText, writtenOutJson } from '../../src/json/value';
import { isBinary } from '../../src/serialization/contentKind';
import { writeBody } from '../../src/serialization/writeBody';
import type { EntryKind, ShownBody, ShownBodyMedia, ShownExample, ShownParameter } from './engine';
import { lifelike } from './lifelike/lifelike';
import { type Document, type PlainObject, targetOf, textIn } from './prism/operation';

/** Merges the parameters of the path and of the operation. If both declare one, that of the operation counts. */
export function parametersIn(document: Document, shared: unknown, own: unknown): PlainObject[] {
  const all = [shared, own]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((each) => targetOf(document, each));
  return [...new Map(all.map((each) => [`${each['in']} ${each['name']}`, each])).values()];
}

/** @param declared the parameters as the contract has them. */
export function describeParameters(operation: Operation, declared: readonly PlainObject[]): ShownParameter[] {
  return operation.parameters
    .filter((parameter) => !isIgnored(parameter, operation))
    .map((parameter) => {
      const { name, in: where, required, description } = parameter;
      const own = declared.find((each) => each['name'] === name && each['in'] === where) ?? {};
      const text = required ? firstText(parameter) : '';
      return {
        name,
        in: where,
        required,
        deprecated: own['deprecated'] === true,
        description,
        text,
        ...entered(parameter, own),
      };
    });
}

function entered(parameter: Parameter, own: PlainObject): { readonly entry: EntryKind; readonly schema: unknown } {
  return { entry: parameterEntry(parameter), schema: shownSchema(own) };
}

/** Says how the value of a parameter is entered. */
export function parameterEntry({ schema, content }: Pick<Parameter, 'schema' | 'content'>): EntryKind {
  if (content !== undefined || !schema) return 'text';
  return entryOfSchema(schema);
}

/** Says how a value is entered. What may be of several types is entered as a text. */
export function entryOfSchema(schema: Schema): EntryKind {
  if (isBinary(schema)) return 'file';
  const types = [...(typesOf(schema) ?? [])].filter((type) => type !== 'null');
  if (types.length !== 1) return 'text';
  const item = itemSchema(schema);
  if (types[0] === 'array' && item && isBinary(item)) return 'files';
  if (types[0] === 'array') return item && !isSimple(item) ? 'json' : 'list';
  return types[0] === 'object' ? 'json' : 'text';
}

function isSimple(schema: Schema): boolean {
  const types = typesOf(schema);
  return types === undefined || !(types.has('object') || types.has('array'));
}

/** Returns the schema of a parameter or of a header field. In OpenAPI 2.0 it is the parameter itself. */
export function shownSchema(own: PlainObject): unknown {
  if (own['schema'] !== undefined) return own['schema'];
  const [content] = Object.values((own['content'] ?? {}) as Readonly<Record<string, PlainObject>>);
  if (content) return content['schema'] ?? {};
  const { name: _name, in: _in, required: _required, description: _description, ...schema } = own;
  return schema;
}

/** Returns a text of a required parameter, so that the first request keeps the contract. */
function firstText(parameter: Parameter): string {
  const { examples, schema, content, name, accepts } = parameter;
  const given = examples.map(({ value }) => value).find((value) => isGiven(value) && accepts(toText(value)));
  if (isGiven(given)) return toText(given);
  const made = schema && valueFor(schema, name);
  if (made === undefined) return '';
  return content === undefined ? entryText(made) : toJson(made);
}

function isGiven(value: unknown): value is string | number | boolean | bigint {
  return value !== undefined && value !== null && typeof value !== 'object';
}

/** Writes a value as it is entered: a list with a line for each item, an object as JSON. */
function entryText(value: JsonValue): string {
  if (isScalar(value)) return toText(value);
  if (isList(value) && value.every(isScalar)) return value.map(toText).join('\n');
  return toJson(value);
}

/** Returns a value for a request, which reads like one of a real client where that can be; what only answers have is left out. */
function valueFor(schema: Schema, name: string): JsonValue | undefined {
  const suggestion = ofRequest(lifelike(schema, { about: name, random: seedrandom(`1 ${name}`) }), schema);
  if (suggestion !== undefined && surelySatisfies(schema, suggestion, 'request')) return suggestion;
  const result = createGenerator({ direction: 'request', seed: 1 }).witness(schema, { name });
  return isMade(result) ? result.value : undefined;
}

function ofRequest(value: MutableJson | undefined, schema: Schema): JsonValue | undefined {
  if (!isObject(value)) return value;
  const answered = [...memberSchemas(schema)].filter(
    ([, [member]]) => member && nearestKeyword(member, 'readOnly') === true,
  );
  const names = new Set(answered.map(([name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

export function describeBody(
  { requestBody, path }: Operation,
  own: PlainObject,
  declared: readonly PlainObject[],
  document: Document,
): ShownBody | undefined {
  if (!requestBody) return undefined;
  const body = targetOf(document, own['requestBody']);
  const [old] = declared.filter((each) => each['in'] === 'body');
  const content = (body['content'] ?? {}) as Readonly<Record<string, unknown>>;
  const media = requestBody.media.map((each) => {
    const schema = old
      ? shownSchema(old)
      : (targetOf(document, content[each.declared])['schema'] ?? formSchema(declared));
    return describeMedia(each, schema, document, path);
  });
  return { required: requestBody.required, description: textIn(old ?? body, 'description'), media };
}

/** Makes a schema of the form parameters of OpenAPI 2.0. */
function formSchema(declared: readonly PlainObject[]): unknown {
  const fields = declared.filter((each) => each['in'] === 'formData');
  if (fields.length === 0) return {};
  const properties = Object.fromEntries(
    fields.map((each) => [
      String(each['name']),
      { ...(shownSchema(each) as object), description: each['description'] },
    ]),
  );
  const required = fields.filter((each) => each['required'] === true).map((each) => each['name']);
  return { type: 'object', properties, required };
}

/** @param about what the content is about: the path of its operation. */
function describeMedia(media: Media, schema: unknown, document: Document, about: string): ShownBodyMedia {
  const kind = mediaKind(media.type);
  const isForm = kind === 'form' || kind === 'multipart';
  const examples = shownExamples(media);
  return {
    type: media.declared,
    kind: isForm ? kind : kind === 'binary' ? 'file' : 'text',
    schema,
    examples: isForm ? [] : examples,
    text: isForm || kind === 'binary' ? '' : bodyText(media, examples, about),
    fields: isForm ? fieldsOf(media, schema, document, about) : [],
  };
}

/** Returns the first example that satisfies the schema, or else a value that is made up. */
function bodyText(media: Media, examples: readonly ShownExample[], about: string): string {
  const at = media.examples.findIndex(({ value }) => isTaken(value, media));
  const given = examples[at];
  if (given) return given.text;
  const made = media.schema && valueFor(media.schema, about);
  return (made === undefined ? undefined : writeBody(media, made)?.bytes.toString('utf8')) ?? '';
}

function isTaken(value: unknown, { judge }: Media): boolean {
  try {
    return (judge?.(readJson(toJson(value as JsonValue))) ?? []).length === 0;
  } catch {
    // The value is not one of JSON.
    return false;
  }
}

/** Returns the examples of a content as texts, in the order of the contract. */
export function shownExamples({ type, examples }: Pick<Media, 'type' | 'examples'>): ShownExample[] {
  const isJson = mediaKind(type) === 'json';
  return examples.map(({ name, value }: GivenExample, at) => ({
    label: name ?? (examples.length === 1 ? 'example' : `example ${at + 1}`),
    text:
      typeof value === 'string' && (!isJson || writtenOutJson(value) !== undefined)
        ? value
        : toJson(value as JsonValue),
  }));
}

/** Describes the members of a form as fields. A member that is only in answers is none. */
function fieldsOf(
  { schema, encodings }: Media,
  declared: unknown,
  document: Document,
  about: string,
): ShownBodyMedia['fields'] {
  if (!schema) return [];
  const required = new Set(requiredMembers(schema));
  const made = valueFor(schema, about);
  const values = isObject(made) ? made : {};
  const properties = propertiesIn(declared, document);
  return [...memberSchemas(schema)].flatMap(([name, [member]]) => {
    if (!member || nearestKeyword(member, 'readOnly') === true) return [];
    const entry = entryOfSchema(member);
    const isFile = entry === 'file' || entry === 'files';
    const value = values[name];
    const text = isFile || value === undefined ? '' : entryText(value);
    const own = properties[name] ?? {};
    return [{ name, required: required.has(name), entry, schema: own, text, type: encodings.get(name)?.contentType }];
  });
}

/**
 * Returns the members of a schema and of what it is composed of, as the contract has them. They are shown as they are written, so they are looked for
 * in the document, and not in the schemas that are read from it.
 */
function propertiesIn(declared: unknown, document: Document, depth = 0): Readonly<Record<string, unknown>> {
  const { properties, allOf, oneOf, anyOf } = targetOf(document, declared) as Readonly<Record<string, unknown>>;
  const parts = depth > 8 ? [] : [allOf, oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const all = parts.map((part) => propertiesIn(part, document, depth + 1));
  return Object.assign({}, ...all, isObject(properties) ? properties : {}) as Readonly<Record<string, unknown>>;
}
