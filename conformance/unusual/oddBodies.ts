/** Makes bodies that are well-formed JSON or nearly so, and of which no clause says anything: many services fail on them before they look at the contract. */

import type { Operation } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { pointerTokens, valueAt } from '../../src/json/pointer';
import { isObject, toJson } from '../../src/json/value';
import { withAt } from '../../src/resources/answers/views';
import type { Input } from '../../src/serialization/input';
import { isFree, makesOwn } from '../chains/mayMake';
import { plainInput } from '../inputs/inputs';
import { emptyBody } from '../inputs/parts/emptyBody';
import { LONGEST_TEXT } from '../values/unusualValues';
import { baseOf, bodyWithLeaf, jsonSent, leavesOf } from './bodyLeaves';
import type { UnusualInput } from './unusualInputs';

/** How deep lists lie in each other. A parser that calls itself for each level has no room left for so many. */
const NESTED = 10_000;

/** A multipart type must name its boundary (RFC 2046 §5.1.1). */
const WITHOUT_BOUNDARY = 'multipart/form-data';

const LIKE_JSON = 'application/vnd.espalier.none+json';

const NOBODYS_CHARSET = 'x-espalier-none';

/** Returns the bodies in the order of asking; empty if the operation has none. */
export function oddBodies(operation: Operation, known: Known): UnusualInput[] {
  const base = () => baseOf(operation, known) ?? plainInput(operation, known);
  const first = base();
  if (!first) return [];
  const tooLong = known.wanted.thorough ? overlongTexts(operation, base, known) : [];
  return [...oddTexts(operation, base, known), ...oddTypes(operation, base, first), ...tooLong];
}

/** Of how many members each has a text that is much too long. */
const MOST_OVERLONG = 4;

/**
 * Returns bodies in which one text is of 65,536 characters, where the contract allows fewer. A service that looks at the bound of the contract
 * refuses it; one that asks its database may fail.
 */
function overlongTexts(operation: Operation, base: Base, known: Known): UnusualInput[] {
  const first = base();
  if (!first) return [];
  const bounded = leavesOf(operation, first, known).filter(
    ({ pointer, isFor }) => isFor('') && !bodyWithLeaf(operation, first, pointer, LONGEST_TEXT),
  );
  return bounded.slice(0, MOST_OVERLONG).flatMap(({ pointer }): UnusualInput[] => {
    const input = base();
    const json = input && jsonSent(operation, input);
    if (!input?.body || !json) return [];
    const [name = ''] = pointerTokens(pointer);
    const own = valueAt(json.value, pointer);
    const isName = own !== undefined && input.like?.[name] === own;
    // What the run may make is found by the end of its name.
    const text = isName ? `${LONGEST_TEXT}${String(own)}` : LONGEST_TEXT;
    const body = { ...input.body, bytes: Buffer.from(toJson(withAt(json.value, pointer, text))) };
    const like = isName ? { like: { ...input.like, [name]: text } } : {};
    return [
      { name: `${LONGEST_TEXT.length} characters for ${pointer}`, input: { ...input, body, ...like }, isBroken: true },
    ];
  });
}

type Base = () => Input | undefined;

function oddTexts(operation: Operation, base: Base, known: Known): UnusualInput[] {
  const plain = base();
  const json = plain && jsonSent(operation, plain);
  if (!plain?.body || !json) return [];
  const { like: _, ...rest } = plain;
  const { contentType } = plain.body;
  const ofText = (what: string, text: string): UnusualInput => {
    const body = { contentType, bytes: Buffer.from(text) };
    return { name: `the body is ${what}`, input: { ...rest, body }, isBroken: true };
  };
  const twice = isObject(json.value) ? withMemberTwice(toJson(json.value), Object.keys(json.value)) : undefined;
  // What a service makes of them nobody could find again.
  const empty = isObject(json.value) && (isFree(operation, known) || !makesOwn(operation, known));
  const isAskedAsInvalid = isFree(operation, known) && emptyBody(json.media).length > 0;
  return [
    ...(empty ? [ofText('an empty list', '[]')] : []),
    ...(empty && !isAskedAsInvalid ? [ofText('an empty object', '{}')] : []),
    // Without an end, so that no service takes it: it fails on the way in, or never.
    ofText(`lists in lists, ${NESTED} levels deep`, '['.repeat(NESTED)),
    ...(twice === undefined
      ? []
      : [{ name: 'the body is an object with the same member twice', input: withText(plain, twice) }]),
  ];
}

/** Writes the first member a second time, with the same value, so that all readings of it are the same (RFC 8259 §4). */
function withMemberTwice(text: string, [first]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return `{${JSON.stringify(first)}:${JSON.stringify(value[first])},${text.slice(1)}`;
}

function oddTypes(operation: Operation, base: Base, plain: Input): UnusualInput[] {
  if (!plain.body) return [];
  const { like: _, ...rest } = plain;
  const isJson = jsonSent(operation, plain) !== undefined;
  const ofType = (what: string, contentType: string): UnusualInput[] => {
    const input = base();
    return input?.body
      ? [{ name: `the body is ${what}`, input: { ...input, body: { ...input.body, contentType } } }]
      : [];
  };
  return [
    {
      name: 'the body is of a multipart type without a boundary',
      input: { ...rest, body: { contentType: WITHOUT_BOUNDARY, bytes: Buffer.from('--none\r\n') } },
      isBroken: true,
    },
    ...(isJson ? ofType(`of the type ${LIKE_JSON}`, LIKE_JSON) : []),
    ...ofType(`in the charset ${NOBODYS_CHARSET}`, withCharset(plain.body.contentType)),
  ];
}

/** Returns a request without a body that names a type all the same; undefined for an operation that has a body. One operation of a path has it. */
export function typeOfNoBody(operation: Operation, known: Known): UnusualInput | undefined {
  const input = plainInput(operation, known);
  if (!input || operation.requestBody || operation.pathMethods[0] !== operation.method) return undefined;
  const headers = [...input.headers, ['Content-Type', WITHOUT_BOUNDARY] as const];
  return { name: 'a multipart type without a boundary, and no body', input: { ...input, headers } };
}

function withCharset(contentType: string): string {
  const parameters = contentType.split(';').filter((part) => !/^\s*charset=/i.test(part));
  return [...parameters, ` charset=${NOBODYS_CHARSET}`].join(';');
}

function withText(input: Input, text: string): Input {
  return input.body ? { ...input, body: { ...input.body, bytes: Buffer.from(text) } } : input;
}
