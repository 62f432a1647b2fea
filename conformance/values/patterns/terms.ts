/**
 * The parts of regular expressions. Equal parts are made only once, so a number identifies the rest of an expression.
 */

import type { Alternation, Element, Expression } from 'refa';
import type { Chars, Range } from './characters';

/** A pattern has too many parts, or a state has too many ways to continue. */
export class TooComplex extends Error {}

type Parts =
  | { readonly is: 'empty' }
  | { readonly is: 'chars'; readonly chars: Chars }
  | { readonly is: 'then'; readonly first: Term; readonly next: Term }
  | { readonly is: 'either'; readonly of: readonly Term[] }
  | { readonly is: 'repeat'; readonly of: Term; readonly least: number; readonly most: number }
  | { readonly is: 'look'; readonly ahead: boolean; readonly negate: boolean; readonly of: Term };

export type Term = Parts & { readonly id: number };

const MOST_PARTS = 100_000;

/** Creates terms; equal ones are created only once. */
export function createTerms() {
  const terms = new Map<string, Term>();
  const behind: Extract<Term, { is: 'look' }>[] = [];
  const make = (key: string, parts: Parts): Term => {
    const term: Term = terms.get(key) ?? { id: terms.size, ...parts };
    terms.set(key, term);
    return term;
  };
  const charSets = new Map<string, Chars>();
  const never = make('never', { is: 'either', of: [] });
  const empty = make('empty', { is: 'empty' });
  const chars = (ranges: readonly Range[]): Term => {
    const key = ranges.map(({ min, max }) => `${min}-${max}`).join();
    const set = charSets.get(key) ?? charsOf(ranges);
    charSets.set(key, set);
    return make(`[${key}]`, { is: 'chars', chars: set });
  };
  const repeat = (of: Term, least: number, most: number): Term =>
    most === 0 || of === empty ? empty : make(`${of.id}{${least},${most}}`, { is: 'repeat', of, least, most });
  const anything = repeat(chars([{ min: 0, max: 0x10ffff }]), 0, Number.POSITIVE_INFINITY);
  const then = (first: Term, next: Term): Term => {
    if (first === empty) return next;
    if (next === empty) return first;
    if (first === never || next === never) return never;
    if (first === anything && next === anything) return anything;
    if (first.is === 'then') return then(first.first, then(first.next, next));
    return make(`${first.id} ${next.id}`, { is: 'then', first, next });
  };
  const either = (of: readonly Term[]): Term => {
    const [only = never, ...more] = new Set(of);
    return more.length === 0
      ? only
      : make(`(${of.map(({ id }) => id).join('|')})`, { is: 'either', of: [only, ...more] });
  };

  const alternatives = (of: Alternation['alternatives']): Term =>
    either(of.map(({ elements }) => elements.reduceRight((next, part) => then(element(part), next), empty)));
  const element = (part: Element): Term => {
    switch (part.type) {
      case 'CharacterClass':
        return chars(part.characters.ranges);
      case 'Alternation':
        return alternatives(part.alternatives);
      case 'Quantifier':
        return repeat(alternatives(part.alternatives), part.min, part.max);
      case 'Assertion': {
        const of = alternatives(part.alternatives);
        const ahead = part.kind === 'ahead';
        const key = `(?${ahead ? '' : '<'}${part.negate ? '!' : '='}${of.id})`;
        const isNew = !terms.has(key);
        const look = make(key, { is: 'look', ahead, negate: part.negate, of });
        if (isNew && !ahead && look.is === 'look') behind.push(look);
        return look;
      }
      case 'Unknown':
        return never;
      default:
        return part satisfies never;
    }
  };
  const parse = ({ source, flags }: RegExp): Term => {
    // The parser is loaded only here, because it takes long and many contracts have no pattern.
    const { JS } = require('refa') as typeof import('refa');
    let expression: Expression;
    try {
      const options = { backreferences: 'disable', maxNodes: MOST_PARTS } as const;
      expression = JS.Parser.fromLiteral({ source, flags }).parse(options).expression;
    } catch {
      throw new TooComplex();
    }
    return alternatives(expression.alternatives);
  };
  return { never, empty, anything, then, repeat, parse, behind };
}

let charSetCount = 0;

function charsOf(ranges: readonly Range[]): Chars {
  charSetCount++;
  return {
    id: charSetCount,
    ranges,
    has(char) {
      let [low, high] = [0, ranges.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((ranges[middle]?.min ?? 0) <= char) low = middle;
        else high = middle;
      }
      const range = ranges[low];
      return range !== undefined && range.min <= char && char <= range.max;
    },
  };
}
