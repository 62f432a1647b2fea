/** Which declared media type, or range of them, the `Content-Type` of an answer stands for, and by which its content is read. */

import type { DeclaredResponse, Media } from '../../src/contract/contract';
import { fieldValues, type Response } from '../../src/http/message';

export function isJson(type: string): boolean {
  return /^[^/]+\/(json|[^/]*\+json)$/.test(type);
}

/** Returns the media type by which a response is read: the declared one, or for a declared range the one that the response names. */
export function readableType(response: Response, { type }: Media): string {
  const [contentType = ''] = fieldValues(response, 'content-type');
  return type.endsWith('/*') ? (mediaTypeOf(contentType) ?? type) : type;
}

/** Returns type and subtype of a `Content-Type` in lower case; undefined if they are malformed (RFC 9110 §8.3.1). */
export function mediaTypeOf(contentType: string): string | undefined {
  const [type = ''] = contentType.split(';', 1);
  return /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(type.trim())
    ? type.trim().toLowerCase()
    : undefined;
}

/** Returns the declared media type for a type: the type itself, else its range such as `image/*`, else the range of all types (OpenAPI 3.1 §4.8.17). */
export function declaredMedia({ media }: DeclaredResponse, type: string): Media | undefined {
  const [main] = type.split('/');
  const keys = [type, `${main}/*`, '*/*'];
  return keys.flatMap((key) => media.filter((each) => each.type === key))[0];
}

/**
 * Returns the media types by which a response may be read. They are those that it names, which may be several that differ in
 * parameters only. If it names none, it is the only declared one.
 */
export function effectiveMedia(response: Response, declared: DeclaredResponse): readonly Media[] {
  const [contentType] = fieldValues(response, 'content-type');
  if (contentType === undefined) return declared.media.length === 1 ? declared.media : [];
  const type = mediaTypeOf(contentType);
  const found = type === undefined ? undefined : declaredMedia(declared, type);
  return declared.media.filter((each) => each.type === found?.type);
}
