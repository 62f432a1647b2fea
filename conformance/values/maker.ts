/**
 * Searches for values: it tries plan after plan and candidate after candidate, and judges each before it is returned.
 */

import type { Keywords } from '../../src/contract/dialects/dialect';
import { BrokenReference } from '../../src/contract/document/reference';
import { satisfies } from '../../src/contract/schema/evaluate';
import { hasListedValues } from '../../src/contract/schema/facets';
import type { Direction, Schema } from '../../src/contract/schema/schema';
import { lazy, remembered } from '../../src/support/caching';
import { sum } from '../../src/support/collections';
import { atOnce, type Parts } from '../../src/support/letOthersRun';
import { createRandom, type Random } from '../../src/support/random';
import { edgesOfPlan, plainValues } from './byType';
import type { Effort } from './effort';
import { examplesOf, ownExamples } from './examples';
import { leastDepth, leastDepthInParts } from './leastDepth';
import { type Ideas, lastNameOf, type Maker, type Site, type WantedBeside } from './makerTypes';
import { type ClauseShown, isMade, type Made, type MutableJson, type Valid, writeJson } from './results';
import { idOf } from './schemaChoices';
import { type ChoiceMode, coveringPlans, forcedBy, listedValues, plansOf, type SchemaPlan, said } from './schemaPlan';
import { isMadeUp } from './syntheticSchemas';
import { negate } from './violations/negations';

/** The search took too many steps. */
class OutOfSteps extends Error {}

/** How much one value may be looked for. */
const MOST_STEPS = 20_000;
/** What may be left out is looked for less long: so much, and so much for each value that it may hold. */
const MOST_FOR_OPTIONAL = 100;
const MOST_FOR_EACH = 20;
const MOST_PLANS = 60;
const MOST_CANDIDATES = 30;

export const OUT_OF_STEPS = 'none was found within the limits';

const MOST_EDGES = 80;
const MOST_MENDED = 4;
const MOST_CONTRARIES = 60;
/** How many corrections are tried for one value in all: what can be corrected is so after twenty at most, and each may lead to as many others. */
const MOST_MENDS = 100;
const DEEPEST = 40;

interface MakerOptions {
  readonly direction: Direction;
  readonly seed: number | string;
  /** Distinguishes places with the same pointers. */
  readonly salt: string;
  readonly effort: Effort;
  /** As {@link Ideas}. */
  readonly ideas?: Ideas | undefined;
}

/** Makes the values of one call. Its steps are counted, and what it made or could not make is remembered. */
export class ValueMaker implements Maker {
  readonly direction: Direction;
  private readonly effort: Effort;
  private readonly start: () => string;
  private readonly ideas: Ideas | undefined;
  private steps = 0;
  private limit = MOST_STEPS;
  /** How many corrections were tried for the value that is looked for. */
  private mends = 0;
  /** What cannot be made wherever it stands, and why. */
  private readonly hopeless = new Map<string, string>();
  /** What was made before, by what it is made of and where. */
  private readonly before = new Map<string, Valid>();
  private readonly words = new Map<string, string>();
  /** Whether the plainest of the values that show every boundary was made. */
  hasWitness = false;
  /** Whether a value was given up because it nests too deep. It might be possible in another place. */
  private wasCut = false;

  constructor({ direction, seed, salt, effort, ideas }: MakerOptions) {
    this.direction = direction;
    this.effort = effort;
    this.ideas = ideas;
    this.start = lazy(() => createRandom(seed, salt).hex(16));
  }

  random({ path }: Site): Random {
    return createRandom(this.start, path);
  }

  private spend(cost = 1): void {
    this.steps += cost;
    this.effort.tryValue(cost);
    if (this.steps > this.limit || this.effort.isOver()) throw new OutOfSteps();
  }

  /** Is a property, so that it can be handed on by itself. */
  readonly spendOnPlans = (tried: number): boolean => {
    this.effort.tryPlan(tried);
    return !this.effort.isOver();
  };

  spent(): number {
    return this.effort.spent();
  }

  pause(): Parts<void> {
    return this.effort.pause();
  }

  *sparing({ share }: Site, run: () => Parts<Made>): Parts<Made> {
    const before = this.limit;
    this.limit = Math.min(this.limit, this.steps + MOST_FOR_OPTIONAL + Math.max(0, share) * MOST_FOR_EACH);
    try {
      return yield* run();
    } catch (error) {
      if (!(error instanceof OutOfSteps) || this.steps > before || this.effort.isOver()) throw error;
      return { unsatisfiable: OUT_OF_STEPS };
    } finally {
      this.limit = before;
    }
  }

  *limited<T>(run: () => Parts<T>): Parts<T | undefined> {
    this.steps = 0;
    this.mends = 0;
    try {
      return yield* run();
    } catch (error) {
      if (error instanceof OutOfSteps) return undefined;
      throw error;
    }
  }

  *make(schemas: readonly Schema[], site: Site, asked?: WantedBeside): Parts<Made> {
    this.spend();
    yield* this.effort.pauseIfLong();
    if (site.depth > DEEPEST) {
      this.wasCut = true;
      return { unsatisfiable: 'it nests too deep' };
    }
    return yield* asked ? this.tryLook(schemas, site, asked) : this.makePlainly(schemas, site);
  }

  private *makePlainly(schemas: readonly Schema[], site: Site): Parts<Made> {
    const key = schemas.map(idOf).join();
    const why = this.hopeless.get(key);
    if (why !== undefined) return { unsatisfiable: why };
    const place = `${key} ${site.least ? '' : site.share} ${site.path}`;
    const earlier = this.before.get(place);
    if (earlier) return earlier;
    const cutBefore = this.wasCut;
    this.wasCut = false;
    const result = yield* this.tryLook(schemas, site, NOTHING_ASKED);
    if (isMade(result)) this.before.set(place, result);
    else if (!this.wasCut) this.hopeless.set(key, result.unsatisfiable);
    this.wasCut ||= cutBefore;
    return result;
  }

  /** If a reference in a schema is broken, the schema has no value. The part that needs it may still be left out. */
  private *tryLook(schemas: readonly Schema[], site: Site, asked: WantedBeside): Parts<Made> {
    try {
      for (const schema of schemas) if (!isMadeUp(schema)) yield* leastDepthInParts(schema, this.direction);
      if (schemas.every((schema) => isMadeUp(schema) || leastDepth(schema, this.direction) < Number.POSITIVE_INFINITY))
        return yield* this.look(schemas, site, asked);
      const nothing = schemas.some(({ keywords }) => keywords === false);
      return {
        unsatisfiable: nothing
          ? 'nothing is allowed there'
          : 'it leads back to itself without an end, or to what allows nothing',
      };
    } catch (error) {
      if (error instanceof BrokenReference) return { unsatisfiable: error.message };
      throw error;
    }
  }

  private *look(schemas: readonly Schema[], site: Site, asked: WantedBeside): Parts<Made> {
    let why: string | undefined;
    let tried = 0;
    for (const plan of plansOf(schemas, this.wayOf(site, asked))) {
      if (++tried > MOST_PLANS) break;
      this.spend();
      this.effort.tryPlan(weightOf(plan));
      const inner = within(site, plan);
      const culprits = new Set<Schema>();
      let looked = 0;
      for (const candidate of this.candidatesOf(plan, inner, asked)) {
        if (!candidate) {
          yield;
          continue;
        }
        if (!isMade(candidate)) {
          why ??= candidate.unsatisfiable;
          continue;
        }
        if (!asked.judge && !candidate.given && isSure(plan, candidate.value, inner)) return candidate;
        const taken = plan.refused.filter((refused) => satisfies(refused, candidate.value, this.direction));
        if (taken.length === 0 && this.isWanted(schemas, candidate.value, asked)) return candidate;
        // For an object, the next candidate has fewer members; for other values, another one may be suitable.
        const whole = taken.length > 0 && culprits.size === 0 && typeof candidate.value === 'object';
        for (const refused of taken) culprits.add(refused);
        const mended = whole && (yield* this.mend(schemas, site, asked, plan, culprits));
        if (mended) return mended;
        if (++looked > MOST_CANDIDATES) break;
        // Large values take longer to judge.
        this.spend(inner.least ? 1 : 1 + inner.share / 20);
      }
      const mended = yield* this.mend(schemas, site, asked, plan, culprits);
      if (mended) return mended;
    }
    return {
      unsatisfiable:
        why ?? (tried === 0 ? 'its clauses exclude each other' : 'no value was found that satisfies all its clauses'),
    };
  }

  /** If a schema that must refuse a value accepts it, makes another value that breaks this schema. */
  private *mend(
    schemas: readonly Schema[],
    site: Site,
    asked: WantedBeside,
    plan: SchemaPlan,
    culprits: ReadonlySet<Schema>,
  ): Parts<Made | undefined> {
    const mended = (asked.mended ?? 0) + 1;
    if (mended > MOST_MENDED) return undefined;
    // A violation is one value, whichever plan it is made by.
    if (mended === 1 && !asked.judge) this.mends = 0;
    if (culprits.size === 0) return undefined;
    const again: WantedBeside = { ...asked, forced: forcedBy(plan), mended };
    for (const culprit of culprits) {
      let tried = 0;
      for (const contrary of negate(culprit, (of) => atOnce(this.makeName(of, site)))) {
        if (++tried > MOST_CONTRARIES) break;
        if (++this.mends > MOST_MENDS) return this.giveUp(asked);
        const result = yield* this.make([...schemas, contrary], site, again);
        if (isMade(result)) return result;
      }
    }
    return undefined;
  }

  /** Where a clause is to be broken, no other plan is tried either: what it is to break beside stays the same. */
  private giveUp({ judge }: WantedBeside): undefined {
    if (judge) throw new OutOfSteps();
  }

  private isWanted(schemas: readonly Schema[], value: MutableJson, { judge }: WantedBeside): boolean {
    const satisfied = (schema: Schema) => satisfies(schema, value, this.direction);
    return judge ? schemas.filter(isMadeUp).every(satisfied) && judge(value) : schemas.every(satisfied);
  }

  private wayOf({ least }: Site, { changed, forced, alone }: WantedBeside): ChoiceMode {
    return { direction: this.direction, least, spend: this.spendOnPlans, changed, forced, alone };
  }

  /** Yields undefined where others may run. */
  private *candidatesOf(plan: SchemaPlan, site: Site, { judge }: WantedBeside): Generator<Made | undefined> {
    if (!judge) {
      const [format] = said<string>(plan, 'format');
      for (const value of this.ideas?.(lastNameOf(site.path), format?.value) ?? [])
        yield { value: value as MutableJson, shows: [], given: true, byUser: true };
      for (const value of examplesOf(plan, site.examples, this.direction))
        yield { value: value as MutableJson, shows: [], given: true };
    }
    const values = listedValues(plan);
    if (values) {
      if (values.length === 0) yield { unsatisfiable: 'no value is in all of its lists' };
      for (const value of values) yield { value: value as MutableJson, shows: [], given: true };
      return;
    }
    for (const type of plan.types) yield* plainValues(plan, type, site, this);
  }

  *edges(schemas: readonly Schema[], site: Site): Parts<readonly Valid[]> {
    const witness = yield* this.make(schemas, site);
    this.hasWitness = true;
    if (!isMade(witness)) return [];
    if (isWholeByUser(witness, schemas)) return [witness];
    const edgesByText = new Map([[writeJson(witness.value), witness]]);
    const add = ({ value, shows }: Valid) => {
      const text = writeJson(value);
      edgesByText.set(text, { value, shows: [...(edgesByText.get(text)?.shows ?? []), ...shows] });
    };
    for (const plan of coveringPlans(schemas, this.wayOf(site, {}))) {
      yield* this.effort.pauseIfLong();
      const branches = plan.taken.filter(({ choice }) => !choice.soft && choice.options.length > 1);
      if (branches.length > 0) {
        const result = yield* this.make(schemas, site, { forced: forcedBy(plan) });
        if (!isMade(result)) continue;
        const { path } = site;
        const shows = branches.map(({ choice, option: { what } }): ClauseShown => {
          return { schema: choice.schema, keyword: choice.keyword, path, what };
        });
        add({ value: result.value, shows });
      }
      const given = branches.length === 0 && witness.given ? witness : undefined;
      for (const edge of edgesOfPlan(plan, within(site, plan), this, given)) {
        if (!edge) {
          yield;
          continue;
        }
        yield* this.effort.pauseIfLong();
        if (edgesByText.size >= MOST_EDGES) return [...edgesByText.values()];
        this.spend();
        if (isSure(plan, edge.value, site) || schemas.every((schema) => satisfies(schema, edge.value, this.direction)))
          add(edge);
      }
    }
    return [...edgesByText.values()];
  }

  /** Returns a word for a name: the same at each call, so it is made once. */
  private wordFor(path: string): string {
    const word = this.words.get(path) ?? createRandom(this.start, `${path} name`).word(12);
    this.words.set(path, word);
    return word;
  }

  *makeName(schemas: readonly Schema[], site: Site): Parts<string | undefined> {
    if (schemas.length === 0) return this.wordFor(site.path);
    const place = { ...site, path: `${site.path} name`, depth: site.depth + 1, examples: [] };
    const result = yield* this.make(schemas, place);
    return isMade(result) && typeof result.value === 'string' ? result.value : undefined;
  }
}

const NOTHING_ASKED: WantedBeside = {};

/**
 * Tells whether a value stands for all others of its place: a text that code of the user made may have a checksum, and its objects and lists have
 * parts that belong together. Of values that the contract lists, and of numbers, the others are no worse.
 */
function isWholeByUser({ value, byUser }: Valid, schemas: readonly Schema[]): boolean {
  return byUser === true && typeof value !== 'number' && !schemas.some(hasListedValues);
}

/**
 * Returns whether a value needs no judgement of its own, because its parts were judged. The whole value is always
 * judged.
 */
function isSure(plan: SchemaPlan, value: MutableJson, { depth }: Site): boolean {
  return (
    depth > 0 &&
    typeof value === 'object' &&
    value !== null &&
    plan.taken.length === 0 &&
    plan.refused.length === 0 &&
    !plan.atoms.some(({ keywords }) => isUnsure(keywords))
  );
}

/** A name is made by one pattern, and tried on all others. */
const A_PATTERN = 20;

/** What it costs to put a value together: each of its members is looked for in each of the schemas that hold. */
const weightOf = remembered(({ atoms }: SchemaPlan): number => {
  const names = sum(atoms.map(({ keywords }) => countOf(keywords['properties'])));
  const patterns = sum(atoms.map(({ keywords }) => countOf(keywords['patternProperties'])));
  return atoms.length * names + A_PATTERN * patterns ** 2;
});

function countOf(members: unknown): number {
  return typeof members === 'object' && members !== null ? membersIn(members) : 0;
}

/** Counts once for all plans that a schema is part of. */
const membersIn = remembered((members: object) => Object.keys(members).length);

/** A schema that lies within itself is ended as soon as can be. What examples of the value hold serves its parts, too. */
function within(site: Site, plan: SchemaPlan): Site {
  const { atoms } = plan;
  const structures = atoms.filter(({ keywords }) => isStructure(keywords)).map(({ schema }) => schema);
  if (structures.length === 0) return site;
  const own = ownExamples(plan);
  return {
    ...site,
    least: site.least || structures.some((schema) => isAround(schema, site)),
    around: { schemas: structures, outer: site.around },
    examples: own.length === 0 ? site.examples : [...site.examples, ...own],
  };
}

function isAround(schema: Schema, site: Site): boolean {
  for (let each = site.around; each; each = each.outer) if (each.schemas.includes(schema)) return true;
  return false;
}

/** Keywords that apply to several members or items together, so that judging each alone is not enough. */
const UNSURE = [
  'uniqueItems',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'patternProperties',
];

const isUnsure = remembered((keywords: Keywords) => UNSURE.some((key) => key in keywords));

const isStructure = remembered((keywords: Keywords) => STRUCTURES.some((key) => key in keywords));

const STRUCTURES = ['properties', 'additionalProperties', 'patternProperties', 'items', 'prefixItems', 'contains'];
