/** How parameters and header fields are written, and in which way two contracts write the same value otherwise. */

import { bareType, mediaKind } from '../../http/mediaType';
import { type JsonValue, toJson } from '../../json/value';
import { styleOf, writePairs, writeText } from '../../serialization/writeParameter';

/** What of a parameter, or of a header field, says how it is written. */
interface Written {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly content: string | undefined;
  /** The types of its value; empty if any is possible. */
  readonly types: readonly string[];
}

/** Returns how a part is written, apart from its name and its place. */
export function writingOf({ in: where, name, style, explode, content, types }: Written) {
  if (where === 'querystring') return {};
  if (content !== undefined) return { content };
  const written = styleOf({ name, in: where, style, explode, allowReserved: false });
  return { style: written.style, explode: written.explode && doesExplodeMatter(written.style, new Set(types)) };
}

/**
 * Tells whether `explode` changes how values of these types are written (OpenAPI 3.1 §4.8.12, style examples): never a scalar, and in the style
 * `simple` no list, whose items stand between commas either way.
 * @param types empty if any is possible.
 */
export function doesExplodeMatter(style: string, types: ReadonlySet<string>): boolean {
  return types.size === 0 || types.has('object') || (style !== 'simple' && types.has('array'));
}

export function writingInWords(part: Written): string {
  const { explode = false, style = '', content } = writingOf(part);
  return content === undefined
    ? `is written in the style ${style}${explode ? ', exploded' : ''}`
    : `is written as ${content}`;
}

/** Says how a value is written otherwise; undefined if it is not, or nobody can tell. */
export function writtenOtherwise(before: Written, now: Written, value: JsonValue): string | undefined {
  const [was, is] = [textOf(before, value), textOf(now, value)];
  if (was === undefined || is === undefined || was === is) return undefined;
  return `${toJson(value)} was written ${was}, and is written ${is}`;
}

/** Returns what stands for a value, without the encoding of reserved characters; undefined if nobody can tell. */
function textOf({ in: where, name, content, style, explode }: Written, value: JsonValue): string | undefined {
  if (where === 'querystring') return undefined;
  if (content !== undefined) return mediaKind(bareType(content)) === 'json' ? toJson(value) : `as ${content}`;
  const written = styleOf({ name, in: where, style, explode, allowReserved: false });
  if (where === 'path' || where === 'header') return writeText(written, value);
  const pairs = writePairs(written, value);
  const isItself = pairs?.length === 1 && pairs[0]?.name === name;
  return isItself ? pairs[0]?.value : pairs?.map((pair) => `${pair.name}=${pair.value}`).join('&');
}
