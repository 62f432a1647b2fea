/** Says of a runtime expression of Arazzo (1.0 §4.7) whether it can mean anything where it stands, before anything is sent. */

import { type Operation, pathParameters } from '../contract/contract';
import type { JsonValue } from '../json/value';
import { isObject, writtenOutJson } from '../json/value';
import { expressionsWithin } from '../resources/linkExpressions';
import { didYouMean, joinedByAnd, nearest } from '../support/words';
import { isExpression } from './expressions';

/** What expressions may name at a place of a workflow. */
export interface Nameable {
  /** The names of the inputs; undefined if their schema does not say them all. */
  readonly inputs: readonly string[] | undefined;
  /** The outputs of the steps of the workflow. */
  readonly steps: ReadonlyMap<string, readonly string[]>;
  /** The steps that may have ended before. */
  readonly ended: ReadonlySet<string>;
  /** The other workflows of the document. */
  readonly workflows: ReadonlyMap<string, NameableWorkflow>;
  /** The outputs of the workflow that the step has run; undefined if it has run none. */
  readonly outputs: readonly string[] | undefined;
  /** The operation that was asked; undefined if it is not known. */
  readonly operation: Operation | undefined;
  /** Why there is no request and no answer, as the end of a sentence; undefined if there is. */
  readonly whyUnanswered: string | undefined;
  /** Whether the document says what its own address is. */
  readonly hasSelf: boolean;
}

export interface NameableWorkflow {
  readonly inputs: readonly string[] | undefined;
  readonly outputs: readonly string[];
}

/** @returns what is wrong with a text that has to be an expression, or to contain some; undefined if it can mean something. */
export function whyNoExpression(text: string, known: Nameable): string | undefined {
  const within = expressionsWithin(text);
  if (within.length > 0) return firstMistake(within, known);
  return text.startsWith('$') ? whyMeaningless(text, known) : `\`${text}\` is no runtime expression.`;
}

/** @returns what is wrong with the expressions in a text, such as the pattern of a criterion; undefined if nothing is. */
export function whyWrongWithin(text: string, known: Nameable): string | undefined {
  return firstMistake(expressionsWithin(text), known);
}

/** @returns what is wrong with a text of a value that may be a constant: `$5 off` is one, and `$input.item` is a misspelt expression. */
export function whyWrongText(text: string, known: Nameable): string | undefined {
  const within = expressionsWithin(text);
  if (within.length > 0) {
    const json = writtenOutJson(text);
    return typeof json === 'object' && json !== null ? whyWrongIn(json, known) : firstMistake(within, known);
  }
  if (isExpression(text)) return whyMeaningless(text, known);
  const [, root] = /^\$([A-Za-z]+)\.\S+$/.exec(text) ?? [];
  if (root === undefined) return undefined;
  return Object.hasOwn(WITH_NAMES, root) || nearest(root, Object.keys(WITH_NAMES)) !== undefined
    ? whyMeaningless(text, known)
    : undefined;
}

function whyWrongIn(value: JsonValue, known: Nameable): string | undefined {
  if (typeof value === 'string') return whyWrongText(value, known);
  const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const item of items) {
    const why = whyWrongIn(item as JsonValue, known);
    if (why !== undefined) return why;
  }
  return undefined;
}

function firstMistake(expressions: readonly string[], known: Nameable): string | undefined {
  return expressions.map((expression) => whyMeaningless(expression, known)).find((why) => why !== undefined);
}

/** Judges what comes after `$inputs.`; the expression is the whole. */
type Judge = (rest: string, known: Nameable, expression: string) => string | undefined;

/** The roots of expressions after which a dot and a name come. */
const WITH_NAMES: Readonly<Record<string, Judge>> = {
  request: (rest, known, whole) => whyUnanswered(whole, known) ?? inRequest(rest, known, whole),
  response: (rest, known, whole) => whyUnanswered(whole, known) ?? inResponse(rest, whole),
  inputs: (rest, { inputs }) => inputs && whyUnnamed(rest, inputs, 'the workflow', 'input'),
  outputs: (rest, { outputs }, whole) =>
    outputs
      ? whyUnnamed(rest, outputs, 'the workflow that the step runs', 'output')
      : `\`${whole}\` has no value there: the step runs no workflow. Name a step: \`$steps.STEP.outputs.NAME\`.`,
  steps: ofStep,
  workflows: ofWorkflow,
  sourceDescriptions: (_, __, whole) => `\`${whole}\` is not supported as a value.`,
  components: (_, __, whole) => `\`${whole}\` is no value; a \`reference\` can name it.`,
  message: (_, __, whole) => `\`${whole}\` is of a message of AsyncAPI, which is not supported.`,
};

/** Those after which nothing comes. */
const ALONE: Readonly<Record<string, Judge>> = {
  url: (_, known, whole) => whyUnanswered(whole, known),
  method: (_, known, whole) => whyUnanswered(whole, known),
  statusCode: (_, known, whole) => whyUnanswered(whole, known),
  self: (_, { hasSelf }) => (hasSelf ? undefined : 'the document has no `$self`.'),
};

/** @returns what is wrong with an expression, which is written with its `$`, as a sentence; undefined if it can mean something. */
export function whyMeaningless(expression: string, known: Nameable): string | undefined {
  const [, root = '', rest] = /^\$([^.]*)(?:\.(.*))?$/s.exec(expression) ?? [];
  const table = rest === undefined ? ALONE : WITH_NAMES;
  const judge = Object.hasOwn(table, root) ? table[root] : undefined;
  if (judge) return judge(rest ?? '', known, expression);
  if (Object.hasOwn(ALONE, root)) return `${noExpression(expression)} Nothing comes after \`$${root}\`.`;
  if (Object.hasOwn(WITH_NAMES, root)) return `${noExpression(expression)} A dot and a name come after \`$${root}\`.`;
  return `${noExpression(expression)}${didYouMean(root, Object.keys(table), (meant) => `"${expression.replace(root, meant)}"`)}`;
}

function noExpression(expression: string): string {
  return `\`${expression}\` is no runtime expression.`;
}

function whyUnanswered(expression: string, { whyUnanswered: why }: Nameable): string | undefined {
  return why === undefined ? undefined : `\`${expression}\` has no value there: ${why}.`;
}

function inRequest(source: string, { operation }: Nameable, whole: string): string | undefined {
  const [, name] = /^path\.(.+)$/s.exec(source) ?? [];
  if (name !== undefined) return operation && whyNotInPath(operation, name);
  return /^query\../s.test(source) ? undefined : inMessage(source, ['header', 'query', 'path', 'body'], whole);
}

/** "Request parameters MUST be declared in the parameters section of the parent operation or they cannot be evaluated" (§4.7.1). */
export function whyNotInPath(operation: Operation, name: string): string | undefined {
  const names = pathParameters(operation).map((each) => each.name);
  if (names.includes(name)) return undefined;
  return `the path of ${operation.name} has no parameter "${name}".${didYouMean(name, names)}`;
}

function inResponse(source: string, whole: string): string | undefined {
  return inMessage(source, ['header', 'body'], whole);
}

function inMessage(source: string, parts: readonly string[], whole: string): string | undefined {
  if (/^header\.[\w!#$%&'*+.^`|~-]+$/.test(source)) return undefined;
  // `body.id` and `body[0]` are not in the grammar, and common.
  if (/^body(?:$|#$|#\/|[.[].)/.test(source)) return undefined;
  if (source.startsWith('body#'))
    return `${noExpression(whole)} A JSON Pointer comes after \`#\`; it begins with \`/\`.`;
  const [part = ''] = /^[^.#[]*/.exec(source) ?? [];
  if (/^status/i.test(part)) return `${noExpression(whole)} The status of an answer is \`$statusCode\`.`;
  const start = whole.slice(0, -source.length);
  if (parts.includes(part)) return `${noExpression(whole)} A dot and a name come after \`${start}${part}\`.`;
  const hint = didYouMean(part, parts, (meant) => `"${start}${meant}${source.slice(part.length)}"`);
  return `${noExpression(whole)} After \`${start}\` can come ${joinedByAnd(parts)}.${hint}`;
}

function ofStep(rest: string, { steps, ended }: Nameable, whole: string): string | undefined {
  const [, id, output] = /^([^.]+)\.outputs\.(.+)$/s.exec(rest) ?? [];
  if (id === undefined || output === undefined)
    return `${noExpression(whole)} Outputs of steps are written as \`$steps.STEP.outputs.NAME\`.`;
  const outputs = steps.get(id);
  if (!outputs) return `the workflow has no step "${id}".${didYouMean(id, [...steps.keys()])}`;
  const why = whyUnnamed(output, outputs, `the step "${id}"`, 'output');
  if (why !== undefined || ended.has(id)) return why;
  return `\`${whole}\` has no value there: the step "${id}" comes later.`;
}

function ofWorkflow(rest: string, { workflows }: Nameable, whole: string): string | undefined {
  const [, id, field, name] = /^([^.]+)\.(inputs|outputs)\.(.+)$/s.exec(rest) ?? [];
  if (id === undefined || name === undefined)
    return `${noExpression(whole)} Values of workflows are written as \`$workflows.WORKFLOW.outputs.NAME\`.`;
  const workflow = workflows.get(id);
  if (!workflow) return `the document has no workflow "${id}".${didYouMean(id, [...workflows.keys()])}`;
  const names = field === 'inputs' ? workflow.inputs : workflow.outputs;
  return names && whyUnnamed(name, names, `the workflow "${id}"`, field === 'inputs' ? 'input' : 'output');
}

/** A name may have dots in it, and a place in the value may follow it. */
function whyUnnamed(text: string, names: readonly string[], whose: string, what: 'input' | 'output') {
  const isNamed = names.some(
    (name) => text === name || (text.startsWith(name) && /[.#[]/.test(text[name.length] ?? '')),
  );
  if (isNamed) return undefined;
  const [word = text] = /^[^#[]+/.exec(text) ?? [];
  return `${whose} has no ${what} "${word}".${didYouMean(word, names)}`;
}
