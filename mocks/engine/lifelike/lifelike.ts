/**
 * Makes values that look like those of a real service, by the names and formats of their members. What is made here is a suggestion: whoever
 * uses it judges it by the schema, and replaces the parts that do not fit. So it looks at the usual keywords alone, and takes the first branch.
 */

import seedrandom from 'seedrandom';
import { type MutableJson, writeJson } from '../../../conformance/values/results';
import { facets } from '../../../src/contract/schema/facets';
import { endOf, isSchema, type Schema } from '../../../src/contract/schema/schema';
import { bareType, mediaKind } from '../../../src/http/mediaType';
import { isObject } from '../../../src/json/value';
import { DECLARED_IN_ERRORS, listsBreaches } from '../../../src/resources/vocabulary/errors';
import { isSeldomTrue } from '../../../src/resources/vocabulary/states';
import { saysNothing } from '../../../src/resources/vocabulary/wrapping';
import { lastNoun } from '../../../src/routing/pathTemplate';
import { agree } from './agree';
import { type Around, isAddress, isOfPerson, nameWords } from './byName';
import { byFaker } from './fakerNames';
import { byFramework, nameStatus } from './frameworks';
import {
  exampleIn,
  givenValue,
  inNextStates,
  keywordParts,
  type PartKeywords,
  tightest,
  typeOf,
  withoutExamples,
} from './keywords';
import { nameOfOne, ownPart, pageLabel, textOfName } from './labels';
import { likeExample, renamed } from './likeExample';
import type { LocalWords } from './localWords';
import { bySaying, type Refusal, type WrongPart, wholeRefusal } from './refusal';
import { fits, fittingNumber, fittingText } from './scalars';
import { between, type NextRandom, oneOf, subjectOf } from './subject';
import { type HandingOut, membersOfToken } from './tokens';

interface Wanted {
  /** The name of what the value is for; empty for a whole content. */
  readonly name?: string;
  /** What the value is about, such as the path of the operation: `/customers/{id}`. */
  readonly about: string;
  readonly random: NextRandom;
  /** How many things the outermost list has at least; 0 for a handful. */
  readonly least?: number;
  /**
   * Whether another value is made each time. Else one thing, and the first one of a list, is as the contract names it first, and the others of the
   * list take what it lists in turn: `status: open`, then `done`.
   */
  readonly isVaried?: boolean;
  /** What was wrong with the request, for an answer that refuses it. */
  readonly refusal?: Refusal | undefined;
  /** The words of a language; undefined for English. */
  readonly local?: LocalWords | undefined;
  /** Returns where the mock serves pictures; undefined if it serves none. */
  readonly pictures?: Around['pictures'];
  /** What tokens depend on; undefined if their times are fixed as all others are. */
  readonly handingOut?: HandingOut | undefined;
  /** Makes a value satisfy its schema, for texts that hold a value themselves; undefined if nothing does that. */
  readonly completed?: ((schema: Schema, value: MutableJson | undefined) => MutableJson | undefined) | undefined;
}

/** Values are made down to this depth. Below it, after so many values, and within itself, an object has only what it must have. */
const DEEPEST = 8;
const MOST_VALUES = 2000;

/** Returns a value for a schema; undefined if nothing can be suggested. */
export function lifelike(
  schema: Schema,
  { name = '', about, random, least = 0, isVaried = false, refusal, local, pictures, handingOut, completed }: Wanted,
): MutableJson | undefined {
  const place = nameWords(about.replace(/\{[^}]*\}/g, ' '));
  const making: Making = {
    about,
    random,
    least,
    isVaried,
    refusal,
    local,
    pictures,
    handingOut,
    completed,
    left: MOST_VALUES,
  };
  return suggested(schema, { name, place, subject: subjectOf(1, random, local), inside: [] }, making);
}

/** Returns a value of a member by its name, the same each time; a text if it has no schema. Undefined if nothing can be suggested. */
export function memberByName(schema: Schema | undefined, name: string): MutableJson | undefined {
  const random = seedrandom(`1 ${name}`);
  if (schema) return lifelike(schema, { name, about: '', random });
  return textOfName(name, random);
}

interface Site {
  /** The name of the member; empty at the top. */
  readonly name: string;
  readonly place: string;
  readonly subject: Around['subject'];
  /** What the list says of the things in it. */
  readonly described?: unknown;
  /** Whether it is a text of a page, by its key. */
  readonly isLabel?: boolean;
  /** What a list of errors tells at this place. */
  readonly breach?: WrongPart | undefined;
  /** The schemas around this one, since schemas may hold themselves. */
  readonly inside: readonly Schema[];
}

interface Making {
  readonly about: string;
  readonly random: NextRandom;
  readonly least: number;
  readonly isVaried: boolean;
  readonly refusal: Refusal | undefined;
  readonly local: LocalWords | undefined;
  readonly pictures: Around['pictures'];
  readonly handingOut: HandingOut | undefined;
  readonly completed: Wanted['completed'];
  left: number;
}

function suggested(schema: Schema, site: Site, making: Making): MutableJson | undefined {
  making.left -= 1;
  if (making.left < -MOST_VALUES || site.inside.length > 2 * DEEPEST) return undefined;
  const parts = keywordParts(schema, 0);
  const first = (name: string) =>
    parts.find((each) => each[name] !== undefined)?.[name] ?? (name === 'description' ? site.described : undefined);
  const words = nameWords(ownPart(site.name));
  const said = making.refusal ? bySaying(making.refusal, toFill(words, parts), site.breach) : [];
  const fitting = said.find((each) => fits(schema, each) !== undefined);
  if (making.refusal?.isBorrowed && fitting !== undefined) return fitting;
  const around: Around = {
    place: site.place,
    subject: site.subject,
    random: making.random,
    local: making.local,
    pictures: making.pictures,
  };
  const shown = making.refusal || site.subject.number === 1 ? undefined : exampleIn(parts);
  const other =
    shown === undefined
      ? undefined
      : fittingLike(schema, shown, inNextStates(parts, likeExample(shown, words, around), site.subject.number));
  if (other !== undefined) return other;
  const given = givenValue(making.refusal?.isBorrowed ? parts.map(withoutExamples) : parts, (values) =>
    making.isVaried ? oneOf(values, making.random) : values[(site.subject.number - 1) % values.length],
  );
  // An example that breaks its schema is mended by whoever completes the value; of a text or a number, nothing would be left.
  if (given !== undefined && (typeof given === 'object' || fits(schema, given) !== undefined)) return given;
  const faked = byFaker(fakerIn(schema), making.random);
  if (faked !== undefined) return fits(schema, faked);
  const worded = making.refusal && byFramework(schema, making.refusal, site.breach);
  if (worded !== undefined && fits(schema, worded) !== undefined) return worded;
  if (fitting !== undefined) return fitting;
  const held = heldInText(parts, site, making);
  if (held !== undefined) return fits(schema, held);
  switch (typeOf(parts)) {
    case 'object':
      return objectOf(schema, parts, site, making);
    case 'array':
      return listOf(schema, parts, site, making);
    case 'string':
      if (site.isLabel) return fits(schema, pageLabel(site.name));
      return fittingText(schema, words, around, { first });
    case 'integer':
      return fittingNumber(schema, words, around, { first, isWhole: true });
    case 'number':
      return fittingNumber(schema, words, around, { first, isWhole: false });
    case 'boolean':
      return isSeldomTrue(words) ? false : making.random() < 0.7;
    default:
      return undefined;
  }
}

/** Tells whether the members of an object are the labels of a page by their keys: `{ "menu.logs": "Logs", "menu.lists": "Lists" }`. */
function areLabels(members: readonly (readonly [name: string, schema: Schema])[]): boolean {
  return (
    members.length > 4 && members.every(([name, schema]) => /\w\.\w/.test(name) && isPlainText(keywordParts(schema, 0)))
  );
}

function isPlainText(parts: readonly PartKeywords[]): boolean {
  return typeOf(parts) === 'string' && parts.every(({ description }) => description === undefined);
}

function toFill(words: string, parts: readonly PartKeywords[]) {
  const members = parts.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const isMap = parts.some(({ additionalProperties }) => isSchema(additionalProperties));
  return { words, type: typeOf(parts), members, isMap };
}

/** Returns what a schema asks of faker. It is no keyword of any dialect, so it is read where it is written. */
function fakerIn(schema: Schema): unknown {
  const { value } = endOf(schema).place;
  return isObject(value) ? value['x-faker'] : undefined;
}

/** Returns another thing than the example, with the members of which the schema allows that they differ; undefined if there are none. */
function fittingLike(schema: Schema, example: MutableJson, other: MutableJson): MutableJson | undefined {
  if (fits(schema, other) !== undefined) return other;
  if (!isObject(example) || !isObject(other)) return undefined;
  let fitting = example as Record<string, MutableJson>;
  for (const [name, value] of Object.entries(other as Record<string, MutableJson>)) {
    const changed = { ...fitting, [name]: value };
    if (fits(schema, changed) !== undefined) fitting = changed;
  }
  return fitting === example ? undefined : fitting;
}

function objectOf(schema: Schema, parts: readonly PartKeywords[], site: Site, making: Making): MutableJson | undefined {
  const members: Record<string, MutableJson> = {};
  const inside = [...site.inside, schema];
  const names = parts.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const around = placeOf(site.name, site.place);
  const all = names.map(nameWords);
  const place = [around, isOfPerson(all, around) ? 'person' : '', isAddress(all) ? 'address' : ''].join(' ').trim();
  const isLabel = areLabels(
    parts.flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, Schema>)),
  );
  const mustHave = parts.flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
  const isShort = making.left < 0 || inside.length > DEEPEST || site.inside.includes(schema);
  // What is written only is in no answer, and members that two parts describe are made by the first.
  for (const { properties } of parts) {
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
      if (!mustHave.includes(name) && (isShort || inside.includes(member))) continue;
      if (Object.hasOwn(members, name) || keywordParts(member, 0).some((each) => each['writeOnly'] === true)) continue;
      const value = suggested(
        member,
        { name, place, subject: site.subject, inside, breach: site.breach, isLabel },
        making,
      );
      if (value !== undefined)
        Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  // What is required and not described is a text by its name.
  const isOpen = parts.every(({ additionalProperties: more }) => more !== false && !isSchema(more));
  for (const name of (isOpen ? mustHave : []).filter(
    (each) => !names.includes(each) && !Object.hasOwn(members, each),
  )) {
    const value = memberByName(undefined, name);
    if (value !== undefined)
      Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
  }
  if (making.handingOut) handOut(members, parts, making.handingOut);
  if (making.refusal) nameStatus(members, making.refusal, (named) => fits(schema, named) !== undefined);
  else agreeIn(members, parts, site, around);
  if (names.length === 0 && site.breach)
    return fits(schema, { field: site.breach.field, message: site.breach.message });
  const [own] =
    site.subject.number === 1
      ? []
      : parts.flatMap(({ properties }) => (properties as Record<string, Schema> | undefined)?.['id'] ?? []);
  return own ? renamed(members, exampleIn(keywordParts(own, 0))) : members;
}

/** Returns the text that holds a value of its own: JSON, of which the contract says the schema (`contentSchema`). Undefined for any other text. */
function heldInText(parts: readonly PartKeywords[], site: Site, making: Making): string | undefined {
  const content = parts.map(({ contentSchema }) => contentSchema).find(isSchema);
  const isJson = parts.some(
    ({ contentMediaType: type }) => typeof type === 'string' && mediaKind(bareType(type)) === 'json',
  );
  if (!content || !isJson || (typeOf(parts) ?? 'string') !== 'string') return undefined;
  const value = suggested(content, site, making);
  const whole = value !== undefined && fits(content, value) !== undefined ? value : making.completed?.(content, value);
  return whole === undefined ? undefined : writeJson(whole);
}

/** Changes the members that say something of a token which the object hands out, as far as their schemas allow it. */
function handOut(members: Record<string, MutableJson>, parts: readonly PartKeywords[], handingOut: HandingOut): void {
  const schemaOf = (name: string) =>
    parts.flatMap(({ properties }) => (properties as Record<string, Schema> | undefined)?.[name] ?? [])[0];
  const isGiven = (name: string) => {
    const schema = schemaOf(name);
    return schema !== undefined && givenValue(keywordParts(schema, 0), ([first]) => first) !== undefined;
  };
  for (const [name, value] of Object.entries(membersOfToken(members, handingOut, isGiven))) {
    const schema = schemaOf(name);
    if (schema && fits(schema, value) !== undefined) members[name] = value;
  }
}

function agreeIn(
  members: Record<string, MutableJson>,
  parts: readonly PartKeywords[],
  site: Site,
  place: string,
): void {
  agree(members, {
    number: site.subject.number,
    place,
    isThing:
      site.inside.length < 3 && site.inside.filter((each) => !isList(each)).length < (site.inside.some(isList) ? 2 : 1),
    set(name, value) {
      const schemas = parts.flatMap(
        ({ properties }) => (properties as Record<string, Schema> | undefined)?.[name] ?? [],
      );
      const isGiven = schemas.some((each) => givenValue(keywordParts(each, 0), ([first]) => first) !== undefined);
      if (!isGiven && schemas.every((each) => fits(each, value) !== undefined)) members[name] = value;
    },
  });
}

function listOf(schema: Schema, parts: readonly PartKeywords[], site: Site, making: Making): MutableJson | undefined {
  const items = parts.map(({ items: each }) => each).find(isSchema);
  if (!items || parts.some(({ prefixItems }) => prefixItems !== undefined)) return undefined;
  const [least, most] = [tightest(parts, 'minItems', Math.max), tightest(parts, 'maxItems', Math.min)];
  const isOutermost = !site.inside.some(isList);
  const wished = Math.max(site.inside.length < 2 ? between(3, 4, making.random) : 2, isOutermost ? making.least : 0);
  const length =
    making.left < 0 || site.inside.includes(items)
      ? (least ?? 0)
      : Math.max(least ?? 0, Math.min(most ?? wished, wished));
  if (length > MOST_VALUES / 4) return undefined;
  const { name, place } = namingOf(items, site, making.about);
  const inside = [...site.inside, schema];
  const list: MutableJson[] = [];
  const breaches = breachesFor(items, site, making);
  const isMessage = breaches !== undefined && typeOf(keywordParts(items, 0)) === 'string';
  const count = breaches ? Math.min(Math.max(breaches.length, least ?? 0), most ?? breaches.length) : length;
  const described = parts.find(({ description }) => description !== undefined)?.['description'];
  let turn: number | undefined;
  for (let at = 1; at <= count; at++) {
    const subject = subjectOf(at, making.random, making.local, turn);
    turn ??= subject.turn;
    const breach = breaches?.[at - 1] ?? site.breach;
    const own: Site = { name: isMessage ? 'message' : name, place, subject, inside, breach, described };
    const value = suggested(items, own, making);
    if (value === undefined) return making.left < 0 && list.length >= Math.max(least ?? 0, 1) ? list : undefined;
    if (typeof value === 'object' || !list.includes(value)) list.push(value);
  }
  return list;
}

/** Returns what each thing of a list is called. Texts of which only the path says what they are, are called by it: genres of `GET /genres`. */
function namingOf(items: Schema, { name, place }: Site, about: string): Pick<Site, 'name' | 'place'> {
  const own = nameOfOne(name);
  const words = nameWords(own);
  const noun = lastNoun(about);
  const isText = ['string', 'number', 'integer'].includes(typeOf(keywordParts(items, 0)) ?? '');
  if (!isText || noun === '' || (words !== '' && !saysNothing(words))) return { name: own, place: placeOf(own, place) };
  return {
    name: nameOfOne(noun),
    place: nameWords(about.slice(0, about.lastIndexOf(noun)).replace(/\{[^}]*\}/g, ' ')),
  };
}

/**
 * Returns what a list of an error tells one by one; undefined for another list. Where each entry names the field that is wrong, a list has none for
 * what is wrong with no field: a credential that is missing.
 */
function breachesFor(items: Schema, { name, place }: Site, { refusal }: Making): readonly WrongPart[] | undefined {
  const isOfTexts = typeOf(keywordParts(items, 0)) === 'string';
  if (!refusal || !(listsBreaches(nameWords(name)) || (isOfTexts && listsBreaches(place)))) return undefined;
  if (isOfTexts && refusal.breaches.length === 0) return [wholeRefusal(refusal)];
  const members = keywordParts(items, 0).flatMap(({ properties }) => Object.keys(properties ?? {}));
  if (members.some((each) => DECLARED_IN_ERRORS.field.test(nameWords(each))))
    return refusal.breaches.filter(({ field }) => field !== '');
  return refusal.breaches.length > 0 ? refusal.breaches : undefined;
}

function isList(schema: Schema): boolean {
  return typeOf(facets(schema, false)) === 'array';
}

/** Returns the words of what a value is about: the name of the member that holds it, unless that says nothing. */
function placeOf(name: string, around: string): string {
  const words = nameWords(name);
  return words === '' || saysNothing(words) ? around : words;
}
