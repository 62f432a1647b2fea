/** Reads in an answer why a request was refused: which of the contract's members and parameters it names, and what it says of them. */

import type { Operation } from '../../src/contract/contract';
import { itemSchemaAt, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { EditPlace } from '../../src/engine/model/tries';
import type { Response } from '../../src/http/message';
import { escapePointer, pointerTokens, unescapePointer } from '../../src/json/pointer';
import { isObject, jsonOfText } from '../../src/json/value';
import { holdsWrongParts, namesWrongPart, saysWhatIsWrong } from '../../src/resources/vocabulary/errors';
import { plain } from '../../src/resources/vocabulary/words';
import { mediaSentAs } from '../../src/serialization/writeBody';
import { escapeRegExp } from '../../src/support/words';
import { memberNamed, membersMissed } from './missedMembers';

/** A place of a request that the contract knows. */
interface KnownPlace extends EditPlace {}

/** One thing that a refusal says. */
export interface Reason extends KnownPlace {
  /** The place is missing or empty; it is not known there; or something else is wrong with it. */
  readonly says: 'missing' | 'unknown' | 'wrong';
  /** Its sentence. */
  readonly said: string;
}

/** A body that may have members which the contract does not name. */
export interface SentMembers {
  /** The names of its members, where it may have others itself. */
  readonly names: readonly string[];
  /** JSON Pointers of the objects in it that may have others: `` for the body, `/data` for one in it. */
  readonly objects: readonly string[];
}

/** How far an answer is searched, and how long a text of it may be, in characters. */
const DEEPEST = 6;
const LONGEST = 4000;
const LARGEST = 64 * 1024;
const MOST_REASONS = 20;

/** The members of bodies are known to this depth, and so many of them. */
const DEEPEST_MEMBER = 3;
const MOST_PLACES = 400;

/**
 * Returns what a refusal says of places of the request. Names that the contract does not have there say nothing, unless the body may have them.
 * @param contentType of the body that was sent; undefined if there was none.
 * @param sent what was sent in a body that may have other members than the contract names: those that the refusal misses count, too.
 */
export function reasonsOf(
  operation: Operation,
  contentType: string | undefined,
  response: Response,
  sent?: SentMembers,
): Reason[] {
  const reader = new RefusalReader(withMembers(knownPlaces(operation, contentType), sent?.names), sent?.objects);
  if (response.body.length > LARGEST) return [];
  const text = response.body.toString('utf8');
  const value = jsonOfText(text);
  if (value === undefined) reader.readText(text.replace(/<[^>]*>/g, ' '));
  else reader.readValue(value, 0);
  return reader.reasons.slice(0, MOST_REASONS);
}

/** Does the same with the first line of what a refusal says. */
export function reasonsIn(operation: Operation, contentType: string | undefined, said: string): readonly Reason[] {
  const reader = new RefusalReader(knownPlaces(operation, contentType));
  reader.readText(said);
  return reader.reasons.slice(0, MOST_REASONS);
}

/** Returns all places that a request of an operation may have. */
function knownPlaces(operation: Operation, contentType?: string): KnownPlace[] {
  const parameters = operation.parameters.flatMap(({ name, in: where }): KnownPlace[] =>
    where === 'querystring' ? [] : [{ place: where, name }],
  );
  const sent = contentType === undefined ? undefined : mediaSentAs(operation, contentType);
  const schema = (sent ?? operation.requestBody?.media[0])?.schema;
  const members: KnownPlace[] = [];
  const visit = (at: Schema, pointer: string, depth: number): void => {
    if (depth >= DEEPEST_MEMBER) return;
    for (const [name, [member]] of memberSchemas(at)) {
      if (members.length >= MOST_PLACES) return;
      const inner = `${pointer}/${escapePointer(name)}`;
      members.push({ place: 'body', name: inner });
      if (!member) continue;
      const items = itemSchemaAt(member, 0);
      visit(member, inner, depth + 1);
      if (items) visit(items, `${inner}/0`, depth + 1);
    }
  };
  if (schema) visit(schema, '', 0);
  return [...parameters, ...members];
}

/** Adds members that a body was sent with, though the contract does not name them. */
function withMembers(places: readonly KnownPlace[], sent: readonly string[] = []): readonly KnownPlace[] {
  const known = new Set(places.filter(({ place }) => place === 'body').map(({ name }) => name));
  const others = sent.map((name) => `/${escapePointer(name)}`).filter((name) => !known.has(name));
  return [...places, ...others.map((name): KnownPlace => ({ place: 'body', name }))];
}

class RefusalReader {
  readonly reasons: Reason[] = [];

  /** @param objects JSON Pointers of the objects in the body that may have members which the contract does not name. */
  constructor(
    private readonly places: readonly KnownPlace[],
    private readonly objects: readonly string[] = [],
  ) {}

  /** @param isHolder whether the members of the value may have the names of what is wrong. */
  readValue(value: unknown, depth: number, isHolder = depth === 0): void {
    if (depth > DEEPEST) return;
    if (typeof value === 'string') this.readText(value);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MOST_REASONS)) this.readValue(item, depth + 1);
      return;
    }
    const entries = Object.entries(value);
    if (this.readEntry(entries)) return;
    for (const [name, inner] of entries) {
      const said = textsOf(inner) ?? this.textsOfPlace(name, inner);
      if (isHolder && said !== undefined && !saysWhatIsWrong(name) && this.note([name], said)) continue;
      if (isHolder && isObject(inner) && this.noteWithin(name, inner)) continue;
      this.readValue(inner, depth + 1, holdsWrongParts(name));
    }
  }

  /** Reads a tree that has the names of a place: `{ "address": { "city": ["is required"] } }`. @returns whether it says something. */
  private noteWithin(name: string, inner: object): boolean {
    if (this.find([name]).length === 0) return false;
    const noted = Object.entries(inner).map(([member, text]) => {
      const said = textsOf(text);
      return said !== undefined && this.note([name, member], said);
    });
    return noted.includes(true);
  }

  /** Returns what an object says of a place that is called like it: `{ "email": { "_errors": ["Required"] } }`; undefined if it holds places itself. */
  private textsOfPlace(name: string, inner: unknown): string | undefined {
    if (!isObject(inner)) return undefined;
    const texts = Object.entries(inner).flatMap(([member, text]) => {
      const isSaying = saysWhatIsWrong(member.replace(/^_+/, '')) && this.find([name, member]).length === 0;
      return isSaying ? (textsOf(text) ?? []) : [];
    });
    return texts.length > 0 ? texts.join(' ') : undefined;
  }

  /** Reads `{ "field": "email", "message": "must not be blank" }`. @returns whether it names a place. */
  private readEntry(entries: readonly (readonly [string, unknown])[]): boolean {
    const said = entries.flatMap(([name, inner]) => (saysWhatIsWrong(name) ? (textsOf(inner) ?? []) : [])).join(' ');
    const named = entries.flatMap(([name, inner]) => (namesWrongPart(name) ? [pathOf(inner)] : []));
    // An object beside the sentence may name the place: `{ "message": "must have …", "params": { "missingProperty": "email" } }`.
    const beside = said === '' ? [] : entries.flatMap(([, inner]) => (isObject(inner) ? [pathOf(inner)] : []));
    const paths = [...named, ...beside].flatMap((path) => (path ? [path] : []));
    if (paths.some((path) => this.noteKnown(path, said))) return true;
    // Another name may be that of the error: `{ "name": "ValidationError", "message": "email is required" }`. What the sentence names goes first.
    const before = this.reasons.length;
    if (paths.length > 0) this.readText(said);
    return this.reasons.length > before || paths.some((path) => this.noteMissed(path, said));
  }

  /** Reads a sentence: `Unrecognized field "x"`, `createUser.arg0.email: must not be blank`, `email is required`. */
  readText(text: string): void {
    const said = text.slice(0, LONGEST);
    if (!TELLING.test(said) && !NOTHING_SENT.test(said)) return;
    const chain = [...said.matchAll(/\[\\?"([^"\\]+)\\?"\]/g)].map(([, name = '']) => name);
    if (/reference chain/i.test(said) && chain.length > 0 && this.note(chain, said)) return;
    const breaches = [...said.matchAll(/interpolatedMessage='([^']*)', propertyPath=([\w.[\]]+)/g)];
    for (const [, reason = '', path = ''] of breaches) this.note([path], reason);
    if (breaches.length > 0) return;
    // Java says so of what it does not find: `because the return value of "Order.getCustomer()" is null`.
    const [, absent] = /\bget([A-Z]\w*)\(\)" is null/.exec(said) ?? [];
    if (absent !== undefined && this.note([absent], 'missing')) return;
    for (const { place, name } of this.places) {
      const own = lastOf(name);
      if (own.length < 2) continue;
      // Of a list a service may name an item: `tags[0]`.
      const word = `${spelled(own)}(?:\\[\\d*\\])?`;
      const isNamed =
        new RegExp(`["'\`]${word}["'\`]`, 'i').test(said) ||
        new RegExp(`["'\`.]${word}["'\`]|[\\w\\])]\\.${word}\\b\\s*[:=]?\\s`).test(said) ||
        new RegExp(`(^|[^\\w-])["'\`]?${word}["'\`]?\\s*[:=]?\\s+(${AFTER})`, 'i').test(said) ||
        new RegExp(`(^|[^\\w-])no ["'\`]?${word}["'\`]? (${LACKING})`, 'i').test(said) ||
        new RegExp(`(${BEFORE})\\s*[:=]?\\s*(?:(?:the|an?) )?["'\`]?${word}["'\`]?(?![\\w-])`, 'i').test(said);
      const sentence = sentenceWith(said, own);
      const says = EXCLUDED.test(said) ? 'unknown' : meaningOf(sentence);
      if (isNamed) this.add({ place, name, says, said: sentence });
    }
    if (!this.objects.includes('')) return;
    for (const { name, said: sentence } of membersMissed(said)) this.note([name], sentence);
  }

  /** @returns whether the contract knows the place. */
  private noteKnown(path: readonly string[], said: string): boolean {
    const found = this.find(path);
    for (const each of found) this.add({ ...each, says: meaningOf(said), said });
    return found.length > 0;
  }

  /** @returns whether the body may have a member of that name, and it is missed. */
  private noteMissed(path: readonly string[], said: string): boolean {
    const missed = meaningOf(said) === 'missing' ? memberNamed(path, this.objects) : undefined;
    if (missed !== undefined) this.add({ place: 'body', name: missed, says: 'missing', said });
    return missed !== undefined;
  }

  /** @returns whether the place is known, or missed. */
  private note(path: readonly string[], said: string): boolean {
    return this.noteKnown(path, said) || this.noteMissed(path, said);
  }

  private add(reason: Reason): void {
    const isKnown = this.reasons.some(({ place, name }) => place === reason.place && name === reason.name);
    if (!isKnown) this.reasons.push(reason);
  }

  /** Returns the places that end in the longest end of a path; what stands before it is the service's own: `createUser`, `arg0`, `body`. */
  private find(path: readonly string[]): KnownPlace[] {
    const steps = path.flatMap((step) => step.split(/[./[\]]+/)).filter((step) => step !== '');
    const [first = ''] = steps;
    for (let from = 0; from < steps.length; from++) {
      const end = steps.slice(from).map((step) => (/^\d+$/.test(step) ? '0' : step));
      const ends = (written: (token: string) => string) =>
        this.places.filter(({ place, name }) => {
          const own = place === 'body' ? pointerTokens(name) : [name];
          return own.map(written).join('/') === end.map(written).join('/');
        });
      const exact = ends((token) => token.toLowerCase());
      const found = exact.length > 0 ? exact : ends((token) => plain(token) || token);
      const meant = found.filter(({ place }) => place === first.toLowerCase());
      if (found.length > 0) return meant.length > 0 ? meant : found;
    }
    return [];
  }
}

/** Only a text with such a word says what is wrong with a request. */
const TELLING =
  /requir|missing|must|unknown|unrecogni|unexpected|not (allowed|permitted|supported|valid|found|present|null|blank|empty|exist|an? )|cannot|can't|invalid|should|illegal|mismatch|convert|pars(e|ing)|already set|deserializ|additional|blank|empty/i;
const AFTER =
  "is|are|was|must|may|should|can|cannot|can't|has|have|does|not|required|missing|invalid|field|parameter|already";
/** `No status provided`. */
const LACKING = 'provided|given|specified|supplied|sent|set|present|uploaded';
const NOTHING_SENT = new RegExp(`\\bno [\\w-]+ (${LACKING})`, 'i');
const BEFORE =
  'unknown|unrecognized|unexpected|missing|invalid|required|requires|parameters?|fields?|property|properties|attribute|argument|member|column|header|value for|value of|named|without|provide|specify';

/** What is sent beside it says the same: of the two, one is to be left out. */
const EXCLUDED = /already set|mutually exclusive/i;

function meaningOf(said: string): Reason['says'] {
  if (
    /unknown|unrecogni|unexpected|not (allowed|permitted|supported)|additional|\bextra\b|extra_forbidden|no such (field|prop|param)/i.test(
      said,
    )
  )
    return 'unknown';
  if (/requir|missing|blank|empty|\bnull\b|not ?null|must be (given|provided|present|set)|not present/i.test(said))
    return 'missing';
  if (NOTHING_SENT.test(said)) return 'missing';
  return 'wrong';
}

/** Returns the part of a text that names something. */
function sentenceWith(text: string, name: string): string {
  const word = new RegExp(spelled(name), 'i');
  const parts = text.split(/[.;!\n](?=\s|$)|,\s(?=\S+\s)|\n/);
  return parts.find((part) => part.includes(name)) ?? parts.find((part) => word.test(part)) ?? text;
}

/** Returns an expression for a name as services spell it to people: `first_name` is `firstName`, `FirstName` or `First name`, too. */
export function spelled(name: string): string {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|[_\s-]+/).filter((word) => word !== '');
  const isPlain = words.length > 1 && words.every((word) => /^[a-z\d]+$/i.test(word));
  return isPlain ? words.map(escapeRegExp).join('[ _-]?') : escapeRegExp(name);
}

/** Returns a text, or the texts of a list, as one; undefined for anything else. */
function textsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === 'string') ? value.join(' ') : undefined;
}

/** Returns the steps of a path: of `"user.email"`, `["body", "email"]`, `{ "pointer": "/data/email" }`. */
function pathOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value === '' || value.length > LONGEST ? undefined : [value.replace(/^#/, '')];
  if (Array.isArray(value))
    return value.every((step) => ['string', 'number'].includes(typeof step)) ? value.map(String) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = Object.entries(value).find(([name, step]) => namesWrongPart(name) && typeof step === 'string');
  return inner && pathOf(inner[1]);
}

function lastOf(name: string): string {
  return unescapePointer(name.slice(name.lastIndexOf('/') + 1));
}
