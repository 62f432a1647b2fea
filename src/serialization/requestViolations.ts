/** What a request breaks of the contract: the one judge of requests, for those that the mock is sent and for recorded ones. */

import type { Clause } from '../contract/clause';
import {
  isNoSegment,
  type JudgeJson,
  type Media,
  type Operation,
  type Parameter,
  type RequestBody,
  type SecurityScheme,
} from '../contract/contract';
import { isIgnored } from '../contract/ignoredParameters';
import { evaluate, requirementOf } from '../contract/schema/evaluate';
import { clauseOfBroken } from '../contract/schema/judge';
import type { BrokenClause } from '../contract/schema/requirementText';
import type { Schema } from '../contract/schema/schema';
import { readCookies } from '../http/cookies';
import { bareType, mediaKind } from '../http/mediaType';
import type { ReadJson } from '../json/exactJson';
import { pointerTokens } from '../json/pointer';
import { bodyBreach } from './bodyReadings';
import { breachHoweverRead } from './parameterReadings';
import { boundaryIn, mediaOf, readBody } from './readBody';
import { type RequestTexts, readParameter } from './readParameter';

/** What of a request the contract judges. */
export interface JudgedRequest extends RequestTexts {
  /** Its body as it was sent; empty where there is none. */
  readonly bytes: Buffer;
  /** Places of which nobody knows what they held: nothing is wrong there. Absent for none. */
  readonly hidden?: ReadonlySet<RequestPlace>;
}

/** Where a request holds something. */
export type RequestPlace = Parameter['in'] | 'body';

/**
 * How a request is read. `strict`: as the contract says that values are written, which is how the mock reads. `any`: in every way in which services
 * read the bytes, so that something is wrong only where no reading is valid; of what the contract does not speak, such as a body where it declares
 * none, nothing is wrong then.
 */
export type RequestReading = 'strict' | 'any';

/** One breach. */
export interface RequestViolation {
  /** `body`, `query`, …, then the name of the parameter in lower case, then the way to the value. */
  readonly path: readonly string[];
  /** The keyword that is broken, or the status that says what is wrong. */
  readonly code: string | number;
  readonly message: string;
  /** What is broken; it takes a while to find out where that stands. Absent for a credential. */
  readonly clause?: () => Clause | undefined;
  /** That it is not there at all. */
  readonly missing?: true;
  /** Absent where it is none that is wrong. */
  readonly parameter?: Parameter;
  /** The media type of the body that is wrong. */
  readonly media?: Media;
  /** The clause of a parameter's schema that is broken. */
  readonly broken?: BrokenClause;
  /** What was sent, for a person; absent where the message has it. */
  readonly sent?: string;
}

/** That a request lacks the credential that is required. */
export const UNAUTHORISED: RequestViolation = { path: [], code: 401, message: 'Invalid security scheme used' };

export function isUnauthorised(violation: RequestViolation): boolean {
  return violation === UNAUTHORISED;
}

/** All that is wrong; an empty list means that the contract takes the request. */
export function requestViolations(
  operation: Operation,
  request: JudgedRequest,
  reading: RequestReading,
): RequestViolation[] {
  if (reading === 'any') return violationsHoweverRead(operation, request);
  const { requestBody, parameters } = ready.get(operation) ?? read(operation);
  const found = bodyViolations(requestBody, request);
  for (const parameter of parameters) found.push(...parameterViolations(parameter, request));
  return found;
}

function violationsHoweverRead(operation: Operation, request: JudgedRequest): RequestViolation[] {
  const { hidden = NOTHING_HIDDEN } = request;
  const found = operation.parameters
    // Who may ask is judged by itself.
    .filter((parameter) => !hidden.has(parameter.in) && !isIgnored(parameter, operation))
    .flatMap((parameter) => parameterViolationHoweverRead(operation, parameter, request));
  return hidden.has('body') ? found : [...found, ...bodyViolationsHoweverRead(operation, request)];
}

const NOTHING_HIDDEN: ReadonlySet<RequestPlace> = new Set();

function parameterViolationHoweverRead(
  operation: Operation,
  parameter: Parameter,
  request: JudgedRequest,
): RequestViolation[] {
  const breach = unlessTooMuch(() => breachHoweverRead(operation, parameter, request));
  if (!breach) return [];
  const declared = () => parameter.clause;
  if (breach.kind === 'missing') return [{ ...missingParameter(parameter, declared), parameter }];
  const { texts, broken } = breach;
  const code = broken?.keyword ?? 'type';
  // A cookie may be a credential that the contract does not declare as one.
  const sent = parameter.in === 'cookie' ? 'a value that is not shown' : JSON.stringify(texts.join(', '));
  const requirement = broken ? requirementOf(broken) : `must be ${typeText(parameter)}`;
  return [
    {
      ...parameterViolation(
        parameter,
        code,
        requirement,
        broken?.path ?? '',
        broken ? () => clauseOfBroken(broken) : declared,
      ),
      parameter,
      sent,
      ...(broken ? { broken } : {}),
    },
  ];
}

function bodyViolationsHoweverRead({ requestBody }: Operation, { headers, bytes }: JudgedRequest): RequestViolation[] {
  if (!requestBody) return [];
  const contentType = headers['content-type'] ?? '';
  if (bytes.length === 0 && !requestBody.required) return [];
  if (bytes.length === 0 && mediaKind(bareType(contentType)) !== 'form') return [missingBody(requestBody)];
  // What has no type may be looked at to find out (RFC 9110 §8.3), and what is compressed is judged by nobody.
  if (requestBody.media.length === 0 || contentType.trim() === '' || isCoded(headers)) return [];
  const media = mediaOf(requestBody.media, contentType) ?? mediaOf(requestBody.media, sameType(contentType));
  if (!media) return [{ ...unsupported(requestBody), sent: `a body of the type ${bareType(contentType)}` }];
  const breach = unlessTooMuch(() => bodyBreach(bytes, contentType, media));
  if (!breach) return [];
  if (breach.kind === 'malformed')
    return [{ ...malformedBody(media, breach.reason), sent: `content that ${breach.reason}` }];
  const { path, requirement, sent, clause } = breach;
  return [{ ...bodyViolation(path, 'schema', requirement, () => clause() ?? media.schemaClause), media, sent }];
}

/** What is broken in the contract, and what is too much to be judged, bind nobody. */
function unlessTooMuch<T>(judge: () => T): T | undefined {
  try {
    return judge();
  } catch {
    return undefined;
  }
}

function isCoded({ 'content-encoding': coding = 'identity' }: JudgedRequest['headers']): boolean {
  return !/^(identity)?$/i.test(coding.trim());
}

/** Another name of the same type (RFC 7303 §9.2), and one that was in use before it was registered. */
function sameType(contentType: string): string {
  const type = bareType(contentType);
  const other = type.startsWith('text/') ? 'application' : 'text';
  return /\/(xml|json)$/.test(type) ? type.replace(/^[^/]+/, other) : type;
}

/** What of an operation every request is judged by, in values that are at hand. */
interface Ready extends Pick<Operation, 'requestBody'> {
  readonly parameters: readonly ReadyParameter[];
}

interface ReadyParameter extends Omit<Parameter, 'accepts' | 'clause' | 'examples' | 'format'> {
  readonly declared: Parameter;
  /** The names of all other parameters. */
  readonly others: ReadonlySet<string>;
}

const ready = new WeakMap<Operation, Ready>();

function read(operation: Operation): Ready {
  const { requestBody, parameters } = operation;
  const judged = parameters.filter((each) => !isSaidElsewhere(each) && !isOneOfSeveral(each, operation));
  const made = { requestBody, parameters: judged.map((each) => toReady(each, parameters)) };
  ready.set(operation, made);
  return made;
}

function toReady(declared: Parameter, all: readonly Parameter[]): ReadyParameter {
  const { name, in: where, required, types, style, explode, allowReserved, schema, content } = declared;
  const others = new Set(all.filter((each) => each !== declared).map((each) => each.name));
  return { declared, name, in: where, required, types, style, explode, allowReserved, schema, content, others };
}

/** OpenAPI ignores them: other parts of the contract speak of these fields (OpenAPI 3.1 §4.8.12.1). */
function isSaidElsewhere({ in: where, name }: Parameter): boolean {
  return where === 'header' && /^(accept|content-type|authorization)$/i.test(name);
}

/** Who shows one of several credentials need not show another, though a parameter of its name is required as well. */
function isOneOfSeveral({ in: where, name }: Parameter, { security: { alternatives } }: Operation): boolean {
  const carries = (one: SecurityScheme) => one.in === where && one.field.toLowerCase() === name.toLowerCase();
  const carriers = alternatives.filter(({ schemes }) => schemes.some(carries));
  return carriers.length > 0 && carriers.length < alternatives.length;
}

function parameterViolations(parameter: ReadyParameter, request: JudgedRequest): RequestViolation[] {
  const { name, in: where, required, schema, content } = parameter;
  const declared = () => parameter.declared.clause;
  const violation = (
    code: string,
    requirement: string,
    path = '',
    clause: RequestViolation['clause'] & object = declared,
  ) => parameterViolation(parameter, code, requirement, path, clause);
  const missing = (): RequestViolation[] => (required ? [missingParameter(parameter, declared)] : []);
  if (where === 'path') {
    // A parameter that the template does not have can be sent by nobody.
    if (!request.values.has(name)) return [];
    const text = request.values.get(name);
    if (text === '') return missing();
    if (text === undefined || isNoSegment(text)) return [violation('type', `must be ${typeText(parameter)}`)];
  }
  if (content !== undefined) {
    const text = textOf(parameter, request);
    if (text === undefined) return missing();
    if (mediaKind(bareType(content)) !== 'json' || (!isJson(text) && parameter.declared.accepts(text))) return [];
    if (!isJson(text)) return [violation('syntax', `must be ${content}`)];
    return schema
      ? broken(schema, JSON.parse(text)).map((each) => violation(each.keyword, requirementOf(each), each.path))
      : [];
  }
  if (!schema) return required && !isThere(parameter, request) ? missing() : [];
  const value = readParameter(parameter, schema, parameter.others, request);
  if (value === undefined) return where === 'querystring' ? [] : missing();
  return broken(schema, value).map((each) =>
    violation(
      each.keyword,
      each.keyword === 'type' && each.path === '' ? `must be ${typeText(parameter)}` : requirementOf(each),
      each.path,
      () => clauseOfBroken(each),
    ),
  );
}

function missingParameter(
  { name, in: where }: Pick<Parameter, 'name' | 'in'>,
  clause: RequestViolation['clause'] & object,
): RequestViolation {
  const message = `Request ${where} must have required property '${name.toLowerCase()}'`;
  return { path: [where], code: 'required', message, clause, missing: true };
}

function parameterViolation(
  { name, in: where }: Pick<Parameter, 'name' | 'in'>,
  code: string,
  requirement: string,
  path: string,
  clause: RequestViolation['clause'] & object,
): RequestViolation {
  const steps = [name.toLowerCase(), ...pointerTokens(path)];
  return {
    path: [where, ...steps],
    code,
    message: `Request ${where} parameter ${steps.join('.')} ${requirement}`,
    clause,
  };
}

function typeText({ types }: Pick<Parameter, 'types'>): string {
  return types.join(' or ') || 'a value';
}

function broken(schema: Schema, value: unknown): readonly BrokenClause[] {
  return unlessTooMuch(() => evaluate(schema, value, { direction: 'request' })) ?? [];
}

function textOf({ in: where, name }: ReadyParameter, { query, headers, values }: JudgedRequest): string | undefined {
  switch (where) {
    case 'query':
      return query.get(name) ?? undefined;
    case 'header':
      return headers[name.toLowerCase()];
    case 'path':
      return values.get(name);
    case 'cookie':
      return readCookies(headers['cookie'] ?? '').find((cookie) => cookie.name === name)?.value;
    case 'querystring':
      return undefined;
    default:
      return where satisfies never;
  }
}

function isThere(parameter: ReadyParameter, request: JudgedRequest): boolean {
  return parameter.in === 'querystring' || textOf(parameter, request) !== undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function bodyViolations(requestBody: Operation['requestBody'], { headers, bytes }: JudgedRequest): RequestViolation[] {
  const isForm = () => mediaKind(bareType(headers['content-type'] ?? '')) === 'form';
  // A form without fields is a form.
  if (bytes.length === 0 && !(requestBody && isForm())) {
    return requestBody?.required ? [missingBody(requestBody)] : [];
  }
  const contentType = headers['content-type'];
  const media = requestBody && mediaOf(requestBody.media, contentType);
  if (!media && requestBody?.media.length !== 0) return [unsupported(requestBody)];
  if (!media || media.defect) return [];
  if (contentType === undefined && !NEEDS_NO_TYPE.has(mediaKind(media.type)))
    return [
      {
        path: ['body'],
        code: 'type',
        message: `Request body has no Content-Type; it should be ${media.declared}`,
        clause: () => media.clause,
      },
    ];
  if (/^multipart\//i.test(contentType ?? '') && boundaryIn(contentType ?? '') === undefined)
    return [
      {
        path: [],
        code: 415,
        message: `The Content-Type ${contentType} names no boundary`,
        clause: () => media.clause,
      },
    ];
  const content = readBody(bytes, contentType ?? media.declared, media);
  switch (content.kind) {
    case 'opaque':
      return [];
    case 'malformed':
      return [malformedBody(media, content.reason)];
    case 'value':
      return judged(content.json, '', media.judge, media.schema);
    case 'items':
      return content.items.flatMap((item, at) => judged(item, `/${at}`, media.itemJudge, media.itemSchema));
    default:
      return content satisfies never;
  }
}

function missingBody(requestBody: RequestBody): RequestViolation {
  const message = 'Body parameter is required';
  return { path: [], code: 'required', message, clause: () => requestBody.clause, missing: true };
}

function unsupported(requestBody: RequestBody | undefined): RequestViolation {
  const supported = requestBody?.media.map(({ declared }) => declared).join(',');
  const message = supported
    ? `Supported content types: ${supported}`
    : 'No supported content types, but request included a non-empty body';
  return { path: [], code: 415, message, clause: () => requestBody?.clause };
}

function malformedBody(media: Media, reason: string): RequestViolation {
  return { path: ['body'], code: 'syntax', message: `Request body ${reason}`, clause: () => media.clause, media };
}

function bodyViolation(
  path: string,
  code: string,
  requirement: string,
  clause: RequestViolation['clause'] & object,
): RequestViolation {
  const steps = pointerTokens(path);
  const about = steps.length === 0 ? '' : `property ${steps.join('.')} `;
  return { path: ['body', ...steps], code, message: `Request body ${about}${requirement}`, clause };
}

/** What has no type is text, or bytes (RFC 9110 §8.3). */
const NEEDS_NO_TYPE = new Set(['text', 'binary']);

/** @param at where in the body it stands. */
function judged(
  json: ReadJson,
  at: string,
  judge: JudgeJson | undefined,
  schema: Schema | undefined,
): RequestViolation[] {
  const breaches = judge?.(json) ?? [];
  if (breaches.length === 0 || !schema) return [];
  // Where a clause stands in its file takes a while to find out, and only its keyword is told.
  const clauses = json.length > LARGE ? [] : broken(schema, json.value);
  const keywords = new Map(clauses.map(({ path, keyword }) => [path, keyword]));
  return breaches.map((breach) => {
    const { path, requirement } = breach;
    return bodyViolation(at + path, keywords.get(path) ?? 'schema', requirement, () => breach.clause);
  });
}

/** In characters of JSON; of larger bodies only the first breach is looked for. */
const LARGE = 256 * 1024;
