/** Keeps the answers that a test has told the mock to give, and chooses one of them for a request. */

import { inspect } from 'node:util';
import { type Contract, declaredResponse, type Operation } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import { UsageError } from '../../src/support/errors';
import { nearest } from '../../src/support/words';
import type { MockBehaviour } from '../engine/behaviour';
import type { AnswerChoice, Engine, MockedRequest } from '../engine/engine';
import { readRequestBody } from '../engine/requestBody';
import { breachesOf, composed, statusOf } from './composeAnswer';
import { type AnswerMaker, type Match, type ReadAnswer, readWanted, type WantedAnswer } from './wantedAnswer';

/** An answer that is ready, or that the engine makes as it says. */
export interface ToldAnswer extends AnswerChoice {
  /** Whether it says what to answer, and not only when (`delay`) or that nothing is answered (`drop`). */
  readonly says: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly delay: MockBehaviour['delay'] | undefined;
  readonly drop: boolean;
  /** In what it breaks the contract. */
  readonly breaches: readonly string[];
}

/** An answer, a function that makes it, or several of them that are given one after the other. */
export type Wanted = WantedAnswer | AnswerMaker | readonly (WantedAnswer | AnswerMaker)[];

/** An answer as it was told, and how often it was given. */
interface ListedAnswer extends WantedAnswer {
  readonly operation: string;
  readonly given: number;
}

export interface ToldAnswers {
  /** Adds an answer. @throws UsageError if it is malformed, or if it breaks the contract and is not `unchecked`. */
  add(operation: string, wanted: Wanted): void;
  /** Tells whether there is an answer for an operation. */
  has(operation: Operation): boolean;
  /** Tells whether there is an answer for a request. */
  fits(operation: Operation, request: MockedRequest): boolean;
  /** Returns the answer for a request that keeps the contract, and counts it as given; undefined if there is none. */
  take(operation: Operation, request: MockedRequest): ToldAnswer | undefined;
  /** Lists the answers, the latest first. */
  list(): readonly ListedAnswer[];
  reset(): void;
}

interface Kept {
  readonly operation: string;
  /** The answer as it was told; undefined if a function makes it. */
  readonly wanted: WantedAnswer | undefined;
  readonly fits: (request: MockedRequest) => boolean;
  /** Returns the answer to a request; undefined if a function has none for it. */
  readonly make: (request: MockedRequest) => ToldAnswer | undefined;
  /** How often it is given; undefined for no limit. */
  readonly times: number | undefined;
  given: number;
}

/** How many answers may wait to be given. */
const MOST_ANSWERS = 1000;

interface AnswersSource {
  readonly contract: () => Contract;
  readonly engine: () => Engine;
}

export function createToldAnswers({ contract, engine }: AnswersSource): ToldAnswers {
  let all: readonly Kept[] = [];
  const find = ({ name }: Operation, request: MockedRequest) =>
    all.find(({ operation, fits }) => operation === name && fits(request));
  const readyFor: ReadyFor = (operation, read) => ready(contract(), engine(), operation, read);
  return {
    add(name, wanted) {
      const operation = operationOf(contract(), name);
      const row = isRow(wanted) ? wanted : [wanted];
      if (row.length === 0)
        throw new UsageError(`The answers to ${operation.name} are an empty list; give one at least.`);
      if (all.length + row.length > MOST_ANSWERS)
        throw new UsageError(
          `${MOST_ANSWERS} answers were told and are not used up; reset the mock after each test, or give them times.`,
        );
      all = [...row.map((each, at) => keptFor(operation, each, row.length - 1 - at, readyFor)), ...all];
    },
    has: ({ name }) => all.some(({ operation }) => operation === name),
    fits: (operation, request) => find(operation, request) !== undefined,
    take(operation, request) {
      const kept = find(operation, request);
      const told = kept?.make(request);
      if (!kept || !told) return undefined;
      kept.given += 1;
      if (kept.given === kept.times) all = all.filter((each) => each !== kept);
      return told;
    },
    list: () =>
      all.map(({ operation, given, wanted, times }) => ({
        operation,
        ...wanted,
        ...(times === undefined ? {} : { times }),
        given,
      })),
    reset() {
      all = [];
    },
  };
}

type ReadyFor = (operation: Operation, read: ReadAnswer) => ReturnType<typeof ready>;

/** @param after how many answers come after it in its row. The last one has no limit, unless it says so. */
function keptFor(operation: Operation, wanted: WantedAnswer | AnswerMaker, after: number, readyFor: ReadyFor): Kept {
  const common = { operation: operation.name, given: 0 };
  const usual = after === 0 ? undefined : 1;
  if (typeof wanted === 'function') {
    const make = (request: MockedRequest) => {
      try {
        return made(operation, wanted, request, readyFor);
      } catch (error) {
        return unmade(operation, error);
      }
    };
    return { ...common, wanted: undefined, fits: () => true, make, times: usual };
  }
  const read = readWanted(operation, wanted);
  const told = readyFor(operation, read);
  const { matches, conditions } = read;
  return {
    ...common,
    wanted: { ...wanted },
    fits: (request) =>
      matches.every((each) => has(request, each)) && conditions.every((each) => each(operation, request)),
    make: () => told,
    times: read.times ?? usual,
  };
}

function isRow(wanted: Wanted): wanted is readonly (WantedAnswer | AnswerMaker)[] {
  return Array.isArray(wanted);
}

/** Makes an answer ready. @throws UsageError if it breaks the contract and is not `unchecked`. */
function ready(contract: Contract, engine: Engine, operation: Operation, read: ReadAnswer): ToldAnswer {
  const { example, body, headers = {}, delay, drop = false, unchecked = false } = read;
  const answers = drop ? [] : composed(operation, read, engine);
  const breaches = answers.flatMap((answer) => breachesOf(contract, operation, answer));
  if (breaches.length > 0 && !unchecked) throw new UsageError(refusalOf(operation, breaches));
  const says = [read.status, example, body, read.headers].some((part) => part !== undefined);
  const status = says ? statusOf(operation, read) : undefined;
  // The engine cannot make an answer with another body, or with a status that the contract does not declare.
  const isFixed = body !== undefined || (status !== undefined && !declaredResponse(operation, status));
  return { status, says, example, headers, delay, drop, breaches, answer: isFixed ? answers[0] : undefined };
}

/** Returns the answer to a request for which a function failed, or made what is no answer. */
function unmade({ name }: Operation, error: unknown): ToldAnswer {
  const said = error instanceof Error ? error.message : String(error);
  const detail = error instanceof UsageError ? said : `The function for ${name} failed: ${said}.`;
  const content = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail };
  const headers = { 'content-type': 'application/problem+json' };
  const answer = { status: 500, headers, body: JSON.stringify(content), reasons: [] };
  return {
    status: 500,
    says: true,
    example: undefined,
    headers: {},
    delay: undefined,
    drop: false,
    breaches: [detail],
    answer,
  };
}

/** Lets a function make the answer to a request. @throws UsageError if that is none. */
function made(
  operation: Operation,
  make: AnswerMaker,
  request: MockedRequest,
  readyFor: (operation: Operation, read: ReadAnswer) => ToldAnswer,
): ToldAnswer | undefined {
  const wanted = make({
    path: request.path,
    params: Object.fromEntries([...request.values].map(([name, text]) => [name, text ?? ''])),
    query: new URLSearchParams(request.query),
    headers: request.headers,
    body: readRequestBody(operation, request),
  });
  if (wanted === undefined) return undefined;
  const unfit = ['times', 'params', 'where', 'then'].find((part) => part in (wanted as object));
  if (unfit === 'then')
    throw new UsageError(`The function for ${operation.name} returns a promise; return the answer itself.`);
  if (unfit !== undefined)
    throw new UsageError(
      `The function for ${operation.name} returns "${unfit}", which only an answer without a function has.`,
    );
  return readyFor(operation, readWanted(operation, wanted));
}

/** @throws UsageError if the contract has no such operation. */
export function operationOf({ operations, file }: Contract, named: unknown): Operation {
  const operation = operations.find(({ name, operationId = name }) => name === named || operationId === named);
  if (operation) return operation;
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

/** Tells whether a request has a value. If a name has several values, one of them suffices. */
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
