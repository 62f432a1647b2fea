/**
 * Looks for a regular expression in a text in a number of steps that the text and the pattern bound, and nothing else: the engine of JavaScript
 * takes exponential time for some patterns, and a limit of time would make the answer depend on the machine. Whether there is a match does not
 * depend on the way to it, so what led to none from one place is not tried there again (as in the bit-state search of RE2).
 */

import type { AST } from '@eslint-community/regexpp';

/** What is done at one place of a text. What consumes a character moves on by it, and all others stay. */
type Instruction =
  | { readonly does: 'read'; readonly fits: (code: number) => boolean; readonly back: boolean }
  /** It goes on at the first of these, and where that leads to nothing, at the next. */
  | { readonly does: 'split'; readonly to: number[]; readonly number: number }
  | { readonly does: 'jump'; to: number }
  | { readonly does: 'edge'; readonly kind: 'start' | 'end' }
  | { readonly does: 'word'; readonly negate: boolean }
  | { readonly does: 'look'; readonly negate: boolean; after: number }
  | { readonly does: 'save'; readonly slot: number }
  | { readonly does: 'forget'; readonly from: number; readonly to: number }
  | { readonly does: 'same'; readonly groups: readonly number[]; readonly back: boolean }
  | { readonly does: 'found' };

/** Ends of what the groups of a pattern hold, two for each group; undefined where nothing refers to a group. */
type Held = readonly (number | undefined)[] | undefined;

interface Program {
  readonly instructions: readonly Instruction[];
  readonly splits: number;
  /** How many groups there are where one is referred to; else 0. */
  readonly groups: number;
  readonly unicode: boolean;
}

/** A pattern may have so many parts once its repetitions are written out. */
const MOST_PARTS = 50_000;

/** How many steps a text may take: so many, and so many for each of its characters, but no more than others can wait for. */
const MOST_STEPS = 1_000_000;
const MOST_STEPS_A_CHARACTER = 20;
const MOST_STEPS_EVER = 2_000_000;

/** What a pattern may take that refers to its groups: what led to nothing may lead somewhere if a group holds something else. */
const MOST_STEPS_REFERRING = 20_000;

/** So many places may be noted, in bits. */
const MOST_NOTED = 2 ** 28;

/**
 * @param pattern without flags, or with `u`.
 * @returns a function that says whether the pattern occurs in a text; undefined where that takes too many steps, or the pattern has too many parts.
 */
export function createPatternSearch(pattern: RegExp): (text: string) => boolean | undefined {
  let program: Program | undefined;
  try {
    program = new Compiler(pattern).program();
  } catch (error) {
    if (!(error instanceof TooManyParts)) throw error;
  }
  return (text) => (program ? new Search(program, text).occurs() : undefined);
}

class TooManyParts extends Error {}

class Compiler {
  private readonly instructions: Instruction[] = [];
  private splits = 0;
  private readonly unicode: boolean;
  private readonly root: AST.Pattern;
  private readonly groups: readonly AST.CapturingGroup[];
  private readonly refers: boolean;

  constructor({ source, unicode, flags }: RegExp) {
    // Few contracts need the parser.
    const { RegExpParser, visitRegExpAST } =
      require('@eslint-community/regexpp') as typeof import('@eslint-community/regexpp');
    if (!/^u?$/.test(flags)) throw new TooManyParts();
    this.unicode = unicode;
    this.root = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets: false });
    const groups: AST.CapturingGroup[] = [];
    let refers = false;
    visitRegExpAST(this.root, {
      onCapturingGroupEnter: (group) => void groups.push(group),
      onBackreferenceEnter: () => {
        refers = true;
      },
    });
    this.groups = groups;
    this.refers = refers;
  }

  program(): Program {
    const { instructions, unicode } = this;
    this.alternatives(this.root.alternatives, false);
    this.add({ does: 'found' });
    return { instructions, splits: this.splits, groups: this.refers ? this.groups.length : 0, unicode };
  }

  private add<Added extends Instruction>(instruction: Added): Added {
    if (this.instructions.length >= MOST_PARTS) throw new TooManyParts();
    this.instructions.push(instruction);
    return instruction;
  }

  private split(): number[] {
    return this.add({ does: 'split', to: [], number: this.splits++ }).to;
  }

  private get next(): number {
    return this.instructions.length;
  }

  /** @param back whether it is read from its end to its beginning, as what stands before a place is. */
  private alternatives(all: readonly AST.Alternative[], back: boolean): void {
    const ends: { to: number }[] = [];
    for (const [at, { elements }] of all.entries()) {
      const isLast = at === all.length - 1;
      const ways = isLast ? undefined : this.split();
      ways?.push(this.next);
      for (const element of back ? elements.toReversed() : elements) this.element(element, back);
      if (!isLast) ends.push(this.add({ does: 'jump', to: 0 }));
      ways?.push(this.next);
    }
    for (const end of ends) end.to = this.next;
  }

  private element(element: AST.Element, back: boolean): void {
    switch (element.type) {
      case 'Character':
        this.add({ does: 'read', fits: (code) => code === element.value, back });
        break;
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        this.add({ does: 'read', fits: oneOf(element.raw, this.unicode), back });
        break;
      case 'Group':
        if (element.modifiers) throw new TooManyParts();
        this.alternatives(element.alternatives, back);
        break;
      case 'CapturingGroup':
        this.group(element, back);
        break;
      case 'Backreference': {
        const groups = [element.resolved].flat().map((group) => this.groups.indexOf(group));
        this.add({ does: 'same', groups, back });
        break;
      }
      case 'Quantifier':
        this.repeat(element, back);
        break;
      case 'Assertion':
        this.assertion(element);
        break;
      default:
        element satisfies never;
    }
  }

  private group(group: AST.CapturingGroup, back: boolean): void {
    const [first, last] = [2 * this.groups.indexOf(group), 2 * this.groups.indexOf(group) + 1];
    if (this.refers) this.add({ does: 'save', slot: back ? last : first });
    this.alternatives(group.alternatives, back);
    if (this.refers) this.add({ does: 'save', slot: back ? first : last });
  }

  private repeat({ element, min, max, greedy }: AST.Quantifier, back: boolean): void {
    const once = () => {
      // What the groups within it held is forgotten each time (ECMA-262 §22.2.2.3.1).
      const inner = this.groups.flatMap((group, at) =>
        group.start >= element.start && group.end <= element.end ? [at] : [],
      );
      const [from, to = from] = [inner[0], inner.at(-1)];
      if (this.refers && from !== undefined && to !== undefined)
        this.add({ does: 'forget', from: 2 * from, to: 2 * to + 1 });
      this.element(element, back);
    };
    for (let times = 0; times < min; times++) once();
    const orders: number[][] = [];
    const choose = () => {
      const ways = this.split();
      ways.push(this.next);
      orders.push(ways);
    };
    if (max === Number.POSITIVE_INFINITY) {
      const start = this.next;
      choose();
      once();
      this.add({ does: 'jump', to: start });
    } else
      for (let times = min; times < max; times++) {
        choose();
        once();
      }
    for (const ways of orders) {
      ways.push(this.next);
      if (!greedy) ways.reverse();
    }
  }

  private assertion(assertion: AST.Assertion): void {
    const { kind } = assertion;
    if (kind === 'word') this.add({ does: 'word', negate: assertion.negate });
    else if (kind === 'lookahead' || kind === 'lookbehind') {
      const look = this.add({ does: 'look', negate: assertion.negate, after: 0 });
      this.alternatives(assertion.alternatives, kind === 'lookbehind');
      this.add({ does: 'found' });
      look.after = this.next;
    } else this.add({ does: 'edge', kind });
  }
}

/** Tells which characters a class has: the engine of JavaScript says so of each alone. */
function oneOf(raw: string, unicode: boolean): (code: number) => boolean {
  const alone = new RegExp(`^${raw}$`, unicode ? 'u' : '');
  const known: (boolean | undefined)[] = [];
  return (code) => {
    if (code >= 128) return alone.test(String.fromCodePoint(code));
    const fits = known[code] ?? alone.test(String.fromCharCode(code));
    known[code] = fits;
    return fits;
  };
}

class OutOfSteps extends Error {}

/** The search in one text. */
class Search {
  private steps = 0;
  private readonly most: number;
  /** The splits and places that were tried, as bits. */
  private readonly tried: Uint32Array;
  /** The same where groups are referred to, with what these held. */
  private readonly triedWith = new Set<string>();

  constructor(
    private readonly program: Program,
    private readonly text: string,
  ) {
    const { groups, splits } = program;
    const places = groups > 0 ? 0 : splits * (text.length + 1);
    this.most =
      groups > 0 ? MOST_STEPS_REFERRING : Math.min(MOST_STEPS_EVER, MOST_STEPS + MOST_STEPS_A_CHARACTER * text.length);
    if (places > MOST_NOTED) this.most = -1;
    this.tried = new Uint32Array(this.most < 0 ? 0 : Math.ceil(places / 32));
  }

  occurs(): boolean | undefined {
    const { text, program } = this;
    const none: Held = program.groups > 0 ? Array.from({ length: 2 * program.groups }, () => undefined) : undefined;
    try {
      for (let at = 0; at <= text.length; at += this.widthAt(at)) if (this.run(0, at, none)) return true;
      return false;
    } catch (error) {
      if (error instanceof OutOfSteps) return undefined;
      throw error;
    }
  }

  /** How many code units the character at a place takes; 1 at the end. */
  private widthAt(at: number): number {
    return this.program.unicode && (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  private widthBefore(at: number): number {
    return at >= 2 && this.widthAt(at - 2) === 2 ? 2 : 1;
  }

  private codeAt(at: number): number {
    return (this.program.unicode ? this.text.codePointAt(at) : this.text.charCodeAt(at)) ?? -1;
  }

  /** Goes on from an instruction at a place. @returns what the groups hold at the end (true where nobody asks), or undefined if there is no way to the end. */
  private run(start: number, from: number, heldFirst: Held): Held | true | undefined {
    const { instructions } = this.program;
    const waiting: { readonly next: number; readonly at: number; readonly held: Held }[] = [];
    const noted: (number | string)[] = [];
    for (
      let way: (typeof waiting)[number] | undefined = { next: start, at: from, held: heldFirst };
      way;
      way = waiting.pop()
    ) {
      let { next, at, held } = way;
      for (;;) {
        if (++this.steps > this.most) throw new OutOfSteps();
        const instruction = instructions[next] as Instruction;
        if (instruction.does === 'found') {
          // What led here may lead here again.
          for (const place of noted) this.forget(place);
          return held ?? true;
        }
        if (instruction.does === 'split') {
          if (!this.isNew(instruction.number, at, held, noted)) break;
          const { to } = instruction;
          for (let other = to.length - 1; other > 0; other--) waiting.push({ next: to[other] as number, at, held });
          next = to[0] as number;
          continue;
        }
        const then = this.step(instruction, at, held, next);
        if (!then) break;
        ({ next, at, held } = then);
      }
    }
    return undefined;
  }

  private forget(place: number | string): void {
    if (typeof place === 'string') this.triedWith.delete(place);
    else this.tried[place >>> 5] = (this.tried[place >>> 5] ?? 0) & ~(1 << (place & 31));
  }

  private isNew(split: number, at: number, held: Held, noted: (number | string)[]): boolean {
    if (held) {
      const key = `${split} ${at} ${held.join()}`;
      if (this.triedWith.has(key)) return false;
      this.triedWith.add(key);
      noted.push(key);
      return true;
    }
    const place = split * (this.text.length + 1) + at;
    const word = this.tried[place >>> 5] ?? 0;
    const bit = 1 << (place & 31);
    if ((word & bit) !== 0) return false;
    this.tried[place >>> 5] = word | bit;
    noted.push(place);
    return true;
  }

  /** Does what leaves no choice. @returns where it goes on; undefined if it goes no further. */
  private step(
    instruction: Exclude<Instruction, { readonly does: 'split' | 'found' }>,
    at: number,
    held: Held,
    own: number,
  ): { readonly next: number; readonly at: number; readonly held: Held } | undefined {
    const next = own + 1;
    switch (instruction.does) {
      case 'read': {
        const begin = instruction.back ? at - this.widthBefore(at) : at;
        if (begin < 0 || begin >= this.text.length || !instruction.fits(this.codeAt(begin))) return undefined;
        return { next, at: instruction.back ? begin : begin + this.widthAt(begin), held };
      }
      case 'jump':
        return { next: instruction.to, at, held };
      case 'edge':
        return at === (instruction.kind === 'start' ? 0 : this.text.length) ? { next, at, held } : undefined;
      case 'word':
        return (this.isWord(at - 1) !== this.isWord(at)) !== instruction.negate ? { next, at, held } : undefined;
      case 'look': {
        const seen = this.run(next, at, held);
        if ((seen !== undefined) === instruction.negate) return undefined;
        return { next: instruction.after, at, held: seen === undefined || seen === true ? held : seen };
      }
      case 'save':
        return { next, at, held: held?.with(instruction.slot, at) };
      case 'forget':
        return {
          next,
          at,
          held: held?.map((end, slot) => (slot >= instruction.from && slot <= instruction.to ? undefined : end)),
        };
      case 'same':
        return this.same(instruction, at, held, next);
      default:
        return instruction satisfies never;
    }
  }

  private isWord(at: number): boolean {
    return /\w/.test(this.text.charAt(at));
  }

  /** What a group holds stands here again; one that holds nothing says nothing. */
  private same(
    { groups, back }: Extract<Instruction, { readonly does: 'same' }>,
    at: number,
    held: Held,
    next: number,
  ): ReturnType<Search['step']> {
    const group = groups.find((each) => held?.[2 * each] !== undefined && held[2 * each + 1] !== undefined);
    const wanted = group === undefined ? '' : this.text.slice(held?.[2 * group], held?.[2 * group + 1]);
    const begin = back ? at - wanted.length : at;
    if (begin < 0 || !this.text.startsWith(wanted, begin)) return undefined;
    return { next, at: back ? begin : at + wanted.length, held };
  }
}
