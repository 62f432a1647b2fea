/** What Prism's validation of a request gets wrong, mended in front of it and from the contract alone. */

import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpRequest } from '@stoplight/prism-http';
import { validateInput } from '@stoplight/prism-http/dist/validator';
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types';
import { type Either, isLeft, left } from 'fp-ts/Either';
import type { NonEmptyArray } from 'fp-ts/NonEmptyArray';
import type { Operation, Parameter } from '../src/contract/contract';
import type { MockedRequest } from './engine';

type Judgement = Either<NonEmptyArray<IPrismDiagnostic>, IHttpRequest>;

/** What Prism is given, together with what it was made from. */
export interface JudgedRequest extends IHttpRequest {
  readonly mocked: MockedRequest;
}

/**
 * Prism's own validation, which coerces text to numbers as JavaScript does and clamps int64 to what a double holds,
 * with the contract's judgement of each parameter beside it.
 */
export function createValidation(operation: Operation, resource: IHttpOperation) {
  const widened = widen(resource);
  const judged = operation.parameters.filter((parameter) => isJudged(parameter, resource));
  return ({ element }: { element: IHttpRequest }): Judgement => {
    const { mocked } = element as JudgedRequest;
    const judgement = validateInput({ resource: widened, element });
    const found = isLeft(judgement) ? judgement.left : [];
    const missed = judged.filter((parameter) => breaks(parameter, mocked)).map(toDiagnostic);
    const [first, ...more] = [
      ...found,
      ...missed.filter((diagnostic) => !found.some((one) => covers(one, diagnostic))),
      ...(mocked.malformedBody === undefined ? [] : [malformed(mocked.malformedBody)]),
    ];
    return first ? left([first, ...more]) : judgement;
  };
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
  if (!scalar || where === 'cookie') return false;
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

/** A copy in which requests may hold any int64: Prism's conversion gives each the bounds of a double's whole numbers. */
function widen(resource: IHttpOperation): IHttpOperation {
  const copy = structuredClone(resource);
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
