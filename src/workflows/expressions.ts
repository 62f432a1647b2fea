/**
 * Runtime expressions of Arazzo 1.0 (§4.7): those of the inputs, steps and outputs of workflows. Those of a request or an answer are evaluated as
 * in links, by `linkExpressions.ts`.
 */

import { pointerOf, valueAt } from '../json/pointer';
import { isObject, type JsonValue } from '../json/value';
import type { Answered } from '../resources/answered';
import { evaluateExpression, evaluateText } from '../resources/linkExpressions';

export type NamedValues = Readonly<Record<string, JsonValue>>;

export interface EndedWorkflow {
  readonly inputs: NamedValues;
  readonly outputs: NamedValues;
}

/** What expressions may name. */
export interface Scope {
  readonly inputs: NamedValues;
  /** The outputs of the steps of this workflow that have ended. */
  readonly steps: ReadonlyMap<string, NamedValues>;
  /** What the workflows that have ended had and gave. */
  readonly workflows: ReadonlyMap<string, EndedWorkflow>;
  /** What the document calls itself. */
  readonly self?: string | undefined;
  /** Of the workflow that a step has run. */
  readonly outputs?: NamedValues;
  readonly exchange?: Answered;
}

const WHOLE = /^\$(?:(?:url|method|statusCode|self)$|(?:request|response|inputs|outputs|steps|workflows)\.[^{}]*$)/;

/** Tells whether a text is one expression, and no constant. */
export function isExpression(text: string): boolean {
  return WHOLE.test(text);
}

/** Evaluates one expression. @returns undefined if nothing has that value. */
export function valueOfExpression(expression: string, scope: Scope): JsonValue | undefined {
  return evaluateText(expression, WHOLE, (name) => lookUp(name, scope));
}

/** Replaces every expression in a value. @returns undefined if one of them has no value. */
export function withValues(value: JsonValue, scope: Scope): JsonValue | undefined {
  if (typeof value === 'string') return valueOfExpression(value, scope);
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => withValues(item, scope));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, item]) => [name, withValues(item, scope)] as const);
  if (members.some(([, item]) => item === undefined)) return undefined;
  return Object.fromEntries(members) as JsonValue;
}

function lookUp(name: string, scope: Scope): JsonValue | undefined {
  const [, source = '', rest = ''] = /^(inputs|outputs|steps|workflows)\.(.+)$/s.exec(name) ?? [];
  if (source === 'inputs') return member(scope.inputs, rest);
  if (source === 'outputs') return scope.outputs && member(scope.outputs, rest);
  if (source !== '') {
    const [, id = '', field = '', named = ''] = /^(.+?)\.(inputs|outputs)\.(.+)$/s.exec(rest) ?? [];
    if (source === 'steps' && field === 'inputs') return undefined;
    const values = source === 'steps' ? scope.steps.get(id) : scope.workflows.get(id)?.[field as 'inputs' | 'outputs'];
    return values && member(values, named);
  }
  if (name === 'self') return scope.self;
  if (!scope.exchange) return undefined;
  // `$response.body.id` and `$response.body[0]` are not in the grammar, and common.
  const [, body, path] = /^((?:request|response)\.body)([.[].+)$/s.exec(name) ?? [];
  if (body === undefined || path === undefined) return ofExchange(name, scope.exchange);
  const value = ofExchange(body, scope.exchange);
  return value === undefined ? undefined : (valueAt(value, pathPointer(path)) as JsonValue | undefined);
}

function ofExchange(name: string, exchange: Answered): JsonValue | undefined {
  const value = evaluateExpression(`$${name}`, exchange);
  if (value !== undefined || name !== 'response.body') return value;
  // What is no JSON is a text.
  const { body } = exchange.response ?? {};
  return body && body.length > 0 ? body.toString() : undefined;
}

/** The value of a name, or of a place in it: `order`, `order#/items/0`, `order.items[0]`. */
function member(values: NamedValues, text: string): JsonValue | undefined {
  if (Object.hasOwn(values, text)) return values[text];
  const [, name = '', path = ''] = /^([^#.[]+)(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(values, name)) return undefined;
  const pointer = path.startsWith('#') ? path.slice(1) : pathPointer(path);
  return valueAt(values[name], pointer) as JsonValue | undefined;
}

/** `.items[0].id` → `/items/0/id`. */
function pathPointer(path: string): string {
  return pointerOf(path.split(/[.[\]]+/).filter((token) => token !== '')).replace(/^#/, '');
}
