/** Reads the body of a request back as a value, so that single members of it can be changed, and writes it again. */

import type { Media, Operation } from '../contract/contract';
import { mediaKind } from '../http/mediaType';
import { parsedBody, type ReadJson } from '../json/exactJson';
import type { JsonValue } from '../json/value';
import type { Input } from './input';
import { readBody } from './readBody';
import { type WrittenBody, writeBody } from './writeBody';

/** A body as a value, and how it was written. */
export interface ChangeableBody {
  readonly media: Media;
  readonly json: ReadJson;
}

/**
 * Returns the value of a body that is JSON, or a form. For example: `title=fern&count=2` → `{ "title": "fern", "count": 2 }`.
 * @returns undefined for any other body, and for a form that would be written otherwise: nobody can tell then what a change of its value does.
 */
export function changeableBody({ requestBody }: Operation, { body }: Input): ChangeableBody | undefined {
  const media = body && requestBody?.media.find(({ declared }) => declared === declaredAs(body.contentType));
  if (!body || !media) return undefined;
  switch (mediaKind(media.type)) {
    case 'json': {
      const json = parsedBody(body.bytes);
      return json && { media, json };
    }
    case 'form':
    case 'multipart': {
      const read = readBody(body.bytes, body.contentType, media);
      if (read.kind !== 'value') return undefined;
      const again = writeBody(media, read.json.value as JsonValue);
      return again?.bytes.equals(body.bytes) ? { media, json: read.json } : undefined;
    }
    default:
      return undefined;
  }
}

/** Writes another value in place of that of a body. @returns undefined where its media type cannot express the value. */
export function rewrittenBody(media: Media, { contentType }: WrittenBody, value: JsonValue): WrittenBody | undefined {
  const written = writeBody(media, value);
  return mediaKind(media.type) === 'json' ? written && { ...written, contentType } : written;
}

/** Returns a media type as the contract has it: a multipart body has a boundary of its own. */
function declaredAs(contentType: string): string {
  return contentType.replace(/^(multipart\/[^;]+);\s*boundary=.*$/, '$1');
}
