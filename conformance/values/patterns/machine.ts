/**
 * Turns regular expressions into state machines that are unfolded while they run: after a character is read, the rest
 * of an expression is again an expression (Brzozowski 1964; Antimirov 1996). So `{0,4096}` costs nothing before it is
 * reached. A look-ahead becomes one more expression that the rest must match, and a pattern that must not occur becomes
 * one that the whole text must not match.
 */

import { type Chars, createPartition, type Range } from './characters';
import { type Term, Terms, TooComplex } from './terms';

/** What the rest of the text must be: it matches every term of `must` completely, and no thread of `forbid`. */
interface Thread {
  readonly must: readonly Term[];
  readonly forbid: readonly Thread[];
}

/**
 * What remains of each look-behind after the text so far, by its id. A look-behind holds if one of its remaining terms
 * may be empty.
 */
interface Past {
  readonly key: string;
  readonly left: ReadonlyMap<number, readonly Term[]>;
  /** The heads of terms that were already computed here. */
  readonly heads: Map<Term, readonly Head[]>;
  /** What may remain of a term after a character: the same terms are parts of many states. */
  readonly ways: Map<Term, Map<number, readonly Thread[]>>;
  /** The same for the conditions under which terms may be empty. */
  readonly skips: Map<Term, readonly Thread[]>;
}

export interface MachineState {
  readonly key: string;
  readonly thread: Thread;
  readonly past: Past;
}

/** One way to continue: with any of these characters. */
interface MachineStep {
  readonly chars: readonly Range[];
  readonly to: MachineState;
}

export interface Machine {
  readonly start: MachineState;
  /** @throws TooComplex if there are too many ways to continue. */
  steps(state: MachineState): readonly MachineStep[];
  accepts(state: MachineState): boolean;
}

/** There may be at most this many ways to continue from one state with one character. */
const MOST_WAYS = 500;

const NOTHING: Thread = { must: [], forbid: [] };

/**
 * Creates a machine for the texts in which each pattern of `must` occurs (the search of ECMA-262, which is not
 * anchored), and no pattern of `mustNot`. Back-references match nothing.
 * @param whole whether patterns of `must` without an anchor match the whole text, which their authors mostly mean.
 * @throws TooComplex if the patterns have too many parts.
 */
export function createMachine(must: readonly RegExp[], mustNot: readonly RegExp[], whole: boolean): Machine {
  return new PatternMachine(must, mustNot, whole);
}

/** Unfolds the states of its patterns when they are asked for, and keeps them. */
class PatternMachine implements Machine {
  readonly start: MachineState;
  private readonly terms = new Terms();
  /** Divides the characters into sets that no term tells apart. */
  private readonly partition: ReturnType<typeof createPartition>;
  private readonly pasts = new Map<string, Past>();
  private readonly states = new Map<string, MachineState>();
  private readonly stepsByState = new Map<string, readonly MachineStep[]>();

  constructor(must: readonly RegExp[], mustNot: readonly RegExp[], whole: boolean) {
    const { terms } = this;
    const { anything } = terms;
    // Without the `u` flag, a pattern reads a character above U+FFFF as two, so such characters are not used.
    const highest = [...must, ...mustNot].some(({ unicode }) => !unicode) ? 0xffff : 0x10ffff;
    this.partition = createPartition(highest);
    const containing = (pattern: RegExp) => terms.sequence(anything, terms.sequence(terms.parse(pattern), anything));
    const thread = this.tidy(
      must.map((pattern) => (whole && !isAnchored(pattern) ? terms.parse(pattern) : containing(pattern))),
      mustNot.map((pattern) => ({ must: [containing(pattern)], forbid: [] })),
    );
    const past = this.pastOf(new Map(terms.behind.map(({ id, of }) => [id, [terms.sequence(anything, of)]])));
    this.start = this.stateOf(thread ?? { must: [terms.never], forbid: [] }, past);
  }

  steps(state: MachineState): readonly MachineStep[] {
    const steps = this.stepsByState.get(state.key) ?? this.stepsOf(state);
    this.stepsByState.set(state.key, steps);
    return steps;
  }

  accepts({ thread, past }: MachineState): boolean {
    return this.endsThread(thread, past);
  }

  private stateOf(to: Thread, past: Past): MachineState {
    const key = `${keyOf(to)}|${past.key}`;
    const state = this.states.get(key) ?? { key, thread: to, past };
    this.states.set(key, state);
    return state;
  }

  private pastOf(left: Past['left']): Past {
    const key = [...left].map(([id, parts]) => `${id}:${parts.map((term) => term.id)}`).join(';');
    const past = this.pasts.get(key) ?? { key, left, heads: new Map(), ways: new Map(), skips: new Map() };
    this.pasts.set(key, past);
    return past;
  }

  private stepsOf({ thread: from, past }: MachineState): MachineStep[] {
    const sets = new Set<Chars>();
    this.collect(from, past, sets);
    for (const left of past.left.values()) this.collect({ must: left, forbid: [] }, past, sets);
    return this.partition([...sets]).flatMap(({ example, ranges }) => {
      const later = this.pastOf(
        new Map(
          [...past.left].map(([id, left]) => [id, unique(left.flatMap((term) => this.plainly(term, example, past)))]),
        ),
      );
      const ways = new Map<string, MachineState>();
      for (const to of this.advance(from, example, past)) {
        const state = this.stateOf(to, later);
        ways.set(state.key, state);
      }
      return [...ways.values()].map((to) => ({ chars: ranges, to }));
    });
  }

  /** Returns what remains of a term in a look-behind. Other assertions within it are taken to hold. */
  private plainly(term: Term, char: number, past: Past): Term[] {
    return this.heads(term, past).flatMap(({ chars, rest }) => (chars.has(char) ? [rest] : []));
  }

  private collect({ must: terms, forbid }: Thread, past: Past, into: Set<Chars>): void {
    for (const term of terms) {
      for (const { chars, also } of this.heads(term, past)) {
        into.add(chars);
        this.collect(also, past, into);
      }
    }
    for (const inner of forbid) this.collect(inner, past, into);
  }

  /** Returns what may remain of a thread after a character is read; an empty list if the character is not allowed. */
  private advance(thread: Thread, char: number, past: Past): readonly Thread[] {
    const [only] = thread.must;
    if (!only || thread.must.length > 1 || thread.forbid.length > 0) return this.findWays(thread, char, past);
    const byChar = past.ways.get(only) ?? new Map<number, readonly Thread[]>();
    past.ways.set(only, byChar);
    const known = byChar.get(char) ?? this.findWays(thread, char, past);
    byChar.set(char, known);
    return known;
  }

  private findWays({ must: terms, forbid }: Thread, char: number, past: Past): readonly Thread[] {
    let ways: Thread[] = [{ must: [], forbid: forbid.flatMap((inner) => this.advance(inner, char, past)) }];
    // Alternations of a thousand words come here for each of their letters, so there are loops and no lists beside.
    for (const term of terms) {
      const own: Thread[] = [];
      for (const { chars, rest, also } of this.heads(term, past)) {
        if (!chars.has(char)) continue;
        const continuation: Thread = { must: [rest], forbid: [] };
        if (also === NOTHING) own.push(continuation);
        else for (const ahead of this.advance(also, char, past)) own.push(join(continuation, ahead));
      }
      const joined: Thread[] = [];
      for (const way of ways) for (const continuation of own) joined.push(join(way, continuation));
      ways = joined;
      if (ways.length > MOST_WAYS) throw new TooComplex();
    }
    const tidied = new Map<string, Thread>();
    for (const way of ways) {
      const left = this.tidy(way.must, way.forbid);
      if (left) tidied.set(keyOf(left), left);
    }
    return [...tidied.values()];
  }

  /** Simplifies a thread; undefined if it refuses every text. */
  private tidy(parts: readonly Term[], forbid: readonly Thread[]): Thread | undefined {
    const { anything } = this.terms;
    const [only] = parts;
    const left =
      parts.length === 1 && only !== anything
        ? parts
        : unique(parts.filter((term) => term !== anything)).sort((left, right) => left.id - right.id);
    if (forbid.length === 0) return { must: left, forbid };
    if (forbid.some((inner) => inner.must.length === 0 && inner.forbid.length === 0)) return undefined;
    const keyed = new Map(forbid.map((inner) => [keyOf(inner), inner]));
    if (keyed.size > MOST_WAYS) throw new TooComplex();
    return {
      must: left,
      forbid: [...keyed].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, inner]) => inner),
    };
  }

  /** Returns how a term may begin: with one of some characters, then a rest, under the condition of its look-aheads. */
  private heads(term: Term, past: Past): readonly Head[] {
    const termHeads = past.heads.get(term) ?? this.findHeads(term, past);
    past.heads.set(term, termHeads);
    return termHeads;
  }

  private findHeads(term: Term, past: Past): readonly Head[] {
    switch (term.is) {
      case 'empty':
      case 'look':
        return [];
      case 'chars':
        return [{ chars: term.chars, rest: this.terms.empty, also: NOTHING }];
      case 'either':
        return term.of.flatMap((branch) => this.heads(branch, past));
      case 'repeat': {
        const more = this.terms.repeat(term.of, Math.max(0, term.least - 1), term.most - 1);
        return this.heads(term.of, past).map((head) => ({ ...head, rest: this.terms.sequence(head.rest, more) }));
      }
      case 'then': {
        const own = this.heads(term.first, past).map((head) => ({
          ...head,
          rest: this.terms.sequence(head.rest, term.next),
        }));
        const skipped = this.skips(term.first, past);
        if (skipped.length === 0) return own;
        const next = this.heads(term.next, past);
        return [...own, ...skipped.flatMap((also) => next.map((head) => ({ ...head, also: join(also, head.also) })))];
      }
      default:
        return term satisfies never;
    }
  }

  /**
   * Returns the conditions on the rest of the text under which a term may be empty. One of them must hold; an empty
   * list means that it cannot be empty.
   */
  private skips(term: Term, past: Past): readonly Thread[] {
    const conditions = past.skips.get(term) ?? this.findSkips(term, past);
    past.skips.set(term, conditions);
    return conditions;
  }

  private findSkips(term: Term, past: Past): readonly Thread[] {
    switch (term.is) {
      case 'empty':
        return [NOTHING];
      case 'chars':
        return [];
      case 'either':
        return term.of.flatMap((each) => this.skips(each, past));
      case 'repeat':
        return term.least === 0 ? [NOTHING] : this.skips(term.of, past);
      case 'then': {
        const next = this.skips(term.next, past);
        return next.length === 0
          ? []
          : this.skips(term.first, past).flatMap((one) => next.map((each) => join(one, each)));
      }
      case 'look': {
        if (term.ahead) {
          const seen: Thread = { must: [this.terms.sequence(term.of, this.terms.anything)], forbid: [] };
          return [term.negate ? { must: [], forbid: [seen] } : seen];
        }
        const holds = past.left.get(term.id)?.some((left) => this.skips(left, past).length > 0) ?? false;
        return holds === term.negate ? [] : [NOTHING];
      }
      default:
        return term satisfies never;
    }
  }

  /** Returns whether the text may end here. */
  private endsThread(ends: Thread, past: Past): boolean {
    return (
      ends.must.every((term) => this.skips(term, past).some((each) => this.endsThread(each, past))) &&
      !ends.forbid.some((each) => this.endsThread(each, past))
    );
  }
}

function isAnchored({ source }: RegExp): boolean {
  return /[\^$]/.test(source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, ''));
}

interface Head {
  readonly chars: Chars;
  readonly rest: Term;
  readonly also: Thread;
}

function join(first: Thread, second: Thread): Thread {
  if (first === NOTHING) return second;
  if (second === NOTHING) return first;
  return { must: [...first.must, ...second.must], forbid: [...first.forbid, ...second.forbid] };
}

function keyOf({ must, forbid }: Thread): string {
  const [only] = must;
  if (must.length === 1 && forbid.length === 0) return String(only?.id);
  return `${must.map(({ id }) => id)}${forbid.length > 0 ? `!(${forbid.map(keyOf)})` : ''}`;
}

function unique(terms: readonly Term[]): Term[] {
  return [...new Set(terms)];
}
