/** Finds what is wrong with a body in every way of reading it. */

import type { Clause } from '../contract/clause';
import type { JudgeJson, Media } from '../contract/contract';
import { evaluate, requirementOf } from '../contract/schema/evaluate';
import { clauseOfBroken } from '../contract/schema/judge';
import { toldOf } from '../contract/schema/nearestBranch';
import type { Schema } from '../contract/schema/schema';
import { bareType, mediaKind } from '../http/mediaType';
import type { Pair } from '../http/uri';
import { readJson, TooDeepJson } from '../json/exactJson';
import { escapePointer, pointerTokens } from '../json/pointer';
import { contentKind } from './contentKind';
import { isOneText, MOST_FIELDS, readFormPairs } from './formReadings';
import { readParts } from './readBody';
import { whyNotXml } from './xml';

/** A mistake that the body has in every reading. */
type BodyBreach =
  /** The content is not of its media type. `reason` is a sentence without a subject. */
  | { readonly kind: 'malformed'; readonly reason: string }
  | {
      readonly kind: 'invalid';
      /** JSON Pointer of the value that breaks the schema; empty if it is the whole value. */
      readonly path: string;
      /** A sentence without a subject: "must be integer". */
      readonly requirement: string;
      /** The value as it was written, or a description of it. */
      readonly sent: string;
      readonly clause: () => Clause | undefined;
    };

/**
 * Returns what is wrong with a body in every reading; undefined if one reading is valid. Text, XML and bytes have too
 * many readings to list, so XML is only checked for being XML, and the others not at all.
 * @param contentType the type that was sent.
 */
export function bodyBreach(bytes: Buffer, contentType: string, media: Media): BodyBreach | undefined {
  const { schema, judge, itemJudge, defect } = media;
  if (defect || contentKind(media) === 'binary') return undefined;
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const type = bareType(contentType);
  const kind = mediaKind(type);
  switch (kind) {
    case 'json':
      return isUtf8(contentType) ? jsonBreach(text, judge) : undefined;
    case 'sequence':
      return isUtf8(contentType) && type !== 'text/event-stream' ? linesBreach(text, type, itemJudge) : undefined;
    case 'form': {
      if (!schema || isOneText(schema) || text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) return undefined;
      const pairs = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));
      return fieldsBreach(pairs, schema);
    }
    case 'multipart': {
      const parts = type === 'multipart/form-data' && schema ? readParts(bytes, contentType) : undefined;
      if (!schema || !parts) return undefined;
      // Of files, and of parts of other types, only the names are known. Their content is not judged.
      const isText = ({ file, type: own }: (typeof parts)[number]) => !file && own === 'text/plain';
      const pairs = parts.filter(isText).map((part) => ({ name: part.name, value: part.bytes.toString('utf8') }));
      return fieldsBreach(
        pairs,
        schema,
        parts.filter((part) => !isText(part)).map(({ name }) => name),
      );
    }
    case 'xml': {
      // XML in another encoding cannot be read here.
      const why = isUtf8(contentType) && !bytes.includes(0) ? whyNotXml(text) : undefined;
      return why === undefined ? undefined : { kind: 'malformed', reason: `must be XML: ${why}` };
    }
    case 'text':
    case 'binary':
      return undefined;
    default:
      return kind satisfies never;
  }
}

function isUtf8(contentType: string): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(contentType) ?? [];
  return /^(utf-?8|us-ascii)$/i.test(charset);
}

function jsonBreach(text: string, judge: JudgeJson | undefined, at = ''): BodyBreach | undefined {
  const json = parsed(text);
  if (typeof json === 'string') return { kind: 'malformed', reason: json };
  if (!json) return undefined;
  const [breach] = judge?.(json)?.filter(({ advisory }) => !advisory) ?? [];
  if (!breach) return undefined;
  const { path, requirement, actual, clause } = breach;
  return { kind: 'invalid', path: at + path, requirement, sent: actual, clause: () => clause };
}

/** Returns the value of a JSON text, or why it is not JSON; undefined if it nests too deep to be read. */
function parsed(text: string): ReturnType<typeof readJson> | string | undefined {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof TooDeepJson) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    return `must be JSON: ${error.message}`;
  }
}

/** At most this many lines of a sequence are read. */
const MOST_LINES = 10_000;

function linesBreach(text: string, type: string, judge: JudgeJson | undefined): BodyBreach | undefined {
  const lines = text.split(type.endsWith('json-seq') ? '\u001e' : '\n', MOST_LINES).map((line) => line.trim());
  for (const [at, line] of lines.filter((line) => line !== '').entries()) {
    const breach = jsonBreach(line, judge, `/${at}`);
    if (breach) return breach;
  }
  return undefined;
}

/**
 * Returns what is wrong with the fields of a form.
 * @param present the names of members that are there but whose values are not judged.
 */
function fieldsBreach(pairs: readonly Pair[], schema: Schema, present: readonly string[] = []): BodyBreach | undefined {
  const fields = pairs.filter(({ name }) => !present.includes(name));
  const value = readFormPairs([...fields, ...present.map((name) => ({ name, value: '-' }))], schema, 'request');
  const broken = evaluate(schema, value, { direction: 'request' });
  const isKnown = ({ path, keyword }: (typeof broken)[number]) =>
    present.length === 0 ||
    (path === '' ? keyword === 'required' : !present.some((name) => `${path}/`.startsWith(`/${escapePointer(name)}/`)));
  const [first] = toldOf(broken.filter(isKnown));
  if (!first) return undefined;
  const requirement = requirementOf(first);
  return {
    kind: 'invalid',
    path: first.path,
    requirement,
    sent: sentAt(first.path, pairs),
    clause: () => clauseOfBroken(first),
  };
}

/** Returns what a form contains for a member, or says that it does not contain it. */
function sentAt(path: string, pairs: readonly Pair[]): string {
  const [name] = pointerTokens(path);
  const texts = pairs.filter((pair) => pair.name === name).map(({ value }) => value);
  return texts.length > 0 ? JSON.stringify(texts.join(', ')) : 'a form without it';
}
