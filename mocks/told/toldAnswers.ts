/** The answers that a test has told the mock to give, and which of them a request gets. */

import { inspect } from 'node:util';
import { type Contract, declaredResponse, type Operation } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import { UsageError } from '../../src/support/errors';
import { nearest } from '../../src/support/words';
import type { MockBehaviour } from '../engine/behaviour';
import type { AnswerChoice, Engine, MockedRequest } from '../engine/engine';
import { breachesOf, composed, statusOf } from './composeAnswer';
import { type Match, readWanted, type WantedAnswer } from './wantedAnswer';

/** An answer that is given at once, or that the engine is to choose, and how. */
export interface ToldAnswer extends AnswerChoice {
  /** Whether it says more than when, or whether at all. */
  readonly says: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly delay: MockBehaviour['delay'] | undefined;
  readonly drop: boolean;
  /** What the contract has against it. */
  readonly breaches: readonly string[];
}

/** As it was told, and how often it was given. */
export interface ListedAnswer extends WantedAnswer {
  readonly operation: string;
  readonly given: number;
}

export interface ToldAnswers {
  /** @throws UsageError where it is none, or breaks the contract and is not unchecked. */
  add(operation: string, wanted: WantedAnswer): void;
  /** Whether anything was told of an operation. */
  has(operation: Operation): boolean;
  /** The answer of a request that keeps the contract, which counts as given; undefined where it gets the usual one. */
  take(operation: Operation, request: MockedRequest): ToldAnswer | undefined;
  /** The latest first. */
  list(): readonly ListedAnswer[];
  reset(): void;
}

interface Kept extends ToldAnswer {
  readonly wanted: WantedAnswer;
  readonly operation: string;
  readonly matches: readonly Match[];
  given: number;
}

/** How many answers may be told and not be used up. */
const MOST_ANSWERS = 1000;

export interface AnswersSource {
  readonly contract: () => Contract;
  readonly engine: () => Engine;
}

export function createToldAnswers({ contract, engine }: AnswersSource): ToldAnswers {
  let all: readonly Kept[] = [];
  return {
    add(name, wanted) {
      const operation = operationOf(contract(), name);
      const read = readWanted(operation, wanted);
      if (all.length >= MOST_ANSWERS)
        throw new UsageError(
          `${MOST_ANSWERS} answers were told and are not used up; reset the mock after each test, or give them times.`,
        );
      const { example, body, headers = {}, delay, drop = false, matches, unchecked = false } = read;
      const answers = drop ? [] : composed(operation, read, engine());
      const breaches = answers.flatMap((answer) => breachesOf(contract(), operation, answer));
      if (breaches.length > 0 && !unchecked) throw new UsageError(refusalOf(operation, breaches));
      const says = [read.status, example, body, read.headers].some((part) => part !== undefined);
      const status = says ? statusOf(operation, read) : undefined;
      const told = {
        status,
        says,
        example,
        headers,
        delay,
        drop,
        breaches,
        wanted: { ...wanted },
        operation: operation.name,
        matches,
      };
      // What the contract does not have, the engine has not either.
      const isFixed = body !== undefined || (status !== undefined && !declaredResponse(operation, status));
      all = [{ ...told, answer: isFixed ? answers[0] : undefined, given: 0 }, ...all];
    },
    has: ({ name }) => all.some(({ operation }) => operation === name),
    take({ name }, request) {
      const told = all.find(
        ({ operation, matches }) => operation === name && matches.every((each) => has(request, each)),
      );
      if (!told) return undefined;
      told.given += 1;
      if (told.given === told.wanted.times) all = all.filter((each) => each !== told);
      return told;
    },
    list: () => all.map(({ operation, given, wanted }) => ({ operation, ...wanted, given })),
    reset() {
      all = [];
    },
  };
}

/** @throws UsageError where the contract has no such operation. */
export function operationOf({ operations, file }: Contract, named: unknown): Operation {
  const found = operations.find(({ name, operationId = name }) => name === named || operationId === named);
  if (found) return found;
  const names = operations.flatMap(({ name, operationId = [] }) => [name, operationId].flat());
  const meant = typeof named === 'string' ? nearest(named, names) : undefined;
  const hint = meant === undefined ? ` Name it as in "${names[0] ?? 'GET /'}".` : ` Did you mean "${meant}"?`;
  throw new UsageError(`${file} has no operation ${inspect(named)}.${hint}`);
}

function refusalOf({ name }: Operation, breaches: readonly string[]): string {
  const [first, ...more] = [...new Set(breaches)];
  const rest = more.length === 0 ? '' : `; and ${more.length} more`;
  return `The answer to ${name} breaks the contract: ${first}${rest}. Mend it, or give unchecked: true.`;
}

/** Whether a request has a value; each of several under one name counts. */
function has({ values, query, headers }: MockedRequest, { parameter: { name, in: where }, text }: Match): boolean {
  switch (where) {
    case 'path':
      return values.get(name) === text;
    case 'query':
      return query.getAll(name).includes(text);
    case 'header':
      return headers[name.toLowerCase()] === text;
    case 'cookie':
      return readCookies(headers['cookie'] ?? '').some((cookie) => cookie.name === name && cookie.value === text);
    case 'querystring':
      return false;
    default:
      return where satisfies never;
  }
}
