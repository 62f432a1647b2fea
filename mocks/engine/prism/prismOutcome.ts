/** Says what Prism made of a request, and what was wrong with that. */

import type { ProblemJsonError } from '@stoplight/prism-http/dist/types';
import type { IHttpOperation } from '@stoplight/types';
import { type Either, isLeft } from 'fp-ts/Either';
import { isUnauthorised, type RequestViolation } from '../../../src/serialization/requestViolation';
import { type Refusal, refusalOf } from '../lifelike/refusal';
import type { Mocked } from './withoutPrism';

/** Tells whether Prism has no answer, and the request is not to blame. */
export function isFailure(result: Either<Error, Mocked>): boolean {
  if (!isLeft(result)) return !(result.right.output.statusCode >= 200 && result.right.output.statusCode <= 599);
  const { status = 500 } = result.left as Partial<ProblemJsonError>;
  return status >= 500;
}

export function isUnacceptable({ status }: Partial<ProblemJsonError>): boolean {
  return status === 406;
}

/** Returns the media types of a response, as declared, of which the contract has an example. */
export function exampledIn(resource: IHttpOperation, status: number): ReadonlySet<string> {
  const contents = responseIn(resource, status)?.contents ?? [];
  const first = contents.filter(
    (each, at) => contents.findIndex(({ mediaType }) => mediaType === each.mediaType) === at,
  );
  return new Set(first.flatMap(({ mediaType, examples = [] }) => (examples.length > 0 ? [mediaType] : [])));
}

/** What is wrong with a request, as far as Prism tells it apart: its credential, the type of its body, or anything else. */
export type KindOfWrong = 401 | 415 | 422;

export function kindOfWrong(violations: readonly RequestViolation[]): KindOfWrong {
  if (violations.some(isUnauthorised)) return 401;
  return violations.some(({ code }) => code === 415) ? 415 : 422;
}

/** A longer list of violations, in characters, is not kept. */
const LONGEST_LIST = 2000;

/** Returns what is wrong with a request as a key, which is none of a request that is right; undefined if it is too long. */
export function keyOfViolations(violations: readonly RequestViolation[]): string | undefined {
  let key = 'wrong';
  for (const { path, code, message } of violations) {
    key += `\n${code} ${path.join('\t')}\n${message}`;
    if (key.length > LONGEST_LIST) return undefined;
  }
  return key;
}

export function responseIn(
  { responses }: IHttpOperation,
  status: number,
): IHttpOperation['responses'][number] | undefined {
  const codes = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return codes.flatMap((code) => responses.filter((each) => each.code === code))[0];
}

/** The path of a request. An answer that names it is no answer to other requests that are as wrong. */
export class AskedPath {
  isNamed = false;

  constructor(private readonly path: string) {}

  /** Returns what a refusal is made of; undefined if the status is none of an error. */
  refusal(status: number, violations: readonly RequestViolation[]): Refusal | undefined {
    const named = () => {
      this.isNamed = true;
      return this.path;
    };
    return status < 400 ? undefined : refusalOf(status, named, violations);
  }
}
