/** Criteria of Arazzo 1.0 (§4.6.11): what an answer must show, so that a step succeeds or an action is taken. */

import type { JSONPathQuery, JSONValue } from 'json-p3';
import type { Clause } from '../contract/clause';
import { isObject, type JsonObject, type JsonValue, toJson } from '../json/value';
import { evaluateText, expressionsWithin } from '../resources/linkExpressions';
import { ConditionError, expressionsOfCondition, type LookUp, parseCondition } from './conditions';
import { readXPath } from './xpath';

export interface Criterion {
  readonly text: string;
  readonly clause: Clause;
  readonly isMet: (lookUp: LookUp) => boolean;
  /** The expressions whose values show why it is not met. */
  readonly shown: readonly string[];
}

/** Reads a criterion. @returns a sentence where it cannot be used. */
export function readCriterion(given: JsonObject, clause: Clause): Criterion | string {
  const { condition: text, context, type: written = 'simple' } = given;
  const type = isObject(written) ? written['type'] : written;
  if (typeof text !== 'string') return 'a criterion must have a `condition`.';
  if (type !== 'simple' && type !== 'regex' && type !== 'jsonpath' && type !== 'xpath')
    return 'the `type` of a criterion must be simple, regex, jsonpath or xpath.';
  if (type === 'simple') return simple(text, clause);
  if (typeof context !== 'string') return `a criterion of the type ${type} must have a \`context\`.`;
  const common = { text, clause, shown: [context] };
  if (type === 'regex') {
    return withExpressions(text, common, patternOf, (pattern, lookUp) => matches(pattern, lookUp(context)));
  }
  if (type === 'xpath')
    return withExpressions(text, common, readXPath, (isMetBy, lookUp) => {
      const value = lookUp(context);
      return typeof value === 'string' && isMetBy(value);
    });
  return withExpressions(text, common, queryOf, (query, lookUp) => {
    const value = lookUp(context);
    if (value === undefined) return false;
    const plain = plainNumbers(value);
    if (query.query(plain).nodes.length > 0) return true;
    return isObject(value) && ABOUT_WHOLE.test(text) && query.query([plain]).nodes.length > 0;
  });
}

/**
 * Makes a criterion of a condition. Where it has expressions in it (`^{$inputs.prefix}`), it is read when their values are known, and is not met if
 * it cannot be read then.
 */
function withExpressions<Read extends object>(
  text: string,
  common: Omit<Criterion, 'isMet'>,
  read: (text: string) => Read | string,
  isMet: (read: Read, lookUp: LookUp) => boolean,
): Criterion | string {
  if (expressionsWithin(text).length === 0) {
    const known = read(text);
    return typeof known === 'string' ? known : { ...common, isMet: (lookUp) => isMet(known, lookUp) };
  }
  return {
    ...common,
    isMet(lookUp) {
      const filled = evaluateText(text, NEVER, (name) => lookUp(`$${name}`));
      const known = typeof filled === 'string' ? read(filled) : '';
      return typeof known !== 'string' && isMet(known, lookUp);
    },
  };
}

/** Matches no text. */
const NEVER = /(?!)/;

function simple(text: string, clause: Clause): Criterion | string {
  try {
    const isMet = parseCondition(text);
    return { text, clause, isMet, shown: expressionsOfCondition(text) };
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return `the condition cannot be read: ${error.message}.`;
  }
}

function patternOf(text: string): RegExp | string {
  try {
    return new RegExp(text);
  } catch {
    return 'the condition is no regular expression.';
  }
}

function matches(pattern: RegExp, value: JsonValue | undefined): boolean {
  return value !== undefined && pattern.test(typeof value === 'string' ? value : toJson(value));
}

/**
 * Matches a query that the specification applies to an object itself, not to its members (Arazzo 1.0.1 §4.6.11.2): `$[?count(@.pets) > 0]` is met
 * by `{ "pets": [{}] }`.
 */
const ABOUT_WHOLE = /^\s*\$\s*\[\s*\?/;

/** A query of RFC 9535, or only the condition of a filter: `$.name == 'x'` stands for `$[?$.name == 'x']`. */
function queryOf(text: string): JSONPathQuery | string {
  // It is loaded only where a workflow has such a condition.
  const { compile } = require('json-p3') as typeof import('json-p3');
  for (const query of [text, `$[?${text}]`]) {
    try {
      return compile(query);
    } catch {
      // The other form may be meant.
    }
  }
  return 'the condition is no JSONPath (RFC 9535).';
}

/** JSONPath compares numbers as doubles. */
function plainNumbers(value: JsonValue): JSONValue {
  return JSON.parse(toJson(value)) as JSONValue;
}
