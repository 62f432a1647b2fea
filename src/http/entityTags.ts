/** Entity tags, which name the states of what stands at a path (RFC 9110 §8.8.3). */

import { fieldValues, type Response } from './message';

/** `"7-1"`, or with `W/` before it. */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

/** Returns the ETag of a response; undefined if it has none, or one that is not well-formed. */
export function entityTagOf(response: Pick<Response, 'headers'> | null): string | undefined {
  const [tag, ...more] = response ? fieldValues(response, 'etag') : [];
  return tag !== undefined && more.length === 0 && ENTITY_TAG.test(tag) ? tag : undefined;
}

/** Whether a tag may stay the same although the content changes (RFC 9110 §8.8.1). By such a one no `If-Match` holds (§13.1.1). */
export function isWeakTag(tag: string): boolean {
  return tag.startsWith('W/');
}

/** Whether two tags name the same state, as `If-None-Match` compares them (RFC 9110 §8.8.3.2). */
export function isSameTag(one: string, other: string): boolean {
  return opaque(one) === opaque(other);
}

/** Returns the ETags that an `If-Match` or an `If-None-Match` lists (RFC 9110 §13.1.1, §13.1.2). */
export function tagsListed(field: string): readonly string[] {
  return field.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

const opaque = (tag: string) => tag.replace(/^W\//, '');
