/** Which contents of two contracts are compared: a range of media types stands for each type within it. */

import type { Media } from '../../contract/contract';
import { endOf, keywordsOf, type Schema } from '../../contract/schema/schema';
import { mediaKind } from '../../http/mediaType';
import { mediaOf } from '../../serialization/readBody';
import { PROSE_AND_NAMES } from './sameSchemas';

/**
 * Returns the media types that a side may send, one by one, as far as the other side tells them apart: for a range, each type within it that the
 * other side names, and one that it does not name, unless it takes the whole range. An example: of any type (`*` before and after the slash),
 * where the other side takes JSON, JSON and `application/x-any`.
 */
export function sentTypes(sent: readonly Media[], read: readonly Media[]): Media[] {
  return sent.flatMap((media) => {
    if (!isRange(media)) return [media];
    const named = read.filter((each) => !isRange(each) && mediaOf(sent, each.type) === media);
    const [main] = media.type.split('/');
    const other = `${main === '*' ? 'application' : main}/x-any`;
    const isWholeRange = isRange(mediaOf(read, media.type));
    return [...named.map(({ type }) => ofType(media, type)), isWholeRange ? media : ofType(media, other)];
  });
}

/** Tells whether a type that is sent is one that no side names, and that only the range of all types takes in. */
export function isUnsaid(sent: readonly Media[], { type }: Media): boolean {
  return mediaOf(sent, type)?.type === '*/*';
}

/** Tells whether a schema says no more than that there are bytes, in the words of whichever version of OpenAPI. */
export function isAnyBytes(schema: Schema | undefined): boolean {
  const keywords = schema === undefined ? true : keywordsOf(endOf(schema));
  if (typeof keywords === 'boolean') return keywords;
  return Object.entries(keywords).every(
    ([name, value]) =>
      PROSE_AND_NAMES.has(name) ||
      name === 'format' ||
      name.startsWith('x-') ||
      (name === 'type' && value === 'string'),
  );
}

function isRange(media: Media | undefined): boolean {
  return media?.type.includes('*') === true;
}

function ofType(range: Media, type: string): Media {
  // Nobody can tell what bytes of another type are to be by the schema of the range.
  const schema = mediaKind(type) === 'binary' ? { schema: { value: undefined } } : {};
  const ownMembers = { type: { value: type }, declared: { value: type }, ...schema };
  return Object.create(range, ownMembers) as Media;
}

/** Returns the media type that is declared for a type, by itself or as a range. One type does not stand for another with the same suffix. */
export function sameType(media: readonly Media[], type: string): Media | undefined {
  const found = mediaOf(media, type);
  return found && (found.type === type || isRange(found)) ? found : undefined;
}
