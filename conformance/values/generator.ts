/** Generates values by the schemas of a contract: valid ones, boundary values, and violations with a single reason. */

import { BrokenReference } from '../../src/contract/document/reference';
import { type Direction, endOf, type Schema } from '../../src/contract/schema/schema';
import { createRecent } from '../../src/support/caching';
import { createEffort, LONG, SHORT } from './effort';
import { OUT_OF_STEPS, ValueMaker } from './maker';
import type { Maker, Site } from './makerTypes';
import { isMade, type Made, type Valid, type Violations } from './results';
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
}

export interface ValueOptions {
  /** What the values are for. A different name gives different random parts. */
  readonly name?: string;
  /** Values that are used first if they satisfy the schema. After them come the examples of the contract. */
  readonly examples?: readonly unknown[];
  /** Schemas that every value satisfies, violations too: they describe what fits the place where the value is sent. */
  readonly keeping?: readonly Schema[];
  /** Clauses are violated down to this depth. Default: at any depth. */
  readonly deepest?: number;
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
}

/** What is asked for. */
type What = 'witness' | 'valid' | 'violations';

type Run<T> = (schema: Schema, maker: Maker, keeping: readonly Schema[]) => T;

/** How many values one value may hold, before only what is required is made. */
const SHARE = 400;

const TOP: Site = { path: '', depth: 0, share: SHARE, least: false, around: new Set() };

/**
 * Creates a generator for one direction. Its values depend only on the seed, the schema and the options, not on earlier
 * calls, until all is spent. Each value is checked by `evaluate` before it is returned.
 */
export function createGenerator({
  direction,
  seed,
  thorough = false,
  most: inAll = Number.MAX_SAFE_INTEGER,
}: GeneratorOptions): Generator {
  let left = inAll;
  /** Undefined where nothing was found within the limits. */
  const attempt = <T>(schema: Schema, options: ValueOptions, most: number, run: Run<T>) => {
    const { name = '', examples = [], keeping = [] } = options;
    const effort = createEffort(most);
    const maker = new ValueMaker({ direction, seed, examples, effort, salt: `${schema.place.pointer} ${name}` });
    try {
      const found = maker.limited(() => run(schema, maker, keeping));
      return { found, isOver: effort.isOver() };
    } finally {
      left -= effort.spent();
    }
  };
  /** What was made before costs as much as it did then, so that nothing depends on what came first. */
  const remember = <T>(key: string, make: () => T): T => {
    const atFirst = left;
    const { result, spent } = before(key, () => {
      const made = make();
      return { result: made, spent: atFirst - left };
    });
    left = atFirst - spent;
    return result as T;
  };
  /** Whether values of a schema are looked for in vain, whatever they are for: it depends on nothing that was made before. */
  const isHopeless = <T>(schema: Schema, { keeping = [], deepest }: ValueOptions, what: What, run: Run<T>): boolean => {
    const end = endOf(schema);
    const key = ['hopeless', what, direction, thorough, seed, ...[end, ...keeping].map(idOf), deepest].join(' ');
    return remember(key, () => attempt(end, { keeping }, LONG, run).isOver);
  };
  const making = <T>(
    schema: Schema,
    options: ValueOptions,
    what: What,
    otherwise: (why: string) => T,
    run: Run<T>,
  ): T => {
    const isSpent = left <= 0;
    if (isSpent && what !== 'witness') return otherwise(OUT_OF_STEPS);
    try {
      const soon = attempt(schema, options, SHORT, run);
      // The same component is come to from many operations, and in vain each time.
      const { found } =
        soon.isOver && !isSpent && !isHopeless(schema, options, what, run) ? attempt(schema, options, LONG, run) : soon;
      return found ?? otherwise(OUT_OF_STEPS);
    } catch (error) {
      if (error instanceof BrokenReference) return otherwise(error.message);
      // The JavaScript engine reports a full stack in this way.
      if (error instanceof RangeError) return otherwise('it nests too deep');
      throw error;
    }
  };
  /** Many operations have the same parameters; bodies are large, and seldom the same. */
  const once = <T>(schema: Schema, options: ValueOptions, what: What, make: () => T): T => {
    const { name, examples, keeping = [], deepest } = options;
    if (examples || name === undefined || left <= 0) return make();
    const key = [what, direction, thorough, seed, idOf(schema), ...keeping.map(idOf), deepest, name].join(' ');
    return remember(key, make);
  };
  const witness = (schema: Schema, options: ValueOptions = {}) =>
    making<Made>(schema, options, 'witness', unsatisfiable, (of, maker, keeping) => maker.make([of, ...keeping], TOP));
  return {
    witness,
    valid: (schema, options = {}) =>
      once(schema, options, 'valid', () =>
        making<readonly Valid[]>(
          schema,
          options,
          'valid',
          // What has too many boundaries has a value all the same.
          () => [witness(schema, options)].filter(isMade),
          (of, maker, keeping) => showing(maker.edges([of, ...keeping], TOP)),
        ),
      ),
    violations: (schema, options = {}) =>
      once(schema, options, 'violations', () =>
        making<Violations>(
          schema,
          options,
          'violations',
          () => NONE,
          (of, maker, keeping) =>
            violationsOf(of, keeping, TOP, maker, thorough, options.deepest ?? Number.POSITIVE_INFINITY),
        ),
      ),
  };
}

/** At most this many results are remembered. */
const MOST_KEPT = 1000;

const before = createRecent<string, { readonly result: unknown; readonly spent: number }>(MOST_KEPT);

const NONE: Violations = { violations: [], inviolable: [], unbroken: [] };

function unsatisfiable(why: string): Made {
  return { unsatisfiable: why };
}

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
