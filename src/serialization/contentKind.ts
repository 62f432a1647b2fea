/** Says how the content of a declared media type is to be read: as a value of its type, or as bytes that stand for themselves. */

import type { Media } from '../contract/contract';
import { facets, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { bareType, type MediaKind, mediaKind } from '../http/mediaType';

/**
 * Returns the kind of the content of a declared media type. A whole content that the contract describes as bytes may be a file of any type, also
 * a JSON text, and holds no value that the schema could judge (OpenAPI 3.0.3 §4.7.14.2: content is described by `type: string, format: binary`).
 * For example: `*\/*` with `{ type: string, format: binary }` → `binary`.
 */
export function contentKind({ type, schema }: Pick<Media, 'type' | 'schema'>): MediaKind {
  const kind = mediaKind(type);
  return MAY_BE_FILES.has(kind) && schema !== undefined && isBinary(schema) ? 'binary' : kind;
}

const MAY_BE_FILES: ReadonlySet<MediaKind> = new Set<MediaKind>(['json', 'xml', 'text']);

/** Returns the kind of what is sent: that of a type that is named, or for a range of types that of the content. */
export function sentKind(media: Pick<Media, 'type' | 'schema'>): MediaKind {
  const kind = mediaKind(media.type);
  return media.type.includes('*') && kind === 'json' ? contentKind(media) : kind;
}

/** Returns whether a schema describes bytes, not text. It may also allow null. */
export function isBinary(schema: Schema): boolean {
  const types = typesOf(schema);
  if (types && !types.has('string')) return false;
  const texts = facets(schema, true).filter(({ type }) => [type].flat().includes('string'));
  return facets(schema, false).some(describesBytes) || (texts.length > 0 && texts.every(describesBytes));
}

/**
 * Tells whether keywords describe bytes: by a format, or by a type of content that is no text and is not encoded as one
 * (OpenAPI 3.1 §4.8.14.1).
 */
function describesBytes({
  type,
  format,
  contentMediaType,
  contentEncoding,
}: Readonly<Record<string, unknown>>): boolean {
  if (format === 'binary' || format === 'base64') return true;
  if (typeof contentMediaType !== 'string' || contentEncoding !== undefined) return false;
  return type === undefined || mediaKind(bareType(contentMediaType)) === 'binary';
}
