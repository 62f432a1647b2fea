/** Describes what a mock asks its engine. The engine itself is in `prism.ts`. */

import type { Media, Operation, Parameter, SecurityScheme } from '../../src/contract/contract';
import type { JsonValue } from '../../src/json/value';
import type { JudgedRequest } from '../../src/serialization/requestViolations';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if the answer has no content. */
  readonly body?: string | Buffer;
  /** Why the request, or the mocked answer, breaks the contract. Each reason is a sentence. */
  readonly reasons: readonly string[];
}

/** A value, and its media type as the contract declares it. */
export interface GivenContent {
  readonly type: string;
  readonly value: unknown;
}

/** Chooses one of the answers that a contract declares, if the request itself does not. */
export interface AnswerChoice {
  readonly status?: number | undefined;
  /** The name of an example. */
  readonly example?: string | undefined;
  /** An answer that replaces any answer of the engine. */
  readonly answer?: Answer | undefined;
  /** A value of the state that replaces the content of the contract, if the answer has the status of the turn. */
  readonly turn?: Turn | undefined;
}

/** A value that the contract has for an answer. */
export interface Sample {
  readonly value: JsonValue;
  /** Whether it is an example of the contract; otherwise it was made up. */
  readonly isExample: boolean;
}

export interface Engine {
  /**
   * Answers a request. It never throws or rejects, since an error becomes an answer, too. An answer that was made before is returned
   * at once, not as a promise.
   * @param choose called if the request keeps the contract and prefers no answer itself.
   */
  answer(operation: Operation, request: MockedRequest, choose: () => AnswerChoice): Answer | Promise<Answer>;
  /**
   * Makes the declared answer of a status, with a content and headers that the contract allows, or without content if none is declared.
   * @param given a value and its media type, which replace the content that would be made up.
   */
  compose(operation: Operation, status: number, given?: GivenContent): Answer;
  /** Returns the examples of a declared response with this name, at most one for each media type. */
  examplesOf(operation: Operation, status: number, name: string): readonly GivenContent[];
  /**
   * Returns the values of a declared content without any state: its examples, or values that are made up.
   * @param least how many things a list that is made up has at least; a handful if it is left out.
   */
  samples(operation: Operation, status: number, media: Media, least?: number): Promise<readonly Sample[]>;
  /** The contract in one document, with its overlays. It must not be changed. */
  readonly document: object;
  /** Lists the operations for the page. */
  listed(): readonly ListedOperation[];
  /** Returns all that the page shows of an operation. */
  shown(operation: Operation): ShownOperation;
  /** Refuses a request with a status that the operation does not declare: 404 where nothing is there, 412 where a condition does not hold. */
  undeclaredRefusal(operation: Operation, status: number, path: string): Answer;
  /** Answers a path that the contract does not have. */
  unknownPath(path: string): Answer;
  /** Answers a method that the contract does not have for the path. */
  unknownMethod(path: string, method: string, allowed: readonly string[]): Answer;
}

/** A thing or a list in the state of the mock, with the last answer that showed it. */
export interface Again {
  /** The function that made the answer. */
  by?: object | undefined;
  answer?: Answer | undefined;
}

export interface ListedOperation {
  /** `DELETE /plants/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The first tag, under which the operation is listed; empty if there is none. */
  readonly tag: string;
  readonly deprecated: boolean;
}

/** An answer that a request can ask for. */
export interface DeclaredAnswer {
  /** `400 inUse`. */
  readonly label: string;
  /** The value of `Prefer` that asks for it: `code=400, example=inUse`. */
  readonly prefer: string;
}

export interface ShownOperation extends ListedOperation {
  /** `openapi.yaml:10:5`. */
  readonly place: string;
  /** In Markdown, as the contract has it; empty if it says nothing. */
  readonly description: string;
  readonly externalDocs: { readonly url: string; readonly description: string } | undefined;
  readonly answers: readonly DeclaredAnswer[];
  readonly security: ShownSecurity;
  readonly parameters: readonly ShownParameter[];
  readonly body: ShownBody | undefined;
  readonly responses: readonly ShownResponse[];
  readonly callbacks: readonly ShownCallback[];
  /** A document that holds all schemas to which those of the operation refer, at the same places as in the contract. */
  readonly document: object;
}

/** The credentials with which a request is let in: it needs those of one alternative. */
export interface ShownSecurity {
  /** Whether a request without a credential is let in, too. */
  readonly optional: boolean;
  readonly alternatives: readonly (readonly Pick<SecurityScheme, 'name' | 'type' | 'in' | 'field' | 'http'>[])[];
}

/**
 * How a person enters a value: as a text; as a list, of which each line is an item; as JSON; or as one file or several.
 */
export type EntryKind = 'text' | 'list' | 'json' | 'file' | 'files';

/** A field of the form of an operation. */
interface ShownField {
  readonly name: string;
  readonly required: boolean;
  readonly entry: EntryKind;
  /** The schema as the contract has it; it may be a reference into the document. */
  readonly schema: unknown;
  /** What the field holds at first: a value that keeps the contract if it is required. */
  readonly text: string;
}

export interface ShownParameter extends ShownField {
  readonly in: Parameter['in'];
  readonly deprecated: boolean;
  readonly description: string;
}

/** A value that the contract gives as an example. */
export interface ShownExample {
  readonly label: string;
  readonly text: string;
}

interface ShownMedia {
  /** As declared, such as `application/json`. */
  readonly type: string;
  readonly schema: unknown;
  readonly examples: readonly ShownExample[];
}

export interface ShownBodyMedia extends ShownMedia {
  /** How its content is entered: as a text, as the fields of a form, as the parts of a multipart body, or as a file. */
  readonly kind: 'text' | 'form' | 'multipart' | 'file';
  /** What a text holds at first. */
  readonly text: string;
  /** The fields of a form or the parts of a multipart body. */
  readonly fields: readonly (ShownField & { readonly type: string | undefined })[];
}

export interface ShownBody {
  readonly required: boolean;
  readonly description: string;
  readonly media: readonly ShownBodyMedia[];
}

export interface ShownResponse {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: unknown;
  }[];
  readonly media: readonly ShownMedia[];
  /** How many links it declares. */
  readonly links: number;
}

/** A request that the mock sends to a client. */
export interface ShownCallback {
  readonly name: string;
  readonly method: string;
  /** The runtime expression of its URL; undefined for a webhook. */
  readonly expression?: string;
}

/** A value of the state, which replaces the example of the contract. */
export interface Held {
  /** Undefined if the state has no value for the answer. Then the answer is the same as without state. */
  readonly value: JsonValue | undefined;
  /** What is answered in place of a value: a file that was sent. */
  readonly file?: { readonly type: string; readonly body: Buffer };
  /** The possible texts of header fields, the best first, by the names of the fields in lower case; undefined to leave a field out. */
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
  readonly reasons: readonly string[];
}

/** What the state has for one request. */
export interface Turn {
  /** The status of the answer, if the request is valid. */
  readonly status: number;
  /** Why the request is refused; absent if it is not. */
  readonly why?: string;
  /** True if the request is refused since what its path names is not there. */
  readonly isMissing?: true;
  /** Changes the state as a request with this status does, and returns the value for the answer. */
  readonly take: (media: Media | undefined) => Held;
  /** The thing or list at which the answer may be kept, until it changes. Absent if the request changes the state. */
  readonly again?: Again | undefined;
}

export interface EngineRequest extends MockedRequest {
  readonly operation: Operation;
  /** The path as it was sent, without its query. */
  readonly sentPath: string;
}

/** Stands for an answer without header fields from the state. */
export const NO_FIELDS: Held['fields'] = {};

/** A request for the engine. It is routed and read, and not yet judged. */
export interface MockedRequest extends JudgedRequest {
  /** The method in lower case. A HEAD that the contract does not declare becomes `get`. */
  readonly method: string;
  /** The path as it was sent, without the base path of `servers`. */
  readonly path: string;
}
