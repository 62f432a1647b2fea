/** The contract as values: everything that the rest of Espalier knows about an OpenAPI document. */

import { bareType } from '../http/mediaType';
import type { ReadJson } from '../json/exactJson';
import { remembered } from '../support/caching';
import { groupBy } from '../support/collections';
import type { Parts } from '../support/letOthersRun';
import type { Clause, Mistake } from './clause';
import type { StandardObject } from './dialects/dialect';
import type { Schema } from './schema/schema';

/** Hashes that identify the files of a contract: two contracts with the same hashes have the same text. */
export interface Hashes {
  readonly sha256: string;
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/** A quoted value that breaks a schema is cut to this many characters, and never to fewer. */
export const LONGEST_ACTUAL = 4096;

/** One way in which a value breaks a schema. */
export interface SchemaBreach {
  /** JSON Pointer of the value that breaks the schema; empty if it is the whole value. */
  readonly path: string;
  /** What the schema requires there, as a sentence without a subject: "must be integer". */
  readonly requirement: string;
  /** The value as it was written, cut to a readable length. */
  readonly actual: string;
  /** The name of the member that `required` asks for and that the object at `path` lacks. */
  readonly missing?: string;
  /** The names of members that the object at `path` lacks, or should not have. */
  readonly names?: readonly string[];
  /** Present if the breach is only a hint, as with a format that no standard makes binding. */
  readonly advisory?: true;
  /** The keyword that is broken; absent if the whole schema allows nothing. */
  readonly clause: Clause | undefined;
}

/**
 * Judges a JSON value by a schema of the contract. It returns an empty list if the value satisfies the schema, and undefined if nobody can tell
 * within the limits.
 */
export type JudgeJson = (json: ReadJson) => readonly SchemaBreach[] | undefined;

/** An example of a whole value that the contract gives beside the schema. It need not satisfy the schema. */
export interface GivenExample {
  /** Its name in `examples`; undefined if it has none. */
  readonly name: string | undefined;
  /** The value; a text may also be the value as it is written. */
  readonly value: unknown;
}

export interface Parameter {
  readonly name: string;
  /** `querystring` stands for the whole query (OpenAPI 3.2). */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  /** The `type` names of its schema, or of the schema that it refers to; empty if neither names a type. */
  readonly types: readonly string[];
  readonly format: string | undefined;
  /** How the value is written (OpenAPI 3.1 §4.8.12.2.1); undefined if the default style applies. */
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  /** `allowEmptyValue`: a query may have it without a value, whatever its schema says. */
  readonly allowsEmpty?: true;
  readonly schema: Schema | undefined;
  /** The media type in which the value is written; undefined if a style says how it is written. */
  readonly content: string | undefined;
  /** What the contract says of it in words; empty if it says nothing. */
  readonly description: string;
  /** The examples of the parameter, then those of its schema, without its default. */
  readonly examples: readonly GivenExample[];
  /** The object as it stands in the contract, for what of it is only told and never gone by. */
  readonly declaration?: unknown;
  /** Returns whether the text, after percent-decoding, is a value of the declared type. */
  readonly accepts: (text: string) => boolean;
  readonly clause: Clause;
}

export interface Media {
  /** As declared, in lower case and without parameters: `application/json`, or a range such as `text/*`. */
  readonly type: string;
  /** As declared, with parameters such as a charset. */
  readonly declared: string;
  readonly schema: Schema | undefined;
  /** The schema; where there is none, one at the place of the media type that allows every value. */
  readonly valueSchema: Schema;
  /** The schema of each event or line of a sequence (OpenAPI 3.2). */
  readonly itemSchema: Schema | undefined;
  /** How the members of a form are written, by the name of the member. */
  readonly encodings: ReadonlyMap<string, Encoding>;
  /** Absent if the contract gives no schema for the content, or only one that cannot be used. */
  readonly judge: JudgeJson | undefined;
  /** Judges one event or one line of a sequence. */
  readonly itemJudge: JudgeJson | undefined;
  /** Says what is wrong with the schema, if it cannot be used to judge a value. */
  readonly defect: Mistake | undefined;
  /** Looks at all that its schema leads to, which else is done when it is to judge or its defect is asked for. Stops after each part. */
  readonly readAhead: () => Parts<void>;
  /** The names of the entries of `examples`. */
  readonly exampleNames: readonly string[];
  /** The examples of the whole content, then those of its schema. */
  readonly examples: readonly GivenExample[];
  /** If there is no schema, a schema drawn from the examples; undefined if there are no examples either. */
  readonly likeness: Schema | undefined;
  /** The object as it stands in the contract, for what of it is only told and never gone by. */
  readonly declaration: unknown;
  /** The place of the media type in the contract. */
  readonly clause: Clause;
  /** The place of its schema, which may be a component; the place of the media type if it has no schema. */
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
  /** The media type in which the value is written; undefined if a style says how it is written. */
  readonly content: string | undefined;
  /** What is wrong with the schema, so that nothing can pass by it. */
  readonly defect: Mistake | undefined;
  /** The object as it stands in the contract, for what of it is only told and never gone by. */
  readonly declaration: unknown;
  readonly clause: Clause;
}

/** A link to another operation (OpenAPI 3.1 §4.8.20). */
export interface DeclaredLink {
  /**
   * The `operationId` of the other operation; if the link refers to it by `operationRef`, its method and path template.
   */
  readonly operation: string;
  /** Runtime expressions by the name of a parameter. The name may begin with the parameter's location: `path.id`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The body to send, which may contain runtime expressions; undefined if the link does not give one. */
  readonly requestBody: unknown;
}

export interface DeclaredResponse {
  /** As declared: `204`, `4XX` or `default`. */
  readonly status: string;
  /** What the contract says of it in words; empty if it says nothing. */
  readonly description: string;
  readonly headers: readonly DeclaredHeader[];
  /**
   * Links to the operations that a client may call next. Each names its operation by `operationId`, or by method and
   * path.
   */
  readonly links: readonly DeclaredLink[];
  /** Empty if the response is declared without content. */
  readonly media: readonly Media[];
  /** Says why only the status of this response is known. */
  readonly defect: Mistake | undefined;
  readonly clause: Clause;
  /** Where the operation declares the response. This place may hold only a reference to `clause`. */
  readonly declaredAt: Clause;
}

/** One way in which a client shows who it is, as the contract describes it. */
export interface SecurityScheme {
  /** The name that the contract gives it: `bearerAuth`. */
  readonly name: string;
  /** As declared: `http`, `apiKey`, `oauth2`, …; `unknown` if the contract does not describe it. */
  readonly type: string;
  /**
   * Where the credential goes: in a header field, a query parameter, a cookie, or the connection itself (mutual TLS).
   */
  readonly in: 'header' | 'query' | 'cookie' | 'connection' | 'nowhere';
  /** The name of the header field, the parameter or the cookie. */
  readonly field: string;
  /** The scheme of HTTP authentication (RFC 9110 §11.1) in lower case. OAuth2 and OpenID Connect use `bearer`. */
  readonly http: string | undefined;
  /** The object as it stands in the contract; absent if there is none. */
  readonly declaration?: unknown;
  /** Where a token is issued, as the contract says it; absent if it does not. */
  readonly issuer?: TokenIssuer;
}

/** Where the tokens of an OAuth2 or OpenID Connect scheme are issued. The URLs are as declared, and may be relative. */
export interface TokenIssuer {
  readonly flows: readonly OAuthFlow[];
  /** The discovery document of OpenID Connect. */
  readonly discoveryUrl?: string;
}

/** A flow of OAuth2 that has a token endpoint (OpenAPI 3.1 §4.8.29). */
export interface OAuthFlow {
  /** As OpenAPI 3 names it: `clientCredentials`, `password`, `authorizationCode`. */
  readonly name: string;
  readonly tokenUrl: string;
  readonly refreshUrl: string | undefined;
}

/** Schemes that a request must satisfy together. */
export interface SecurityAlternative {
  readonly schemes: readonly SecurityScheme[];
  /** The scopes that the tokens of OAuth2 and OpenID Connect need (OpenAPI 3.1 §4.8.30), sorted. Absent if they need none. */
  readonly scopes?: readonly string[];
  readonly clause: Clause;
}

/** How an operation is authorised: a request needs to satisfy only one of the alternatives. */
export interface Security {
  /** Whether the contract also allows a request without a credential. */
  readonly optional: boolean;
  /** The alternatives that need a credential. */
  readonly alternatives: readonly SecurityAlternative[];
}

/** A request that the service sends to its client, for which the client has given a URL elsewhere (OpenAPI 3.1 §4.8.1). */
export interface DeclaredWebhook {
  /** The name that the contract gives it. */
  readonly name: string;
  /** Its path is `/`, since its URL is known only when it is sent. */
  readonly operation: Operation;
}

/** A request that the service sends to its client after an operation. */
export interface DeclaredCallback extends DeclaredWebhook {
  /** The runtime expression of its URL. */
  readonly expression: string;
}

/** The servers of an operation as the nearest declaration has them (OpenAPI 3.1 §4.8.5). */
interface DeclaredServers {
  readonly clause: Clause;
  readonly urls: readonly ServerUrl[];
}

export interface ServerUrl {
  /** As declared, absolute or relative: `https://{region}.example.com/v1`. */
  readonly url: string;
  readonly variables: ReadonlyMap<string, ServerVariable>;
}

interface ServerVariable {
  readonly default: string | undefined;
  /** The values that it may have; empty if it may have any. */
  readonly values: readonly string[];
}

export interface Operation {
  /** Method and path template: `DELETE /plants/{id}`. */
  readonly name: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** All methods that the contract declares for this path, in its order. */
  readonly pathMethods: readonly string[];
  readonly tags: readonly string[];
  /** It does not ask the service to change anything: its method says so (RFC 9110 §9.2.1), and its name says nothing else, as `GET /cache/purge` does. */
  readonly safe: boolean;
  readonly operationId: string | undefined;
  readonly deprecated?: true;
  /** The day on which it is to end, as `x-sunset` says it beside `deprecated`: `2027-01-31`, or a point in time. Absent if no day is said. */
  readonly sunset?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly DeclaredResponse[];
  readonly security: Security;
  /** What the service asks of its client (OpenAPI 3.1 §4.8.18). Absent if it asks nothing. */
  readonly callbacks?: readonly DeclaredCallback[];
  /** Absolute or relative URLs from the nearest `servers` declaration. Variables have their default values. */
  readonly servers: readonly string[];
  /** The same with their variables. Absent if the contract declares none. */
  readonly declaredServers?: DeclaredServers | undefined;
  /** Why Espalier cannot exercise this operation, as a reason for a person; undefined if it can. */
  readonly unsupported: string | undefined;
  readonly clause: Clause;
  /** Returns what is wrong in it, or in what it refers to, so that the part with the mistake is not used. */
  readonly mistakes?: () => readonly Mistake[];
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The path as in `Clause.file`. */
  readonly file: string;
  /** For example "OpenAPI 3.1". */
  readonly dialect: string;
  /** Returns the section of the standard that describes an object: "OpenAPI 3.1.0 §4.8.16". */
  readonly section: (object: StandardObject) => string;
  /** Returns the absolute paths of all files that were read or looked for so far. The contract itself comes first. */
  readonly files: () => readonly string[];
  /** Returns the parsed values by absolute path. The contract itself comes first. */
  readonly parsed: () => ReadonlyMap<string, unknown>;
  /** Returns the text of the contract's own file as it was read, with LF as line ends. */
  readonly text: () => string;
  /**
   * Returns the SHA-256 hashes, in hexadecimal, of the contract and of the files that it refers to and that were read
   * so far.
   */
  readonly hashes: () => Hashes;
  readonly operations: readonly Operation[];
  /** Reads the operations in parts, which else are read when they are first asked for. */
  readonly operationsInParts: () => Parts<readonly Operation[]>;
  /** Absent if the contract has none. */
  readonly webhooks?: readonly DeclaredWebhook[];
  /**
   * Returns everything that is wrong in the contract. A part that cannot be used is left out of its operation.
   * @param warn whether to look also for things that are only suspicious, such as an example that its schema refuses.
   */
  readonly check: (warn: boolean) => Checked;
  /** As `check` without warnings, in parts. */
  readonly checkInParts: () => Parts<Checked>;
}

export interface Checked {
  /** Sorted by place. */
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
}

/** Tells whether a declared status stands for success: `201`, `2XX`. `default` may stand for any status, and does not. */
export function isSuccessStatus(status: string): boolean {
  return status.startsWith('2');
}

/** Returns what an operation declares for success. */
export function declaredSuccesses({ responses }: Pick<Operation, 'responses'>): readonly DeclaredResponse[] {
  return responses.filter(({ status }) => isSuccessStatus(status));
}

/**
 * Returns the declared response that applies to `status`: the exact code, else its range, else `default` (OpenAPI 3.1
 * §4.8.16).
 */
export function declaredResponse(operation: Operation, status: number): DeclaredResponse | undefined {
  const byStatus = responsesByStatus(operation);
  if (!byStatus.has(status)) byStatus.set(status, findDeclared(operation, status));
  return byStatus.get(status);
}

/** The responses of an operation that were found so far. */
const responsesByStatus = remembered((_operation: Operation) => new Map<number, DeclaredResponse | undefined>());

function findDeclared({ responses }: Operation, status: number): DeclaredResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  for (const key of keys) {
    const match = responses.find((response) => response.status.toUpperCase() === key);
    if (match) return match;
  }
  return undefined;
}

/** Returns the operations of a path, in their order. A contract may have thousands of operations, and each of them asks for its neighbours. */
export function operationsAt(operations: readonly Operation[], path: string): readonly Operation[] {
  return operationsByPath(operations).get(path) ?? [];
}

const operationsByPath = remembered((operations: readonly Operation[]) => groupBy(operations, ({ path }) => path));

/** Returns the parameters that fill the path template, in the order of their declaration. */
export const pathParameters: (operation: Operation) => readonly Parameter[] = remembered(({ parameters }) =>
  parameters.filter((parameter) => parameter.in === 'path'),
);

/**
 * Tells whether a parameter is the whole query as a form (OpenAPI 3.2): it has a pair for each member, as an object in the query has, and no name.
 * @param content the media type of its value, if it has one.
 */
export function isFormQuery(where: Parameter['in'], content: string | undefined): boolean {
  return where === 'querystring' && content !== undefined && bareType(content) === 'application/x-www-form-urlencoded';
}

/**
 * Returns whether a text cannot be one segment of a path. An empty or dotted segment would change which path is asked
 * for (RFC 3986 §5.2.4). Half of a surrogate pair, which JSON and YAML can write, has no bytes that could be sent.
 */
export function isNoSegment(text: string): boolean {
  return ['', '.', '..'].includes(text) || /\p{Cs}/u.test(text);
}
