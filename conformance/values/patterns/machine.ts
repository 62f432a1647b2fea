/**
 * Regular expressions as machines that are unfolded while they run: what is left of an expression once a character is read is an
 * expression again (Brzozowski 1964; Antimirov 1996). So `{0,4096}` costs nothing before it is reached, a look-ahead is one more
 * expression that the rest must satisfy, and a pattern that must not be found is one that the whole must refuse.
 */

import { type Chars, createPartition, type Range } from './characters';
import { createTerms, type Term, TooComplex } from './terms';

/** What the rest of the text has to be: each of `must` as a whole, and none of `forbid`. */
interface Thread {
  readonly must: readonly Term[];
  readonly forbid: readonly Thread[];
}

/** What the text before leaves of each look-behind, by its id: where one of these may stand for nothing, it holds. */
interface Past {
  readonly key: string;
  readonly left: ReadonlyMap<number, readonly Term[]>;
  /** What was found of terms in this place. */
  readonly heads: Map<Term, readonly Head[]>;
}

export interface MachineState {
  readonly key: string;
  readonly thread: Thread;
  readonly past: Past;
}

/** One way to go on: by any of these characters. */
export interface MachineStep {
  readonly chars: readonly Range[];
  readonly to: MachineState;
}

export interface Machine {
  readonly start: MachineState;
  /** @throws TooComplex */
  steps(state: MachineState): readonly MachineStep[];
  accepts(state: MachineState): boolean;
}

/** Ways to go on from one state by one character. */
const MOST_WAYS = 500;

const NOTHING: Thread = { must: [], forbid: [] };

/**
 * A machine of the texts in which each of `must` is found (the search of ECMA-262, which is not anchored), and none of `mustNot`.
 * Back-references match nothing.
 * @param whole whether those of `must` that have no anchor are to match the text as a whole, which is mostly meant.
 * @throws TooComplex
 */
export function createMachine(must: readonly RegExp[], mustNot: readonly RegExp[], whole: boolean): Machine {
  const terms = createTerms();
  const { empty, anything, then } = terms;
  // A pattern without the `u` flag sees one character beyond the first 65,536 as two: such are not used.
  const highest = [...must, ...mustNot].some(({ unicode }) => !unicode) ? 0xffff : 0x10ffff;
  const partition = createPartition(highest);
  const found = (pattern: RegExp) => then(anything, then(terms.parse(pattern), anything));
  const thread = tidy(
    must.map((pattern) => (whole && !isAnchored(pattern) ? terms.parse(pattern) : found(pattern))),
    mustNot.map((each) => ({ must: [found(each)], forbid: [] })),
  );
  const pasts = new Map<string, Past>();
  const before = pastOf(new Map(terms.behind.map(({ id, of }) => [id, [then(anything, of)]])));
  const keys = new Map<string, MachineState>();
  const known = new Map<string, readonly MachineStep[]>();

  return {
    start: stateOf(thread ?? { must: [terms.never], forbid: [] }, before),
    steps(state) {
      const steps = known.get(state.key) ?? stepsOf(state);
      known.set(state.key, steps);
      return steps;
    },
    accepts: ({ thread: ends, past }) => endsThread(ends, past),
  };

  function stateOf(to: Thread, past: Past): MachineState {
    const key = `${keyOf(to)}|${past.key}`;
    const state = keys.get(key) ?? { key, thread: to, past };
    keys.set(key, state);
    return state;
  }

  function pastOf(left: Past['left']): Past {
    const key = [...left].map(([id, each]) => `${id}:${each.map((term) => term.id)}`).join(';');
    const past = pasts.get(key) ?? { key, left, heads: new Map() };
    pasts.set(key, past);
    return past;
  }

  function stepsOf({ thread: from, past }: MachineState): MachineStep[] {
    const sets = new Set<Chars>();
    collect(from, past, sets);
    for (const left of past.left.values()) collect({ must: left, forbid: [] }, past, sets);
    return partition([...sets]).flatMap(({ example, ranges }) => {
      const later = pastOf(
        new Map([...past.left].map(([id, left]) => [id, unique(left.flatMap((term) => plainly(term, example, past)))])),
      );
      const ways = new Map<string, MachineState>();
      for (const to of advance(from, example, past)) {
        const state = stateOf(to, later);
        ways.set(state.key, state);
      }
      return [...ways.values()].map((to) => ({ chars: ranges, to }));
    });
  }

  /** What is left of a term in a look-behind, in which other looks are taken to hold. */
  function plainly(term: Term, char: number, past: Past): Term[] {
    return heads(term, past).flatMap(({ chars, rest }) => (chars.has(char) ? [rest] : []));
  }

  function collect({ must: terms, forbid }: Thread, past: Past, into: Set<Chars>): void {
    for (const term of terms) {
      for (const { chars, also } of heads(term, past)) {
        into.add(chars);
        collect(also, past, into);
      }
    }
    for (const each of forbid) collect(each, past, into);
  }

  /** What is left of a thread once a character is read: one of these; none where it must not be read. */
  function advance({ must: terms, forbid }: Thread, char: number, past: Past): Thread[] {
    let ways: Thread[] = [{ must: [], forbid: forbid.flatMap((each) => advance(each, char, past)) }];
    for (const term of terms) {
      const own = heads(term, past).flatMap(({ chars, rest, also }) => {
        if (!chars.has(char)) return [];
        return advance(also, char, past).map((each) => join({ must: [rest], forbid: [] }, each));
      });
      ways = ways.flatMap((way) => own.map((each) => join(way, each)));
      if (ways.length > MOST_WAYS) throw new TooComplex();
    }
    const tidied = ways.flatMap((way) => tidy(way.must, way.forbid) ?? []);
    return [...new Map(tidied.map((way) => [keyOf(way), way])).values()];
  }

  /** Undefined for a thread that refuses everything. */
  function tidy(all: readonly Term[], forbid: readonly Thread[]): Thread | undefined {
    const left = unique(all.filter((term) => term !== anything)).sort((one, other) => one.id - other.id);
    if (forbid.length === 0) return { must: left, forbid };
    if (forbid.some((each) => each.must.length === 0 && each.forbid.length === 0)) return undefined;
    const keyed = new Map(forbid.map((each) => [keyOf(each), each]));
    if (keyed.size > MOST_WAYS) throw new TooComplex();
    return { must: left, forbid: [...keyed].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each) };
  }

  /** Ways in which a term begins: by one of some characters, then the rest, where that holds which was looked ahead to. */
  function heads(term: Term, past: Past): readonly Head[] {
    const found = past.heads.get(term) ?? findHeads(term, past);
    past.heads.set(term, found);
    return found;
  }

  function findHeads(term: Term, past: Past): readonly Head[] {
    switch (term.is) {
      case 'empty':
      case 'look':
        return [];
      case 'chars':
        return [{ chars: term.chars, rest: empty, also: NOTHING }];
      case 'either':
        return term.of.flatMap((each) => heads(each, past));
      case 'repeat': {
        const more = terms.repeat(term.of, Math.max(0, term.least - 1), term.most - 1);
        return heads(term.of, past).map((head) => ({ ...head, rest: then(head.rest, more) }));
      }
      case 'then': {
        const own = heads(term.first, past).map((head) => ({ ...head, rest: then(head.rest, term.next) }));
        const skipped = skips(term.first, past);
        if (skipped.length === 0) return own;
        const next = heads(term.next, past);
        return [...own, ...skipped.flatMap((also) => next.map((head) => ({ ...head, also: join(also, head.also) })))];
      }
      default:
        return term satisfies never;
    }
  }

  /** Under what conditions on the rest a term may stand for nothing: any of these; none where it may not. */
  function skips(term: Term, past: Past): readonly Thread[] {
    switch (term.is) {
      case 'empty':
        return [NOTHING];
      case 'chars':
        return [];
      case 'either':
        return term.of.flatMap((each) => skips(each, past));
      case 'repeat':
        return term.least === 0 ? [NOTHING] : skips(term.of, past);
      case 'then': {
        const next = skips(term.next, past);
        return next.length === 0 ? [] : skips(term.first, past).flatMap((one) => next.map((each) => join(one, each)));
      }
      case 'look': {
        if (term.ahead) {
          const seen: Thread = { must: [then(term.of, anything)], forbid: [] };
          return [term.negate ? { must: [], forbid: [seen] } : seen];
        }
        const holds = past.left.get(term.id)?.some((left) => skips(left, past).length > 0) ?? false;
        return holds === term.negate ? [] : [NOTHING];
      }
      default:
        return term satisfies never;
    }
  }

  /** Whether the text may end here. */
  function endsThread(ends: Thread, past: Past): boolean {
    return (
      ends.must.every((term) => skips(term, past).some((each) => endsThread(each, past))) &&
      !ends.forbid.some((each) => endsThread(each, past))
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

function join(one: Thread, other: Thread): Thread {
  if (one === NOTHING) return other;
  if (other === NOTHING) return one;
  return { must: [...one.must, ...other.must], forbid: [...one.forbid, ...other.forbid] };
}

function keyOf({ must, forbid }: Thread): string {
  return `${must.map(({ id }) => id)}${forbid.length > 0 ? `!(${forbid.map(keyOf)})` : ''}`;
}

function unique(terms: readonly Term[]): Term[] {
  return [...new Set(terms)];
}
