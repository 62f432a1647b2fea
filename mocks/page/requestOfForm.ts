/** Makes a request of what somebody entered into the form of an operation, says what is wrong with it, and writes the code that sends it. */

import { placeOf } from '../../src/contract/clause';
import type { Media, Operation, Parameter, SecurityScheme } from '../../src/contract/contract';
import { isIgnored } from '../../src/contract/ignoredParameters';
import { memberSchemas } from '../../src/contract/schema/facets';
import { mediaKind } from '../../src/http/mediaType';
import { percentDecoded } from '../../src/http/uri';
import { isObject, type JsonValue, jsonOfText } from '../../src/json/value';
import { type Authorisation, NOBODY, present, together } from '../../src/serialization/credentials';
import type { RequestViolation } from '../../src/serialization/requestViolation';
import { requestViolations } from '../../src/serialization/requestViolations';
import { contentTypeFor, formPairs } from '../../src/serialization/writeBody';
import {
  encodeForm,
  encodePath,
  encodeQuery,
  type Style,
  styleOf,
  writePairs,
  writeText,
} from '../../src/serialization/writeParameter';
import { entryOfSchema, parameterEntry } from '../engine/describeForm';
import type { EntryKind } from '../engine/engine';
import { type Code, codeFor } from './code/code';
import type { SentBody, SentPart } from './code/sentRequest';

/** What somebody entered for a parameter. A list has several texts. */
export interface EnteredParameter {
  readonly in: string;
  readonly name: string;
  readonly texts: readonly string[];
}

/** What somebody entered. */
interface EnteredRequest {
  /** What is not entered is left out. */
  readonly parameters: readonly EnteredParameter[];
  readonly body: EnteredBody | undefined;
  /** The alternative of credentials that is meant; -1 for none. */
  readonly alternative: number;
  /** The credentials by the names of their schemes. For HTTP basic, a user is made up if the credential names none. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The value of `Accept`; undefined for any type. */
  readonly accept: string | undefined;
  /** The value of `Prefer`. */
  readonly prefer: string | undefined;
}

interface EnteredBody {
  /** As declared. */
  readonly type: string;
  readonly text?: string;
  readonly fields?: readonly { readonly name: string; readonly texts: readonly string[] }[];
  /** The parts of a multipart body, or the one file. */
  readonly parts?: readonly SentPart[];
  readonly file?: string;
  /** The bytes in base64, and their type, if the browser has made them. Undefined if they are too many to be judged here. */
  readonly bytes?: string;
  readonly contentType?: string;
}

/** The request, for the page to send. */
interface Composed {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Names and encoded values, which a script may not send as a field. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  /** The body, if it is a text. */
  readonly text: string | undefined;
  readonly wrong: readonly Wrong[];
  readonly code: readonly Code[];
}

/** What is wrong with a request. */
interface Wrong {
  readonly text: string;
  /** The place in the contract. */
  readonly place: string | undefined;
  /** Where in the request: `query`, …, `body`. */
  readonly in: string;
  /** The name of the parameter; empty for the body. */
  readonly name: string;
  /** The names and numbers that lead to the value in the body, or in the parameter. */
  readonly path: readonly string[];
}

/** @param origin of the mock, without a trailing slash. */
export function requestOfForm(operation: Operation, entered: EnteredRequest, origin: string): Composed {
  const authorisation = authorisationOf(operation, entered);
  const parameters = operation.parameters.flatMap((parameter) => writtenParameter(parameter, operation, entered));
  const query = [
    ...parameters.flatMap(({ query: text }) => (text === undefined || text === '' ? [] : [text])),
    ...(authorisation.query.length > 0 ? [encodeQuery(authorisation.query)] : []),
  ].join('&');
  const path = pathOf(operation, entered);
  const body = bodyOf(operation, entered.body);
  const headers = [
    ...parameters.flatMap(({ header }) => (header ? [header] : [])),
    ...authorisation.headers,
    ...(entered.accept === undefined ? [] : [['Accept', entered.accept] as const]),
    ...(entered.prefer === undefined ? [] : [['Prefer', entered.prefer] as const]),
    ...(body.contentType === undefined || body.sent.kind === 'parts'
      ? []
      : [['Content-Type', body.contentType] as const]),
  ];
  const cookies = [
    ...parameters.flatMap(({ cookies: pairs = [] }) => pairs),
    ...authorisation.cookies.map(({ name, value }) => [name, encodeURIComponent(value)] as const),
  ];
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  const target = `${path.text}${query === '' ? '' : `?${query}`}`;
  const all = [...headers, ...(cookie === '' ? [] : [['Cookie', cookie] as const])];
  const { method } = operation;
  return {
    method,
    target,
    headers,
    cookies,
    text: body.sent.kind === 'text' ? body.sent.text : undefined,
    wrong: wrongIn(operation, {
      values: path.values,
      query: new URLSearchParams(query),
      headers: Object.fromEntries([
        ...all.map(([name, value]) => [name.toLowerCase(), value]),
        ...(body.contentType === undefined ? [] : [['content-type', body.contentType]]),
      ]),
      bytes: body.bytes ?? NOTHING,
      isKnown: body.bytes !== undefined,
    }),
    code: codeFor({ method, url: origin + target, headers: all, body: body.sent }),
  };
}

const NOTHING = Buffer.alloc(0);

function authorisationOf({ security }: Operation, { alternative, credentials }: EnteredRequest): Authorisation {
  const schemes = security.alternatives[alternative]?.schemes ?? [];
  return together(schemes.map((scheme) => presented(scheme, credentials[scheme.name] ?? '')));
}

function presented(scheme: SecurityScheme, credential: string): Authorisation {
  if (credential === '') return NOBODY;
  return present(scheme, scheme.http === 'basic' && !credential.includes(':') ? `user:${credential}` : credential);
}

/** Where a parameter stands in the request. */
interface Written {
  readonly query?: string;
  readonly header?: readonly [string, string];
  readonly cookies?: readonly (readonly [string, string])[];
}

function textsOf({ parameters }: EnteredRequest, { in: where, name }: Parameter): readonly string[] | undefined {
  return parameters.find((each) => each.in === where && each.name === name)?.texts;
}

function writtenParameter(parameter: Parameter, operation: Operation, entered: EnteredRequest): Written[] {
  const { in: where, name, allowReserved, content } = parameter;
  const texts = textsOf(entered, parameter);
  if (!texts || where === 'path' || isIgnored(parameter, operation)) return [];
  const text = texts.join(',');
  if (where === 'querystring') return [{ query: text }];
  const style = styleAt(parameter, where);
  const value = enteredValue(parameterEntry(parameter), texts);
  if (where === 'header') return [{ header: [name, (content === undefined && writeText(style, value)) || text] }];
  const pairs = (content === undefined ? writePairs(style, value) : undefined) ?? [{ name, value: text }];
  if (where === 'query') return [{ query: encodeQuery(pairs, allowReserved) }];
  return [{ cookies: pairs.map((pair) => [pair.name, encodeURIComponent(pair.value)] as const) }];
}

function styleAt({ name, style, explode, allowReserved }: Parameter, where: Style['in']): Style {
  return styleOf({ name, in: where, style, explode, allowReserved });
}

/** Reads what was entered. JSON that cannot be read stays a text. */
function enteredValue(entry: EntryKind, texts: readonly string[]): JsonValue {
  if (entry === 'list') return texts;
  const text = texts.join('\n');
  if (entry !== 'json') return text;
  const value = jsonOfText(text);
  return value === undefined ? text : value;
}

function pathOf(operation: Operation, entered: EnteredRequest) {
  const values = new Map<string, string>();
  let text = operation.path;
  for (const parameter of operation.parameters.filter((each) => each.in === 'path')) {
    const { name, content, allowReserved } = parameter;
    const texts = textsOf(entered, parameter) ?? [''];
    const whole = texts.join(',');
    const styled =
      content === undefined && whole !== ''
        ? writeText(styleAt(parameter, 'path'), enteredValue(parameterEntry(parameter), texts))
        : undefined;
    const written = styled ?? encodePath(whole, allowReserved);
    values.set(name, percentDecoded(written));
    text = text.replace(`{${name}}`, () => written);
  }
  return { text, values };
}

interface WrittenBody {
  readonly sent: SentBody;
  readonly contentType: string | undefined;
  /** Undefined if they are not known here. */
  readonly bytes: Buffer | undefined;
}

function bodyOf({ requestBody }: Operation, entered: EnteredBody | undefined): WrittenBody {
  const media = requestBody?.media.find(({ declared }) => declared === entered?.type);
  if (!entered || !media) return { sent: { kind: 'none' }, contentType: undefined, bytes: NOTHING };
  const known = entered.bytes === undefined ? undefined : Buffer.from(entered.bytes, 'base64');
  if (entered.parts)
    return { sent: { kind: 'parts', parts: entered.parts }, contentType: entered.contentType, bytes: known };
  const contentType = contentTypeFor(media);
  if (entered.file !== undefined) return { sent: { kind: 'file', file: entered.file }, contentType, bytes: known };
  const text = entered.fields ? formText(media, entered.fields) : (entered.text ?? '');
  if (text === '' && mediaKind(media.type) !== 'form')
    return { sent: { kind: 'none' }, contentType: undefined, bytes: NOTHING };
  return { sent: { kind: 'text', text }, contentType, bytes: Buffer.from(text) };
}

function formText({ schema, encodings }: Media, fields: EnteredBody['fields'] = []): string {
  const members = schema ? memberSchemas(schema) : new Map();
  const value = Object.fromEntries(
    fields.map(({ name, texts }) => {
      const [member] = members.get(name) ?? [];
      return [name, enteredValue(member ? entryOfSchema(member) : 'text', texts)];
    }),
  );
  return encodeForm(formPairs(value, encodings) ?? []);
}

type Judged = Parameters<typeof requestViolations>[1] & { readonly isKnown: boolean };

function wrongIn(operation: Operation, { isKnown, ...request }: Judged): Wrong[] {
  return requestViolations(operation, request, 'strict')
    .filter((violation) => isKnown || violation.parameter !== undefined)
    .map((violation) => {
      const clause = violation.clause?.();
      return { text: violation.message, place: clause && placeOf(clause), ...siteOf(violation) };
    });
}

/** Says where in the request something is wrong. */
function siteOf({ parameter, path, lacks }: RequestViolation): Pick<Wrong, 'in' | 'name' | 'path'> {
  if (parameter) return { in: parameter.in, name: parameter.name, path: path.slice(2) };
  return { in: 'body', name: '', path: [...path.slice(1), ...(lacks === undefined ? [] : [lacks])] };
}

/** Reads what the page sends. @returns undefined if it is no such thing. */
export function readEntered(
  value: unknown,
): { readonly operation: string; readonly entered: EnteredRequest } | undefined {
  if (!isObject(value)) return undefined;
  const { operation, parameters, body, alternative, credentials, accept, prefer } = value as Readonly<
    Record<string, unknown>
  >;
  if (typeof operation !== 'string' || !Array.isArray(parameters) || !isObject(credentials)) return undefined;
  return {
    operation,
    entered: {
      parameters: parameters as EnteredRequest['parameters'],
      body: isObject(body) ? (body as unknown as EnteredBody) : undefined,
      alternative: Number(alternative),
      credentials: credentials as Readonly<Record<string, string>>,
      accept: typeof accept === 'string' ? accept : undefined,
      prefer: typeof prefer === 'string' ? prefer : undefined,
    },
  };
}
