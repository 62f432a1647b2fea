/** Reads the body of a request, or a callback, by its media type: from bytes to the value that the contract judges. Those of answers: `readResponse.ts`. */

import type { Encoding, Media } from '../contract/contract';
import { itemSchemaAt, memberSchemas, memberSchemasOf, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { bareType, mediaKind } from '../http/mediaType';
import type { Pair } from '../http/uri';
import { type ReadJson, readJson, TooDeepJson } from '../json/exactJson';
import { type JsonValue, jsonOfText, toJson, writtenOutJson } from '../json/value';
import { groupBy } from '../support/collections';
import { contentKind } from './contentKind';
import { isOneText, mayBeObject } from './formReadings';
import { readParameterPairs, typed } from './readParameter';
import { fieldStyle } from './writeParameter';
import { readXml, whyNotXml } from './xml';

type ReadContent =
  | { readonly kind: 'value'; readonly json: ReadJson }
  | { readonly kind: 'items'; readonly items: readonly ReadJson[] }
  /** There is nothing that a schema could judge. */
  | { readonly kind: 'opaque' }
  /** Says why it is not what its type says, as a sentence without a subject. */
  | { readonly kind: 'malformed'; readonly reason: string };

/**
 * Returns the declared media type of a body: the one that is named, else the one for its suffix, else a range. A body
 * without a type has the first declared one.
 */
export function mediaOf(media: readonly Media[], contentType: string | undefined): Media | undefined {
  if (contentType === undefined) return media[0];
  const type = bareType(contentType);
  const [main] = type.split('/');
  return [type, type.replace(/\/.*\+/, '/'), `${main}/*`, '*/*'].flatMap((key) =>
    media.filter((declared) => declared.type === key),
  )[0];
}

/** Returns the boundary between the parts of a body (RFC 2046 §5.1.1). */
export function boundaryIn(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^";\s]+))/i.exec(contentType) ?? [];
  return quoted ?? bare;
}

/**
 * Reads a body.
 * @param contentType the type that was sent, or the declared type if none was sent.
 */
export function readBody(bytes: Buffer, contentType: string, { schema, encodings }: Media): ReadContent {
  const type = bareType(contentType);
  const kind = contentKind({ type, schema });
  if (kind === 'binary') return OPAQUE;
  if (kind === 'multipart') return multipart(bytes, contentType, type, schema, encodings);
  const text = decoded(bytes, kind === 'json' || kind === 'sequence' ? '' : contentType);
  if (text === undefined) return OPAQUE;
  switch (kind) {
    case 'json':
      return json(text);
    case 'sequence':
      return sequence(text, type);
    case 'form':
      if (!schema) return OPAQUE;
      return value(isOneText(schema) ? text : fields(formPairs(text), schema, encodings));
    case 'xml': {
      const why = whyNotXml(text);
      if (why !== undefined) return { kind: 'malformed', reason: `must be XML: ${why}` };
      const read = schema && readXml(text, schema);
      return read === undefined ? OPAQUE : value(read);
    }
    case 'text': {
      const types = schema && typesOf(schema);
      // Objects and lists have no text form that a contract could define.
      const judged = schema && (!types || [...types].some((type) => type !== 'object' && type !== 'array'));
      return judged ? value(typed(text, [schema])) : OPAQUE;
    }
    default:
      return kind satisfies never;
  }
}

const OPAQUE: ReadContent = { kind: 'opaque' };

function value(read: JsonValue): ReadContent {
  return json(toJson(read));
}

function json(text: string): ReadContent {
  try {
    return { kind: 'value', json: readJson(text) };
  } catch (error) {
    if (error instanceof TooDeepJson) return OPAQUE;
    return { kind: 'malformed', reason: `must be JSON: ${(error as Error).message}` };
  }
}

/** At most this many lines of a sequence are read. */
const MOST_LINES = 10_000;

function sequence(text: string, type: string): ReadContent {
  if (type === 'text/event-stream') return OPAQUE;
  const lines = text
    .split(type.endsWith('json-seq') ? '\u001e' : '\n', MOST_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const items = lines.map(json);
  const wrong = items.find((item) => item.kind === 'malformed');
  return wrong ?? { kind: 'items', items: items.flatMap((item) => (item.kind === 'value' ? [item.json] : [])) };
}

/** Decodes bytes as text; undefined if the charset is not known here. */
function decoded(bytes: Buffer, contentType: string): string | undefined {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}

function formPairs(text: string): Pair[] {
  return [...new URLSearchParams(text)].map(([name, fieldValue]) => ({ name, value: fieldValue }));
}

/** Returns the members of a form. Each is read as its schema and its encoding say. */
function fields(pairs: readonly Pair[], schema: Schema, encodings: ReadonlyMap<string, Encoding>): JsonValue {
  const members = memberSchemas(schema);
  const names = new Set(members.keys());
  const taken = new Set<string>();
  const form = Object.create(null) as Record<string, JsonValue>;
  for (const [name, [member]] of members) {
    const { style, explode } = fieldStyle(name, encodings.get(name));
    // A nested value is written either as JSON or with brackets.
    const nested = member !== undefined && pairs.some((pair) => pair.name.startsWith(`${name}[`));
    const parsed = jsonOf(pairs.filter((pair) => pair.name === name).map((pair) => pair.value));
    const read =
      parsed ??
      (member &&
        readParameterPairs(
          pairs,
          member,
          { name, style: nested ? 'deepObject' : style, explode: explode && !mayBeObject(member) },
          names,
        ));
    taken.add(name);
    if (nested) for (const pair of pairs) if (pair.name.startsWith(`${name}[`)) taken.add(pair.name);
    if (read !== undefined) form[name] = read;
  }
  for (const { name, value: text } of pairs)
    if (!taken.has(name)) form[name] = typed(text, memberSchemasOf(schema, name));
  return form;
}

function jsonOf([text = '', ...more]: readonly string[]): JsonValue | undefined {
  return more.length > 0 ? undefined : writtenOutJson(text);
}

/** One part of a multipart body. */
interface BodyPart {
  readonly name: string;
  readonly type: string;
  readonly file: boolean;
  readonly bytes: Buffer;
}

function multipart(
  bytes: Buffer,
  contentType: string,
  type: string,
  schema: Schema | undefined,
  encodings: ReadonlyMap<string, Encoding>,
): ReadContent {
  const parts = readParts(bytes, contentType);
  if (!parts)
    return {
      kind: 'malformed',
      reason: `must consist of parts between the boundary "${boundaryIn(contentType) ?? ''}"`,
    };
  // Only the parts of form-data have names.
  if (type !== 'multipart/form-data' || !schema) return OPAQUE;
  const form = Object.create(null) as Record<string, JsonValue>;
  for (const [name, sameName] of groupBy(parts, (part) => part.name)) {
    const [member] = memberSchemasOf(schema, name);
    const types = member && typesOf(member);
    const list = sameName.length > 1 || (types?.has('array') === true && !isWholeList(sameName, encodings.get(name)));
    const read = sameName.map((part, at) => partValue(part, list && member ? itemSchemaAt(member, at) : member));
    form[name] = list ? read : (read[0] ?? null);
  }
  return value(form);
}

/** Returns whether a whole list is written in one part, as JSON. */
function isWholeList([only, ...more]: readonly BodyPart[], encoding: Encoding | undefined): boolean {
  if (!only || more.length > 0) return false;
  return mediaKind(encoding?.contentType ?? only.type) === 'json' && /^\s*\[/.test(only.bytes.toString());
}

function partValue({ type, file, bytes }: BodyPart, schema: Schema | undefined): JsonValue {
  const text = bytes.toString('utf8');
  const parsed = mediaKind(type) === 'json' ? jsonOfText(text) : jsonOf([text]);
  if (parsed !== undefined && (!schema || typesOf(schema)?.has('string') !== true)) return parsed;
  return file ? text : typed(text, schema ? [schema] : []);
}

/** Returns the parts of a multipart body (RFC 2046 §5.1.1); undefined if the boundary does not occur. */
export function readParts(bytes: Buffer, contentType: string): BodyPart[] | undefined {
  const boundary = boundaryIn(contentType) ?? '';
  const sections = `\r\n${bytes.toString('latin1').replace(/^\r\n/, '')}`.split(`\r\n--${boundary}`);
  if (sections.length < 2) return undefined;
  return sections.slice(1).flatMap((section) => {
    if (section.startsWith('--')) return [];
    const head = section.indexOf('\r\n\r\n');
    if (head < 0) return [];
    const lines = Buffer.from(section.slice(0, head), 'latin1').toString('utf8').split('\r\n');
    const field = (wanted: string) => lines.find((line) => line.toLowerCase().startsWith(`${wanted}:`)) ?? '';
    const disposition = field('content-disposition');
    const [, name = ''] = /;\s*name="?((?:[^"\\;]|\\.)*)"?/i.exec(disposition) ?? [];
    const type = bareType(field('content-type').replace(/^[^:]*:/, '')) || 'text/plain';
    return [
      { name, type, file: /;\s*filename/i.test(disposition), bytes: Buffer.from(section.slice(head + 4), 'latin1') },
    ];
  });
}
