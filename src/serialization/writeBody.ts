/** Writes bodies as bytes, by their media type. */

import { createHash } from 'node:crypto';
import type { Encoding, Media, Operation } from '../contract/contract';
import { itemSchema, memberSchemasOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { type MediaKind, mediaKind } from '../http/mediaType';
import type { Pair } from '../http/uri';
import { isList, isScalar, type JsonValue, toJson, toText } from '../json/value';
import { isBinary, sentKind } from './contentKind';
import { PICTURE } from './picture';
import { encodeForm, fieldStyle, writePairs } from './writeParameter';
import { writeXml } from './writeXml';

export interface WrittenBody {
  readonly bytes: Buffer;
  /** The value of the `Content-Type` field. */
  readonly contentType: string;
}

/**
 * Writes a value as the content of a body.
 * @returns undefined if the media type cannot express the value.
 */
export function writeBody(
  { type, declared, schema, encodings }: Pick<Media, 'type' | 'declared' | 'schema' | 'encodings'>,
  value: JsonValue,
): WrittenBody | undefined {
  const kind = sentKind({ type, schema });
  const contentType = contentTypeFor({ type, declared, schema });
  const of = (text: string | undefined, as = contentType): WrittenBody | undefined =>
    text === undefined ? undefined : { bytes: Buffer.from(text), contentType: as };
  switch (kind) {
    case 'json':
      return of(toJson(value));
    case 'sequence':
      return of(sequence(type, isList(value) ? value : [value]));
    case 'form': {
      if (typeof value === 'string') return of(value);
      const pairs = formPairs(value, encodings);
      return of(pairs && encodeForm(pairs));
    }
    case 'multipart':
      return multipart(contentType, value, schema, encodings);
    case 'xml':
      return of(schema && writeXml(value, schema));
    case 'text':
    case 'binary':
      return isScalar(value) ? of(toText(value)) : undefined;
    default:
      return kind satisfies never;
  }
}

/** Returns the type with which a body is sent, which is never a range of types. */
export function contentTypeFor({ type, declared, schema }: Pick<Media, 'type' | 'declared' | 'schema'>): string {
  return type.includes('*') ? CONCRETE[sentKind({ type, schema })] : declared;
}

/** Returns the declared media type as which a body was sent, also a range of types; undefined if it was sent as none of them. */
export function mediaSentAs({ requestBody }: Operation, contentType: string): Media | undefined {
  return requestBody?.media.find((media) => contentTypeFor(media) === declaredAs(contentType));
}

/** Returns a media type as the contract has it: a multipart body has a boundary of its own. */
function declaredAs(contentType: string): string {
  return contentType.replace(/^(multipart\/[^;]+);\s*boundary=.*$/, '$1');
}

/** The type that is sent where the contract declares a range of types. */
const CONCRETE: Readonly<Record<MediaKind, string>> = {
  json: 'application/json',
  sequence: 'application/x-ndjson',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'application/xml',
  text: 'text/plain',
  binary: 'application/octet-stream',
};

function sequence(type: string, items: readonly JsonValue[]): string {
  if (type === 'text/event-stream') return items.map((item) => `${eventLines(item).join('\n')}\n\n`).join('');
  // Each text begins with a record separator (RFC 7464 §2.2).
  const mark = type.endsWith('json-seq') ? '\u001e' : '';
  return items.map((item) => `${mark}${toJson(item)}\n`).join('');
}

const EVENT_FIELDS = ['event', 'id', 'retry', 'data'];

/**
 * Writes an event from an object of its fields (OpenAPI 3.2.0 §4.14.3). Any other value becomes the data of an event.
 */
function eventLines(item: JsonValue): string[] {
  if (isScalar(item) || isList(item) || !Object.keys(item).every((name) => EVENT_FIELDS.includes(name)))
    return [`data: ${toJson(item)}`];
  return Object.entries(item).flatMap(([name, value]) =>
    (typeof value === 'string' ? value : toJson(value)).split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`),
  );
}

/**
 * Returns the fields of a form. Nested values are written as JSON, which is the standard's default (OpenAPI 3.1
 * §4.8.15).
 */
export function formPairs(value: JsonValue, encodings: ReadonlyMap<string, Encoding>): readonly Pair[] | undefined {
  if (isScalar(value) || isList(value)) return undefined;
  const pairs: Pair[] = [];
  for (const [name, item] of Object.entries(value)) {
    const written = writePairs(fieldStyle(name, encodings.get(name)), item);
    const flat = isScalar(item) || isList(item) || encodings.get(name)?.style !== undefined;
    if (flat && written) pairs.push(...written);
    else pairs.push({ name, value: toJson(item) });
  }
  return pairs;
}

function multipart(
  contentType: string,
  value: JsonValue,
  schema: Schema | undefined,
  encodings: ReadonlyMap<string, Encoding>,
): WrittenBody | undefined {
  if (isScalar(value) || isList(value)) return undefined;
  const parts = Object.entries(value).flatMap(([name, item]) => {
    const [declared] = schema ? memberSchemasOf(schema, name) : [];
    const type = encodings.get(name)?.contentType;
    if (!isList(item)) return [part(name, item, declared, type)];
    // Each item of a list becomes a separate part with the same name.
    const ofItem = declared && itemSchema(declared);
    return item.map((partValue) => part(name, partValue, ofItem, type));
  });
  const content = parts.join('');
  // The boundary is a hash of the content, so the content does not contain it, and it is the same each time.
  const boundary = `espalier-${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
  const framed = parts.map((body) => `--${boundary}\r\n${body}\r\n`);
  const bytes = Buffer.from(`${framed.join('')}--${boundary}--\r\n`);
  return { bytes, contentType: `${contentType.split(';')[0]?.trim()}; boundary=${boundary}` };
}

/** Writes one part of a multipart body (RFC 7578 §4.2), without its boundary. */
function part(name: string, value: JsonValue, schema: Schema | undefined, declared: string | undefined): string {
  const binary = schema !== undefined && isBinary(schema);
  const isPicture = binary && value === PICTURE;
  const bytes = isPicture ? 'image/gif' : 'application/octet-stream';
  const usual = !isScalar(value) ? 'application/json' : binary ? bytes : 'text/plain';
  // If several types are allowed, the first one is used.
  const type = declared?.split(',')[0]?.trim().replace(/\/\*$/, '/plain') ?? usual;
  const file = binary ? `; filename="${quoted(name)}.${isPicture ? 'gif' : 'bin'}"` : '';
  const json = !isScalar(value) || mediaKind(type.toLowerCase()) === 'json';
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}\r\nContent-Type: ${type}\r\n\r\n${json ? toJson(value) : toText(value as Exclude<JsonValue, object>)}`;
}

function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
}
