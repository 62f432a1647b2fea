/** Reads what a test wants an operation to answer: `mock.answer(operation, …)`, or the same by HTTP. */

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { inspect } from 'node:util';
import type { Operation, Parameter } from '../../src/contract/contract';
import { isWithoutContent } from '../../src/http/statuses';
import { isObject } from '../../src/json/value';
import { UsageError } from '../../src/support/errors';
import { didYouMean } from '../../src/support/words';
import { behaviourOf, type MockBehaviour } from '../engine/behaviour';
import { usualStatus } from '../engine/negotiate';
import { type Condition, conditionOf, type WantedValue } from './conditions';

export interface WantedAnswer {
  /** The status. Default: the status that the mock answers with anyway. */
  readonly status?: number;
  /** The name of an example of the contract for this status. */
  readonly example?: string;
  /** A value, which is written as the declared media type demands. Text is sent unchanged unless the type is JSON, and bytes always. */
  readonly body?: unknown;
  /** Header fields. They replace those that the mock would send under the same names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the answer takes, in milliseconds, at most 60,000. Two numbers are the least and the most. */
  readonly delay?: number | readonly [least: number, most: number];
  /** Whether to drop the connection instead of answering. */
  readonly drop?: boolean;
  /** How often the answer is given. Default: until the mock is reset. */
  readonly times?: number;
  /** Only requests with these values get the answer: `{ id: 7 }`, `{ 'query.limit': 5 }`. */
  readonly params?: Readonly<Record<string, string | number | bigint | boolean>>;
  /**
   * Only requests with these parts get the answer: `{ 'body.email': 'a@b.c', 'header.x-tenant': '7' }`. Unlike `params`, it also takes the
   * body, header fields that the contract does not declare, and patterns.
   */
  readonly where?: Readonly<Record<string, WantedValue>>;
  /** Whether the answer may break the contract. */
  readonly unchecked?: boolean;
}

/** A request, as a function is given it that makes the answer. */
export interface ToldRequest {
  /** The path as it was sent, without the base path and the query. */
  readonly path: string;
  /** The path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The header fields by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: a value if the contract says how to read it, else its text. */
  readonly body: unknown;
}

/** Makes the answer to a request. If it returns undefined, the mock answers as if nothing was told. */
export type AnswerMaker = (request: ToldRequest) => WantedAnswer | undefined;

/** One value that a request must have. */
export interface Match {
  readonly parameter: Pick<Parameter, 'name' | 'in'>;
  readonly text: string;
}

/** A wanted answer whose members were checked. */
export interface ReadAnswer extends Omit<WantedAnswer, 'delay' | 'params' | 'where'> {
  readonly delay: MockBehaviour['delay'] | undefined;
  readonly matches: readonly Match[];
  readonly conditions: readonly Condition[];
}

const PARTS = [
  'status',
  'example',
  'body',
  'headers',
  'delay',
  'drop',
  'times',
  'params',
  'where',
  'unchecked',
] as const;

/** Header fields that frame a message. Only the server sets them (RFC 9112 §6). */
const FRAMING = /^(?:content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/** Checks a wanted answer. @throws UsageError that says what is wrong in it. */
export function readWanted(operation: Operation, wanted: unknown): ReadAnswer {
  const refuse = (why: string): never => {
    throw new UsageError(`The answer to ${operation.name} ${why}`);
  };
  if (!isObject(wanted)) return refuse(`is ${inspect(wanted)}; give what it is to be, such as { status: 400 }.`);
  const unknown = Object.keys(wanted).find((key) => !(PARTS as readonly string[]).includes(key));
  if (unknown !== undefined) {
    refuse(`has no "${unknown}".${didYouMean(unknown, PARTS)} It has ${PARTS.join(', ')}.`);
  }
  const { status, example, body, headers, delay, drop, times, params, where, unchecked } = wanted as WantedAnswer;
  const must = (ok: boolean, part: string, value: unknown, wish: string) => {
    if (value !== undefined && !ok) refuse(`has the ${part} ${inspect(value)}; give ${wish}.`);
  };
  must(isBetween(status, 200, 599), 'status', status, 'a whole number from 200 to 599');
  must(typeof example === 'string', 'example', example, 'the name of one that the contract has');
  must(isBetween(times, 1, Number.MAX_SAFE_INTEGER), 'times', times, 'a whole number from 1');
  must(typeof drop === 'boolean', 'drop', drop, 'true to drop the connection');
  must(typeof unchecked === 'boolean', 'unchecked', unchecked, 'true to take an answer that breaks the contract');
  must(isObject(headers), 'headers', headers, "texts by their names, such as { 'Retry-After': '5' }");
  must(isObject(params), 'params', params, 'values by the names of parameters, such as { id: 7 }');
  must(isObject(where), 'where', where, "values by the parts of a request, such as { 'body.email': 'a@b.c' }");
  if (example !== undefined && body !== undefined) refuse('has both an example and a body; give one of them.');
  const content = [status, example, body, headers].some((part) => part !== undefined);
  if (drop && content) refuse('drops the connection, and has more to say; give drop alone, or leave it out.');
  const answered = status ?? usualStatus(operation.responses);
  if (body !== undefined && isWithoutContent(answered))
    refuse(`has a body, and a ${answered} has none; leave it out, or give a status that has one.`);
  for (const [name, value] of Object.entries(headers ?? {})) {
    const why = whyNoField(name, value);
    if (why !== undefined) refuse(`has the header ${name}: ${inspect(value)}, which ${why}.`);
  }
  const { delay: _delay, params: _params, where: _where, ...rest } = wanted as WantedAnswer;
  return {
    ...rest,
    delay: delay === undefined ? undefined : behaviourOf({ delay }).delay,
    matches: Object.entries(params ?? {}).map(([key, value]) => matchOf(operation, key, value)),
    conditions: Object.entries(where ?? {}).map(([key, value]) => conditionOf(operation, key, value)),
  };
}

function whyNoField(name: string, value: unknown): string | undefined {
  if (FRAMING.test(name)) return 'the mock sets itself';
  if (typeof value !== 'string') return 'is no text';
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return `cannot be sent: ${(error as Error).message}`;
  }
}

const PLACES = ['path', 'query', 'header', 'cookie'];

/** @throws UsageError if the operation has no such parameter, or several. */
function matchOf(operation: Operation, key: string, value: unknown): Match {
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value))
    throw new UsageError(`The value ${inspect(value)} of ${key} is none; give text, a number, or true or false.`);
  const [, place, name = key] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? [];
  const all = operation.parameters.filter((each) => PLACES.includes(each.in));
  const candidates = all.filter((each) => isCalled(each, name) && (place === undefined || each.in === place));
  const places = [...new Set(candidates.map((each) => each.in))];
  const [parameter] = candidates;
  if (parameter && places.length === 1) return { parameter, text: String(value) };
  const names = [...new Set(all.map((each) => `${each.in}.${each.name}`))];
  if (parameter)
    throw new UsageError(
      `${operation.name} has several parameters "${name}"; say which: ${places.map((each) => `${each}.${name}`).join(' or ')}.`,
    );
  throw new UsageError(
    `${operation.name} has no parameter "${key}". It has ${names.length === 0 ? 'none' : names.join(', ')}.`,
  );
}

function isCalled({ name, in: where }: Pick<Parameter, 'name' | 'in'>, asked: string): boolean {
  return where === 'header' ? name.toLowerCase() === asked.toLowerCase() : name === asked;
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
