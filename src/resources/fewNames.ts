/**
 * Finds in a request that makes something the values by one of which a service may know the thing, and of which there are few: a listed value, a
 * flag, a day. Somebody else's thing may have any of them, and some services overwrite what has it: `POST /rules` with `{ "type": "VALIDITY" }`.
 */

import type { Media, Parameter } from '../contract/contract';
import { facets, hasListedValues, itemSchema, memberSchemasOf, typesOf } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { parsedBody } from '../json/exactJson';
import { escapePointer, pointerTokens } from '../json/pointer';
import type { Input } from '../serialization/input';
import { mediaOf, readBody } from '../serialization/readBody';
import { remembered } from '../support/caching';
import type { AskedRequest } from './answered';
import { type Items, isNamedInPath } from './kinds';
import { namesFor, namingMembers } from './names';
import { hasToken } from './tokens';
import { isIdName } from './vocabulary/ids';
import { isUniqueName, isWantedUnique } from './vocabulary/naming';
import { plain } from './vocabulary/words';

/** One value of a request that may be the name of what it makes. */
export interface FewName {
  /** The name of its member or parameter. */
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
  /** What the contract says of it. */
  readonly schemas: readonly Schema[];
  /** Of a value in a body: where it stands, as a JSON Pointer. */
  readonly pointer?: string;
}

/** What makes a thing, and with what. */
type Making = Pick<AskedRequest, 'operation'> & { readonly input: Input };

/**
 * Returns the values of which there are few, and by one of which a service may know what a request makes.
 * @param isOwn tells whether nothing else in the world has a text.
 * @returns none where the request gives the thing a name that nothing else has, or makes it for a thing of the run.
 */
export function fewNames(kind: Items, { operation, input }: Making, isOwn: (text: string) => boolean): FewName[] {
  if (isNamedInPath(kind) || Object.keys(input.refers ?? {}).length > 0) return [];
  const sent = [...sentInBody({ operation, input }), ...operation.parameters.flatMap((each) => sentAs(each, input))];
  const own = new Set([...namingMembers(kind), ...namesFor(kind)]);
  const isName = (name: string) => own.has(plain(name)) || isIdName(name) || isWantedUnique(name) || isUniqueName(name);
  if (sent.some(({ name, text }) => isName(name) && (hasToken(text) || isOwn(text)))) return [];
  return sent.filter((each) => isFew(each) && !hasToken(each.text) && !isOwn(each.text));
}

/** A value further within a body than this is no name of the whole. */
const DEEPEST = 2;

/** Returns the scalars in the body of a request, with what the contract says of each; none that lie deeper than a name of the whole. */
export function sentInBody({ operation, input }: Making): FewName[] {
  const { value, schemas: all } = bodyOf({ operation, input });
  const found: FewName[] = [];
  const walk = (value: unknown, pointer: string, schemas: readonly Schema[], depth: number): void => {
    if (Array.isArray(value)) {
      const items = schemas.flatMap((each) => itemSchema(each) ?? []);
      for (const [at, each] of value.entries()) walk(each, `${pointer}/${at}`, items, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= DEEPEST) return;
      for (const [inner, each] of Object.entries(value)) {
        const named = schemas.flatMap((schema) => memberSchemasOf(schema, inner));
        walk(each, `${pointer}/${escapePointer(inner)}`, named, depth + 1);
      }
    } else if (value !== null && value !== undefined)
      found.push({ name: nameAt(pointer), text: String(value), value, schemas, pointer });
  };
  walk(value, '', all, 0);
  return found;
}

/** The last name on the way to a value: that of the member, or of the list, in which it stands. */
function nameAt(pointer: string): string {
  return pointerTokens(pointer).findLast((token) => !/^\d+$/.test(token)) ?? '';
}

/** Reads a body, also one of a type that the contract does not have, or none: some services read JSON, or a text, whatever its `Content-Type` says. */
function bodyOf({ operation, input: { body } }: Making): {
  readonly value: unknown;
  readonly schemas: readonly Schema[];
} {
  const media = operation.requestBody?.media ?? [];
  const declared = body && mediaOf(media, body.contentType);
  const read = body && declared && readBody(body.bytes, body.contentType, declared);
  const schemasOf = (all: readonly Media[]) => all.flatMap(({ schema }) => schema ?? []);
  if (declared && read?.kind === 'value') return { value: read.json.value, schemas: schemasOf([declared]) };
  const json = body && parsedBody(body.bytes);
  return { value: json ? json.value : body?.bytes.toString('utf8'), schemas: schemasOf(media) };
}

function sentAs({ name, in: where, schema }: Parameter, { query, headers, cookies }: Input): FewName[] {
  const sent =
    where === 'query'
      ? query.filter((each) => each.name === name).map(({ value }) => value)
      : where === 'header'
        ? headers.filter(([field]) => field.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
        : where === 'cookie'
          ? cookies.filter((each) => each.name === name).map(({ value }) => value)
          : [];
  return sent.map((text) => ({ name, text, value: readAs(text, schema), schemas: schema ? [schema] : [] }));
}

/** Returns a text of a parameter as a value of a type that it may have. */
function readAs(text: string, schema: Schema | undefined): unknown {
  const types = schema && typesOf(schema);
  if (types?.has('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return (types?.has('integer') || types?.has('number')) && text !== '' ? Number(text) : text;
}

/** Fewer letters and digits than these make too few texts. */
const FEWEST_LETTERS = 8;

/** So many numbers are few. */
const FEW_NUMBERS = 1000;

function isFew({ value, text, schemas }: FewName): boolean {
  if (typeof value === 'boolean' || schemas.some(isListed)) return true;
  if (typeof value !== 'string') return schemas.some(hasFewNumbers);
  return A_DAY.test(text) || (text.match(/[\p{L}\d]/gu)?.length ?? 0) < FEWEST_LETTERS;
}

const A_DAY = /^\d{4}-\d{2}-\d{2}/;

const isListed = remembered(hasListedValues);

/** Tells whether a schema bounds a number on both sides, so that there are few. */
const hasFewNumbers = remembered((schema: Schema): boolean => {
  const all = facets(schema, false);
  const bound = (...keywords: readonly string[]) =>
    all.flatMap((each) => keywords.map((keyword) => each[keyword])).find((each) => typeof each === 'number');
  const [least, most] = [bound('minimum', 'exclusiveMinimum'), bound('maximum', 'exclusiveMaximum')];
  return typeof least === 'number' && typeof most === 'number' && most - least < FEW_NUMBERS;
});
