/** The contract as values: what the rest of Espalier knows of an OpenAPI document. */

import type { ReadJson } from '../json/exactJson';
import type { Clause, Mistake } from './clause';
import type { StandardObject } from './dialects/dialect';
import type { Schema } from './schema/schema';

/** What the files of a contract are told from others by. */
export interface Hashes {
  readonly sha256: string;
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
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
  /** It is a hint, such as a format that no standard makes binding. */
  readonly advisory?: true;
  /** The very keyword that is broken; absent where the whole schema allows nothing. */
  readonly clause: Clause | undefined;
}

/** Judges a JSON value by a schema of the contract. An empty list means that it satisfies it. */
export type JudgeJson = (json: ReadJson) => readonly SchemaBreach[];

export interface Parameter {
  readonly name: string;
  /** `querystring`: the whole of the query (OpenAPI 3.2). */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  /** The `type` names of its schema, or of what that refers to; empty where none are named. */
  readonly types: readonly string[];
  readonly format: string | undefined;
  /** How its value is written (OpenAPI 3.1 §4.8.12.2.1); undefined for the usual way. */
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  readonly schema: Schema | undefined;
  /** The media type that its value is written in, in place of a style. */
  readonly content: string | undefined;
  /** Values that the contract gives as its examples, or as its default. */
  readonly examples: readonly unknown[];
  /** Whether the text, once decoded, is a value of the declared type. */
  readonly accepts: (text: string) => boolean;
  readonly clause: Clause;
}

export interface Media {
  /** As declared, in lower case, without parameters: `application/json`, or a range such as `text/*`. */
  readonly type: string;
  /** As declared, with its parameters, such as a charset. */
  readonly declared: string;
  readonly schema: Schema | undefined;
  /** Of each event or line of a sequence (OpenAPI 3.2). */
  readonly itemSchema: Schema | undefined;
  /** Of the members of a form, by their names. */
  readonly encodings: ReadonlyMap<string, Encoding>;
  /** Absent where the contract gives no schema for it, or none that can be used. */
  readonly judge: JudgeJson | undefined;
  /** Judges one event or line of a sequence. */
  readonly itemJudge: JudgeJson | undefined;
  /** What is wrong with the schema, so that nothing can pass by it. */
  readonly defect: Mistake | undefined;
  /** Of `examples`. */
  readonly exampleNames: readonly string[];
  /** Where it has no schema, what its examples look like; undefined where it has none of these either. */
  readonly likeness: Schema | undefined;
  /** Where the media type stands. */
  readonly clause: Clause;
  /** Where its schema stands, which may be a component; the media type's place where it has none. */
  readonly schemaClause: Clause;
}

/** How one member of a form, or one part of a multipart body, is written (OpenAPI 3.1 §4.8.15). */
export interface Encoding {
  readonly contentType: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly media: readonly Media[];
  readonly clause: Clause;
}

/** A header field of a response (OpenAPI 3.1 §4.8.21). */
export interface DeclaredHeader {
  readonly name: string;
  readonly required: boolean;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly schema: Schema | undefined;
  /** The media type that its value is written in, in place of a style. */
  readonly content: string | undefined;
  readonly clause: Clause;
}

/** A link to another operation (OpenAPI 3.1 §4.8.20). */
export interface DeclaredLink {
  /** Its `operationId`; where it is meant by a reference, method and path template. */
  readonly operation: string;
  /** Runtime expressions by the name of a parameter, which may have its place before it: `path.id`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** What is sent, as it is or with runtime expressions in it; undefined where the link says nothing of it. */
  readonly requestBody: unknown;
}

export interface DeclaredResponse {
  /** As declared: `204`, `4XX` or `default`. */
  readonly status: string;
  readonly headers: readonly DeclaredHeader[];
  /** To what may be asked next; of an operation by its `operationId`, or by its name. */
  readonly links: readonly DeclaredLink[];
  /** Empty where the response is declared without content. */
  readonly media: readonly Media[];
  /** Why nothing but the status is known of it. */
  readonly defect: Mistake | undefined;
  readonly clause: Clause;
  /** Where the operation declares it, which may only refer to where it stands. */
  readonly declaredAt: Clause;
}

/** One way of showing who asks, as the contract names it. */
export interface SecurityScheme {
  /** Of the contract's own: `bearerAuth`. */
  readonly name: string;
  /** As declared: `http`, `apiKey`, `oauth2`, …; `unknown` where the contract does not describe it. */
  readonly type: string;
  /** Where the credential goes: a header field, a query parameter, a cookie, or the connection itself (mutual TLS). */
  readonly in: 'header' | 'query' | 'cookie' | 'connection' | 'nowhere';
  /** Of the header field, the parameter or the cookie. */
  readonly field: string;
  /** Of HTTP authentication (RFC 9110 §11.1) in lower case; OAuth2 and OpenID Connect hand out bearer tokens. */
  readonly http: string | undefined;
}

/** Schemes that let a request in together. */
export interface SecurityAlternative {
  readonly schemes: readonly SecurityScheme[];
  readonly clause: Clause;
}

/** How an operation is authorised: any one of the alternatives is enough. */
export interface Security {
  /** Whether the contract also allows a request without a credential. */
  readonly optional: boolean;
  /** Those that need a credential. */
  readonly alternatives: readonly SecurityAlternative[];
}

export interface Operation {
  /** Method and path template: `DELETE /plants/{id}`. */
  readonly name: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** All that the contract has for the path, in its order. */
  readonly pathMethods: readonly string[];
  readonly tags: readonly string[];
  /** GET, HEAD, OPTIONS and TRACE ask for nothing to change (RFC 9110 §9.2.1). */
  readonly safe: boolean;
  readonly operationId: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly DeclaredResponse[];
  readonly security: Security;
  /** URLs, absolute or relative, the nearest ones that are declared, with the defaults of their variables. */
  readonly servers: readonly string[];
  /** What of it Espalier cannot exercise yet, as a reason for a person; absent when it can. */
  readonly unsupported: string | undefined;
  readonly clause: Clause;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  /** As `Clause.file`. */
  readonly file: string;
  /** "OpenAPI 3.1". */
  readonly dialect: string;
  /** Where the standard speaks of an object: "OpenAPI 3.1.0 §4.8.16". */
  readonly section: (object: StandardObject) => string;
  /** Absolute paths of all files that were read or looked for so far; the contract itself comes first. */
  readonly files: () => readonly string[];
  /** What was parsed, by absolute path; the contract itself comes first. */
  readonly parsed: () => ReadonlyMap<string, unknown>;
  /** SHA-256 of its text, in hexadecimal, and of those that it refers to and that were read so far. */
  readonly hashes: () => Hashes;
  readonly operations: readonly Operation[];
  /**
   * Everything that is wrong in it; what cannot be used is left out of its operations.
   * @param warn whether to look for what deserves a look, too, such as an example that its schema refuses.
   */
  readonly check: (warn: boolean) => Checked;
}

export interface Checked {
  /** By their place. */
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
}

/** The declared response that answers `status`: the exact code, else its range, else `default` (OpenAPI 3.1 §4.8.16). */
export function declaredResponse(operation: Operation, status: number): DeclaredResponse | undefined {
  const known = declared.get(operation) ?? new Map<number, DeclaredResponse | undefined>();
  declared.set(operation, known);
  if (!known.has(status)) known.set(status, findDeclared(operation, status));
  return known.get(status);
}

const declared = new WeakMap<Operation, Map<number, DeclaredResponse | undefined>>();

function findDeclared({ responses }: Operation, status: number): DeclaredResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  for (const key of keys) {
    const found = responses.find((response) => response.status.toUpperCase() === key);
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
