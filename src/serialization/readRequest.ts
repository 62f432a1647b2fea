/** What a request carries, read back from its bytes: the value of each parameter, and of the body. */

import type { Media, Operation, Parameter } from '../contract/contract';
import { satisfies, surelySatisfies } from '../contract/schema/evaluate';
import { memberSchemas, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { cookiesIn } from '../http/cookies';
import { bareType, mediaKind } from '../http/mediaType';
import type { Request } from '../http/message';
import type { Pair } from '../http/uri';
import { queryOf } from '../http/uri';
import type { Values } from '../routing/pathTemplate';
import { readForm, readFormPairs } from './formReadings';
import { mediaOf } from './readBody';
import { readings } from './readings';

/** A part of a request that the contract declares. */
export interface ReadPart<T> {
  readonly declared: T;
  readonly schema: Schema | undefined;
  /** Undefined where it stands for nothing that the schema takes, or for more than can be read back. */
  readonly value: unknown;
}

/** The declared parameters that a request has. */
export function sentParameters(
  { operation, values }: { readonly operation: Operation; readonly values: Values },
  { path, headers }: Request,
): ReadPart<Parameter>[] {
  const pairs = { query: queryOf(path), cookie: cookiesIn(headers) };
  return operation.parameters.flatMap((declared): ReadPart<Parameter>[] => {
    const { name, in: where, schema, content } = declared;
    const texts =
      where === 'path'
        ? [values[name] ?? []].flat()
        : where === 'header'
          ? headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
          : where === 'querystring'
            ? []
            : pairs[where].filter((pair) => pair.name === name).map(({ value }) => value);
    if (texts.length > 0) {
      if (!schema || content !== undefined) return [{ declared, schema, value: undefined }];
      return [{ declared, schema, value: readings(texts).find((value) => satisfies(schema, value, 'request')) }];
    }
    const members = where === 'query' && schema ? membersOf(name, schema, pairs.query) : [];
    if (!schema || members.length === 0) return [];
    const value = readFormPairs(members, schema, 'request');
    return [{ declared, schema, value: satisfies(schema, value, 'request') ? value : undefined }];
  });
}

/** The members of an object that is written in several parameters: `color[R]=100`, or `R=100` where it is exploded. */
function membersOf(name: string, schema: Schema, query: readonly Pair[]): Pair[] {
  const deep = query.flatMap(({ name: each, value }) =>
    each.startsWith(`${name}[`) && each.endsWith(']') ? [{ name: each.slice(name.length + 1, -1), value }] : [],
  );
  if (deep.length > 0 || !typesOf(schema)?.has('object')) return deep;
  const members = memberSchemas(schema);
  return query.filter((pair) => members.has(pair.name));
}

/** The declared content that a request has. */
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

/** The declared media type of the content that a request has. */
function sentMedia({ requestBody }: Operation, request: Request): Media | undefined {
  if (!requestBody || !request.body || request.body.length === 0) return undefined;
  return mediaOf(requestBody.media, typeOf(request));
}

function typeOf({ headers }: Request): string {
  const [, contentType = ''] = headers.find(([name]) => /^content-type$/i.test(name)) ?? [];
  return bareType(contentType);
}

/** A body that is larger than this says nothing that smaller ones would not, in bytes. */
const LARGEST = 256 * 1024;

function readBody(body: Buffer, type: string, schema: Schema): unknown {
  const text = body.toString('utf8');
  switch (mediaKind(type)) {
    case 'json':
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    case 'form':
      return readForm(text, schema, 'request');
    case 'text':
      return text;
    default:
      return undefined;
  }
}

/** Whether the value of a body of this type can be read back. */
export function isReadBack(type: string): boolean {
  return ['json', 'form', 'text'].includes(mediaKind(type));
}
