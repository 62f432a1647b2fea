/**
 * Makes inputs of values that the contract allows and few clients send, for the parameters and members that it declares. All parameters and members
 * that take such a value have it in the same request. Where that request fails, each of them is asked for by itself.
 */

import type { Operation, Parameter } from '../../src/contract/contract';
import { isIgnored } from '../../src/contract/ignoredParameters';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import type { Schema } from '../../src/contract/schema/schema';
import type { Known } from '../../src/engine/model/probe';
import { pointerTokens } from '../../src/json/pointer';
import type { JsonValue } from '../../src/json/value';
import { isMark } from '../../src/routing/overlaps';
import type { Input } from '../../src/serialization/input';
import type { Parts } from '../../src/support/letOthersRun';
import { join } from '../inputs/parts/combineInputs';
import { labelOf, writeParameter } from '../inputs/parts/parameterSlot';
import { isDrawn, mayTouch, parameterMayTouch } from '../sparing/namedPlaces';
import { LONGEST_TEXT, unusualNumbers, unusualTexts } from '../values/unusualValues';
import { baseOf, bodyWithLeaf, fitsAsLeaf, leavesOf } from './bodyLeaves';
import { isKnownEnd, isOpen, isOpenNumber } from './openSchemas';

/** An input of which some values are unusual. */
export interface UnusualInput {
  /** What is unusual, and where: "line ends for /customer, /note". */
  readonly name: string;
  readonly input: Input;
  /** No service can take it, or few do: it may be sent where nothing is known to be there. */
  readonly isBroken?: true;
}

interface UnusualInputs extends UnusualInput {
  /** The same values, each by itself; empty if there is only one. */
  readonly singly: readonly UnusualInput[];
}

/** One kind of value. */
interface Kind {
  readonly what: string;
  readonly values: readonly (string | number | bigint)[];
}

/** A place that may hold an unusual value. */
interface Place {
  readonly label: string;
  /** Tells whether any of the values fits. */
  readonly takes: (input: Input, kind: Kind) => boolean;
  /** Puts the first of the values that fits; undefined if none does. */
  readonly put: (input: Input, kind: Kind) => Input | undefined;
}

/** What a kind of value is put into, before it is. */
interface Draft {
  readonly kind: Kind;
  readonly base: Input;
  readonly places: readonly Place[];
  /** The places that are asked for by themselves, and what the value is put into there. */
  readonly alone: readonly { readonly place: Place; readonly base: Input | undefined }[];
}

/**
 * Makes the inputs, one for each kind of value that fits anywhere.
 * @param choose returns those kinds of which the inputs are wanted. The others take names, too, so that the names of none depend on the choice.
 */
export function* unusualInputs(
  operation: Operation,
  known: Known,
  choose: (all: readonly Draft[]) => readonly Draft[] = (all) => all,
): Parts<UnusualInputs[]> {
  const { thorough } = known.wanted;
  const kinds: readonly Kind[] = [
    ...unusualTexts(thorough).map(({ what, texts }) => ({ what, values: texts })),
    ...unusualNumbers().map(({ what, numbers }) => ({ what, values: numbers })),
  ];
  const drafts: Draft[] = [];
  for (const kind of kinds) drafts.push(...(yield* draftOf(operation, known, kind)));
  const inputs: UnusualInputs[] = [];
  for (const draft of choose(drafts)) inputs.push(...(yield* inputsOfDraft(draft)));
  return inputs;
}

function* draftOf(operation: Operation, known: Known, kind: Kind): Parts<Draft[]> {
  // A new base for each request, so that its names are new ones, too.
  const base = baseOf(operation, known);
  yield;
  const places: Place[] = [];
  for (const place of base ? placesOf(operation, base, known) : []) {
    if (base && place.takes(base, kind)) places.push(place);
    yield;
  }
  if (!base || places.length === 0) return [];
  // What all together made may have taken the names of their base.
  const singly = places.length > 1 || isLargest(kind) ? places.slice(0, MOST_SINGLY) : [];
  return [{ kind, base, places, alone: singly.map((place) => ({ place, base: baseOf(operation, known) })) }];
}

/** Many servers take no more than one such text in a request. */
function isLargest({ values }: Kind): boolean {
  return values.some((value) => value === LONGEST_TEXT);
}

function* inputsOfDraft({ kind, base, places, alone }: Draft): Parts<UnusualInputs[]> {
  const nameOf = (labels: readonly string[]) => `${kind.what} for ${labels.join(', ')}`;
  const singly: UnusualInput[] = [];
  for (const { place, base: own } of alone) {
    const input = own && place.put(own, kind);
    if (input) singly.push({ name: nameOf([place.label]), input });
    yield;
  }
  if (isLargest(kind)) return singly.map((each) => ({ ...each, singly: [] }));
  let input = base;
  for (const place of places) {
    input = place.put(input, kind) ?? input;
    yield;
  }
  return [{ name: nameOf(places.map(({ label }) => label).slice(0, MOST_NAMED)), input, singly }];
}

/** How many places the name of an input mentions. */
const MOST_NAMED = 6;

/** Of how many places each is asked for by itself. */
const MOST_SINGLY = 8;

function placesOf(operation: Operation, base: Input, known: Known): Place[] {
  return [...parameterPlaces(operation, known), ...bodyPlaces(operation, base, known)];
}

function parameterPlaces(operation: Operation, known: Known): Place[] {
  const { headerNames, texts } = known.handedOver;
  return operation.parameters.flatMap((parameter): Place[] => {
    const { name, in: where, schema, content } = parameter;
    if (!schema || content !== undefined || where === 'path' || where === 'querystring') return [];
    if (isIgnored(parameter, operation) || isMark(operation, name) || texts(operation, parameter).length > 0) return [];
    if (where === 'header' && (headerNames.includes(name.toLowerCase()) || OF_HTTP.test(name))) return [];
    const isOthers =
      isDrawn(operation, name, known) ||
      [1, 'a'].some((value) => parameterMayTouch(operation, parameter, value, known));
    const put = (input: Input, kind: Kind) => (isOthers ? undefined : withParameter(input, parameter, schema, kind));
    return [{ label: labelOf(parameter), takes: (input, kind) => put(input, kind) !== undefined, put }];
  });
}

/** Matches header fields whose values have a form that HTTP gives them. */
const OF_HTTP = /^(if-.*|range|user-agent|accept.*|content-.*|prefer|forwarded|via|date|expect|te|host)$/i;

function withParameter(input: Input, parameter: Parameter, schema: Schema, { values }: Kind): Input | undefined {
  const { name, in: where } = parameter;
  for (const value of values) {
    if (value === LONGEST_TEXT) continue;
    const isNumber = typeof value !== 'string';
    const fits = isNumber ? isOpenNumber(name, [schema]) && !isKnownEnd(value, [schema]) : isOpen(name, [schema]);
    // An empty header field or cookie is none.
    if (!fits || (value === '' && where !== 'query') || !surelySatisfies(schema, value, 'request')) continue;
    const part = writeParameter(parameter, value);
    if (!part) continue;
    const isOther = (each: { readonly name: string }) => each.name !== name;
    const rest: Input = {
      ...input,
      query: where === 'query' ? input.query.filter(isOther) : input.query,
      headers: where === 'header' ? input.headers.filter(([each]) => each !== name) : input.headers,
      cookies: where === 'cookie' ? input.cookies.filter(isOther) : input.cookies,
    };
    return join(rest, part);
  }
  return undefined;
}

function bodyPlaces(operation: Operation, base: Input, known: Known): Place[] {
  return leavesOf(operation, base, known).map(({ pointer, isFor }) => {
    const isOthers = mayTouch(operation, pointer, known);
    // A name by which the run finds what it made keeps the token that is its own.
    const isTold = ({ like = {} }: Input, value: Kind['values'][number]) =>
      typeof value === 'string' &&
      pointerTokens(pointer).length === 1 &&
      like[pointerTokens(pointer)[0] ?? ''] !== undefined;
    const fitting = (input: Input, { values }: Kind) =>
      values.find(
        (value) =>
          isFor(value) &&
          (!isOthers || isTold(input, value)) &&
          fitsAsLeaf(operation, input, pointer, value as JsonValue),
      );
    return {
      label: pointer,
      takes: (input, kind) => fitting(input, kind) !== undefined,
      put: (input, kind) => {
        const value = fitting(input, kind);
        return value === undefined ? undefined : bodyWithLeaf(operation, input, pointer, value as JsonValue);
      },
    };
  });
}
