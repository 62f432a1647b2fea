/**
 * Looks at a whole planned request, wherever its values come from: the generator, a link of the contract, a try after a refusal. What an unsafe
 * request names beside its path was handed over, or is what the run made, or is nobody's. In doubt it is somebody's, and the request is not sent.
 */

import type { Operation, Parameter } from '../../src/contract/contract';
import { facets } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { type JsonValue, toText } from '../../src/json/value';
import { callbackPlaces } from '../../src/resources/callbackUrls';
import { hasToken } from '../../src/resources/tokens';
import { changeableBody } from '../../src/serialization/changeableBody';
import type { Input } from '../../src/serialization/input';
import { typed } from '../../src/serialization/readParameter';
import { remembered } from '../../src/support/caching';
import { keepsLength, type ownText } from './chosenKeys';
import { isSparing, NamedPlaces, nameAt, parameterMayTouch, type ScalarValue } from './namedPlaces';
import { mayBeRead } from './namingOthers';
import { isAsShuffled } from './shuffledTexts';
import { usersValues } from './usersValues';

/** What a case sends, and what of it is known to be the run's own. */
type Asked = Pick<Case, 'request' | 'waitsFor' | 'claim'>;

/**
 * Returns the first place of a request, beside its path, that may name or move what somebody else has: "Destination in the header", "/alias".
 * @returns undefined if there is none, or others have nothing on the target.
 */
export function foreignPlace({ request, waitsFor, claim }: Asked, known: Known): string | undefined {
  const { operation, input, method, namesUs, values } = request;
  // What is asked by a method that the contract does not have carries nothing.
  if (method !== undefined || !isSparing(operation, known)) return undefined;
  const spared = new Set([
    ...(waitsFor?.fills ?? []).map(({ pointer }) => pointer),
    // It breaks its clause by what nobody has.
    ...(claim.violation ? [claim.violation.subject] : []),
    ...(namesUs ? callbackPlaces(operation).map(({ name }) => name) : []),
  ]);
  // A request may repeat what its path names.
  const own = new Set(Object.values(values));
  const looking = { operation, input, spared, own, known };
  return foreignParameter(looking) ?? foreignMember(looking);
}

interface Looking {
  readonly operation: Operation;
  readonly input: Input;
  /** Places that are known to name nothing of others. */
  readonly spared: ReadonlySet<string>;
  /** The values in the path. */
  readonly own: ReadonlySet<string>;
  readonly known: Known;
}

function foreignParameter({ operation, input, spared, own, known }: Looking): string | undefined {
  const users = usersValues(operation, known);
  for (const parameter of operation.parameters) {
    const { name, in: where, schema } = parameter;
    const label = `${name} in the ${where}`;
    if (where === 'path' || where === 'querystring' || spared.has(name) || spared.has(label)) continue;
    if (known.handedOver.texts(operation, parameter).length > 0) continue;
    const given = givenBy(parameter);
    for (const text of textsSentAs(parameter, input)) {
      const value = schema ? typed(text, [schema]) : text;
      if (own.has(text) || users.has(name, text) || !parameterMayTouch(operation, parameter, value, known)) continue;
      if ([value].flat().some((each) => !isNobodys(each as JsonValue, given))) return label;
    }
  }
  return undefined;
}

/** Returns what a request has for a parameter beside the path, as texts. */
export function textsSentAs({ name, in: where }: Parameter, { query, headers, cookies }: Input): string[] {
  if (where === 'header')
    return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return (where === 'cookie' ? cookies : query).filter((each) => each.name === name).map(({ value }) => value);
}

function foreignMember({ operation, input, spared, own, known }: Looking): string | undefined {
  if (known.handedOver.bodies(operation).length > 0) return undefined;
  const sent = changeableBody(operation, input);
  if (!sent?.media.schema) return undefined;
  const { places, given } = readerOf(known)(sent.media.schema);
  const body = sent.json.value as JsonValue;
  const named = places.keysIn(body).find(({ key }) => !own.has(key) && !isNobodys(key, given));
  if (named && !spared.has(`${named.around}/${named.key}`)) return `${named.around}/${named.key}`;
  const users = usersValues(operation, known);
  const isSpared = (pointer: string, value: ScalarValue) =>
    spared.has(pointer) || own.has(toText(value)) || users.has(nameAt(pointer), value);
  return places.in(body).find(({ pointer, value }) => !isSpared(pointer, value) && !isNobodys(value, given))?.pointer;
}

const readerOf = remembered((known: Known) =>
  remembered((schema: Schema) => {
    const places = new NamedPlaces(schema, known);
    return { places, given: new Set(places.all().flatMap((each) => givenIn(each))) };
  }),
);

/** Tells whether a value is the run's own, or names nothing however it is read. @param given the texts that the contract gives or lists. */
function isNobodys(value: JsonValue | undefined, given: ReadonlySet<string>): boolean {
  if (typeof value === 'boolean') return !value;
  if (value === undefined || value === null || typeof value === 'object') return true;
  const text = toText(value);
  if (given.has(text)) return false;
  const hasLetters = (text.match(/[A-Za-z]/g)?.length ?? 0) >= LEAST_LETTERS;
  return hasToken(text) || hasLetters || !mayBeRead(value as ScalarValue) || isAsShuffled(text) || isOwnByLength(text);
}

/**
 * Tells whether a text is as {@link ownText} leaves those that are long enough, with other letters and digits: `9f3a07c2be41`. Digits alone may be
 * counted, and `AB0000000001` may be the first of all.
 */
function isOwnByLength(text: string): boolean {
  return /[A-Za-z]/.test(text) && keepsLength(text) && new Set(text).size >= LEAST_DIFFERENT;
}

/** So many different characters are in hardly any text that counts things. */
const LEAST_DIFFERENT = 6;

/** By fewer letters a text may be somebody's. */
const LEAST_LETTERS = 8;

function givenBy({ schema, examples }: Parameter): ReadonlySet<string> {
  return new Set([...examples.map(({ value }) => String(value)), ...(schema ? givenIn(schema) : [])]);
}

function givenIn(schema: Schema): string[] {
  return facets(schema, true).flatMap(({ example, examples, default: usual, enum: few, const: one }) =>
    [example, examples, usual, few, one].flat().flatMap((each) => (each === undefined ? [] : [String(each)])),
  );
}
