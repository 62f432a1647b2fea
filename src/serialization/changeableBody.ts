/** Reads the body of a request back as a value, so that single members of it can be changed, and writes it again. */

import type { Media, Operation } from '../contract/contract';
import { parsedBody, type ReadJson } from '../json/exactJson';
import type { JsonValue } from '../json/value';
import { isBinary, sentKind } from './contentKind';
import type { Input } from './input';
import { readBody } from './readBody';
import { mediaSentAs, type WrittenBody, writeBody } from './writeBody';

/** A body as a value, and how it was written. */
export interface ChangeableBody {
  readonly media: Media;
  readonly json: ReadJson;
}

/**
 * Returns the value of a body that is JSON, a form, or bytes that are a text. For example: `title=fern&count=2` → `{ "title": "fern", "count": 2 }`.
 * @returns undefined for any other body, and for a form that would be written otherwise: nobody can tell then what a change of its value does.
 */
export function changeableBody(operation: Operation, { body }: Input): ChangeableBody | undefined {
  const media = body && mediaSentAs(operation, body.contentType);
  if (!body || !media) return undefined;
  switch (sentKind(media)) {
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
    case 'binary':
      return textOfBytes(media, body);
    default:
      return undefined;
  }
}

/** Returns bytes as the text that is written as the same bytes again; undefined where there is no schema of one, or they are no text. */
function textOfBytes(media: Media, { bytes }: WrittenBody): ChangeableBody | undefined {
  const text = bytes.toString('utf8');
  const isText = media.schema !== undefined && isBinary(media.schema) && Buffer.from(text).equals(bytes);
  const json = isText ? parsedBody(Buffer.from(JSON.stringify(text))) : undefined;
  return json && { media, json };
}

/** Writes another value in place of that of a body. @returns undefined where its media type cannot express the value. */
export function rewrittenBody(media: Media, { contentType }: WrittenBody, value: JsonValue): WrittenBody | undefined {
  const written = writeBody(media, value);
  return sentKind(media) === 'json' ? written && { ...written, contentType } : written;
}
