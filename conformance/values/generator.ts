/** Values by the schemas of a contract: ones that satisfy them, their boundaries, and violations with one reason. */

import { BrokenReference } from '../../src/contract/document/reference';
import type { Direction, Schema } from '../../src/contract/schema/schema';
import { createRecent } from '../../src/support/caching';
import { effortFor } from './effort';
import { createMaker, OUT_OF_STEPS } from './maker';
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
  /** The same seed, the same values. */
  readonly seed: number | string;
  /** Whether a type is violated by each other type, rather than by one or two. */
  readonly thorough?: boolean;
}

export interface ValueOptions {
  /** What the values are for: with another name come other random parts. */
  readonly name?: string;
  /** Values that come first, where they satisfy the schema; then those that the contract gives. */
  readonly examples?: readonly unknown[];
  /** What every value keeps beside its schema, violations too: what the place that it goes to can hold. */
  readonly keeping?: readonly Schema[];
  /** How deep within the value clauses are violated; default: wherever they stand. */
  readonly deepest?: number;
}

export interface Generator {
  /** A value that satisfies the schema, with all members that there is room for. */
  witness(schema: Schema, options?: ValueOptions): Made;
  /** Few values that together show every boundary, the witness first: independent parts are varied in the same value. */
  valid(schema: Schema, options?: ValueOptions): readonly Valid[];
  /** One violation of each clause that bounds a value, and what is known of those that have none. */
  violations(schema: Schema, options?: ValueOptions): Violations;
}

/** How many values one value may hold, before only what is required is made. */
const SHARE = 400;

const TOP: Site = { path: '', depth: 0, share: SHARE, least: false, around: new Set() };

/**
 * Makes values in one direction. They depend on the seed, the schema and the options alone, not on what was made before. Each is
 * verified by `evaluate` before it is handed out.
 */
export function createGenerator({ direction, seed, thorough = false }: GeneratorOptions): Generator {
  const making = <T>(
    schema: Schema,
    options: ValueOptions,
    otherwise: (why: string) => T,
    run: (maker: Maker, keeping: readonly Schema[]) => T,
  ): T => {
    const { name = '', examples = [], keeping = [] } = options;
    const effort = effortFor(schema);
    if (effort.isHopeless) return otherwise(OUT_OF_STEPS);
    const maker = createMaker({ direction, seed, examples, effort, salt: `${schema.place.pointer} ${name}` });
    try {
      return maker.limited(() => run(maker, keeping)) ?? otherwise(OUT_OF_STEPS);
    } catch (error) {
      if (error instanceof BrokenReference) return otherwise(error.message);
      // The engine has no other name for a stack that is full.
      if (error instanceof RangeError) return otherwise('it nests too deep');
      throw error;
    }
  };
  /** Many operations have the same parameters; bodies are large, and seldom the same. */
  const once = <T>(schema: Schema, options: ValueOptions, what: string, make: () => T): T => {
    const { name, examples, keeping = [], deepest } = options;
    if (examples || name === undefined) return make();
    const key = [what, direction, thorough, seed, idOf(schema), ...keeping.map(idOf), deepest, name].join(' ');
    return before(key, make) as T;
  };
  const witness = (schema: Schema, options: ValueOptions = {}) =>
    making<Made>(schema, options, unsatisfiable, (maker, keeping) => maker.make([schema, ...keeping], TOP));
  return {
    witness,
    valid: (schema, options = {}) =>
      once(schema, options, 'valid', () =>
        making<readonly Valid[]>(
          schema,
          options,
          // What has too many boundaries has a value all the same.
          () => [witness(schema, options)].filter(isMade),
          (maker, keeping) => showing(maker.edges([schema, ...keeping], TOP)),
        ),
      ),
    violations: (schema, options = {}) =>
      once(schema, options, 'violations', () =>
        making<Violations>(
          schema,
          options,
          () => NONE,
          (maker, keeping) =>
            violationsOf(schema, keeping, TOP, maker, thorough, options.deepest ?? Number.POSITIVE_INFINITY),
        ),
      ),
  };
}

/** Of how many parameters values are kept. */
const MOST_KEPT = 1000;

const before = createRecent<string, unknown>(MOST_KEPT);

const NONE: Violations = { violations: [], inviolable: [] };

function unsatisfiable(why: string): Made {
  return { unsatisfiable: why };
}

/** The most values that show the boundaries of one schema. */
const MOST_VALID = 120;

/** Leaves out values that show nothing which another has not shown. */
function showing([witness, ...others]: readonly Valid[]): readonly Valid[] {
  if (!witness) return [];
  const seen = new Set<unknown>();
  const shown = others.filter(({ shows }) => {
    const before = seen.size;
    for (const { schema, keyword, what } of shows)
      seen.add(`${schema.place.file.path} ${schema.place.pointer} ${keyword} ${what}`);
    return seen.size > before;
  });
  return [witness, ...shown].slice(0, MOST_VALID);
}
