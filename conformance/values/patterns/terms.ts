/**
 * Reads a regular expression into its parts: classes such as `\p{Lu}`, groups, assertions. Equal parts are made only once, so a number identifies
 * the rest of an expression.
 */

import type { Alternation, Element, Expression } from 'refa';
import { createRecent } from '../../../src/support/caching';
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

/** A pattern is looked for as a whole text and within one, must occur and must not: it is parsed once for all. */
const MOST_PARSED = 20;
const expressionOf = createRecent<string, Expression | undefined>(MOST_PARSED);

/** @returns undefined if the pattern has too many parts. */
function parse(pattern: Pick<RegExp, 'source' | 'flags'>): Expression | undefined {
  // The parser is loaded only here, because it takes long and many contracts have no pattern.
  const { JS } = require('refa') as typeof import('refa');
  try {
    return JS.Parser.fromLiteral(pattern).parse({ backreferences: 'disable', maxNodes: MOST_PARTS }).expression;
  } catch {
    return undefined;
  }
}

/** Creates terms; equal ones are created only once. */
export class Terms {
  private readonly terms = new Map<string, Term>();
  private readonly charSets = new Map<string, Chars>();
  /** The assertions about what comes before a place. */
  readonly behind: Extract<Term, { is: 'look' }>[] = [];
  readonly never = this.make('never', { is: 'either', of: [] });
  readonly empty = this.make('empty', { is: 'empty' });
  readonly anything = this.repeat(this.chars([{ min: 0, max: 0x10ffff }]), 0, Number.POSITIVE_INFINITY);

  /** @throws TooComplex if the pattern has too many parts. */
  parse({ source, flags }: RegExp): Term {
    const expression = expressionOf(`${flags} ${source}`, () => parse({ source, flags }));
    if (!expression) throw new TooComplex();
    return this.alternatives(expression.alternatives);
  }

  repeat(of: Term, least: number, most: number): Term {
    if (most === 0 || of === this.empty) return this.empty;
    return this.make(`${of.id}{${least},${most}}`, { is: 'repeat', of, least, most });
  }

  sequence(first: Term, next: Term): Term {
    const { empty, never, anything } = this;
    if (first === empty) return next;
    if (next === empty) return first;
    if (first === never || next === never) return never;
    if (first === anything && next === anything) return anything;
    if (first.is === 'then') return this.sequence(first.first, this.sequence(first.next, next));
    return this.make(`${first.id} ${next.id}`, { is: 'then', first, next });
  }

  private alternatives(of: Alternation['alternatives']): Term {
    const sequences = of.map(({ elements }) =>
      elements.reduceRight((next, part) => this.sequence(this.element(part), next), this.empty),
    );
    return this.either(sequences);
  }

  private element(part: Element): Term {
    switch (part.type) {
      case 'CharacterClass':
        return this.chars(part.characters.ranges);
      case 'Alternation':
        return this.alternatives(part.alternatives);
      case 'Quantifier':
        return this.repeat(this.alternatives(part.alternatives), part.min, part.max);
      case 'Assertion':
        return this.look(this.alternatives(part.alternatives), part.kind === 'ahead', part.negate);
      case 'Unknown':
        return this.never;
      default:
        return part satisfies never;
    }
  }

  private look(of: Term, ahead: boolean, negate: boolean): Term {
    const key = `(?${ahead ? '' : '<'}${negate ? '!' : '='}${of.id})`;
    const isNew = !this.terms.has(key);
    const look = this.make(key, { is: 'look', ahead, negate, of });
    if (isNew && !ahead && look.is === 'look') this.behind.push(look);
    return look;
  }

  private either(of: readonly Term[]): Term {
    const [only = this.never, ...more] = new Set(of);
    if (more.length === 0) return only;
    return this.make(`(${of.map(({ id }) => id).join('|')})`, { is: 'either', of: [only, ...more] });
  }

  private chars(ranges: readonly Range[]): Term {
    const key = ranges.map(({ min, max }) => `${min}-${max}`).join();
    const set = this.charSets.get(key) ?? charsOf(ranges);
    this.charSets.set(key, set);
    return this.make(`[${key}]`, { is: 'chars', chars: set });
  }

  private make(key: string, parts: Parts): Term {
    const term: Term = this.terms.get(key) ?? { id: this.terms.size, ...parts };
    this.terms.set(key, term);
    return term;
  }
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
