/** What a mock asks of its engine, in values: the engine itself is in `prism.ts`. */

import type { Operation } from '../src/contract/contract';
import type { ListedOperation, ShownOperation } from './pageOperation';

/** A request as the engine is given it: routed, read, and not yet judged. */
export interface MockedRequest {
  /** In lower case; `get` for a HEAD that the contract does not declare. */
  readonly method: string;
  /** As it was sent, less the base path of `servers`. */
  readonly path: string;
  /** The text of each path parameter, decoded; undefined where it cannot be decoded. */
  readonly values: ReadonlyMap<string, string | undefined>;
  readonly query: URLSearchParams;
  /** By name in lower case, as node:http joins them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body as it was sent; empty where there is none. */
  readonly bytes: Buffer;
  /** The status to answer a valid request with, where the request itself prefers none. */
  readonly status?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the answer has no content. */
  readonly body?: string | Buffer;
  /** What the contract requires and the request (or the mocked answer) breaks, a sentence each. */
  readonly reasons: readonly string[];
}

export interface Engine {
  /** The names of the query parameters that the contract calls credentials. */
  readonly queryCredentials: () => readonly string[];
  /** The paths of the servers that the contract gives for an operation, less a trailing slash: `/v1`. */
  basePaths(operation: Operation): readonly string[];
  /** Never rejects: what goes wrong is an answer, too. */
  answer(operation: Operation, request: MockedRequest): Promise<Answer>;
  /** What there is to try on the page. */
  listed(): readonly ListedOperation[];
  /** One of it, with all that the page shows. */
  shown(operation: Operation): ShownOperation;
  /** The answer to a path that the contract does not have. */
  unknownPath(path: string): Answer;
  /** The answer to a method that the contract does not have for the path. */
  unknownMethod(path: string, method: string, allowed: readonly string[]): Answer;
}
