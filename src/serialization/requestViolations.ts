/** What a request breaks of the contract. */

import {
  type Clause,
  isNoSegment,
  type JudgeJson,
  type Media,
  type Operation,
  type Parameter,
  type SecurityScheme,
} from '../contract/contract';
import { type BrokenClause, evaluate, requirementOf } from '../contract/evaluate';
import type { Json } from '../contract/json';
import { bareType, mediaKind } from '../contract/mediaKind';
import { pointerTokens } from '../contract/pointer';
import type { Schema } from '../contract/schema';
import { clauseOfBroken } from '../contract/schemas';
import { readCookies } from '../http/cookies';
import { boundaryIn, readContent } from './readBody';
import { type RequestTexts, readParameter } from './readParameter';

/** What of a request the contract judges. */
export interface JudgedRequest extends RequestTexts {
  /** Its body as it was sent; empty where there is none. */
  readonly bytes: Buffer;
}

/** One breach. */
export interface Violation {
  /** `body`, `query`, …, then the name of the parameter in lower case, then the way to the value. */
  readonly path: readonly string[];
  /** The keyword that is broken, or the status that says what is wrong. */
  readonly code: string | number;
  readonly message: string;
  /** What is broken; it takes a while to find out where that stands. Absent for a credential. */
  readonly clause?: () => Clause | undefined;
}

/** That a request lacks the credential that is required. */
export const UNAUTHORISED: Violation = { path: [], code: 401, message: 'Invalid security scheme used' };

export function isUnauthorised(violation: Violation): boolean {
  return violation === UNAUTHORISED;
}

/** All that is wrong; an empty list means that the contract takes the request. */
export function violationsOf(operation: Operation, request: JudgedRequest): Violation[] {
  const { requestBody, parameters } = ready.get(operation) ?? read(operation);
  const found = bodyViolations(requestBody, request);
  for (const parameter of parameters) found.push(...parameterViolations(parameter, request));
  return found;
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
  const judged = parameters.filter((each) => !isIgnored(each) && !isOneOfSeveral(each, operation));
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
function isIgnored({ in: where, name }: Parameter): boolean {
  return where === 'header' && /^(accept|content-type|authorization)$/i.test(name);
}

/** Who shows one of several credentials need not show another, though a parameter of its name is required as well. */
function isOneOfSeveral({ in: where, name }: Parameter, { security: { alternatives } }: Operation): boolean {
  const carries = (one: SecurityScheme) => one.in === where && one.field.toLowerCase() === name.toLowerCase();
  const carriers = alternatives.filter(({ schemes }) => schemes.some(carries));
  return carriers.length > 0 && carriers.length < alternatives.length;
}

function parameterViolations(parameter: ReadyParameter, request: JudgedRequest): Violation[] {
  const { name, in: where, required, schema, content } = parameter;
  const declared = () => parameter.declared.clause;
  const violation = (code: string, requirement: string, path = '', clause = declared): Violation => ({
    path: [where, name.toLowerCase(), ...pointerTokens(path)],
    code,
    message: `Request ${where} parameter ${[name.toLowerCase(), ...pointerTokens(path)].join('.')} ${requirement}`,
    clause,
  });
  const missing = (): Violation[] =>
    required
      ? [
          {
            path: [where],
            code: 'required',
            message: `Request ${where} must have required property '${name.toLowerCase()}'`,
            clause: declared,
          },
        ]
      : [];
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

function typeText({ types }: ReadyParameter): string {
  return types.join(' or ') || 'a value';
}

/** What cannot be judged, since the contract itself is broken there, breaks nothing. */
function broken(schema: Schema, value: unknown): readonly BrokenClause[] {
  try {
    return evaluate(schema, value, { direction: 'request' });
  } catch {
    return [];
  }
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

function bodyViolations(requestBody: Operation['requestBody'], { headers, bytes }: JudgedRequest): Violation[] {
  const isForm = () => mediaKind(bareType(headers['content-type'] ?? '')) === 'form';
  // A form without fields is a form.
  if (bytes.length === 0 && !(requestBody && isForm())) {
    return requestBody?.required
      ? [{ path: [], code: 'required', message: 'Body parameter is required', clause: () => requestBody.clause }]
      : [];
  }
  const contentType = headers['content-type'];
  const media = requestBody && mediaOf(requestBody.media, contentType);
  if (!media && requestBody?.media.length !== 0) {
    const supported = requestBody?.media.map(({ declared }) => declared).join(',');
    const message = supported
      ? `Supported content types: ${supported}`
      : 'No supported content types, but request included a non-empty body';
    return [{ path: [], code: 415, message, clause: () => requestBody?.clause }];
  }
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
  const content = readContent(bytes, contentType ?? media.declared, media);
  switch (content.kind) {
    case 'opaque':
      return [];
    case 'malformed':
      return [
        { path: ['body'], code: 'syntax', message: `Request body ${content.reason}`, clause: () => media.clause },
      ];
    case 'value':
      return judged(content.json, '', media.judge, media.schema);
    case 'items':
      return content.items.flatMap((item, at) => judged(item, `/${at}`, media.itemJudge, media.itemSchema));
    default:
      return content satisfies never;
  }
}

/** What has no type is text, or bytes (RFC 9110 §8.3). */
const NEEDS_NO_TYPE = new Set(['text', 'binary']);

/** The one that a body is of: as it is named, else by its suffix or its range; without a name, the first that is declared. */
export function mediaOf(media: readonly Media[], contentType: string | undefined): Media | undefined {
  if (contentType === undefined) return media[0];
  const type = bareType(contentType);
  const [main] = type.split('/');
  return [type, type.replace(/\/.*\+/, '/'), `${main}/*`, '*/*'].flatMap((key) =>
    media.filter((each) => each.type === key),
  )[0];
}

/** @param at where in the body it stands. */
function judged(json: Json, at: string, judge: JudgeJson | undefined, schema: Schema | undefined): Violation[] {
  const breaches = judge?.(json) ?? [];
  if (breaches.length === 0 || !schema) return [];
  // Where a clause stands in its file takes a while to find out, and only its keyword is told.
  const clauses = json.length > LARGE ? [] : broken(schema, json.value);
  const keywords = new Map(clauses.map(({ path, keyword }) => [path, keyword]));
  return breaches.map((breach) => {
    const { path, requirement } = breach;
    const steps = pointerTokens(at + path);
    const about = steps.length === 0 ? '' : `property ${steps.join('.')} `;
    const code = keywords.get(path) ?? 'schema';
    const message = `Request body ${about}${requirement}`;
    return { path: ['body', ...steps], code, message, clause: () => breach.clause };
  });
}

/** In characters of JSON; of larger bodies only the first breach is looked for. */
const LARGE = 256 * 1024;
