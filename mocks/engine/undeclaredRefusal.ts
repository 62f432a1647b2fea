/**
 * Refuses a request where its operation declares no status that says so, in the form that the contract's errors have: with 404 what is not there, with
 * 412 a condition that does not hold.
 */

import { STATUS_CODES } from 'node:http';
import seedrandom from 'seedrandom';
import { type DeclaredResponse, declaredResponse, type Media, type Operation } from '../../src/contract/contract';
import { memberSchemas } from '../../src/contract/schema/facets';
import { mediaKind } from '../../src/http/mediaType';
import type { Answer } from './engine';
import { isMessageList } from './lifelike/frameworks';
import { lifelike } from './lifelike/lifelike';
import { refusalOf } from './lifelike/refusal';

/** The errors of an operation that are most likely to be worded as its 404 or 412 would be, the likeliest first. */
const LIKELY = [410, 403, 409, 401, 400, 422, 500];

/**
 * Makes an answer with a status of an error that the operation does not declare.
 * @param operations those of the contract: if the operation declares no error itself, the same status of another one shows the form.
 * @param path the path of the request.
 */
export function undeclaredRefusal(
  operations: readonly Operation[],
  operation: Operation,
  status: number,
  path: string,
): Answer {
  const title = STATUS_CODES[status] ?? 'Error';
  const answered = (type: string, body: string | Buffer): Answer => ({
    status,
    headers: { 'Content-type': type },
    body,
    reasons: [`${operation.name} declares no ${status}`],
  });
  if (isOfFastApi(operation)) return answered('application/json', JSON.stringify({ detail: title }));
  const media = errorLike(operations, operation, status);
  if (media?.schema) {
    const refusal = { ...refusalOf(status, () => path, []), isBorrowed: true };
    const given = lifelike(media.schema, { about: operation.path, random: seedrandom('1'), refusal });
    const { type, body } = contents().contentOf(media, { given, example: false, asked: false, accept: undefined });
    return answered(type, body);
  }
  const detail = status === 404 ? `There is nothing at ${path}.` : `${title}: ${path}.`;
  const problem = { type: 'about:blank', title, status, detail };
  return answered('application/problem+json', JSON.stringify(problem));
}

/** FastAPI answers what is wrong otherwise with a sentence, whatever it lists where input is invalid. */
function isOfFastApi(operation: Operation): boolean {
  return declaredResponse(operation, 422)?.media.some(({ schema }) => schema && isMessageList(schema)) ?? false;
}

/** Returns a refusal for want of a credential in the words of the framework of the contract, where the operation declares no 401. */
export function unauthorisedAsDeclared(operation: Operation, answer: Answer): Answer {
  if (answer.status !== 401 || declaredResponse(operation, 401) !== undefined || !isOfFastApi(operation)) return answer;
  const headers = Object.entries(answer.headers).filter(([name]) => !/^content-(type|length)$/i.test(name));
  const body = JSON.stringify({ detail: 'Not authenticated' });
  return { ...answer, headers: { ...Object.fromEntries(headers), 'Content-type': 'application/json' }, body };
}

/** Returns the content of an error that tells the form: one of the operation, else the same status of another operation. */
function errorLike(operations: readonly Operation[], operation: Operation, status: number): Media | undefined {
  const own = LIKELY.flatMap((each) => jsonIn(declaredResponse(operation, each)) ?? [])[0];
  if (own) return own;
  for (const other of operations) {
    const media = jsonIn(declaredResponse(other, status));
    if (media) return media;
  }
  return undefined;
}

/** Returns the JSON of a response whose members are told. */
function jsonIn(response: DeclaredResponse | undefined): Media | undefined {
  return response?.media.find(
    ({ type, schema }) => mediaKind(type) === 'json' && schema && memberSchemas(schema).size > 0,
  );
}

/** Loads what makes contents only when one is needed. */
function contents() {
  const { createContents } = require('./content') as typeof import('./content');
  return createContents(1, false);
}
