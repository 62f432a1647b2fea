/** Makes the answer that a test wants, and finds out in what it breaks the contract. */

import { placeOf } from '../../src/contract/clause';
import { type Contract, declaredResponse, type Media, type Operation } from '../../src/contract/contract';
import { bareType, mediaKind } from '../../src/http/mediaType';
import { type JsonValue, toJson } from '../../src/json/value';
import { UsageError } from '../../src/support/errors';
import type { Answer, Engine, GivenContent } from '../engine/engine';
import { usualStatus } from '../engine/negotiate';
import { unknownExample } from '../engine/unknownPreferences';
import type { ReadAnswer } from './wantedAnswer';

type Composing = Pick<Engine, 'compose' | 'examplesOf'>;

/** Returns the status of a wanted answer. */
export function statusOf({ responses }: Operation, { status }: Pick<ReadAnswer, 'status'>): number {
  return status ?? usualStatus(responses);
}

/**
 * Makes the answers that may be sent for a wanted one: a single one, or one for each media type that has the wanted example.
 * @throws UsageError if there is no such example, or the body cannot be written.
 */
export function composed(operation: Operation, wanted: ReadAnswer, engine: Composing): readonly Answer[] {
  const status = statusOf(operation, wanted);
  const { example, body, headers = {} } = wanted;
  const own = Object.entries(headers);
  const [, type] = own.find(([name]) => /^content-type$/i.test(name)) ?? [];
  const answers =
    example !== undefined
      ? exampleAnswers(operation, status, example, engine)
      : [
          body === undefined
            ? engine.compose(operation, status)
            : bodyAnswer(operation, status, { body, type }, engine),
        ];
  return answers.map((answer) => ({ ...withHeaders(answer, headers), reasons: [] }));
}

/** Returns an answer with other header fields, which replace those of the same names. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept = Object.entries(answer.headers).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...answer, headers: { ...Object.fromEntries(kept), ...headers } };
}

function exampleAnswers(operation: Operation, status: number, name: string, engine: Composing): Answer[] {
  const examples = engine.examplesOf(operation, status, name);
  if (examples.length === 0) throw new UsageError(unknownExample(operation, status, name).detail);
  return examples.map((given) => engine.compose(operation, status, given));
}

interface Body {
  readonly body: unknown;
  /** The value of the wanted `Content-Type` field. */
  readonly type: string | undefined;
}

function bodyAnswer(operation: Operation, status: number, { body, type }: Body, engine: Composing): Answer {
  const { media = [] } = declaredResponse(operation, status) ?? {};
  const named = type === undefined ? usualMedia(media, body) : media.find((each) => each.type === bareType(type));
  const bare = engine.compose(operation, status);
  const of = (content: string, written: string | Buffer): Answer =>
    withHeaders({ ...bare, body: written }, { 'Content-type': content });
  if (body instanceof Uint8Array) return of(type ?? named?.declared ?? 'application/octet-stream', Buffer.from(body));
  const given: GivenContent | undefined = named && { type: named.declared, value: body };
  try {
    if (given) return engine.compose(operation, status, given);
    const isText = typeof body === 'string' && (type === undefined || mediaKind(bareType(type)) !== 'json');
    const written = isText ? body : jsonOf(body as JsonValue);
    return of(type ?? (isText ? 'text/plain' : 'application/json'), written);
  } catch (error) {
    throw new UsageError(
      `The body of the answer to ${operation.name} cannot be written: ${(error as Error).message}. Give a value that JSON has, text or bytes.`,
    );
  }
}

/** Writes a value as JSON. JSON.stringify can write more kinds of values, and `toJson` can write bigints. */
function jsonOf(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return toJson(value);
  }
}

/** Returns the media type for a body: the first JSON type if the body is no text, else the first declared one. */
function usualMedia(media: readonly Media[], body: unknown): Media | undefined {
  const json = typeof body === 'string' ? undefined : media.find(({ type }) => mediaKind(type) === 'json');
  return json ?? media[0];
}

/** Says in what an answer breaks the contract, by the rules of a run, with the places of the broken clauses. */
export function breachesOf(contract: Contract, operation: Operation, answer: Answer): string[] {
  // The rules are loaded only here, since most mocks are never told an answer.
  const { judgeRead } =
    require('../../src/recorded/judgeResponse') as typeof import('../../src/recorded/judgeResponse');
  const { rules } = require('../../conformance/rules') as typeof import('../../conformance/rules');
  const { status, headers, body = '' } = answer;
  const { responses, security, clause } = operation;
  // A security scheme declares 401, too, as for the rule `declared-status`.
  if (!declaredResponse(operation, status) && !(status === 401 && security.alternatives.length > 0)) {
    const declared = responses.map((each) => each.status).join(', ');
    return [`the status ${status} is not declared: ${operation.name} declares ${declared} (${placeOf(clause)})`];
  }
  const response = { status, headers: Object.entries(headers), body: Buffer.from(body as string) };
  const request = { method: operation.method, url: undefined, requestHeaders: undefined };
  const read = { ...request, ...response };
  const match = { operation, values: undefined };
  const { requirements } = judgeRead({ read, found: match }, rules, { contract, closed: true });
  return requirements
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap(({ rule, clause: whole, findings }) =>
      findings
        .filter(({ level }) => level === 'must')
        .map(({ message, expected, actual, clause: own = whole }) => {
          return `${message}: expected ${expected}, actual ${actual} (${rule}, ${placeOf(own)})`;
        }),
    );
}
