/** Finds the URL of a callback in the exchange that it belongs to (OpenAPI 3.1 §4.8.18.2). */

import type { Operation } from '../../src/contract/contract';
import type { Fields } from '../../src/http/message';
import { type JsonValue, toJson } from '../../src/json/value';
import type { Answered } from '../../src/resources/answered';
import { evaluateExpression } from '../../src/resources/linkExpressions';
import { NO_INPUT } from '../../src/serialization/input';
import type { MockedRequest } from '../engine/engine';
import { readRequestBody } from '../engine/requestBody';
import type { LoggedAnswer } from '../log/entry';

/** An operation that was answered, with the request and the answer. */
interface CalledExchange {
  readonly operation: Operation;
  readonly asked: MockedRequest;
  /** The absolute URL of the request, which `$url` stands for. */
  readonly url: string;
  readonly status: number;
  readonly sent: LoggedAnswer;
}

/**
 * Evaluates the expression of a callback: `{$request.body#/callbackUrl}`.
 * @returns a text that may be no URL; undefined if the exchange does not contain the value.
 */
export function callbackUrl(expression: string, exchange: CalledExchange): string | undefined {
  if (!EXPRESSED.test(expression)) return expression;
  const value = evaluateExpression(expression, asAnswered(exchange));
  return typeof value === 'string' ? value : undefined;
}

const EXPRESSED = /\$(?:url|method|statusCode|(?:request|response)\.)/;

function asAnswered({ operation, asked, url, status, sent }: CalledExchange): Answered {
  const query = [...asked.query].map(([name, value]) => ({ name, value }));
  const headers = Object.entries(asked.headers);
  const input = { ...NO_INPUT, query, headers };
  const values = Object.fromEntries([...asked.values].map(([name, text]) => [name, text ?? '']));
  return {
    case: { request: { operation, values, input } },
    request: { method: operation.method, path: url, headers, body: jsonBody(operation, asked) },
    response: {
      httpVersion: '1.1',
      status,
      statusText: '',
      headers: Object.entries(sent.headers).map(([name, value]): Fields[number] => [name, String(value)]),
      interim: [],
      body: Buffer.from(sent.body ?? ''),
      afterHead: Buffer.alloc(0),
    },
  };
}

/** Returns the body as JSON, since expressions name members of JSON, and a body may be a form. */
function jsonBody(operation: Operation, asked: MockedRequest): Buffer {
  const value = readRequestBody(operation, asked);
  return value === undefined || typeof value === 'string' ? asked.bytes : Buffer.from(toJson(value as JsonValue));
}
