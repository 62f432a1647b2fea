/** What a mock asks of its engine, in values: the engine itself is in `prism.ts`. */

import type { Media, Operation, SecurityScheme } from '../../src/contract/contract';
import type { JsonValue } from '../../src/json/value';
import type { JudgedRequest } from '../../src/serialization/requestViolations';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the answer has no content. */
  readonly body?: string | Buffer;
  /** What the contract requires and the request (or the mocked answer) breaks, a sentence each. */
  readonly reasons: readonly string[];
}

/** A content, and the media type that has it, as it is declared. */
export interface GivenContent {
  readonly type: string;
  readonly value: unknown;
}

/** Which of the answers that a contract has is wanted, where the request itself prefers none. */
export interface AnswerChoice {
  readonly status?: number | undefined;
  /** The name of an example. */
  readonly example?: string | undefined;
  /** What is answered in place of all that the engine could make. */
  readonly answer?: Answer | undefined;
  /** What is held in place of what the contract has, where the answer has the status of that. */
  readonly turn?: Turn | undefined;
}

/** What the contract has for an answer. */
export interface Sample {
  readonly value: JsonValue;
  /** Whether it is the contract's own, rather than made up. */
  readonly isExample: boolean;
}

export interface Engine {
  /** The names of the query parameters that the contract calls credentials. */
  readonly queryCredentials: () => readonly string[];
  /**
   * Never throws nor rejects: what goes wrong is an answer, too. One that was made before is there at once.
   * @param choose asked once the request is known to keep the contract, and to prefer nothing itself.
   */
  answer(operation: Operation, request: MockedRequest, choose: () => AnswerChoice): Answer | Promise<Answer>;
  /**
   * The declared answer of a status, with what its schema and its headers allow; without content where none is declared.
   * @param given in place of a content that is made up: a value, as the media type that is named has it.
   */
  compose(operation: Operation, status: number, given?: GivenContent): Answer;
  /** The examples of a name that a declared response has, one for each media type at most. */
  examplesOf(operation: Operation, status: number, name: string): readonly GivenContent[];
  /** The values that a declared content has where nothing is held: its examples, or what is made up for it. */
  samples(operation: Operation, status: number, media: Media): Promise<readonly Sample[]>;
  /** What there is to try on the page. */
  listed(): readonly ListedOperation[];
  /** One of it, with all that the page shows. */
  shown(operation: Operation): ShownOperation;
  /** The answer to a path that the contract does not have. */
  unknownPath(path: string): Answer;
  /** The answer to a method that the contract does not have for the path. */
  unknownMethod(path: string, method: string, allowed: readonly string[]): Answer;
}

/** What is held, with the last answer that showed it. */
export interface Again {
  /** What made the answer of it. */
  by?: object | undefined;
  answer?: Answer | undefined;
}

export interface ListedOperation {
  /** `DELETE /plants/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The first one, under which it is listed; empty for none. */
  readonly tag: string;
  readonly deprecated: boolean;
}

/** An answer that can be asked for. */
export interface DeclaredAnswer {
  /** `400 inUse`. */
  readonly label: string;
  /** As a value of `Prefer`: `code=400, example=inUse`. */
  readonly prefer: string;
}

export interface ShownOperation extends ListedOperation {
  /** `openapi.yaml:10:5`. */
  readonly place: string;
  readonly answers: readonly DeclaredAnswer[];
  /** What a request shows a token by, each one of them; empty where it needs none. */
  readonly schemes: readonly Pick<SecurityScheme, 'in' | 'field' | 'http'>[];
  /** Holds the operation as `post`, whatever its method is: the reference does not know them all. */
  readonly document: object;
}

/** What is held in place of what the contract has as its example. */
export interface Held {
  /** Undefined where nothing is known of it: then the answer is as it always was. */
  readonly value: JsonValue | undefined;
  /** Of header fields, by their names in lower case: what each may be, the best first; undefined for one that has nothing to say. */
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly reasons: readonly string[];
}

/** What one request finds. */
export interface Turn {
  /** The status to answer it with, where it is valid. */
  readonly status: number;
  /** Why it is refused; absent where it is not. */
  readonly why?: string;
  /** Does what a request that is answered with that status does, and gives what the answer holds. */
  readonly take: (media: Media | undefined) => Held;
  /** Where its answer may be kept: the same thing, or list, as long as it does not change. Absent where a request does something. */
  readonly again?: Again | undefined;
}

export interface EngineRequest extends MockedRequest {
  readonly operation: Operation;
  /** The path as it was sent, without its query. */
  readonly sentPath: string;
}

/** Where nothing is to be said in header fields. */
export const NO_FIELDS: Held['fields'] = {};

/** A request as the engine is given it: routed, read, and not yet judged. */
export interface MockedRequest extends JudgedRequest {
  /** In lower case; `get` for a HEAD that the contract does not declare. */
  readonly method: string;
  /** As it was sent, less the base path of `servers`. */
  readonly path: string;
}
