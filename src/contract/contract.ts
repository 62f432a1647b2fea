/** The contract as values: what the rest of Espalier knows of an OpenAPI document. */

import type { Json } from './json';

/** A place in the contract, as an editor wants it: lines and columns count from 1. */
export interface Clause {
  /** JSON Pointer into `file`, as a URI fragment: `#/paths/~1plants~1{id}/delete`. */
  readonly pointer: string;
  /** Relative to the working directory, or absolute where that is shorter. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The lines of the file from `line` on that the place covers, cut to a readable number. */
  readonly excerpt?: string;
}

/** The most of a value that is quoted where it breaks something, in characters: it is cut to no less. */
export const LONGEST_ACTUAL = 4096;

/** One way in which a value breaks a schema. */
export interface SchemaBreach {
  /** JSON Pointer of the value that breaks it; empty for the whole. */
  readonly path: string;
  /** What the schema requires there, as a sentence without a subject: "must be integer". */
  readonly requirement: string;
  /** The value as it was written, cut to a readable length. */
  readonly actual: string;
}

/** Judges a JSON value by a schema of the contract. An empty list means that it satisfies it. */
export type JudgeJson = (json: Json) => readonly SchemaBreach[];

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  /** The declared `type` names; empty where the schema names none. */
  readonly types: readonly string[];
  readonly format: string | undefined;
  /** How its value is written (OpenAPI 3.1 §4.8.12.2.1); undefined for the usual way. */
  readonly style: string | undefined;
  /** Whether the text, once decoded, is a value of the declared type. */
  readonly accepts: (text: string) => boolean;
  readonly clause: Clause;
}

export interface Media {
  /** As declared, in lower case, without parameters: `application/json`, or a range such as `text/*`. */
  readonly type: string;
  /** Absent where the contract gives no schema for it. */
  readonly judge: JudgeJson | undefined;
  /** Where the media type stands. */
  readonly clause: Clause;
  /** Where its schema stands, which may be a component; the media type's place where it has none. */
  readonly schemaClause: Clause;
}

export interface DeclaredResponse {
  /** As declared: `204`, `4XX` or `default`. */
  readonly status: string;
  /** Empty where the response is declared without content. */
  readonly media: readonly Media[];
  readonly clause: Clause;
}

/** How an operation is authorised. `optional` means that the contract also allows a request without a credential. */
export type Security =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'bearer';
      readonly optional: boolean;
      /** Other ways by which the contract lets a request in. */
      readonly others: readonly OtherCredential[];
      readonly clause: Clause;
    };

/** A way to be authorised that Espalier does not use, but must not take for a missing credential. */
export interface OtherCredential {
  readonly in: 'header' | 'query' | 'cookie' | 'other';
  /** Of the header field or the parameter; for HTTP authentication `Authorization`. */
  readonly name: string;
}

export interface Operation {
  /** Method and path template: `DELETE /plants/{id}`. */
  readonly name: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** GET, HEAD, OPTIONS and TRACE ask for nothing to change (RFC 9110 §9.2.1). */
  readonly safe: boolean;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly DeclaredResponse[];
  readonly security: Security;
  /** What of it Espalier cannot exercise yet, as a reason for a person; absent when it can. */
  readonly unsupported: string | undefined;
  readonly clause: Clause;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  /** As `Clause.file`. */
  readonly file: string;
  /** The contract and every file that it refers to, parsed, by absolute path; the contract itself comes first. */
  readonly files: ReadonlyMap<string, unknown>;
  /** The contract in one value, with every reference followed; absent where one leads back to what holds it. */
  readonly dereferenced?: object;
  readonly operations: readonly Operation[];
  /** What deserves a look but does not stop a run, such as an example that its schema refuses; empty unless asked for. */
  readonly warnings: readonly Mistake[];
}

/** Something wrong in a contract (or another file that a person wrote). Lines and columns count from 1. */
export interface Mistake {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The contract cannot be used. Its message is one line for each mistake: `file:line:column: message`. */
export class ContractError extends Error {
  readonly mistakes: readonly Mistake[];
  /** The files that were looked at or for, by absolute path: a change of one of them may mend it. */
  readonly files: readonly string[];

  constructor(mistakes: readonly Mistake[], files: readonly string[] = []) {
    super(mistakes.map(formatMistake).join('\n'));
    this.name = 'ContractError';
    this.mistakes = mistakes;
    this.files = files;
  }
}

export function formatMistake({ file, line, column, message }: Mistake): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** The declared response that answers `status`: the exact code, else its range, else `default` (OpenAPI 3.1 §4.8.16). */
export function declaredResponse(operation: Operation, status: number): DeclaredResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  for (const key of keys) {
    const found = operation.responses.find((response) => response.status.toUpperCase() === key.toUpperCase());
    if (found) return found;
  }
  return undefined;
}

/** Those that fill the path's template, in the order of their declaration. */
export function pathParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'path');
}

/**
 * An empty or a dotted segment asks for something else than what the template says (RFC 3986 §5.2.4), and half of a
 * character, as JSON and YAML can write it, has no bytes to ask with.
 */
export function isNoSegment(text: string): boolean {
  return ['', '.', '..'].includes(text) || /\p{Cs}/u.test(text);
}
