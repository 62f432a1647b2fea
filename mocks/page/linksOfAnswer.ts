/** Says to which operations the links of an answer lead (OpenAPI 3.1 §4.8.20), and what they enter into the forms of those. */

import { type MutableJson, writeJson } from '../../conformance/values/generator';
import { type Contract, type DeclaredLink, declaredResponse, type Operation } from '../../src/contract/contract';
import { mediaKind } from '../../src/http/mediaType';
import type { Request, Response } from '../../src/http/message';
import { isObject, type JsonValue } from '../../src/json/value';
import type { Answered } from '../../src/resources/answered';
import { evaluateExpression, expressionFor, expressionsIn, leadsTo } from '../../src/resources/linkExpressions';
import { NO_INPUT } from '../../src/serialization/input';
import type { EnteredParameter } from './requestOfForm';

/** An answer that the page got, with the request that the form made. */
interface AnswerOnPage {
  readonly operation: string;
  readonly parameters: readonly EnteredParameter[];
  readonly request: Request;
  readonly response: Response;
}

interface OfferedLink {
  /** Method and path template. */
  readonly operation: string;
  readonly parameters: readonly EnteredParameter[];
  /** Undefined if the link does not give a body. */
  readonly body: string | undefined;
}

/** Returns the links in the order of the contract. What an expression does not find in the exchange is left out. */
export function linksOfAnswer({ operations }: Contract, answer: AnswerOnPage): OfferedLink[] {
  const own = operations.find(({ name }) => name === answer.operation);
  const links = (own && declaredResponse(own, answer.response.status)?.links) ?? [];
  return links.flatMap((link) => {
    const meant = operations.find((each) => leadsTo(link, each));
    return own && meant ? [offered(link, meant, answeredBy(own, answer))] : [];
  });
}

function answeredBy(operation: Operation, { parameters, request, response }: AnswerOnPage): Answered {
  const pairs = (place: string) =>
    parameters.flatMap(({ in: where, name, texts }) =>
      where === place ? texts.map((value) => ({ name, value })) : [],
    );
  const values = Object.fromEntries(pairs('path').map(({ name, value }) => [name, value]));
  return { case: { request: { operation, values, input: { ...NO_INPUT, query: pairs('query') } } }, request, response };
}

function offered(link: DeclaredLink, meant: Operation, answered: Answered): OfferedLink {
  const { requestBody } = link;
  const entered = meant.parameters.flatMap(({ name, in: place }) => {
    const given = expressionFor(link, place, name);
    const value = given === undefined ? undefined : evaluated(given, answered);
    return value === undefined ? [] : [{ in: place, name, texts: textsOf(value) }];
  });
  const body = requestBody === undefined ? undefined : filled(requestBody as JsonValue, answered);
  const isJson = mediaKind(meant.requestBody?.media[0]?.type ?? '') === 'json';
  const write = isJson ? (value: JsonValue) => writeJson(value as MutableJson) : textOf;
  return { operation: meant.name, parameters: entered, body: body === undefined ? undefined : write(body) };
}

/** The value of an expression, or what the contract gives in its place. */
function evaluated(given: string, answered: Answered): JsonValue | undefined {
  return expressionsIn(given).length === 0 ? given : evaluateExpression(given, answered);
}

function filled(value: JsonValue, answered: Answered): JsonValue | undefined {
  if (typeof value === 'string') return evaluated(value, answered);
  if (Array.isArray(value)) return value.map((item: JsonValue) => filled(item, answered) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, item]) => {
    const found = filled(item as JsonValue, answered);
    return found === undefined ? [] : [[name, found] as const];
  });
  return Object.fromEntries(members);
}

function textsOf(value: JsonValue): string[] {
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : writeJson(value as MutableJson);
}

/** Reads what the page sends; undefined if it is something else. */
export function readAnswer(value: unknown): AnswerOnPage | undefined {
  const { operation, parameters, method, target, sent, text, status, headers, body } = (value ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const isText = [operation, method, target, body].every((each) => typeof each === 'string');
  if (!isText || !Array.isArray(parameters) || !isFields(sent) || !isFields(headers)) return undefined;
  const asked = { method: String(method), path: String(target), headers: sent };
  return {
    operation: String(operation),
    parameters: parameters as readonly EnteredParameter[],
    request: typeof text === 'string' ? { ...asked, body: Buffer.from(text) } : asked,
    response: {
      ...{ httpVersion: '1.1', status: Number(status), statusText: '', headers, interim: [] },
      ...{ body: Buffer.from(String(body)), afterHead: Buffer.alloc(0) },
    },
  };
}

function isFields(value: unknown): value is (readonly [name: string, value: string])[] {
  return (
    Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.every((each) => typeof each === 'string'))
  );
}
