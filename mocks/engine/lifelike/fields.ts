/**
 * Makes the texts of header fields up: in the form that HTTP itself gives them, true of the content where they count or name it, and else by their
 * names, formats and schemas as the members of a body are.
 */

import { createHash } from 'node:crypto';
import { type MutableJson, writeJson } from '../../../conformance/values/generator';
import type { DeclaredHeader } from '../../../src/contract/contract';
import { isObject } from '../../../src/json/value';
import { fitsHeader, isDateField, SIMPLE, usualValue } from '../../../src/serialization/responseHeaders';
import { writeText } from '../../../src/serialization/writeParameter';
import { type Counted, fieldsOf } from '../lists/listCounts';
import { hasOwnValue } from '../lists/pageOfList';
import { textByFormat } from './byFormat';
import { nameWords } from './byName';
import { lifelike } from './lifelike';
import type { LocalWords } from './localWords';
import { textByTable } from './nameTable';
import { type NextRandom, subjectOf } from './subject';

/** What an answer shows. */
export interface ShownContent {
  readonly value?: unknown;
  readonly body?: string | Buffer | undefined;
  /** What is true of the list of which the content is a page. */
  readonly counted?: Counted | undefined;
}

interface Wanted {
  readonly status: number;
  /** The path of the request. */
  readonly path: string;
  readonly shown: ShownContent;
  /** The name of a cookie that lets somebody in; undefined if the contract has none. */
  readonly cookie: string | undefined;
  readonly random: NextRandom;
  readonly isVaried: boolean;
  readonly local: LocalWords | undefined;
}

/** Returns the text of a header field; null if the field is to be left out, undefined if nothing can be suggested. */
export function textOfField(header: DeclaredHeader, wanted: Wanted): string | null | undefined {
  const isGiven = header.schema && hasOwnValue(header.schema);
  const counted = isGiven ? undefined : wanted.shown.counted;
  const ofList = counted ? Object.entries(fieldsOf([header], counted)) : [];
  const fitting = (texts: readonly string[]) => texts.find((text) => fitsHeader(header, text));
  const counting = fitting(ofList.flatMap(([, texts]) => texts ?? []));
  // What would lead to a next page that there is not is left out.
  if (counting !== undefined) return counting;
  if (!header.required && (ofList.length > 0 || isLink(header) || !header.schema)) return null;
  return fitting((isGiven ? undefined : ofHttp(header, wanted)) ?? ofSchema(header, wanted));
}

function isLink({ name }: DeclaredHeader): boolean {
  return /^link$/i.test(name);
}

/** Returns the texts of a field that HTTP itself defines; undefined for another one. */
function ofHttp(header: DeclaredHeader, wanted: Wanted): readonly string[] | undefined {
  const { name } = header;
  const { path, shown, status, random, cookie, local } = wanted;
  const words = nameWords(name);
  if (isDateField(name)) {
    const around = { place: '', subject: subjectOf(1, random, local), random };
    return [new Date(textByFormat('date-time', words, around) ?? 0).toUTCString()];
  }
  const usual = usualValue(header);
  if (usual !== undefined) return [usual];
  const hex = () => textByTable('md5', 1, 0, random) ?? '';
  if (words === 'etag') {
    const { body } = shown;
    const tag = body === undefined ? hex() : createHash('sha256').update(body).digest('hex');
    return [`"${tag.slice(0, 16)}"`];
  }
  if (isLink(header)) return [`<${path}>; rel="self"`];
  if (words === 'set cookie') return [`${cookie ?? 'session'}=${hex()}; Path=/; HttpOnly`];
  if (words === 'location' && (status < 300 || status >= 400)) return [`${path}/${idIn(shown.value) ?? 1}`];
  return undefined;
}

/** Returns the id of what an answer shows. */
function idIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [id] = [value, ...Object.values(value)].flatMap((each) => (isObject(each) ? (each['id'] ?? []) : []));
  return typeof id === 'string' || typeof id === 'number' ? encodeURIComponent(id) : undefined;
}

function ofSchema({ name, schema, content, explode = false }: DeclaredHeader, wanted: Wanted): readonly string[] {
  const { random, isVaried, local } = wanted;
  const own = name.replace(/^x-/i, '');
  const value: MutableJson | undefined =
    schema && lifelike(schema, { name: own, about: wanted.path, random, isVaried, local });
  if (value === undefined) return [];
  const text = content === undefined ? writeText({ ...SIMPLE, name, explode }, value) : writeJson(value);
  return text === undefined ? [] : [text];
}
