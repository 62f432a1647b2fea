import {
  isNoSegment,
  type JudgeJson,
  type Operation,
  type Parameter,
  type RequestBody,
  type SecurityScheme,
} from '../contract/contract';
import { isIgnored } from '../contract/ignoredParameters';
import type { BrokenClause } from '../contract/schema/brokenClause';
import { evaluate, requirementOf } from '../contract/schema/evaluate';
import { clauseOfBroken } from '../contract/schema/judge';
import { toldOf } from '../contract/schema/nearestBranch';
import type { Schema } from '../contract/schema/schema';
import { readCookies } from '../http/cookies';
import { bareType, mediaKind } from '../http/mediaType';
import type { ReadJson } from '../json/exactJson';
import { jsonOfText } from '../json/value';
import { remembered } from '../support/caching';
import { bodyBreach } from './bodyReadings';
import { asWritten, breachHoweverRead } from './parameterReadings';
import { boundaryIn, mediaOf, readBody } from './readBody';
import { type RequestTexts, readParameter } from './readParameter';
import {
  bodyViolation,
  malformedBody,
  missingBody,
  missingParameter,
  parameterViolation,
  type RequestViolation,
  typeText,
  unsupported,
} from './requestViolation';

/** The parts of a request that the contract judges. */
export interface JudgedRequest extends RequestTexts {
  /** The body as it was sent; empty if there is none. */
  readonly bytes: Buffer;
  /** Places whose content is not known, so nothing can be wrong there. Undefined if there are none. */
  readonly hidden?: ReadonlySet<RequestPlace>;
}

/** A place in a request that holds values. */
export type RequestPlace = Parameter['in'] | 'body';

/**
 * How a request is read. With `strict`, values must be written exactly as the contract says; the mock reads requests
 * so. With `any`, something is wrong only if no service could read it as valid; and nothing is wrong with a part that
 * the contract does not describe, such as a body where it declares none.
 */
export type RequestReading = 'strict' | 'any';

/** Returns everything that is wrong with a request; an empty list if the contract allows it. */
export function requestViolations(
  operation: Operation,
  request: JudgedRequest,
  reading: RequestReading,
): RequestViolation[] {
  if (reading === 'any') return violationsHoweverRead(operation, request);
  const { requestBody, parameters } = readyOf(operation);
  const violations = bodyViolations(requestBody, request);
  for (const parameter of parameters)
    for (const violation of parameterViolations(parameter, request))
      violations.push({ ...violation, parameter: parameter.declared });
  return violations;
}

function violationsHoweverRead(operation: Operation, request: JudgedRequest): RequestViolation[] {
  const { hidden = NOTHING_HIDDEN } = request;
  const violations = operation.parameters
    // Credentials are judged separately.
    .filter((parameter) => !hidden.has(parameter.in) && !isIgnored(parameter, operation))
    .flatMap((parameter) => parameterViolationHoweverRead(operation, parameter, request));
  return hidden.has('body') ? violations : [...violations, ...bodyViolationsHoweverRead(operation, request)];
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
  // The value of a cookie is not shown, because it may be a credential that the contract does not declare.
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
  if (bytes.length === 0 && !isEmptyContent(requestBody, contentType)) return [missingBody(requestBody)];
  // A service may guess the type of a body without one (RFC 9110 §8.3). A compressed body is not judged.
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

/**
 * Returns undefined if the contract is broken or the value is too much to be judged: then nothing is wrong with the
 * request.
 */
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

/**
 * Returns another name of the same media type: `text/xml` for `application/xml` (RFC 7303 §9.2), and the same for JSON.
 */
function sameType(contentType: string): string {
  const type = bareType(contentType);
  const otherTree = type.startsWith('text/') ? 'application' : 'text';
  return /\/(xml|json)$/.test(type) ? type.replace(/^[^/]+/, otherTree) : type;
}

/** The parts of an operation by which every request is judged, read once. */
interface Ready extends Pick<Operation, 'requestBody'> {
  readonly parameters: readonly ReadyParameter[];
}

interface ReadyParameter extends Omit<Parameter, 'accepts' | 'clause' | 'description' | 'examples' | 'format'> {
  readonly declared: Parameter;
  /** The names of all other parameters. */
  readonly others: ReadonlySet<string>;
}

const readyOf = remembered((operation: Operation): Ready => {
  const { requestBody, parameters } = operation;
  const judged = parameters.filter((parameter) => !isSaidElsewhere(parameter) && !isOneOfSeveral(parameter, operation));
  return { requestBody, parameters: judged.map((parameter) => toReady(parameter, parameters)) };
});

function toReady(declared: Parameter, all: readonly Parameter[]): ReadyParameter {
  const { name, in: where, required, types, style, explode, allowReserved, schema, content } = declared;
  const others = new Set(all.filter((parameter) => parameter !== declared).map((parameter) => parameter.name));
  return { declared, name, in: where, required, types, style, explode, allowReserved, schema, content, others };
}

/**
 * Returns whether OpenAPI ignores a parameter, because other parts of the contract describe the field (OpenAPI 3.1
 * §4.8.12.1).
 */
function isSaidElsewhere({ in: where, name }: Parameter): boolean {
  return where === 'header' && /^(accept|content-type|authorization)$/i.test(name);
}

/**
 * Returns whether a parameter carries one of several alternative credentials. It may then be absent although it is
 * declared as required, because a client needs only one of them.
 */
function isOneOfSeveral({ in: where, name }: Parameter, { security: { alternatives } }: Operation): boolean {
  const carries = (scheme: SecurityScheme) => scheme.in === where && scheme.field.toLowerCase() === name.toLowerCase();
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
    // A parameter that is not in the path template cannot be sent.
    if (!request.values.has(name)) return [];
    const text = request.values.get(name);
    if (text === '') return missing();
    if (text === undefined || isNoSegment(text)) return [violation('type', `must be ${typeText(parameter)}`)];
  }
  const written = asWritten(parameter);
  if (written.content !== undefined) {
    const text = textOf(parameter, request);
    if (text === undefined) return missing();
    const value = jsonOfText(text);
    if (mediaKind(bareType(written.content)) !== 'json' || (value === undefined && parameter.declared.accepts(text)))
      return [];
    if (value === undefined) return [violation('syntax', `must be ${content}`)];
    return schema
      ? broken(schema, value).map((clause) => violation(clause.keyword, requirementOf(clause), clause.path))
      : [];
  }
  if (!schema) return required && !isThere(parameter, request) ? missing() : [];
  const value = readParameter(written, schema, parameter.others, request);
  // A form without fields is an empty query.
  if (value === undefined) return where === 'querystring' && broken(schema, {}).length === 0 ? [] : missing();
  return broken(schema, value).map((brokenClause) =>
    violation(
      brokenClause.keyword,
      brokenClause.keyword === 'type' && brokenClause.path === ''
        ? `must be ${typeText(parameter)}`
        : requirementOf(brokenClause),
      brokenClause.path,
      () => clauseOfBroken(brokenClause),
    ),
  );
}

function broken(schema: Schema, value: unknown): readonly BrokenClause[] {
  return unlessTooMuch(() => toldOf(evaluate(schema, value, { direction: 'request' }))) ?? [];
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
      return wholeQuery(query) || undefined;
    default:
      return where satisfies never;
  }
}

/** Returns a query that is one text. What stands in it without being encoded may divide it. */
function wholeQuery(query: URLSearchParams): string {
  return [...query].map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&');
}

function isThere(parameter: ReadyParameter, request: JudgedRequest): boolean {
  return parameter.in === 'querystring' || textOf(parameter, request) !== undefined;
}

function bodyViolations(requestBody: Operation['requestBody'], { headers, bytes }: JudgedRequest): RequestViolation[] {
  const contentType = headers['content-type'];
  if (bytes.length === 0 && !(requestBody && isEmptyContent(requestBody, contentType ?? ''))) {
    return requestBody?.required ? [missingBody(requestBody)] : [];
  }
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

/**
 * Tells whether a body without a byte is content of its type: a form without fields, or a text or a file with nothing in it. The last two
 * are so only where such a body is declared and required, since clients also name a type where they send no body.
 */
function isEmptyContent({ required, media }: RequestBody, contentType: string): boolean {
  if (mediaKind(bareType(contentType)) === 'form') return true;
  if (!required || contentType.trim() === '') return false;
  const declared = mediaOf(media, contentType);
  return declared !== undefined && ['text', 'binary'].includes(mediaKind(declared.type));
}

/** Kinds of content that a body without a type may have: it is text or bytes (RFC 9110 §8.3). */
const NEEDS_NO_TYPE = new Set(['text', 'binary']);

/**
 * Judges a JSON value of the body.
 * @param at the pointer of the value in the body.
 */
function judged(
  json: ReadJson,
  at: string,
  judge: JudgeJson | undefined,
  schema: Schema | undefined,
): RequestViolation[] {
  const breaches = judge?.(json) ?? [];
  if (breaches.length === 0 || !schema) return [];
  // Only the keywords are needed here, because finding the place of a clause in its file takes a while.
  const clauses = json.length > LARGE ? [] : broken(schema, json.value);
  const keywords = new Map(clauses.map(({ path, keyword }) => [path, keyword]));
  return breaches.map((breach) => {
    const { path, requirement } = breach;
    const violation = bodyViolation(at + path, keywords.get(path) ?? 'schema', requirement, () => breach.clause);
    return breach.missing === undefined ? violation : { ...violation, lacks: breach.missing };
  });
}

/** In larger bodies, in characters of JSON, only the first breach is looked for. */
const LARGE = 256 * 1024;
