/** Applies changes to a planned request, as far as it stays what it is: valid, or broken in the one way that it shows. */

import { isNoSegment, type Operation } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { schemasUnder } from '../../src/contract/schema/facets';
import { breaches } from '../../src/contract/schema/judge';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Edit } from '../../src/engine/model/tries';
import type { Pair } from '../../src/http/uri';
import { exactValue } from '../../src/json/exactJson';
import { pointerTokens, valueAt } from '../../src/json/pointer';
import { isScalar, type JsonValue, toJson, toText } from '../../src/json/value';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { changeableBody, rewrittenBody } from '../../src/serialization/changeableBody';
import type { Input } from '../../src/serialization/input';
import { typed } from '../../src/serialization/readParameter';
import { createRandom } from '../../src/support/random';
import { isFree } from '../chains/mayMake';
import { touchesAt } from '../inputs/toCase';
import { keepsLength } from '../sparing/chosenKeys';
import { foreignPlace, textsSentAs } from '../sparing/foreignPlaces';
import { nameAt } from '../sparing/namedPlaces';
import { usersValues } from '../sparing/usersValues';
import { broughtInto } from './askedForms';
import { madeAnew } from './takenValues';

/**
 * Returns a case with changes. A change is left out where the case itself varies or breaks that place.
 * @returns the same case if nothing changes; undefined if the request would no longer be what it is to show.
 */
export function withEdits(each: Case, edits: readonly Edit[], known: Known): Case | undefined {
  const wanted = edits.filter((edit) => !isVaried(each, edit));
  if (wanted.length === 0) return each;
  const values = withValues(each, wanted, known);
  const input = values && withInput(each, wanted, known);
  if (!values || !input) return undefined;
  const { request, claim } = each;
  if (values === request.values && input === request.input) return each;
  // Only what can be recognised can be removed again.
  const isTold = (one: Input) => Object.keys(one.like ?? {}).length > 0;
  if (known.wanted.writes === 'own' && isTold(request.input) && !isTold(input)) return undefined;
  const changed = { ...each, request: { ...request, values, input } };
  // What a refusal or an example gives may be somebody's.
  const foreign = input === request.input ? undefined : foreignPlace(changed, known);
  if (foreign !== undefined && foreign !== foreignPlace(each, known)) return undefined;
  const moved =
    values === request.values
      ? each
      : {
          ...each,
          claim: { ...claim, exists: false, handedOver: false },
          touches: touchesAt(request.operation, values),
        };
  return { ...moved, request: { ...request, values, input } };
}

/** Tells whether a case is about the place that would change. */
function isVaried({ claim: { name, violation, handedOver, probe } }: Case, edit: Edit): boolean {
  if (handedOver || (probe === 'unusual' && name.startsWith('the body is '))) return true;
  // An id is a valid one because something has it, and not by its form alone.
  if (probe === 'valid' && edit.place === 'query' && isBareId(edit.name)) return false;
  const label = edit.place === 'body' ? edit.name : (edit.name ?? '');
  if (violation) {
    const { subject, clauseText } = violation;
    if (edit.place !== 'body') return subject === label || subject.startsWith(`${label} in the `);
    if (subject === 'the body') return /^(content|required: true)/.test(clauseText);
    return subject === 'a body' || isAround(subject, edit.name);
  }
  const [, unusual = ''] = probe === 'unusual' ? name.split(' for ') : [];
  const isNamed = (text: string) =>
    name.includes(`${text} is `) || name === `with ${text}` || unusual.split(', ').includes(text);
  return label === '' ? name === 'with a body' : isNamed(label) || isNamed(`${label} in the ${edit.place}`);
}

/** Tells whether one pointer lies in the other, or is the same. */
function isAround(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

function withValues(
  { request, claim, chain, waitsFor }: Case,
  edits: readonly Edit[],
  known: Known,
): Case['request']['values'] | undefined {
  const { operation } = request;
  const isMade = claim.exists && !claim.handedOver && (chain?.step === undefined || chain.step === 'make');
  const replaced = edits.filter(
    ({ place, name, instead, isForAll, byMember }) =>
      place === 'path' && (byMember !== undefined || request.values[name] === instead || (isForAll && isMade)),
  );
  if (replaced.length === 0 || claim.violation?.inPath) return request.values;
  const values = { ...request.values };
  for (const { name, value: given, byMember } of replaced) {
    const value = byMember === undefined ? given : textOfMade(waitsFor, name, byMember);
    // Of what the run did not make it is not known.
    if (value === undefined && byMember !== undefined) continue;
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    const text = value !== undefined && isScalar(value) ? toText(value) : '';
    if (!parameter?.accepts(text) || isNoSegment(text)) return undefined;
    values[name] = text;
  }
  const isRivalled = (each: Case['request']['values']) => known.contract.rival(operation, each) !== undefined;
  // What only reads was sent to a path that two operations have in common before.
  return isRivalled(values) && !(operation.safe && isRivalled(request.values)) ? undefined : values;
}

/** Returns the text that the request which made a thing had in a member, if nothing else in the world has that text. */
function textOfMade(waitsFor: Case['waitsFor'], name: string, member: string): string | undefined {
  return waitsFor?.needs?.[name]?.from.request.input.like?.[member];
}

function withInput(each: Case, edits: readonly Edit[], known: Known): Input | undefined {
  const { request, claim, chain } = each;
  const { operation } = request;
  const beside = edits.filter(({ place }) => place === 'query' || place === 'header' || place === 'cookie');
  let { input } = request;
  for (const edit of beside) {
    const changed = withParameter(operation, input, edit, known);
    if (!changed) return undefined;
    input = changed;
  }
  const rest = restOf(request, edits);
  const inBody = edits.flatMap((edit) => {
    if (edit.place !== 'body') return [];
    return [
      edit.fromPath === undefined ? ofOwn(each, edit, rest, known) : { ...edit, value: request.values[edit.fromPath] },
    ];
  });
  // What a chain sends to be refused may be broken, too: without its mistake it would be done.
  const mayBeBroken = claim.violation !== undefined || chain?.step === 'refused';
  return inBody.length === 0 ? input : withBody(operation, input, inBody, mayBeBroken, known);
}

/**
 * Gives a change the value that one request has alone. It is the same at each call, also for the request with the change in it.
 * @param rest what the request has in all other places, as a text.
 */
function ofOwn({ request: { operation }, claim }: Case, edit: Edit, rest: string, known: Known): Edit {
  if (!edit.isAnew || edit.value === undefined) return edit;
  const [planned = ''] = claim.name.split('; again ');
  const random = createRandom(known.chance.own, `${operation.name} anew ${edit.name} in ${planned} ${rest}`);
  const schemas = schemasUnder(
    (operation.requestBody?.media ?? []).flatMap(({ schema }) => schema ?? []).slice(0, 1),
    pointerTokens(edit.name),
  );
  const leeway = { isFreed: isFree(operation, known), isGuarded: edit.isGuarded === true };
  const anew = { name: nameAt(edit.name), schemas, random, users: usersValues(operation, known) };
  return { ...edit, value: madeAnew(edit.value, anew, leeway) ?? edit.value };
}

/** Returns a body as a text, but for the places whose values are made anew. */
function restOf({ operation, input }: Case['request'], edits: readonly Edit[]): string {
  const anew = edits.filter(({ place, isAnew }) => place === 'body' && isAnew);
  const sent = anew.length === 0 ? undefined : changeableBody(operation, input);
  if (!sent) return '';
  let body = exactValue(sent.json);
  for (const { name } of anew) body = changedAt(body, pointerTokens(name), null);
  return toJson(body);
}

function withParameter(
  operation: Operation,
  input: Input,
  { place, name, value }: Edit,
  known: Known,
): Input | undefined {
  const parameter = operation.parameters.find((each) => each.in === place && each.name === name);
  if (!parameter || known.handedOver.texts(operation, parameter).length > 0) return input;
  const users = usersValues(operation, known);
  if (textsSentAs(parameter, input).some((text) => users.has(name, text))) return input;
  if (value === undefined && parameter.required) return undefined;
  if (value !== undefined && !isScalar(value)) return undefined;
  const text = value === undefined ? undefined : toText(value);
  const { schema } = parameter;
  if (text !== undefined && schema && !surelySatisfies(schema, typed(text, [schema]), 'request')) return undefined;
  const exchanged = (pairs: readonly Pair[]) => [
    ...pairs.filter((pair) => pair.name !== name),
    ...(text === undefined ? [] : [{ name, value: text }]),
  ];
  switch (place) {
    case 'query':
      return { ...input, query: exchanged(input.query) };
    case 'cookie':
      return { ...input, cookies: exchanged(input.cookies) };
    case 'header': {
      const others = input.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
      // A text with other characters cannot stand in a field as it is.
      if (text !== undefined && !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return undefined;
      const { condition, ...rest } = input;
      const kept = condition?.field.toLowerCase() === name.toLowerCase() ? undefined : condition;
      const headers = [...others, ...(text === undefined ? [] : [[name, text] as const])];
      return { ...rest, headers, ...(kept ? { condition: kept } : {}) };
    }
    default:
      return input;
  }
}

/** @param mayBeBroken the body may break the contract; then it goes on to break the same clauses, and no other. */
function withBody(
  operation: Operation,
  input: Input,
  edits: readonly Edit[],
  mayBeBroken: boolean,
  known: Known,
): Input | undefined {
  if (known.handedOver.bodies(operation).length > 0 || !operation.requestBody) return input;
  const raw = edits.find(({ isRaw }) => isRaw);
  // What breaks a clause breaks it as JSON.
  if (raw) return mayBeBroken ? input : withRawBody(operation, input, raw);
  if (edits.some(({ name, value }) => name === '' && value === undefined))
    return operation.requestBody.required ? undefined : withoutBody(input);
  const sent = changeableBody(operation, input);
  // What cannot be read stays as it is.
  if (!sent || !input.body) return input;
  const { media, json } = sent;
  const before = exactValue(json);
  let body: JsonValue = before;
  const users = usersValues(operation, known);
  for (const edit of edits) {
    const now = valueAt(before, edit.name);
    // What code of the user made stays, unless that code was asked for another one.
    if (!edit.isAnew && now !== undefined && users.has(nameAt(edit.name), now as JsonValue)) continue;
    body = changedAt(body, pointerTokens(edit.name), valueFor(edit, now));
  }
  if (toJson(body) === toJson(before)) return input;
  const written = rewrittenBody(media, input.body, body);
  const broken = breaches(media, body);
  if (!written || (mayBeBroken ? broken !== breaches(media, before) : broken !== '')) return undefined;
  const { like, refers, ...rest } = input;
  const isKept = ([name]: readonly [string, string]) => valueAt(body, `/${name}`) === valueAt(before, `/${name}`);
  // What is still a text of this request alone tells the thing as well as the one before.
  const own = new Set(edits.flatMap(({ name, form, isAnew }) => (form || isAnew ? [name] : [])));
  const told = Object.entries(like ?? {}).flatMap(([name, text]): (readonly [string, string])[] => {
    const now = valueAt(body, `/${name}`);
    const isOwn = own.has(`/${name}`) && typeof now === 'string' && (now.includes(text) || keepsLength(now));
    return isOwn ? [[name, now]] : isKept([name, text]) ? [[name, text]] : [];
  });
  return {
    ...rest,
    body: written,
    ...(like ? { like: Object.fromEntries(told) } : {}),
    ...(refers ? { refers: Object.fromEntries(Object.entries(refers).filter(isKept)) } : {}),
  };
}

/** Sends a text in place of the JSON that has it in quotes. */
function withRawBody(operation: Operation, input: Input, { value }: Edit): Input {
  const now = value ?? (changeableBody(operation, input)?.json.value as JsonValue | undefined);
  if (!input.body || typeof now !== 'string') return input;
  const bytes = Buffer.from(now);
  return bytes.equals(input.body.bytes) ? input : { ...input, body: { ...input.body, bytes } };
}

/** Returns what an edit puts in the place of a value. */
function valueFor({ value, fromPath, form }: Edit, now: unknown): JsonValue | undefined {
  if (fromPath !== undefined) return asNow(value, now);
  return form && typeof now === 'string' && now !== '' ? broughtInto(now, form) : value;
}

/** Writes the value of a path as what stands in its place: as a number where that is one. */
function asNow(value: JsonValue | undefined, now: unknown): JsonValue | undefined {
  const isNumber = typeof now === 'number' || typeof now === 'bigint';
  return isNumber && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function withoutBody({ like: _, refers: __, ...input }: Input): Input {
  return { ...input, body: undefined };
}

/** Returns a value with another one at a place, or without it. The members around it must be there. */
function changedAt(whole: JsonValue, [token, ...rest]: readonly string[], value: JsonValue | undefined): JsonValue {
  if (token === undefined) return isScalar(whole) && value !== undefined ? value : whole;
  if (typeof whole !== 'object' || whole === null) return whole;
  if (Array.isArray(whole))
    return whole.map((item: JsonValue, at) => {
      if (String(at) !== token) return item;
      return rest.length > 0 ? changedAt(item, rest, value) : (value ?? item);
    });
  const object = whole as Readonly<Record<string, JsonValue>>;
  const inner = object[token];
  if (rest.length > 0) return inner === undefined ? whole : { ...object, [token]: changedAt(inner, rest, value) };
  if (value !== undefined) return { ...object, [token]: value };
  const { [token]: _, ...others } = object;
  return others;
}
