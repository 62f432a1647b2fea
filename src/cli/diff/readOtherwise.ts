/**
 * Finds contents that both contracts allow, and that mean something else by each: members of XML that have other names, and fields of forms that
 * are written in another style.
 */

import { isMade } from '../../../conformance/values/generator';
import { IN_FORM, WITH_LISTS } from '../../../conformance/values/syntheticSchemas';
import type { Encoding, Media } from '../../contract/contract';
import { mediaKind } from '../../http/mediaType';
import { isEqual } from '../../json/equality';
import { escapePointer } from '../../json/pointer';
import { isList, isObject, type JsonValue, toJson } from '../../json/value';
import { readBody } from '../../serialization/readBody';
import type { WrittenBody } from '../../serialization/writeBody';
import { fieldStyle } from '../../serialization/writeParameter';
import type { Comparing } from './comparing';
import { writtenWith } from './composeRequest';
import { writtenOtherwise } from './writings';

/** A content, and the first place of it that is read otherwise. */
interface ReadOtherwise {
  readonly written: WrittenBody;
  readonly value: JsonValue;
  readonly path: string;
  /** "what stood for 1 stands for 2". */
  readonly difference: string;
}

/** Returns a content that the sender writes and the receiver reads as another value; undefined if none is found, or nothing is written otherwise. */
export function readOtherwise(sent: Media, read: Media, comparing: Comparing): ReadOtherwise | undefined {
  const kind = mediaKind(sent.type);
  if (!sent.schema || !read.schema || !(kind === 'xml' || kind === 'form') || mediaKind(read.type) !== kind)
    return undefined;
  const isWrittenAlike =
    kind === 'xml' ? comparing.isNamedAlikeInXml(sent.schema, read.schema) : isEqual(stylesOf(sent), stylesOf(read));
  if (isWrittenAlike) return undefined;
  const keeping = kind === 'form' ? [IN_FORM, read.schema] : [read.schema];
  const first = comparing.generator.witness(sent.schema, { name: 'reading', keeping: [...keeping, WITH_LISTS] });
  const made = isMade(first) ? first : comparing.generator.witness(sent.schema, { name: 'reading', keeping });
  const written = isMade(made) ? writtenWith(sent, made.value as JsonValue) : undefined;
  if (!isMade(made) || !written) return undefined;
  const [before, now] = [sent, read].map((media) => readBody(written.bytes, written.contentType, media));
  if (before?.kind !== 'value' || now?.kind !== 'value') return undefined;
  const found =
    firstDifference(before.json.value as JsonValue, now.json.value as JsonValue, '') ??
    (kind === 'form' ? fieldOtherwise(made.value as JsonValue, sent, read) : undefined);
  return found && { ...found, written, value: made.value as JsonValue };
}

/** Returns the first field that both sides read alike though they do not write it alike: readers are lenient. */
function fieldOtherwise(
  value: JsonValue,
  sent: Media,
  read: Media,
): Pick<ReadOtherwise, 'path' | 'difference'> | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, field] of Object.entries(value)) {
    const [was, is] = [sent, read].map(({ encodings }) => ({
      ...{ ...fieldStyle(name, encodings.get(name)), content: undefined, types: [] },
    }));
    const difference = was && is && writtenOtherwise(was, is, field as JsonValue);
    if (difference !== undefined) return { path: `/${escapePointer(name)}`, difference };
  }
  return undefined;
}

function stylesOf({ encodings }: Media): unknown {
  const styleAt = (name: string, encoding?: Encoding) => {
    const { style, explode } = fieldStyle(name, encoding);
    return { style, explode };
  };
  const usual = styleAt('');
  return Object.fromEntries(
    [...encodings]
      .map(([name, encoding]) => [name, styleAt(name, encoding)] as const)
      .filter(([, style]) => !isEqual(style, usual)),
  );
}

function firstDifference(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  path: string,
): Pick<ReadOtherwise, 'path' | 'difference'> | undefined {
  if (before !== undefined && now !== undefined && isEqual(before, now)) return undefined;
  if (isObject(before) && isObject(now)) {
    const [left, right] = [before, now] as Readonly<Record<string, JsonValue>>[];
    for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
      const found = firstDifference(left?.[name], right?.[name], `${path}/${escapePointer(name)}`);
      if (found) return found;
    }
  }
  if (before !== undefined && now !== undefined && isList(before) && isList(now) && before.length === now.length)
    for (const [at, item] of before.entries()) {
      const found = firstDifference(item, now[at], `${path}/${at}`);
      if (found) return found;
    }
  const told = (value: JsonValue | undefined) => (value === undefined ? 'nothing' : toJson(value));
  return { path, difference: `what stood for ${told(before)} stands for ${told(now)}` };
}
