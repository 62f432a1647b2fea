/** Finds other values for one place of a refused request: in the refusal, in what answers have shown, and in the contract. */

import type { Operation } from '../../src/contract/contract';
import { facets, hasListedValues, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { isSecret } from '../../src/contract/schema/secretMembers';
import type { EditPlace } from '../../src/engine/model/tries';
import { isScalar, type JsonValue, type Scalar, toText } from '../../src/json/value';
import { singularOf } from '../../src/resources/names';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { isOwnName } from '../../src/resources/vocabulary/naming';
import { plain } from '../../src/resources/vocabulary/words';
import { isFree } from '../chains/mayMake';
import { inputsOf } from '../inputs/inputs';
import { dateAs, datesIn } from '../values/datePatterns';
import { isUnbounded, PLAIN_NUMBERS } from './plainNumbers';
import { lastOf, type RefusedRequest } from './refusedRequest';
import { kindsSaid, quotes, valuesOffered, valuesSaid } from './saidForms';

/** So many values of one place are tried. */
export const MOST_VALUES = 3;

/**
 * Returns values of the form that is wanted at a place: dates as the contract has them, and what the refusal asks for where it quotes the value
 * that was sent.
 * @param said the texts of the refusal.
 */
export function valuesInForm(asked: RefusedRequest, at: EditPlace, said: readonly string[]): JsonValue[] {
  const current = asked.valueAt(at);
  if (current === undefined || !isScalar(current)) return [];
  const text = toText(current);
  const types = new Set(asked.schemasOf(at).flatMap((schema) => [...(typesOf(schema) ?? [])]));
  const dates = typeof current === 'string' ? datesSaidOf(asked, at, text) : [];
  const shown = at.place === 'path' ? shownNumbers(asked, at.name) : [];
  const about = asked.mayMeanAnother(at) || dates.length > 0 ? [] : said.filter((each) => quotes(each, text));
  const forms = about.flatMap(valuesSaid);
  const numbers = forms.some(isDigits) ? shown : [];
  // What is made up for a path seldom names anything: one such value shows whether the form is right.
  const made = at.place === 'path' ? forms.slice(0, 1) : forms;
  const named = at.place === 'path' ? [] : about.flatMap(kindsSaid).flatMap((kind) => namesFound(asked, kind));
  const all = [...new Set([...dates, ...numbers, ...named, ...made])].filter((each) => each !== text);
  const isNumber = at.place === 'body' && !types.has('string') && (types.has('integer') || types.has('number'));
  return isNumber ? all.filter(isDigits).map(Number) : all;
}

/** Returns the names of things of a kind, as lists show them. A request that may touch what is somebody else's gets none. */
function namesFound({ operation, known, found }: RefusedRequest, kind: string): string[] {
  if (!isFree(operation, known)) return [];
  return [...found.named(`${kind}name`), ...found.named(`${kind}id`)].map(toText).slice(0, MOST_VALUES);
}

/** Returns a value of the form that a refusal asks for at a place which it names, such as a date or the number of a card. */
export function valuesAsSaid(asked: RefusedRequest, at: EditPlace, said: string): JsonValue[] {
  const current = asked.valueAt(at);
  const name = lastOf(at.name);
  // What each thing has for itself stays as it is.
  if (asked.mayMeanAnother(at) || isOwnName(name)) return [];
  if (current === undefined) return valuesOffered(said);
  if (!isScalar(current)) return [];
  const [form] = valuesSaid(said.replaceAll(name, ' '));
  if (form === undefined || form === toText(current)) return [];
  if (typeof current === 'string') return [form];
  return typeof current === 'number' && isDigits(form) ? [Number(form)] : [];
}

/** Returns dates as the contract has them: by the pattern that stands in place of an example, or in the description. */
function datesSaidOf(asked: RefusedRequest, at: EditPlace, current: string): string[] {
  const own = dateAs(current);
  if (own !== undefined) return [own];
  const parameter = asked.operation.parameters.find(({ name, in: where }) => where === at.place && name === at.name);
  const schemas = asked.schemasOf(at).flatMap((schema) => facets(schema, false));
  const descriptions = [parameter?.description, ...schemas.map(({ description }) => description)];
  return descriptions.flatMap((each) => (typeof each === 'string' ? datesIn(each) : []));
}

/** Returns the whole numbers that answers have shown for a parameter of the path. */
function shownNumbers(asked: RefusedRequest, name: string): string[] {
  const parameter = asked.places.find((each) => each.name === name);
  const shown = parameter ? asked.found.inPath(asked.operation, parameter).map(toText) : [];
  return shown.filter(isDigits);
}

/** Returns other values for a place: of answers, of the contract, and of other valid requests. */
export function furtherValues(asked: RefusedRequest, at: EditPlace): JsonValue[] {
  const current = asked.valueAt(at);
  const isActedOn = asked.mayActOn(at);
  const examples = isActedOn ? [] : asked.schemasOf(at).flatMap((schema) => examplesOf(schema));
  const planned = inputsOf(asked.operation, asked.known).valid.flatMap(({ input }) => asked.valueIn(input, at) ?? []);
  const all = [
    ...foundFor(asked, at),
    ...examples,
    ...planned,
    ...(isUnbounded(asked.schemasOf(at)) && !isActedOn ? PLAIN_NUMBERS : []),
  ];
  const texts = new Map(all.map((value) => [JSON.stringify(isScalar(value) ? toText(value) : value), value]));
  texts.delete(JSON.stringify(current));
  return [...texts.values()].slice(0, MOST_VALUES);
}

/** Returns what answers have shown under the name of a place. An unsafe request refers to nothing that may be somebody else's. */
export function foundFor(asked: RefusedRequest, at: EditPlace): Scalar[] {
  const name = lastOf(at.name);
  const schemas = asked.schemasOf(at);
  if (asked.mayMeanAnother(at)) return [];
  const isClosed = schemas.some((schema) => isSecret(schema) || hasListedValues(schema));
  if (isClosed || isOwnName(name)) return [];
  const current = asked.valueAt(at);
  const types = new Set(schemas.flatMap((schema) => [...(typesOf(schema) ?? [])]));
  const isOfType = (value: Scalar) =>
    types.size === 0 ||
    at.place !== 'body' ||
    types.has(typeof value) ||
    (typeof value === 'number' && types.has('integer'));
  const isThatOfPath = isBareId(name) && (at.place === 'query' || at.place === 'header');
  const nouns = nounsOf(asked.operation);
  const names = isThatOfPath ? nouns.map((noun) => `${noun}${plain(name)}`) : [name];
  // What makes a plant is not told the id of another plant: `plantId` in the body of `POST /plants`.
  const withMade = asked.known.wanted.writes === 'any' && !plain(name).startsWith(nouns[0] ?? plain(name));
  return names
    .flatMap((each) => asked.found.named(each, withMade))
    .filter((value) => isOfType(value) && value !== current)
    .slice(0, MOST_VALUES);
}

/** What the segments of a path may call a thing, the last one first: an `id` in the query is that of a plant in `/plants/lookup?id=7`. */
function nounsOf({ path }: Operation): string[] {
  const literals = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return literals.reverse().map(singularOf);
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function examplesOf(schema: Schema): JsonValue[] {
  return facets(schema, true).flatMap(({ example, examples, default: usual, enum: few }) =>
    [example, examples, usual, few].flatMap((each) => (each === undefined ? [] : ([each].flat() as JsonValue[]))),
  );
}
