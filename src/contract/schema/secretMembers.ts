/** What a contract calls secret: `format: password` (OpenAPI 3.1 §4.4.3), and what is only to be written (`writeOnly`). */

import { type ReadJson, readJson } from '../../json/exactJson';
import { escapePointer } from '../../json/pointer';
import { remembered } from '../../support/caching';
import { facets, itemSchema, memberSchemas, otherMemberSchemas } from './facets';
import { BESIDE, isBeside, isSchema, type Schema } from './schema';
import { DEEPEST_BODY } from './writeOnly';

/** Where values stand that a schema calls secret. */
export interface SecretMembers {
  /** Of members, at whatever depth, and of the elements and attributes that they are in XML. */
  readonly names: ReadonlySet<string>;
  /** The whole value is secret. */
  readonly whole: boolean;
}

export const NO_MEMBERS: SecretMembers = { names: new Set(), whole: false };

/** A value that is secret, and the name of the member that holds it; undefined where the whole value is secret. */
export interface SecretValue {
  readonly name: string | undefined;
  readonly value: string;
}

/** Of more schemas than this nobody waits to be told. */
const MOST_VISITED = 5000;

/** How many values of one body are taken. */
const MOST_VALUES = 2000;

/** What of a value that a schema describes is secret. */
export const secretMembers = remembered((schema: Schema): SecretMembers => {
  const names = new Set<string>();
  const seen = new Set([schema]);
  // What is added is come to, too.
  for (const each of seen) {
    for (const [name, members] of memberSchemas(each)) {
      if (members.some((member) => isSecret(member))) {
        names.add(name);
        for (const member of members) names.add(xmlName(member) ?? name);
      }
      for (const member of members) if (seen.size < MOST_VISITED) seen.add(member);
    }
    for (const part of unnamedParts(each)) if (seen.size < MOST_VISITED) seen.add(part);
  }
  return { names, whole: isSecret(schema) };
});

/** Whether a value of the schema is secret, or what it holds without a name of its own, such as the items of a list. */
export function isSecret(schema: Schema, depth = 0): boolean {
  const all = facets(schema, true);
  // What the contract lists for everybody to read is no secret, and a yes or no hardly one.
  if (
    all.some(({ enum: listed, const: only, type }) => listed !== undefined || only !== undefined || type === 'boolean')
  )
    return false;
  const says = all.some(
    (each) => each['writeOnly'] === true || each['format'] === 'password' || isBesideReference(each),
  );
  return says || (depth < DEEPEST_BODY && unnamedParts(schema).some((part) => isSecret(part, depth + 1)));
}

function isBesideReference(keywords: Readonly<Record<string, unknown>>): boolean {
  return keywords[BESIDE] !== undefined && isBeside(keywords, 'writeOnly');
}

function unnamedParts(schema: Schema): Schema[] {
  const item = itemSchema(schema);
  const lists = facets(schema, true).flatMap(({ prefixItems, patternProperties }) => [
    ...((prefixItems ?? []) as unknown[]),
    ...Object.values((patternProperties ?? {}) as object),
  ]);
  return [...(item ? [item] : []), ...otherMemberSchemas(schema), ...lists.filter(isSchema)];
}

function xmlName(schema: Schema): string | undefined {
  const xml = facets(schema, false).find((each) => each['xml'] !== undefined)?.['xml'];
  const name = typeof xml === 'object' && xml !== null && 'name' in xml ? xml.name : undefined;
  return typeof name === 'string' ? name.replace(/^[^:]*:/, '') : undefined;
}

/** The secrets in a text of JSON, or in one that should have been: in several values one after another, cut, with a member twice. */
export function secretsInJson(text: string, { names, whole }: SecretMembers): SecretValue[] {
  const found = scanMembers(text, names);
  try {
    return [...found, ...secretsInValue(readJson(text), { names, whole })];
  } catch {
    return whole ? [...found, { name: undefined, value: text }] : found;
  }
}

/** Each quoted name is looked at once, and each value once. */
const MEMBER = /"((?:[^"\\]|\\.){1,200})"\s*:\s*(?:"((?:[^"\\]|\\.){0,65536})|(-?\d[\d.eE+-]*))/gs;

function scanMembers(text: string, names: ReadonlySet<string>): SecretValue[] {
  const found: SecretValue[] = [];
  if (names.size === 0) return found;
  for (const [, name = '', quoted, number] of text.matchAll(MEMBER)) {
    if (found.length === MOST_VALUES) break;
    const plainName = unescaped(name);
    if (names.has(plainName)) add(found, plainName, quoted === undefined ? Number(number) : unescaped(quoted), number);
  }
  return found;
}

function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    return quoted;
  }
}

/** The secrets in a value that was read. */
export function secretsInValue(
  json: Pick<ReadJson, 'value' | 'written'>,
  { names, whole }: SecretMembers,
): SecretValue[] {
  const found: SecretValue[] = [];
  const left: Place[] = [{ value: json.value, pointer: '', name: undefined, secret: whole }];
  for (let place = left.pop(); place && found.length < MOST_VALUES; place = left.pop()) {
    const { value, pointer, name, secret } = place;
    if (typeof value !== 'object' || value === null) {
      if (secret) add(found, name, value, json.written.get(pointer));
      continue;
    }
    const isList = Array.isArray(value);
    for (const [key, item] of Object.entries(value)) {
      const own = !isList && names.has(key);
      const inside = { name: own ? key : name, secret: secret || own };
      left.push({ value: item, pointer: `${pointer}/${escapePointer(key)}`, ...inside });
    }
  }
  return found;
}

interface Place {
  readonly value: unknown;
  readonly pointer: string;
  readonly name: string | undefined;
  readonly secret: boolean;
}

/** A number of fewer digits is in any text. */
const LEAST_DIGITS = 3;

function add(found: SecretValue[], name: string | undefined, value: unknown, written: string | undefined): void {
  if (typeof value === 'string' && value !== '') found.push({ name, value });
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  const text = written ?? String(value);
  if (text.replace(/\D/g, '').length >= LEAST_DIGITS) found.push({ name, value: text });
}
