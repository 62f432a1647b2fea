/**
 * Finds what breaks clients in the requests that the service sends to them: callbacks and webhooks. There the sides are exchanged. Such a
 * request must be one that a client of the old contract expects, and the service must go on taking what that client answers.
 */

import type { Contract, DeclaredCallback, DeclaredWebhook, Operation } from '../../contract/contract';
import { isEqual } from '../../json/equality';
import type { Parts } from '../../support/letOthersRun';
import { findAnswerBreaks } from './answerBreaks';
import { BesideValues } from './besideValues';
import { type Break, type BreakKind, isReading, type LeftPart, type Unproven, usualLevel } from './breaks';
import { type ComparedSchemas, Comparing, placeWithin, saying, withoutValues } from './comparing';
import { composeRequest, toWitness } from './composeRequest';
import { plainRequest } from './plainRequest';
import { findRequestBreaks } from './requestBreaks';
import { wireOf } from './securityBreaks';

/** What changed in the requests that the service sends. */
export interface CalledChanges {
  readonly breaks: Break[];
  readonly harmless: Break[];
  readonly unproven: Unproven[];
  readonly left: LeftPart[];
  /** What the service sends only since the new contract. */
  readonly added: string[];
  /** What the requests and their answers have only since the new contract, each as a sentence. */
  readonly addedParts: string[];
  readonly notes: string[];
}

interface Compared {
  readonly schemas: ComparedSchemas;
  readonly seed: number;
}

/** A request that the service sends, under the names by which it is told. */
interface Called {
  readonly operation: Operation;
  /** The operation after which it is sent, or the webhook itself. */
  readonly at: string;
  /** "the callback done", "the webhook newPlant". */
  readonly what: string;
}

/** Compares the callbacks of one operation. */
export function* compareCallbacks(before: Operation, now: Operation, how: Compared): Parts<CalledChanges> {
  const changes = noChanges();
  const toCalled = ({ name, operation }: DeclaredCallback): Called => ({
    ...{ operation, at: before.name, what: `the callback ${name}` },
  });
  const [old, current] = [before.callbacks ?? [], now.callbacks ?? []];
  const left = new Set(current);
  const find = (wanted: DeclaredCallback, isSame: (one: DeclaredCallback, other: DeclaredCallback) => boolean) => {
    const [found, ...more] = [...left].filter((each) => isNamedAlike(each, wanted) && isSame(each, wanted));
    if (found && more.length === 0) left.delete(found);
    return more.length === 0 ? found : undefined;
  };
  const alike = old.map((each) => find(each, (one, other) => one.expression === other.expression));
  for (const [at, each] of old.entries()) {
    const other = alike[at] ?? find(each, () => true);
    const called = toCalled(each);
    if (!other) tellRemoved(called, now, how, changes);
    else yield* compareCalled(called, other.operation, how, changes);
    if (other && other.expression !== each.expression)
      changes.notes.push(
        `${before.name}: ${called.what} is sent to ${other.expression} now, and was sent to ${each.expression}.`,
      );
  }
  changes.added.push(...[...left].map((each) => `${now.name}, callback ${each.name} (${each.operation.method})`));
  return changes;
}

/** Compares the webhooks of two contracts. */
export function* compareWebhooks(before: Contract, now: Contract, how: Compared): Parts<CalledChanges> {
  const changes = noChanges();
  const left = new Set(now.webhooks ?? []);
  for (const each of before.webhooks ?? []) {
    const { name, operation } = each;
    const called = { operation, at: nameOfWebhook(each), what: `the webhook ${name}` };
    const other = [...left].find((one) => isNamedAlike(one, each));
    if (other) left.delete(other);
    if (other) yield* compareCalled(called, other.operation, how, changes);
    else tellRemoved(called, undefined, how, changes);
  }
  changes.added.push(...[...left].map(nameOfWebhook));
  return changes;
}

/** Returns the name under which the breaks of a webhook are told and waived: `webhook newPlant (POST)`. */
export function nameOfWebhook({ name, operation }: DeclaredWebhook): string {
  return `webhook ${name} (${operation.method})`;
}

function noChanges(): CalledChanges {
  return { breaks: [], harmless: [], unproven: [], left: [], added: [], addedParts: [], notes: [] };
}

function isNamedAlike(one: DeclaredWebhook, other: DeclaredWebhook): boolean {
  return one.name === other.name && one.operation.method === other.operation.method;
}

function tellRemoved(
  { operation, at, what }: Called,
  now: Operation | undefined,
  { schemas, seed }: Compared,
  { breaks }: CalledChanges,
): void {
  const alone = { sender: operation, receiver: operation, name: at };
  const composed =
    composeRequest(operation, plainRequest(alone, new Comparing(schemas, seed, 'before'))) ??
    composeRequest(operation, { parameters: new Map() });
  if (!composed) return;
  breaks.push({
    kind: 'callback-removed',
    operation: at,
    subject: what,
    path: '',
    message: `the service does not send ${what} any more`,
    before: saying('sends it', operation.clause),
    now: saying('does not declare it', now?.clause),
    witness: toWitness(composed),
  });
}

/** A `oneOf` that overlaps is mostly a mistake, and which side judges by it here is not for the contract alone to say. */
function comparingCalled({ schemas, seed }: Compared, allowing: 'before' | 'now'): Comparing {
  return new Comparing(schemas, seed, allowing, false);
}

function* compareCalled(
  { operation: old, at, what }: Called,
  current: Operation,
  compared: Compared,
  changes: CalledChanges,
): Parts<void> {
  const [sent, unsent] = [comparingCalled(compared, 'now'), comparingCalled(compared, 'before')];
  const [refused, taken] = [comparingCalled(compared, 'before'), comparingCalled(compared, 'now')];
  const pair = (sender: Operation, receiver: Operation) => ({ sender, receiver, name: at });
  const beside = new BesideValues();
  beside.compare(old, current, at.startsWith('webhook') ? at : `${at}, ${what}`);
  if (!isEqual(wireOf(old.security), wireOf(current.security)))
    beside.notes.push(`${at}: ${what} is sent with another credential, or with none.`);
  changes.notes.push(...beside.notes);
  changes.addedParts.push(...beside.added);
  // The service sends as the new contract says, and a client takes it and answers as the old one says.
  yield* findRequestBreaks(pair(current, old), sent);
  yield* findAnswerBreaks(pair(old, current), refused);
  yield* findRequestBreaks(pair(old, current), unsent);
  yield* findAnswerBreaks(pair(current, old), taken);
  const told = (kind: BreakKind, why: string, textOf: (found: Break) => string) => (found: Break) => ({
    ...{
      ...found,
      kind: usualLevel(found.kind) === 'intent' ? found.kind : kind,
      subject: `${what}: ${found.subject}`,
      message: `${why}: ${textOf(found)}`,
    },
  });
  const message = (found: Break) => found.message;
  changes.breaks.push(
    ...sent.breaks.map(
      told('callback-widened', `a client of the old contract does not take all that ${what} sends`, message),
    ),
    ...refused.breaks.map(
      told('callback-answer-refused', `the service does not take every answer to ${what} any more`, (found) =>
        requiredOf(found, found.now.text),
      ),
    ),
  );
  const isWidening = ({ kind }: Break) => !isReading(kind);
  changes.harmless.push(
    ...unsent.breaks.filter(isWidening).map(told('callback-widened', `${what} sends less`, message)),
    ...taken.breaks.map(
      told('callback-answer-refused', `the service takes more answers to ${what}`, (found) =>
        isNewStatus(found) ? found.message : `before, ${requiredOf(found, found.before.text)}`,
      ),
    ),
  );
  changes.left.push(
    ...[sent, unsent, refused, taken].flatMap(({ left }) =>
      left.map((each) => ({ ...each, message: `${what}: ${each.message}` })),
    ),
  );
  changes.unproven.push(
    ...[...withoutValues(sent, unsent), ...withoutValues(refused, taken)].map((each) => ({
      ...{ ...each, subject: `${what}: ${each.subject}` },
    })),
  );
}

/** Says of an answer what the side requires that does not take it. */
function requiredOf(found: Break, requirement: string): string {
  const { subject, path } = found;
  if (isNewStatus(found)) return `${subject} is not declared`;
  return `${placeWithin(subject, path)} ${requirement}`;
}

function isNewStatus({ kind }: Break): boolean {
  return kind === 'status-added' || kind === 'error-status-added';
}
