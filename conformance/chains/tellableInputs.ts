/** Changes an input so that the thing that it makes can be told from all others: by a new name, by a text of its own, or by a note of such texts. */

import type { Media, Operation } from '../../src/contract/contract';
import { memberSchemas, memberSchemasOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { exactValue, parsedBody } from '../../src/json/exactJson';
import { isObject, type JsonValue } from '../../src/json/value';
import { hasToken } from '../../src/resources/tokens';
import { isReferringId } from '../../src/resources/vocabulary/ids';
import { isWantedUnique } from '../../src/resources/vocabulary/naming';
import { isOftenSet } from '../../src/resources/vocabulary/setByService';
import { changeableBody, rewrittenBody } from '../../src/serialization/changeableBody';
import { isBinary, sentKind } from '../../src/serialization/contentKind';
import type { Input } from '../../src/serialization/input';
import { mediaSentAs } from '../../src/serialization/writeBody';
import { remembered } from '../../src/support/caching';
import { inputsOf, plainInput } from '../inputs/inputs';
import { breaksTheSame } from '../sparing/freshNames';
import { freshKeys } from '../sparing/madeUpBodies';
import {
  type Body,
  fitsMedia,
  isCommon,
  isInParts,
  isSalted,
  newToken,
  roomForText,
  satisfiesMedia,
  tellingMembers,
  tokenInFront,
  unlikeInList,
  unlikeOthers,
} from '../sparing/uniqueTexts';
import { usersValues } from '../sparing/usersValues';
import { dateAs } from '../values/datePatterns';
import { makesOwn } from './mayMake';
import { withOwnContent } from './tellableContent';

/**
 * Returns the same as {@link distinct}. If that input has no text to recognise the thing by, it returns another input that has one, since only
 * a thing that can be recognised counts as made by the run. If none has one, it returns one with a body, since few services make a thing of
 * nothing, whatever the contract says.
 */
export function tellable(maker: Operation, input: Input, known: Known): Input {
  const plain = withOwnText(maker, distinct(maker, input, known), known);
  if (isTold(plain)) return plain;
  let withBody: Input | undefined;
  for (const { input: other } of inputsOf(maker, known).valid) {
    if (input.body && (!other.body || mediaOf(maker, other) !== mediaOf(maker, input))) continue;
    const told = distinct(maker, other, known);
    if (isTold(told)) return told;
    withBody ??= told.body && told;
  }
  return plain.body ? plain : (withBody ?? plain);
}

function isTold({ like = {} }: Input): boolean {
  return Object.keys(like).length > 0;
}

/**
 * Adds a text of the run's own to a body that has none, in an optional member where the schema has room for one, or in a map of which it describes no
 * member: `{ "hours": 8 }` → `{ "hours": 8, "remark": "a1b2c3d4" }`, `{ "data": { "x": "any" } }` → `{ "data": { "x": "a1b2c3d4" } }`. Without it, nobody could tell what is made of it from what others make. A body that breaks a clause breaks
 * the same one afterwards, and no other.
 */
export function withOwnText(maker: Operation, input: Input, known: Known): Input {
  if (!makesOwn(maker, known) || isTold(input)) return input;
  const sent = written(maker, input, known);
  if (!sent?.media.schema || usersValues(maker, known).has('', sent.body)) return input;
  const { media, body } = sent;
  const { schema } = sent.media;
  const isBroken = !satisfiesMedia(media, body);
  const token = tokenInFront(known.chance.random(maker));
  const withText = roomForText(schema, body).map((name) => ({ name, changed: { ...body, [name]: token } }));
  for (const { name, changed } of [...withText, ...mapsWithText(schema, body, token)]) {
    const fits = isBroken ? breaksTheSame(schema, body, changed) : satisfiesMedia(media, changed);
    if (fits) return rewritten(input, media, changed, { [name]: token });
  }
  return input;
}

/** Puts a text into each map of a body of which the schema describes no member: in place of the first text there, or as a further member. */
function mapsWithText(schema: Schema, body: Body, token: string): { readonly name: string; readonly changed: Body }[] {
  const isMap = (schemas: readonly Schema[]) => schemas.every((each) => memberSchemas(each).size === 0);
  const textOf = (map: Body) => Object.keys(map).find((name) => typeof map[name] === 'string') ?? token;
  const inner = Object.entries(body).flatMap(([member, value]) => {
    if (!isObject(value) || !isMap(memberSchemasOf(schema, member))) return [];
    const map = value as Body;
    const name = textOf(map);
    return [{ name, changed: { ...body, [member]: { ...map, [name]: token } } }];
  });
  return isMap([schema]) && Object.keys(body).length === 0 ? [{ name: token, changed: { [token]: token } }] : inner;
}

/**
 * Returns an input with a new name, since many services refuse a second thing of the same name. Values that were handed over do not change.
 */
export function distinct(maker: Operation, input: Input, known: Known): Input {
  const written = changeable(maker, input, known);
  if (!written) return withOwnContent(maker, input, known);
  const { media } = written;
  const users = usersValues(maker, known);
  const body = usersAnew(maker, written, known);
  const isOurs = (name: string) => !users.has(name, body[name] as string);
  const texts = ownTextsFirst(maker, media, body, known).filter(isOurs);
  const names = tellingMembers(body).filter(isOurs);
  let changed: Body = numbered(maker, body, media, known);
  const like = { ...users.uniqueIn(body), ...changedTexts(body, changed) };
  const unlike = unlikeOthers(known.chance, known.chance.random(maker));
  const token = newToken(known.chance, known.chance.random(maker));
  for (const name of names.length > 0 ? names : texts) {
    const value = body[name] as string;
    // A key that was made up is like no other already.
    if (changed[name] !== value) continue;
    const around = changed;
    const fits = (text: string) => fitsMedia(media, around, name, text);
    const fitting = unlike(value, fits, token);
    if (fitting === undefined) continue;
    changed = { ...changed, [name]: fitting };
    like[name] = fitting;
    if (names.length === 0) break;
  }
  const listed = Object.keys(like).length > 0 ? undefined : unlikeInList(changed, media, unlike, users);
  return rewritten(input, media, listed?.body ?? changed, listed?.like ?? like);
}

/** Returns the same input with one text changed to another of the same length, so that the thing that it makes can be recognised. */
export function marked(maker: Operation, input: Input, known: Known): Input {
  const written = changeable(maker, input, known);
  if (!written) return withOwnContent(maker, input, known, { isSameLength: true });
  const { media } = written;
  const users = usersValues(maker, known);
  const before = usersAnew(maker, written, known);
  const untaken = unlikeExamples(maker, numbered(maker, before, media, known), media, known);
  const unique = users.uniqueIn(before);
  const changedFrom = (body: Body) => ({ ...unique, ...changedTexts(before, body) });
  if (untaken.isOther) return rewritten(input, media, untaken.body, changedFrom(untaken.body));
  const { body } = untaken;
  const token = newToken(known.chance, known.chance.random(maker));
  const more = tellingMembers(body);
  let changed: Body = body;
  for (const name of ownTextsFirst(maker, media, body, known)) {
    const value = body[name] as string;
    // One text is enough, unless the service may set it itself.
    if (users.has(name, value) || (changed !== body && !more.includes(name))) continue;
    const around = changed;
    const text = markedBy(token, value, isSalted(known.chance)).find((each) => fitsMedia(media, around, name, each));
    if (text === undefined) continue;
    changed = { ...changed, [name]: text };
    if (!isOftenSet(name)) break;
  }
  if (changed !== body) return rewritten(input, media, changed, { ...unique, ...changedTexts(body, changed) });
  const unlike = unlikeOthers(known.chance, known.chance.random(maker));
  const listed = unlikeInList(body, media, unlike, users);
  if (listed) return rewritten(input, media, listed.body, { ...changedFrom(body), ...listed.like });
  return body === written.body ? input : rewritten(input, media, body, changedFrom(body));
}

/** Returns a text with a token in place of its end or its beginning, with the same length. @param isFirst whether the beginning comes first. */
function markedBy(token: string, text: string, isFirst: boolean): string[] {
  // Services count characters other than ASCII in different ways, so these are not changed.
  const atEnd = /[ -~]{8}$/.test(text) ? [text.slice(0, -token.length) + token] : [];
  const atFront = /^[ -~]{8}/.test(text) ? [token + text.slice(token.length)] : [];
  // What names something by its last part would still name it with another beginning: `/orders/3`.
  if (isInParts(text)) return text.includes('@') ? [] : atEnd;
  // The host of an address stays as it is.
  if (text.includes('@')) return text.indexOf('@') >= token.length ? atFront : atEnd;
  return isFirst ? [...atFront, ...atEnd] : atEnd;
}

/** Changes the names that the contract gives as examples, since a thing of such a name may be there: the request before may have made it. */
function unlikeExamples(maker: Operation, body: Body, media: Media, known: Known) {
  let changed: Body = body;
  const examples = media.examples.map(({ value }) => value);
  const unlike = unlikeOthers(known.chance, known.chance.random(maker));
  const users = usersValues(maker, known);
  for (const name of textsIn(media, body)) {
    const text = body[name] as string;
    if (!isWantedUnique(name) || text.includes('@') || !media.schema || users.has(name, text)) continue;
    if (!isCommon(media.schema, examples, name, text)) continue;
    const around = changed;
    const fits = (other: string) => fitsMedia(media, around, name, other);
    const fitting = unlike(text, fits);
    if (fitting !== undefined) changed = { ...changed, [name]: fitting };
  }
  return { body: changed, isOther: changed !== body };
}

/**
 * Returns the same input with a note of the texts that were made up for it alone. By these, what a lenient service makes of an invalid request
 * is recognised. A text that is in the plain input, too, is none of them: the contract may have it as an example.
 */
export function recognised(maker: Operation, input: Input, known: Known): Input {
  if (!makesOwn(maker, known) || input.like) return input;
  const told = withNote(maker, input, known);
  const sent = isTold(told) ? undefined : written(maker, input, known);
  if (!sent) return isTold(told) ? told : withOwnContent(maker, told, known, { isSameLength: true });
  return textsIn(sent.media, sent.body).length === 0 ? withOwnText(maker, told, known) : told;
}

function withNote(maker: Operation, input: Input, known: Known): Input {
  const [sent, plain] = [input, plainInput(maker, known)].map((each) => each && written(maker, each, known)?.body);
  if (!sent) return input;
  const users = usersValues(maker, known);
  const isOwn = (name: string) =>
    hasToken(String(sent[name])) && plain?.[name] !== sent[name] && !users.has(name, sent[name] as string);
  const names = tellingMembers(sent).filter(isOwn);
  return { ...input, like: Object.fromEntries(names.map((name) => [name, sent[name] as string])) };
}

/** Does the same as {@link changeable}, also for a body that is no JSON. */
function written(maker: Operation, input: Input, known: Known) {
  try {
    return changeable(maker, input, known);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the texts of a body that have changed. */
function changedTexts(before: Body, after: Body): Record<string, string> {
  const changed = Object.entries(after).filter(([name, text]) => typeof text === 'string' && text !== before[name]);
  return Object.fromEntries(changed as [string, string][]);
}

/** Changes the number or the key of a body, so that each request that makes a thing has another one. */
function numbered(maker: Operation, body: Body, media: Media, known: Known): Body {
  const fresh = media.schema && freshKeys(maker, media.schema, body, known);
  if (fresh) return fresh as Body;
  const name = Object.keys(body).find((each) => /^_?id$/i.test(each) && typeof body[each] === 'number');
  if (name === undefined || maker.method !== 'POST' || usersValues(maker, known).has(name, body[name] as number))
    return body;
  const changed = { ...body, [name]: known.chance.random(maker).int(100_000, 2 ** 31) };
  return satisfiesMedia(media, changed) ? changed : body;
}

/**
 * Asks code of the user for other values in place of those that it made. They are no texts of the run's own, unless that code says that nobody else
 * has them.
 */
function usersAnew(maker: Operation, { body, media }: { body: Body; media: Media }, known: Known): Body {
  const fits = (each: JsonValue) => satisfiesMedia(media, each);
  return usersValues(maker, known).bodyAnew(body, fits, known.chance.random(maker)) as Body;
}

/** Returns the JSON object, or the fields of the form, of an input that was made up; undefined for any other input. */
function changeable(maker: Operation, input: Input, known: Known) {
  const media = mediaOf(maker, input);
  if (!input.body || !media || known.handedOver.bodies(maker).length > 0) return undefined;
  const body = media.type.endsWith('json') ? parsedJson(input.body.bytes) : fieldsIn(maker, input, media);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { media, body: body as Body } : undefined;
}

function mediaOf(maker: Operation, { body }: Input): Media | undefined {
  return body && mediaSentAs(maker, body.contentType);
}

function fieldsIn(maker: Operation, input: Input, media: Media): JsonValue | undefined {
  const isForm = sentKind(media) === 'form' || sentKind(media) === 'multipart';
  return isForm ? (changeableBody(maker, input)?.json.value as JsonValue | undefined) : undefined;
}

/**
 * Parses a body once: many probes look into the same one. Whole numbers stay as they are written: -9223372036854775809 is less than the least int64,
 * and the double that is nearest to it is not.
 * @returns undefined if it is no JSON.
 */
export const parsedJson = remembered((bytes: Buffer): JsonValue | undefined => {
  const json = parsedBody(bytes);
  return json && exactValue(json);
});

/**
 * Returns the members that are texts, dates last: a date with something beside it is none. A pattern of dates stands for one. A file is no text: what
 * shows a thing shows its file elsewhere.
 */
function textsIn({ schema }: Media, body: Body): string[] {
  const isFile = (name: string) => schema !== undefined && memberSchemasOf(schema, name).some(isBinary);
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && dateAs(value) === undefined && !isFile(name)
      ? [{ name, isDate: A_DATE.test(value) }]
      : [],
  );
  return [...texts.filter(({ isDate }) => !isDate), ...texts.filter(({ isDate }) => isDate)].map(({ name }) => name);
}

/**
 * Returns the members that are texts, those last that refer to another thing: the id of a thing that the run makes stands there in the end, and then
 * nothing of the body is the run's own. An example: `project_id` of a task.
 */
function ownTextsFirst(maker: Operation, media: Media, body: Body, { contract: { kinds } }: Known): string[] {
  const own = kinds.madeBy(maker)?.item;
  const refers = (name: string) => isReferringId(name) || kinds.itemsMeantBy(name).some(({ item }) => item !== own);
  const texts = textsIn(media, body);
  return [...texts.filter((name) => !refers(name)), ...texts.filter(refers)];
}

const A_DATE = /^\d{4}-\d{2}-\d{2}|^\d{2}([-./])\d{2}\1\d{4}|^\d{2}:\d{2}/;

function rewritten(input: Input, media: Media, value: Body, like: Readonly<Record<string, string>>): Input {
  const body = input.body && rewrittenBody(media, input.body, value);
  return body ? { ...input, body, like } : input;
}

/**
 * Returns the input of a request that is to be refused. If the service takes it all the same, what it makes of it can be told by its text, and
 * is removed.
 */
export function refusableInput(operation: Operation, known: Known): Input | undefined {
  const input = plainInput(operation, known);
  return input && makesOwn(operation, known) ? distinct(operation, input, known) : input;
}

/**
 * Returns the input of a request about something that is not there. A service may make it all the same, under another name and whatever it
 * answers: `PUT /orders/#`, 404, and the list has one more. A text of its own tells that, also after the run was killed.
 */
export function inputForNothing(operation: Operation, input: Input, known: Known): Input {
  return operation.safe || input.like ? input : distinct(operation, input, known);
}
