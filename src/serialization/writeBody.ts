/** Bodies as bytes, by their media type; and back, as far as a type keeps what it is given. */

import { createHash } from 'node:crypto';
import type { Encoding, Media } from '../contract/contract';
import { memberSchemas, nearestKeyword, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { type MediaKind, mediaKind } from '../http/mediaType';
import type { Pair } from '../http/uri';
import { isList, isScalar, type JsonValue, toJson, toText } from '../json/value';
import { encodeForm, writePairs } from './writeParameter';
import { writeXml } from './xml';

export interface WrittenBody {
  readonly bytes: Buffer;
  /** Of the `Content-Type` field. */
  readonly contentType: string;
}

/**
 * Writes a value as the content of a body.
 * @returns undefined where the media type has no way to write it.
 */
export function writeBody(
  { type, declared, schema, encodings }: Pick<Media, 'type' | 'declared' | 'schema' | 'encodings'>,
  value: JsonValue,
): WrittenBody | undefined {
  const kind = mediaKind(type);
  const contentType = type.includes('*') ? CONCRETE[kind] : declared;
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

/** What to send where a range of types is declared. */
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
  // RFC 7464 §2.2.
  const mark = type.endsWith('json-seq') ? '\u001e' : '';
  return items.map((item) => `${mark}${toJson(item)}\n`).join('');
}

const EVENT_FIELDS = ['event', 'id', 'retry', 'data'];

/** An event is an object of its fields (OpenAPI 3.2.0 §4.14.3); what is none is the data of one. */
function eventLines(item: JsonValue): string[] {
  if (isScalar(item) || isList(item) || !Object.keys(item).every((name) => EVENT_FIELDS.includes(name)))
    return [`data: ${toJson(item)}`];
  return Object.entries(item).flatMap(([name, value]) =>
    (typeof value === 'string' ? value : toJson(value)).split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`),
  );
}

/** The fields of a form; what is nested is written as JSON, as the standard has it unless the contract says otherwise. */
export function formPairs(value: JsonValue, encodings: ReadonlyMap<string, Encoding>): readonly Pair[] | undefined {
  if (isScalar(value) || isList(value)) return undefined;
  const pairs: Pair[] = [];
  for (const [name, item] of Object.entries(value)) {
    const { style = 'form', explode, allowReserved = false } = encodings.get(name) ?? {};
    const written = writePairs({ name, style, explode: explode ?? style === 'form', allowReserved }, item);
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
  const members = schema ? memberSchemas(schema) : new Map<string, readonly Schema[]>();
  const parts = Object.entries(value).flatMap(([name, item]) => {
    const declared = members.get(name)?.[0];
    // Each item of a list is a part of its own, under the same name.
    return (isList(item) ? item : [item]).map((each) => part(name, each, declared, encodings.get(name)?.contentType));
  });
  const content = parts.join('');
  // A boundary that the content does not hold, the same each time.
  const boundary = `espalier-${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
  const framed = parts.map((each) => `--${boundary}\r\n${each}\r\n`);
  const bytes = Buffer.from(`${framed.join('')}--${boundary}--\r\n`);
  return { bytes, contentType: `${contentType.split(';')[0]?.trim()}; boundary=${boundary}` };
}

/** One part of a multipart body (RFC 7578 §4.2), without its boundary. */
function part(name: string, value: JsonValue, schema: Schema | undefined, declared: string | undefined): string {
  const binary = schema !== undefined && isBinary(schema);
  const usual = !isScalar(value) ? 'application/json' : binary ? 'application/octet-stream' : 'text/plain';
  // Of several types that are allowed, the first.
  const type = declared?.split(',')[0]?.trim().replace(/\/\*$/, '/plain') ?? usual;
  const file = binary ? `; filename="${quoted(name)}.bin"` : '';
  const json = !isScalar(value) || mediaKind(type.toLowerCase()) === 'json';
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}\r\nContent-Type: ${type}\r\n\r\n${json ? toJson(value) : toText(value as Exclude<JsonValue, object>)}`;
}

function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
}

/** Whether a schema is of bytes rather than of text. */
export function isBinary(schema: Schema): boolean {
  const types = typesOf(schema);
  const format = nearestKeyword(schema, 'format');
  if (types && !types.has('string')) return false;
  return (
    format === 'binary' ||
    format === 'base64' ||
    (types === undefined && nearestKeyword(schema, 'contentMediaType') !== undefined)
  );
}
