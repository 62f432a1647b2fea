/** Generates values by the schemas of a contract: valid ones, boundary values, and violations with a single reason. */

import { BrokenReference } from '../../src/contract/document/reference';
import { type Direction, endOf, type Schema } from '../../src/contract/schema/schema';
import { createRecent } from '../../src/support/caching';
import { atOnce, type Parts, type SharedWork, sharedWork } from '../../src/support/letOthersRun';
import { createEffort, LONG, LONG_OF_VIOLATIONS, SHORT } from './effort';
import { OUT_OF_STEPS, ValueMaker } from './maker';
import type { Ideas, Maker, Site } from './makerTypes';
import { isMade, type Made, type MutableJson, type Valid, type Violations, writeJson } from './results';
import { idOf } from './schemaChoices';
import { violationsOf } from './violations/violations';

export type {
  ClauseShown,
  Inviolable,
  Made,
  MutableJson,
  Unsatisfiable,
  Valid,
  ValueViolation,
  Violations,
} from './results';
export { isMade, writeJson } from './results';

export interface GeneratorOptions {
  readonly direction: Direction;
  /** Values are the same if the seed is the same. */
  readonly seed: number | string;
  /** Whether a type is violated with each other type, and not only with one or two. */
  readonly thorough?: boolean;
  /**
   * How much may be spent on all values together, as `createEffort` counts it. After that each call returns a witness at most. Default: there
   * is no limit.
   */
  readonly most?: number;
  /** Values of the user for a place, which go before all others where they satisfy the schema. */
  readonly ideas?: Ideas;
}

export interface ValueOptions {
  /** What the values are for. A different name gives different random parts. */
  readonly name?: string;
  /** Values that are used first if they satisfy the schema, and of which parts are used where they do. After them come the examples of schemas. */
  readonly examples?: readonly unknown[];
  /** Schemas that every value satisfies, violations too: they describe what fits the place where the value is sent. */
  readonly keeping?: readonly Schema[];
  /** Clauses are violated down to this depth. Default: at any depth. */
  readonly deepest?: number;
  /** Whether formats are violated that no standard makes binding, such as `email`. Default: they are not. */
  readonly allFormats?: boolean;
}

export interface Generator {
  /** Returns a value that satisfies the schema, with all members for which there is room. */
  witness(schema: Schema, options?: ValueOptions): Made;
  /**
   * Returns a few values that together show every boundary. The witness comes first. Independent parts vary in the same
   * value.
   */
  valid(schema: Schema, options?: ValueOptions): readonly Valid[];
  /**
   * Returns one violation of each clause that limits a value, and the clauses that cannot be violated, with the reason. A clause that holds at
   * several places is violated at some more of them.
   */
  violations(schema: Schema, options?: ValueOptions): Violations;
  /** As `valid`, in parts. */
  validInParts(schema: Schema, options?: ValueOptions): Parts<readonly Valid[]>;
  /** As `violations`, in parts. */
  violationsInParts(schema: Schema, options?: ValueOptions): Parts<Violations>;
}

/** What is asked for. */
type What = 'witness' | 'valid' | 'violations';

/** What is made of a schema, and what stands for it where it cannot be made. */
interface Making<T> {
  readonly what: What;
  readonly run: (schema: Schema, maker: Maker, keeping: readonly Schema[], top: Site) => Parts<T>;
  readonly otherwise: (why: string) => Parts<T>;
}

interface Attempt<T> {
  /** What was made; undefined if the search was given up. */
  readonly found: T | undefined;
  readonly isOver: boolean;
  readonly spent: number;
  /** Whether a search for valid values had found the first of them. */
  readonly hasWitness: boolean;
}

/** A search for valid values that was given up before it had any. */
interface Vain {
  readonly schema: Schema;
  readonly options: ValueOptions;
  /** What it spent, and what the long search spent where that was in vain, too. */
  readonly spent: number;
  readonly spentLong: number | undefined;
}

/** How many values one value may hold, before only what is required is made. */
const SHARE = 400;

const TOP = { path: '', depth: 0, share: SHARE, least: false, around: undefined };

/**
 * Creates a generator for one direction. Its values depend only on the seed, the schema and the options, not on earlier
 * calls, until all is spent. Each value is checked by `evaluate` before it is returned.
 */
export function createGenerator(options: GeneratorOptions): Generator {
  return new SpendingGenerator(options);
}

class SpendingGenerator implements Generator {
  private readonly thorough: boolean;
  /** How much may still be spent, as `createEffort` counts it. */
  private left: number;
  /** The last search for valid values that found no witness in time: the same search for a witness alone would end at the same step. */
  private vain: Vain | undefined;

  constructor(private readonly options: GeneratorOptions) {
    this.thorough = options.thorough ?? false;
    this.left = options.most ?? Number.MAX_SAFE_INTEGER;
  }

  witness(schema: Schema, options: ValueOptions = {}): Made {
    return atOnce(this.witnessInParts(schema, options));
  }

  private witnessInParts(schema: Schema, options: ValueOptions): Parts<Made> {
    return this.make<Made>(schema, options, {
      what: 'witness',
      otherwise: (why) => known({ unsatisfiable: why }),
      run: (of, maker, keeping, top) => maker.make([of, ...keeping], top),
    });
  }

  valid(schema: Schema, options?: ValueOptions): readonly Valid[] {
    return atOnce(this.validInParts(schema, options));
  }

  violations(schema: Schema, options?: ValueOptions): Violations {
    return atOnce(this.violationsInParts(schema, options));
  }

  validInParts(schema: Schema, options: ValueOptions = {}): Parts<readonly Valid[]> {
    return this.once<readonly Valid[]>(schema, options, {
      what: 'valid',
      // What has too many boundaries has a value all the same.
      otherwise: () => this.witnessAlone(schema, options),
      *run(of, maker, keeping, top) {
        return showing(yield* maker.edges([of, ...keeping], top));
      },
    });
  }

  violationsInParts(schema: Schema, options: ValueOptions = {}): Parts<Violations> {
    const { deepest = Number.POSITIVE_INFINITY, allFormats = false } = options;
    return this.once<Violations>(schema, options, {
      what: 'violations',
      otherwise: () => known(NONE),
      run: (of, maker, keeping, top) =>
        violationsOf(of, keeping, top, maker, { thorough: this.thorough, deepest, allFormats }),
    });
  }

  private *witnessAlone(schema: Schema, options: ValueOptions): Parts<readonly Valid[]> {
    return [yield* this.witnessInParts(schema, options)].filter(isMade);
  }

  /** Makes it once for all operations: many have the same parameters. Bodies are large, and seldom the same. */
  private *once<T>(schema: Schema, options: ValueOptions, making: Making<T>): Parts<T> {
    const { name, examples = [], keeping = [], deepest, allFormats } = options;
    // What the user makes depends on more than the schema.
    if (name === undefined || this.left <= 0 || this.options.ideas) return yield* this.make(schema, options, making);
    const { direction, seed } = this.options;
    const schemas = [schema, ...keeping].map(idOf);
    const given = examples.length === 0 ? '' : writeJson(examples as MutableJson);
    const key = [making.what, direction, this.thorough, seed, ...schemas, deepest, allFormats, name, given].join(' ');
    return yield* this.remember(key, () => this.make(schema, options, making));
  }

  private *make<T>(schema: Schema, options: ValueOptions, making: Making<T>): Parts<T> {
    const { what, otherwise } = making;
    const isSpent = this.left <= 0;
    if (isSpent && what !== 'witness') return yield* otherwise(OUT_OF_STEPS);
    try {
      const soon = yield* this.soon(schema, options, making);
      // Many operations lead to the same component, and find nothing each time.
      const isHopeless =
        soon.isOver && !isSpent && !this.options.ideas && (yield* this.isHopeless(schema, options, making));
      const isLong = soon.isOver && !isSpent && !isHopeless;
      const { found } = isLong ? yield* this.attempt(schema, options, longFor(making), making) : soon;
      return found ?? (yield* otherwise(OUT_OF_STEPS));
    } catch (error) {
      if (error instanceof BrokenReference) return yield* otherwise(error.message);
      // The JavaScript engine reports a full stack in this way.
      if (error instanceof RangeError) return yield* otherwise('it nests too deep');
      throw error;
    }
  }

  /** Searches as long as is enough for nearly all schemas. */
  private *soon<T>(schema: Schema, options: ValueOptions, making: Making<T>): Parts<Attempt<T>> {
    const vain = this.vainBefore(schema, options, making);
    if (vain) {
      this.left -= vain.spent;
      return { found: undefined, isOver: true, spent: vain.spent, hasWitness: false };
    }
    const soon = yield* this.attempt(schema, options, SHORT, making);
    if (making.what === 'valid')
      this.vain = isVain(soon) ? { schema, options, spent: soon.spent, spentLong: undefined } : undefined;
    return soon;
  }

  /** Returns the last search for valid values if it was for the same, and found no witness. */
  private vainBefore<T>(schema: Schema, options: ValueOptions, { what }: Making<T>): Vain | undefined {
    const { vain } = this;
    return what === 'witness' && vain?.schema === schema && vain.options === options ? vain : undefined;
  }

  /** Tells whether no value of a schema can be found, whatever it is for. That depends on nothing that was made before. */
  private *isHopeless<T>(schema: Schema, options: ValueOptions, making: Making<T>): Parts<boolean> {
    const before = this.vainBefore(schema, options, making);
    if (before?.spentLong !== undefined) {
      this.left -= before.spentLong;
      return true;
    }
    const { keeping = [], deepest } = options;
    const { direction, seed } = this.options;
    const end = endOf(schema);
    const schemas = [end, ...keeping].map(idOf);
    const key = ['hopeless', making.what, direction, this.thorough, seed, ...schemas, deepest].join(' ');
    const long = yield* this.remember(key, () => this.longInVain(end, keeping, making));
    if (making.what === 'valid' && this.vain) this.vain = { ...this.vain, spentLong: long.spentInVain };
    return long.isOver;
  }

  private *longInVain<T>(
    schema: Schema,
    keeping: readonly Schema[],
    making: Making<T>,
  ): Parts<{ readonly isOver: boolean; readonly spentInVain: number | undefined }> {
    const attempt = yield* this.attempt(schema, { keeping }, longFor(making), making);
    return { isOver: attempt.isOver, spentInVain: isVain(attempt) ? attempt.spent : undefined };
  }

  /** What is found is undefined where nothing was found within the limits. */
  private *attempt<T>(schema: Schema, options: ValueOptions, most: number, { run }: Making<T>): Parts<Attempt<T>> {
    const { direction, seed, ideas } = this.options;
    const { name = '', examples = [], keeping = [] } = options;
    const effort = createEffort(most);
    const own: Ideas | undefined = ideas && ((place, format) => ideas(place === '' ? name : place, format));
    const maker = new ValueMaker({ direction, seed, effort, salt: `${schema.place.pointer} ${name}`, ideas: own });
    try {
      const found = yield* maker.limited(() => run(schema, maker, keeping, { ...TOP, examples }));
      return { found, isOver: effort.isOver(), spent: effort.spent(), hasWitness: maker.hasWitness };
    } finally {
      this.left -= effort.spent();
    }
  }

  /** What was made before costs as much as it did then, so that nothing depends on what came first. */
  private *remember<T>(key: string, make: () => Parts<T>): Parts<T> {
    const atFirst = this.left;
    const { result, spent } = yield* before(key, () => sharedWork(() => this.counted(make))).parts();
    this.left = atFirst - spent;
    return result as T;
  }

  private *counted(make: () => Parts<unknown>): Parts<Spent> {
    const atFirst = this.left;
    const result = yield* make();
    return { result, spent: atFirst - this.left };
  }
}

function isVain({ found, isOver, hasWitness }: Attempt<unknown>): boolean {
  return found === undefined && isOver && !hasWitness;
}

function longFor({ what }: Pick<Making<unknown>, 'what'>): number {
  return what === 'violations' ? LONG_OF_VIOLATIONS : LONG;
}

/** At most this many results are remembered. */
const MOST_KEPT = 1000;

/** What was made, and what that took. */
interface Spent {
  readonly result: unknown;
  readonly spent: number;
}

const before = createRecent<string, SharedWork<Spent>>(MOST_KEPT);

// biome-ignore lint/correctness/useYield: it has nothing to wait for.
function* known<T>(value: T): Parts<T> {
  return value;
}

const NONE: Violations = { violations: [], inviolable: [], unbroken: [] };

/** At most this many values are returned for the boundaries of one schema. */
const MOST_VALID = 120;

/** Drops values that show nothing new. */
function showing([witness, ...variants]: readonly Valid[]): readonly Valid[] {
  if (!witness) return [];
  const seen = new Set<unknown>();
  const shown = variants.filter(({ shows }) => {
    const countBefore = seen.size;
    for (const { schema, keyword, what } of shows)
      seen.add(`${schema.place.file.path} ${schema.place.pointer} ${keyword} ${what}`);
    return seen.size > countBefore;
  });
  return [witness, ...shown].slice(0, MOST_VALID);
}
