/** What Prism's validation of a request gets wrong, mended in front of it and from the contract alone. */

import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpRequest } from '@stoplight/prism-http';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator';
import { validatePath } from '@stoplight/prism-http/dist/validator/validators';
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types';
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types';
import { isNonEmpty } from 'fp-ts/Array';
import { type Either, isLeft, left, right } from 'fp-ts/Either';
import type { NonEmptyArray } from 'fp-ts/NonEmptyArray';
import type { Operation, Parameter } from '../src/contract/contract';
import type { MockedRequest } from './engine';
import { mendJudging } from './prismSchemas';

mendJudging();

type Judgement = Either<NonEmptyArray<IPrismDiagnostic>, IHttpRequest>;

/** What Prism is given, together with what it was made from. */
export interface JudgedRequest extends IHttpRequest {
  readonly mocked: MockedRequest;
}

export type Validation = (asked: { readonly element: IHttpRequest }) => Judgement;

/**
 * Makes the validations of operations, one for all whose requests are declared alike: Prism compiles a program for each
 * list of parameters that it is given. A contract says "an id in the path" a thousand times, and a thousand programs are
 * never run often enough to be made fast.
 */
export function createValidations(): (operation: Operation, resource: IHttpOperation, declared: string) => Validation {
  const known = new Map<string, Validation>();
  return (operation, resource, declared) => {
    // What it refers to lies in the operation's own bundle.
    if (declared.includes('"$ref"')) return createValidation(operation, resource);
    const validation = known.get(declared) ?? createValidation(operation, resource);
    known.set(declared, validation);
    return validation;
  };
}

/**
 * Prism's own validation, which coerces text to numbers as JavaScript does and clamps int64 to what a double holds,
 * with the contract's judgement of each parameter beside it. Path parameters are handed over as the router found them:
 * Prism makes and compiles a program for each request to find them again.
 */
function createValidation(operation: Operation, resource: IHttpOperation): Validation {
  const { request = {}, __bundled__: bundle } = widen(resource);
  const { path = [], ...others } = request;
  const pathless = { request: withoutEmpty(others), __bundled__: bundle } as Validated & IHttpOperation;
  const judged = operation.parameters.filter((parameter) => isJudged(parameter, resource));
  return ({ element }) => {
    const { mocked } = element as JudgedRequest;
    const found =
      path.length > 0 ? leftOf(validatePath(textOf(mocked.values), path, ValidationContext.Input, bundle)) : [];
    found.unshift(...leftOf(validateInput({ resource: pathless, element })));
    for (const parameter of judged) {
      if (!breaks(parameter, mocked)) continue;
      const missed = toDiagnostic(parameter);
      if (!found.some((one) => covers(one, missed))) found.push(missed);
    }
    if (mocked.malformedBody !== undefined) found.push(malformed(mocked.malformedBody));
    return isNonEmpty(found) ? left(found) : right(element);
  };
}

/**
 * Prism's judgement of its own answer, which is left out where nothing of it is declared but its status.
 */
export function createOutputValidation(resource: IHttpOperation) {
  const bare = new Set(
    resource.responses
      .filter(({ contents = [], headers = [] }) => contents.length + headers.length === 0)
      .map(({ code }) => code),
  );
  return (asked: Parameters<typeof validateOutput>[0]): ReturnType<typeof validateOutput> =>
    asked.element.body === undefined && bare.has(String(asked.element.statusCode))
      ? right(asked.element)
      : validateOutput(asked);
}

function leftOf(judgement: Either<NonEmptyArray<IPrismDiagnostic>, unknown>): IPrismDiagnostic[] {
  return isLeft(judgement) ? [...judgement.left] : [];
}

function textOf(values: MockedRequest['values']): Record<string, string> {
  const text: Record<string, string> = {};
  for (const [name, value] of values) if (value !== undefined) text[name] = value;
  return text;
}

/** Prism goes through the whole request for a list of parameters that is empty, too. */
function withoutEmpty<T extends object>(lists: T): T {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => !Array.isArray(list) || list.length > 0)) as T;
}

/** Prism reads the scheme by its letters, and schemes are matched without regard to case (RFC 9110 §11.1). */
export function withBearerAsDeclared(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { authorization } = headers;
  if (authorization === undefined || !/^bearer\s/i.test(authorization)) return { ...headers };
  return { ...headers, authorization: `Bearer${authorization.slice('bearer'.length)}` };
}

/** Prism ends at a media range that is none; the field's other ranges stand, and without any it says nothing. */
export function withReadableAccept({ accept, ...headers }: Record<string, string>): Record<string, string> {
  if (accept === undefined) return headers;
  const ranges = accept.split(',').filter((range) => /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;|$)/.test(range));
  return ranges.length > 0 ? { ...headers, accept: ranges.join(',') } : headers;
}

/** Parameters of a number or boolean, written as its bare text; Prism reads all others as the contract does. */
function isJudged({ types, in: where, name }: Parameter, resource: IHttpOperation): boolean {
  const scalar = types.length > 0 && !types.some((type) => type === 'array' || type === 'object');
  if (!scalar || where === 'cookie' || where === 'querystring') return false;
  const declared: readonly { name: string; style?: string }[] =
    resource.request?.[where === 'header' ? 'headers' : where] ?? [];
  const style = declared.find((one) => one.name.toLowerCase() === name.toLowerCase())?.style;
  return style === undefined || style === 'simple' || style === 'form';
}

function breaks(parameter: Parameter, { values, query, headers }: MockedRequest): boolean {
  const { name, accepts } = parameter;
  switch (parameter.in) {
    case 'path': {
      const text = values.get(name);
      return text === undefined || !accepts(text);
    }
    case 'query':
      // Prism takes a name without a value for no value.
      return query.getAll(name).some((text) => text !== '' && !accepts(text));
    case 'header': {
      const text = headers[name.toLowerCase()];
      return text !== undefined && !accepts(text);
    }
    case 'cookie':
    case 'querystring':
      return false;
    default:
      return parameter.in satisfies never;
  }
}

function toDiagnostic({ in: where, name, types, format }: Parameter): IPrismDiagnostic {
  return {
    path: [where, name.toLowerCase()],
    code: 'type',
    message: `Request ${where} parameter ${name.toLowerCase()} must be ${types.join(' or ')}${format ? ` (${format})` : ''}`,
    severity: DiagnosticSeverity.Error,
  };
}

function malformed(message: string): IPrismDiagnostic {
  return { path: ['body'], code: 'syntax', message, severity: DiagnosticSeverity.Error };
}

/** Whether one already speaks of the other's place, or of all that holds it: "path must have required property 'id'". */
function covers(one: IPrismDiagnostic, other: IPrismDiagnostic): boolean {
  return (one.path ?? ['']).every((step, at) => step === other.path?.[at]);
}

/** What Prism's validation looks at: what is declared of the request, and the schemas that it refers to. */
interface Validated {
  readonly request?: IHttpOperation['request'] | undefined;
  readonly __bundled__?: unknown;
}

/** A copy in which requests may hold any int64: Prism's conversion gives each the bounds of a double's whole numbers. */
function widen({ request, __bundled__ }: Validated): Validated {
  const copy = structuredClone({ request, __bundled__ });
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const schema = node as Record<string, unknown>;
    if (schema['format'] === 'int64') {
      // Exactness is left to the contract's judgement: a double does not hold these bounds.
      if (schema['minimum'] === Number.MIN_SAFE_INTEGER) schema['minimum'] = -(2 ** 63);
      if (schema['maximum'] === Number.MAX_SAFE_INTEGER) schema['maximum'] = 2 ** 63;
    }
    for (const child of Object.values(schema)) visit(child);
  };
  visit(copy);
  return copy;
}
