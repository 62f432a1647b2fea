/** Asks a service, and judges each answer by the contract, whatever was asked. */

import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import type { Design } from '../design/design';
import type { WorldService } from '../service/service';
import { type AjvJudge, declared } from './ajvJudge';
import { asSent, type OracleRequest } from './oracle';

export interface JudgedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where there is no JSON. */
  readonly body: JsonValue | undefined;
}

/** What one look at a service needs. */
export interface Looking {
  readonly design: Design;
  readonly service: WorldService;
  readonly document: JsonObject;
  readonly ajv: AjvJudge;
  readonly chance: Random;
  /** Is told what is not as it should be. */
  readonly object: (asked: OracleRequest, answered: JudgedAnswer, what: string) => void;
}

export async function ask(looking: Looking, asked: OracleRequest): Promise<JudgedAnswer> {
  const { url, ...init } = asSent(asked, looking.service.url);
  const response = await fetch(url, { ...init, body: init.body ?? null, redirect: 'manual' });
  // It fails where a coding is not what the answer says.
  const read = await response.text().catch(() => undefined);
  const text = read ?? '';
  const answered = { status: response.status, headers: response.headers, text, body: parsed(text) };
  if (read === undefined) looking.object(asked, answered, 'the content cannot be read');
  judgeAnswer(looking, asked, answered);
  return answered;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether an answer is one that the contract declares, whatever was asked. */
function judgeAnswer({ document, ajv, object, design }: Looking, asked: OracleRequest, answered: JudgedAnswer): void {
  const { operation } = asked;
  const { status, headers, body, text } = answered;
  const response = declared(document, operation, status);
  if (status >= 500) object(asked, answered, 'a server error');
  if (!response) {
    if (status < 400 || design.manners.declared !== 'none') object(asked, answered, 'the status is not declared');
    return;
  }
  const content = response['content'] ?? response['schema'];
  if (!content && text !== '') object(asked, answered, 'content is not declared');
  const isJson = /json/.test(headers.get('content-type') ?? '');
  // The answer to HEAD never has content (RFC 9110 §9.3.2).
  if (content && isJson && body === undefined && operation.method !== 'HEAD')
    object(asked, answered, 'there is no JSON');
  const types = isObject(response['content']) ? Object.keys(response['content']) : undefined;
  const type = headers.get('content-type')?.split(';')[0];
  if (content && types && !types.includes(type ?? '')) object(asked, answered, `the type ${type} is not declared`);
  for (const [name, header] of Object.entries((response['headers'] ?? {}) as Record<string, JsonObject>))
    if (header['required'] === true && !headers.has(name)) object(asked, answered, `${name} is missing`);
  if (status === 401 && !headers.has('WWW-Authenticate')) object(asked, answered, 'there is no challenge');
  const wrong = body === undefined || !isJson ? undefined : ajv.wrong(operation, String(status), body);
  if (wrong !== undefined) object(asked, answered, `the body is wrong: ${wrong}`);
}
