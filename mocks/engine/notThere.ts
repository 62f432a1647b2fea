/** Says that a thing is not there where its operation declares no status that says so: a 404, in the form that the contract's errors have. */

import seedrandom from 'seedrandom';
import { type DeclaredResponse, declaredResponse, type Media, type Operation } from '../../src/contract/contract';
import { memberSchemas } from '../../src/contract/schema/facets';
import { mediaKind } from '../../src/http/mediaType';
import type { Answer } from './engine';
import { isMessageList } from './lifelike/frameworks';
import { lifelike } from './lifelike/lifelike';
import { refusalOf } from './lifelike/refusal';

const STATUS = 404;

/** The errors of an operation that are most likely to be worded as its 404 would be, the likeliest first. */
const LIKELY = [410, 403, 409, 401, 400, 422, 500];

/**
 * Makes a 404 that the operation does not declare.
 * @param operations those of the contract: if the operation declares no error itself, a 404 of another one shows the form.
 * @param path the path of the request.
 */
export function undeclaredNotFound(operations: readonly Operation[], operation: Operation, path: string): Answer {
  const answered = (type: string, body: string | Buffer): Answer => ({
    status: STATUS,
    headers: { 'Content-type': type },
    body,
    reasons: [`${operation.name} declares no 404`],
  });
  // FastAPI answers a missing thing with a sentence, whatever it lists where input is invalid.
  const invalid = declaredResponse(operation, 422)?.media.find(({ schema }) => schema && isMessageList(schema));
  if (invalid) return answered('application/json', JSON.stringify({ detail: 'Not Found' }));
  const media = errorLike(operations, operation);
  if (media?.schema) {
    const refusal = { ...refusalOf(STATUS, () => path, []), isBorrowed: true };
    const given = lifelike(media.schema, { about: operation.path, random: seedrandom('1'), refusal });
    const { type, body } = contents().contentOf(media, { given, example: false, asked: false, accept: undefined });
    return answered(type, body);
  }
  const problem = { type: 'about:blank', title: 'Not Found', status: STATUS, detail: `There is nothing at ${path}.` };
  return answered('application/problem+json', JSON.stringify(problem));
}

/** Returns the content of an error that tells the form: one of the operation, else a 404 of another operation. */
function errorLike(operations: readonly Operation[], operation: Operation): Media | undefined {
  const own = LIKELY.flatMap((status) => jsonIn(declaredResponse(operation, status)) ?? [])[0];
  if (own) return own;
  for (const other of operations) {
    const media = jsonIn(declaredResponse(other, STATUS));
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
