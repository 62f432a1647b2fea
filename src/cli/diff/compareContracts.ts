/** Compares two contracts: what a client of the old one sends and expects, and what the new one refuses and answers. */

import type { Contract, Operation } from '../../contract/contract';
import { routerOf } from '../../routing/router';
import { requestViolations } from '../../serialization/requestViolations';
import { groupBy } from '../../support/collections';
import { atOnce, type Parts } from '../../support/letOthersRun';
import { findAnswerBreaks } from './answerBreaks';
import { findBasePathBreaks, takenBy } from './basePathBreaks';
import { BesideValues } from './besideValues';
import { type Break, type BreakKind, isReading, type NotCompared, type Unproven } from './breaks';
import { type CalledChanges, compareCallbacks, compareWebhooks } from './callbackBreaks';
import { Comparing, createComparedSchemas, type OperationPair, saying, withoutValues } from './comparing';
import { composeRequest, toJudged, toWitness } from './composeRequest';
import { mistakesIn, mistakesOfNone, partsLeft } from './notCompared';
import { pairOperations } from './pairOperations';
import { plainRequest } from './plainRequest';
import { findRequestBreaks } from './requestBreaks';
import { findSecurityBreaks } from './securityBreaks';

/** One cause of breaks, however many operations show it. */
export interface BreakCause {
  /** The first of them. */
  readonly first: Break;
  /** All of them, in the order of the old contract. */
  readonly breaks: readonly Break[];
}

export interface Comparison {
  readonly causes: readonly BreakCause[];
  /** What breaks no client: requests that are taken now, and answers that come no more. */
  readonly harmless: readonly BreakCause[];
  readonly unproven: readonly Unproven[];
  /** What was not compared: one of the contracts has a mistake there, nobody can tell, or it was too much. */
  readonly notCompared: readonly NotCompared[];
  /** The names of operations, callbacks and webhooks that only the new contract has. */
  readonly added: readonly string[];
  /** What operations of both contracts have only in the new one, and clients may leave out or overlook, each as a sentence. */
  readonly addedParts: readonly string[];
  /** Further changes, each as a sentence. */
  readonly notes: readonly string[];
  /** How many operations both contracts have. */
  readonly compared: number;
}

interface ComparisonOptions {
  /** Values are the same if the seed is the same. */
  readonly seed: number;
  /** Returns whether an operation of the old contract is compared. Default: each is, and each webhook. */
  readonly wants?: (operation: Operation) => boolean;
  /** `YYYY-MM-DD`: what was announced to end before this day may be gone. Undefined if nothing may. */
  readonly today?: string;
  /** Whether another base path is no change. */
  readonly ignoreBasePath?: boolean;
}

export function compareContracts(before: Contract, now: Contract, options: ComparisonOptions): Comparison {
  return atOnce(comparisonInParts(before, now, options));
}

/** As `compareContracts`, in parts. */
export function* comparisonInParts(
  before: Contract,
  now: Contract,
  { seed, wants, ignoreBasePath = false, today }: ComparisonOptions,
): Parts<Comparison> {
  const paired = pairOperations(before.operations, now.operations);
  const pairs = paired.pairs.filter(({ before: operation }) => wants?.(operation) ?? true);
  const schemas = createComparedSchemas();
  const requests = new Comparing(schemas, seed, 'before');
  const answers = new Comparing(schemas, seed, 'now');
  // The other way round, the same search finds what breaks no client.
  const more = new Comparing(schemas, seed, 'now');
  const fewer = new Comparing(schemas, seed, 'before');
  const notes: string[] = [];
  const beside = new BesideValues();
  const removed = paired.removed.filter((each) => wants?.(each) ?? true);
  notes.push(...(yield* compareRemoved(removed, now, { requests, answers, today })));
  const isTaken = ignoreBasePath ? undefined : { before: takenBy(before.operations), now: takenBy(now.operations) };
  for (const pair of pairs) {
    beside.compare(pair.before, pair.now);
    yield* comparePair(pair, { requests, answers, more, fewer }, isTaken);
  }
  const called: CalledChanges[] = [];
  for (const pair of pairs) called.push(yield* compareCallbacks(pair.before, pair.now, { schemas, seed }));
  if (!wants) called.push(yield* compareWebhooks(before, now, { schemas, seed }));
  const unserved = new Set(
    requests.breaks.flatMap(({ kind, operation }) => (kind === 'base-path-changed' ? operation : [])),
  );
  const widened = [...more.breaks, ...fewer.breaks].filter(({ kind }) => !isReading(kind));
  return {
    causes: causesOf([...requests.breaks, ...answers.breaks, ...called.flatMap(({ breaks }) => breaks)]),
    harmless: causesOf([...widened, ...called.flatMap(({ harmless }) => harmless)]),
    unproven: [
      ...[...withoutValues(requests, more), ...withoutValues(answers, fewer)],
      ...called.flatMap(({ unproven }) => unproven),
    ],
    notCompared: [
      ...(isFaultless(before) ? [] : mistakesIn(pairs.map((pair) => pair.before))),
      ...(isFaultless(now) ? [] : mistakesIn(pairs.map((pair) => pair.now))),
      // Which operations were meant there, nobody knows, so they are told where all are compared.
      ...(wants ? [] : [...mistakesOfNone(before), ...mistakesOfNone(now)]),
      ...partsLeft([requests, answers, more, fewer, ...called].flatMap(({ left }) => left)),
    ],
    added: [
      ...paired.added.filter((each) => wants?.(each) ?? true).map(({ name }) => name),
      ...called.flatMap(({ added }) => added),
    ],
    addedParts: [...beside.added, ...called.flatMap(({ addedParts }) => addedParts)],
    notes: [
      ...notes,
      ...beside.notes,
      ...called.flatMap((each) => each.notes),
      ...serverNotes(pairs.filter(({ before: { name } }) => !unserved.has(name))),
    ],
    compared: pairs.length,
  };
}

/** Compares operations that are gone with those that take their requests, if there are any. @returns what is to be said of each. */
function* compareRemoved(
  removed: readonly Operation[],
  now: Contract,
  {
    requests,
    answers,
    today,
  }: Readonly<Record<'requests' | 'answers', Comparing>> & { readonly today: string | undefined },
): Parts<string[]> {
  const notes: string[] = [];
  for (const operation of removed) {
    const note = noteOfSunset(operation, today);
    if (note !== undefined) notes.push(note);
    const taking = note === undefined ? findRemoval(operation, now, requests) : undefined;
    if (!taking) continue;
    const { name } = operation;
    notes.push(`${name} is gone; ${taking.name} takes its requests.`);
    yield* compareRequests({ sender: operation, receiver: taking, name }, requests);
    yield* findAnswerBreaks({ sender: taking, receiver: operation, name }, answers);
  }
  return notes;
}

/** @param isTaken which paths each contract has; undefined where another base path is no change. */
function* comparePair(
  { before, now }: { readonly before: Operation; readonly now: Operation },
  { requests, answers, more, fewer }: Readonly<Record<'requests' | 'answers' | 'more' | 'fewer', Comparing>>,
  isTaken: Readonly<Record<'before' | 'now', ReturnType<typeof takenBy>>> | undefined,
): Parts<void> {
  const [forth, back] = [
    { sender: before, receiver: now, name: before.name },
    { sender: now, receiver: before, name: before.name },
  ];
  if (isTaken) {
    findBasePathBreaks(forth, requests, isTaken.now);
    findBasePathBreaks(back, more, isTaken.before);
  }
  yield* compareRequests(forth, requests);
  yield* findAnswerBreaks(back, answers);
  yield* compareRequests(back, more);
  yield* findAnswerBreaks(forth, fewer);
}

/** Looking for mistakes takes time, and few contracts have one. */
function isFaultless(contract: Contract): boolean {
  return contract.check(false).mistakes.length === 0;
}

function* compareRequests(pair: OperationPair, comparing: Comparing): Parts<void> {
  findSecurityBreaks(pair, comparing);
  yield* findRequestBreaks(pair, comparing);
}

/** Whoever announces an end keeps the word: an operation that was deprecated is gone after the day that its `x-sunset` names. */
function noteOfSunset({ name, deprecated, sunset }: Operation, today = ''): string | undefined {
  const isOver = deprecated && sunset !== undefined && sunset.slice(0, 10) < today;
  return isOver ? `${name} is gone. It was deprecated, and was to end on ${sunset}.` : undefined;
}

/** Returns the operation that takes the requests of one that is gone; where there is none, that is a break. */
function findRemoval(operation: Operation, now: Contract, comparing: Comparing): Operation | undefined {
  const alone = { sender: operation, receiver: operation, name: operation.name };
  const composed =
    composeRequest(operation, plainRequest(alone, comparing)) ??
    composeRequest(operation, {
      parameters: new Map(operation.parameters.flatMap((each) => (each.in === 'path' ? [[each, 'text']] : []))),
    });
  if (!composed) return undefined;
  const [path = ''] = composed.path.split('?');
  const route = routerOf(now.operations).find(operation.method, path);
  if (route) {
    const request = { ...toJudged(composed, operation), values: route.values };
    if (requestViolations(route.operation, request, 'any').length === 0) return route.operation;
  }
  const methods = now.operations.filter(({ operationId }) => operationId && operationId === operation.operationId);
  const [moved] = methods;
  comparing.add(
    {
      kind: 'operation-removed',
      operation: operation.name,
      subject: 'the operation',
      path: '',
      message: `the operation is gone${moved ? `; ${moved.operationId} is now ${moved.name}` : ''}`,
      witness: toWitness(composed),
    },
    saying('has the operation', operation.clause),
    saying('does not have it', moved?.clause),
  );
  return undefined;
}

/** Kinds that somebody changes for the whole contract at once, and writes at each operation. */
const ONE_CAUSE: ReadonlySet<BreakKind> = new Set([
  ...(['error-status-added', 'answer-type-open', 'credential-required'] as const),
]);

/** Puts breaks together that have the same cause: the same clauses of both contracts. */
function causesOf(breaks: readonly Break[]): BreakCause[] {
  const causes = groupBy(breaks, ({ kind, operation, subject, message, before, now }) => {
    if (ONE_CAUSE.has(kind))
      return [kind, message, kind.startsWith('c') ? `${before.text} ${now.text}` : ''].join('\n');
    const places = [before.clause, now.clause].map((clause) => (clause ? `${clause.file}${clause.pointer}` : ''));
    const own = before.clause && now.clause ? '' : `${operation} ${subject}`;
    return [kind, ...places, before.text, now.text, own].join('\n');
  });
  return [...causes.values()].map((all) => ({ first: all[0], breaks: all }));
}

function serverNotes(pairs: readonly { readonly before: Operation; readonly now: Operation }[]): string[] {
  const notes = new Set<string>();
  for (const { before, now } of pairs) {
    // No server is the same as one at the root (OpenAPI 3.1 §4.8.1).
    const [old, current] = [before, now].map(({ servers }) => servers.join(', ') || '/');
    if (old !== current) notes.add(`The servers were ${old}, and are ${current}.`);
  }
  return [...notes];
}
