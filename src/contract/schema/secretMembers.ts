/**
 * Finds what a contract calls secret: values with `format: password` (OpenAPI 3.1 §4.4.3) and values that are
 * `writeOnly`.
 */

import { type ReadJson, readJson } from '../../json/exactJson';
import { escapePointer } from '../../json/pointer';
import { remembered } from '../../support/caching';
import { heldWithin } from './applied';
import { facets, memberSchemas } from './facets';
import { BESIDE, isBeside, keptOnSchema, type Schema } from './schema';
import { DEEPEST_BODY } from './writeOnly';

/** Where the secret values of a schema stand. */
export interface SecretMembers {
  /** The names of secret members at any depth, and of the XML elements and attributes that hold them. */
  readonly names: ReadonlySet<string>;
  /** Whether the whole value is secret. */
  readonly whole: boolean;
}

/** Tells which members of a value are secret, without a list of their names. */
interface SecretNames {
  readonly names: Pick<SecretMembers['names'], 'has'>;
  readonly whole: boolean;
}

export const NO_MEMBERS: SecretMembers = { names: new Set(), whole: false };

/** A secret value, and the name of the member that holds it. The name is undefined if the whole value is secret. */
export interface SecretValue {
  readonly name: string | undefined;
  readonly value: string;
}

/** At most this many schemas are searched. A larger search would take too long. */
const MOST_VISITED = 5000;

/** At most this many secret values are taken from one body. */
const MOST_VALUES = 2000;

/** Returns which parts of the schema's values are secret. */
export const secretMembers = remembered((schema: Schema): SecretMembers => {
  const names = new Set<string>();
  const seen = new Set([schema]);
  // The loop also visits the schemas that it adds.
  for (const next of seen) {
    for (const [name, members] of memberSchemas(next)) {
      if (members.some((member) => isSecret(member))) {
        names.add(name);
        for (const member of members) names.add(xmlName(member) ?? name);
      }
      for (const member of members) if (seen.size < MOST_VISITED) seen.add(member);
    }
    for (const part of unnamedParts(next)) if (seen.size < MOST_VISITED) seen.add(part);
  }
  return { names, whole: isSecret(schema) };
});

/**
 * Returns whether a value of the schema is secret, or the unnamed values that it holds are, such as the items of a
 * list.
 */
export function isSecret(schema: Schema, depth = 0): boolean {
  const keywordSets = facets(schema, true);
  // A value from a public list in the contract is not secret, and a boolean hardly is.
  if (
    keywordSets.some(
      ({ enum: listed, const: only, type }) => listed !== undefined || only !== undefined || type === 'boolean',
    )
  )
    return false;
  const says = keywordSets.some(
    (keywords) => keywords['writeOnly'] === true || keywords['format'] === 'password' || isBesideReference(keywords),
  );
  return says || (depth < DEEPEST_BODY && unnamedParts(schema).some((part) => isSecret(part, depth + 1)));
}

function isBesideReference(keywords: Readonly<Record<string, unknown>>): boolean {
  return keywords[BESIDE] !== undefined && isBeside(keywords, 'writeOnly');
}

/** Returns the schemas of what a value holds without a name in the contract: of items, and of members of any name. */
const unnamedParts = keptOnSchema((schema): readonly Schema[] =>
  heldWithin(schema).flatMap(({ keyword, schema: part }) => (keyword === 'properties' ? [] : [part])),
);

function xmlName(schema: Schema): string | undefined {
  const xml = facets(schema, false).find((keywords) => keywords['xml'] !== undefined)?.['xml'];
  const name = typeof xml === 'object' && xml !== null && 'name' in xml ? xml.name : undefined;
  return typeof name === 'string' ? name.replace(/^[^:]*:/, '') : undefined;
}

/**
 * Returns the secrets in a text of JSON. The text need not be valid: it may be cut, hold several values one after
 * another, or repeat a member.
 */
export function secretsInJson(text: string, { names, whole }: SecretMembers): SecretValue[] {
  const scanned = scanMembers(text, names);
  try {
    return [...scanned, ...secretsInValue(readJson(text), { names, whole })];
  } catch {
    return whole ? [...scanned, { name: undefined, value: text }] : scanned;
  }
}

/** Matches a member with its value. Each quoted name and each value is matched only once, so a search takes linear time. */
const MEMBER = /"((?:[^"\\]|\\.){1,200})"\s*:\s*(?:"((?:[^"\\]|\\.){0,65536})|(-?\d[\d.eE+-]*))/gs;

function scanMembers(text: string, names: ReadonlySet<string>): SecretValue[] {
  const secrets: SecretValue[] = [];
  if (names.size === 0) return secrets;
  for (const [, name = '', quoted, number] of text.matchAll(MEMBER)) {
    if (secrets.length === MOST_VALUES) break;
    const plainName = unescaped(name);
    if (names.has(plainName))
      add(secrets, plainName, quoted === undefined ? Number(number) : unescaped(quoted), number);
  }
  return secrets;
}

function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    return quoted;
  }
}

/** Returns the secrets in a parsed value. */
export function secretsInValue(
  json: Pick<ReadJson, 'value' | 'written'>,
  { names, whole }: SecretNames,
): SecretValue[] {
  const secrets: SecretValue[] = [];
  const left: Place[] = [{ value: json.value, pointer: '', name: undefined, secret: whole }];
  for (let place = left.pop(); place && secrets.length < MOST_VALUES; place = left.pop()) {
    const { value, pointer, name, secret } = place;
    if (typeof value !== 'object' || value === null) {
      if (secret) add(secrets, name, value, json.written.get(pointer));
      continue;
    }
    const isList = Array.isArray(value);
    for (const [key, item] of Object.entries(value)) {
      const own = !isList && names.has(key);
      const inside = { name: own ? key : name, secret: secret || own };
      left.push({ value: item, pointer: `${pointer}/${escapePointer(key)}`, ...inside });
    }
  }
  return secrets;
}

interface Place {
  readonly value: unknown;
  readonly pointer: string;
  readonly name: string | undefined;
  readonly secret: boolean;
}

/** Numbers with fewer digits are not taken, because they occur in any text. */
const LEAST_DIGITS = 3;

function add(secrets: SecretValue[], name: string | undefined, value: unknown, written: string | undefined): void {
  if (typeof value === 'string' && value !== '') secrets.push({ name, value });
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  const text = written ?? String(value);
  if (text.replace(/\D/g, '').length >= LEAST_DIGITS) secrets.push({ name, value: text });
}
