/** Reads the values of the parameters and the body of a request back from its bytes. */

import type { Media, Operation, Parameter } from '../contract/contract';
import { satisfies, surelySatisfies } from '../contract/schema/evaluate';
import { memberSchemas, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { cookiesIn } from '../http/cookies';
import { bareType, mediaKind } from '../http/mediaType';
import type { Request } from '../http/message';
import type { Pair } from '../http/uri';
import { queryOf } from '../http/uri';
import { jsonOfText } from '../json/value';
import type { Values } from '../routing/pathTemplate';
import { remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import { readForm, readFormPairs } from './formReadings';
import { mediaOf } from './readBody';
import { readings } from './readings';

/** A part of a request that the contract declares. */
interface ReadPart<T> {
  readonly declared: T;
  readonly schema: Schema | undefined;
  /** Undefined if the text has no meaning that the schema accepts, or cannot be read back. */
  readonly value: unknown;
}

/**
 * Returns the declared parameters that a request contains.
 * @param isWanted tells by the texts of a parameter whether it is read; others are left out. Default: all are.
 */
export function sentParameters(
  { operation, values }: { readonly operation: Operation; readonly values: Values },
  { path, headers }: Request,
  isWanted: (declared: Parameter, texts: readonly string[]) => boolean = () => true,
): ReadPart<Parameter>[] {
  const query = queryOf(path);
  const nameOf = ({ name }: Pair) => name;
  const sent: SentTexts = {
    values,
    headers,
    query: groupBy(query, nameOf),
    cookie: groupBy(cookiesIn(headers), nameOf),
  };
  const bracketed = query.filter((pair) => pair.name.endsWith(']'));
  const isSpread = bracketed.length > 0 || hasObjectInQuery(operation);
  const parts: ReadPart<Parameter>[] = [];
  // This is done for each request, and an operation may have hundreds of parameters of which a request has one. So nothing is made for the others.
  for (const declared of operation.parameters) {
    const { name, in: where, schema, content } = declared;
    const texts = textsOf(declared, sent);
    if (texts.length > 0) {
      if (!isWanted(declared, texts)) continue;
      const isRead = schema !== undefined && content === undefined;
      const value = isRead ? readings(texts).find((each) => satisfies(schema, each, 'request')) : undefined;
      parts.push({ declared, schema, value });
    } else if (isSpread && where === 'query' && schema) {
      const members = membersOf(name, schema, query, bracketed);
      if (members.length === 0) continue;
      const value = readFormPairs(members, schema, 'request');
      parts.push({ declared, schema, value: satisfies(schema, value, 'request') ? value : undefined });
    }
  }
  return parts;
}

/** The texts of a request, by where they stand. */
interface SentTexts {
  readonly values: Values;
  readonly headers: Request['headers'];
  readonly query: PairsByName;
  readonly cookie: PairsByName;
}

type PairsByName = ReadonlyMap<string, readonly Pair[]>;

const NO_TEXTS: readonly string[] = [];

/** Returns the texts of one parameter. */
function textsOf({ name, in: where }: Parameter, sent: SentTexts): readonly string[] {
  switch (where) {
    case 'query':
    case 'cookie':
      return sent[where].get(name)?.map(({ value }) => value) ?? NO_TEXTS;
    case 'path':
      return [sent.values[name] ?? []].flat();
    case 'header': {
      const field = name.toLowerCase();
      return sent.headers.flatMap(([each, value]) => (each.toLowerCase() === field ? [value] : []));
    }
    case 'querystring':
      return NO_TEXTS;
  }
}

/** Tells whether a parameter may be an object, which is written as several parameters of the query. */
const hasObjectInQuery = remembered(({ parameters }: Operation) =>
  parameters.some(({ in: where, schema }) => where === 'query' && schema && typesOf(schema)?.has('object')),
);

/**
 * Returns the members of an object that is written as several parameters: `color[R]=100`, or `R=100` if it is exploded.
 * @param bracketed those of the query whose names end with a bracket.
 */
function membersOf(name: string, schema: Schema, query: readonly Pair[], bracketed: readonly Pair[]): Pair[] {
  const deep = bracketed.flatMap(({ name: key, value }) =>
    key.startsWith(`${name}[`) ? [{ name: key.slice(name.length + 1, -1), value }] : [],
  );
  if (deep.length > 0 || !typesOf(schema)?.has('object')) return deep;
  const members = memberSchemas(schema);
  return query.filter((pair) => members.has(pair.name));
}

/** Returns the declared content that a request contains. */
export function sentBody(operation: Operation, request: Request): ReadPart<Media> | undefined {
  const { body } = request;
  const declared = sentMedia(operation, request);
  if (!declared || !body) return undefined;
  const type = typeOf(request);
  const { schema, defect } = declared;
  const value = schema && !defect && body.length <= LARGEST ? readBody(body, type, schema) : undefined;
  return {
    declared,
    schema,
    value: schema && value !== undefined && surelySatisfies(schema, value, 'request') ? value : undefined,
  };
}

/** Returns the declared media type of a request's content. */
function sentMedia({ requestBody }: Operation, request: Request): Media | undefined {
  if (!requestBody || !request.body || request.body.length === 0) return undefined;
  return mediaOf(requestBody.media, typeOf(request));
}

function typeOf({ headers }: Request): string {
  const [, contentType = ''] = headers.find(([name]) => /^content-type$/i.test(name)) ?? [];
  return bareType(contentType);
}

/** The size of the largest body that is read, in bytes. Larger bodies would add nothing. */
const LARGEST = 256 * 1024;

function readBody(body: Buffer, type: string, schema: Schema): unknown {
  const text = body.toString('utf8');
  switch (mediaKind(type)) {
    case 'json':
      return jsonOfText(text);
    case 'form':
      return readForm(text, schema, 'request');
    case 'text':
      return text;
    default:
      return undefined;
  }
}

/** Returns whether a body of this type can be read back. */
export function isReadBack(type: string): boolean {
  return ['json', 'form', 'text'].includes(mediaKind(type));
}
