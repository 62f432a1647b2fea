/** Simple conditions of Arazzo 1.0 (§4.6.11, Criterion Object): `$statusCode == 200 && $response.body#/name != 'x'`. */

import { isNumeric } from '../json/equality';
import type { JsonValue } from '../json/value';

/** Gives the value of a runtime expression, which is written with its `$`; undefined if there is none. */
export type LookUp = (expression: string) => JsonValue | undefined;

type StepCondition = (lookUp: LookUp) => boolean;

/** Says why a condition cannot be read, as a clause of a sentence. */
export class ConditionError extends Error {}

/**
 * Reads a condition.
 * @throws ConditionError
 */
export function parseCondition(text: string): StepCondition {
  const tokens = tokensOf(text);
  const reader = new ConditionReader(tokens);
  const condition = reader.either();
  const left = reader.next();
  if (left !== undefined) throw new ConditionError(`"${left}" was not expected there`);
  return (lookUp) => isTrue(condition(lookUp));
}

/** Returns the runtime expressions of a condition that can be read. */
export function expressionsOfCondition(text: string): string[] {
  return tokensOf(text).filter((token) => token.startsWith('$'));
}

/** A string in single quotes, in which two quotes stand for one; an operator; an expression; a number or a word. */
const TOKEN =
  /\s*('(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|==|!=|<=|>=|&&|\|\||[<>!()]|\$(?:[^\s()!=<>&|'"]|\((?=[^)]*\)#))+|-?\d[\d.eE+-]*|[A-Za-z_]\w*)/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.trimEnd().length; ) {
    TOKEN.lastIndex = at;
    const [whole = '', token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new ConditionError(`"${text.slice(at).trim()}" cannot be read`);
    tokens.push(token);
    at += whole.length;
  }
  return tokens;
}

type Part = (lookUp: LookUp) => JsonValue | undefined;

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** `||` binds weakest, then `&&`, then comparisons, then `!`. */
class ConditionReader {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  next(): string | undefined {
    return this.tokens[this.at++];
  }

  either(): Part {
    let left = this.both();
    while (this.takes('||')) {
      const [one, other] = [left, this.both()];
      left = (lookUp) => isTrue(one(lookUp)) || isTrue(other(lookUp));
    }
    return left;
  }

  private both(): Part {
    let left = this.comparison();
    while (this.takes('&&')) {
      const [one, other] = [left, this.comparison()];
      left = (lookUp) => isTrue(one(lookUp)) && isTrue(other(lookUp));
    }
    return left;
  }

  private comparison(): Part {
    const left = this.single();
    const operator = this.tokens[this.at];
    if (operator === undefined || !COMPARISONS.has(operator)) return left;
    this.at++;
    const right = this.single();
    return (lookUp) => compared(operator, left(lookUp), right(lookUp));
  }

  private single(): Part {
    if (this.takes('!')) {
      const negated = this.single();
      return (lookUp) => !isTrue(negated(lookUp));
    }
    if (this.takes('(')) {
      const inner = this.either();
      if (!this.takes(')')) throw new ConditionError('a ")" is missing');
      return inner;
    }
    const token = this.next();
    if (token === undefined) throw new ConditionError('it ends where a value should stand');
    if (token.startsWith('$')) return (lookUp) => lookUp(token);
    const value = literal(token);
    return () => value;
  }

  private takes(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }
}

function literal(token: string): JsonValue {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token.startsWith('"')) return token.slice(1, -1).replace(/\\(.)/g, '$1');
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  const number = Number(token);
  if (Number.isNaN(number)) throw new ConditionError(`"${token}" is no value; texts stand in single quotes`);
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(number) ? BigInt(token) : number;
}

function isTrue(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}

function compared(operator: string, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (operator === '==') return isSame(left, right);
  if (operator === '!=') return !isSame(left, right);
  // Texts from header fields and paths may be numbers.
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) return false;
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

/** "String comparisons MUST be case insensitive" (Arazzo 1.0.1 §4.6.11.1). */
function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase();
  const [one, other] = [numberOf(left), numberOf(right)];
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint is the same as a number.
  if (one !== undefined && other !== undefined) return one == other;
  return left === right;
}

function numberOf(value: JsonValue | undefined): number | bigint | undefined {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(value) : number;
}
