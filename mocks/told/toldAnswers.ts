/** Keeps the answers that a test has told the mock to give, and chooses one of them for a request. */

import { inspect } from 'node:util';
import { type Contract, declaredResponse, type Operation } from '../../src/contract/contract';
import { readCookies } from '../../src/http/cookies';
import { UsageError } from '../../src/support/errors';
import { nearest } from '../../src/support/words';
import type { MockBehaviour } from '../engine/behaviour';
import type { AnswerChoice, Engine, MockedRequest } from '../engine/engine';
import { breachesOf, composed, statusOf } from './composeAnswer';
import { type Match, readWanted, type WantedAnswer } from './wantedAnswer';

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

/** An answer as it was told, and how often it was given. */
interface ListedAnswer extends WantedAnswer {
  readonly operation: string;
  readonly given: number;
}

export interface ToldAnswers {
  /** Adds an answer. @throws UsageError if it is malformed, or if it breaks the contract and is not `unchecked`. */
  add(operation: string, wanted: WantedAnswer): void;
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

interface Kept extends ToldAnswer {
  readonly wanted: WantedAnswer;
  readonly operation: string;
  readonly matches: readonly Match[];
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
    all.find(({ operation, matches }) => operation === name && matches.every((each) => has(request, each)));
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
      // The engine cannot make an answer with another body, or with a status that the contract does not declare.
      const isFixed = body !== undefined || (status !== undefined && !declaredResponse(operation, status));
      all = [{ ...told, answer: isFixed ? answers[0] : undefined, given: 0 }, ...all];
    },
    has: ({ name }) => all.some(({ operation }) => operation === name),
    fits: (operation, request) => find(operation, request) !== undefined,
    take(operation, request) {
      const told = find(operation, request);
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
