/** Judges values by two lists of schemas, and keeps those that the first allows and the second refuses. */

import { type Generator, isMade, type MutableJson, writeJson } from '../../../conformance/values/generator';
import { idOf } from '../../../conformance/values/schemaChoices';
import { subschemasOf } from '../../contract/schema/applicators';
import { given, isNullOnly, type Part, sureParts } from '../../contract/schema/applied';
import type { BrokenClause } from '../../contract/schema/brokenClause';
import { hasCovered } from '../../contract/schema/coveredBranches';
import { discriminatorOf } from '../../contract/schema/discriminator';
import { evaluate } from '../../contract/schema/evaluate';
import { isMistakeOfContract, toldOf } from '../../contract/schema/nearestBranch';
import { type Direction, keptOnSchema, keywordsOf, type Schema } from '../../contract/schema/schema';
import { mayBeRefusedBesides } from './cutParts';
import { describedPart, pathOfAny } from './described';
import { isNullAsMeant } from './nullAsMeant';
import type { Purse } from './purse';
import type { FormatReading } from './sameSchemas';

/** A value that one side allows, and the clause of the other that refuses it. */
export interface Narrowing {
  readonly value: MutableJson;
  /** JSON Pointer of what is refused. */
  readonly path: string;
  readonly broken: BrokenClause;
  /** How many clauses refuse the value; one where the reason is single. */
  readonly reasons: number;
  /** Names the schemas that allow it, at the place that is refused. */
  readonly origin: string;
  /** Whether it is refused to the letter alone: it satisfies two alternatives of a `oneOf`, of which one takes all that the other takes. */
  readonly isAmbiguous: boolean;
}

/** So many clauses of each pair of schemas are told in any case, and so many values of each are kept. */
export const SURE_CLAUSES = 100;
const MOST_VALUES = 3;

/** How many clauses more may be told of all pairs together: what is found within large schemas that lead to each other has no end. */
export interface RoomForClauses {
  left: number;
}

/** Of the places at which the same two schemas meet, so many are told: those that are nearest. */
const MOST_PLACES = 3;

/** Values are put together down to this depth. */
const DEEPEST = 40;

/** Two lists of schemas that hold together, and the values that the first allows and the second refuses. */
export class SchemaPair {
  readonly allowing: readonly Part[];
  readonly refusing: readonly Part[];
  /** Whether one place is enough at which the same two schemas meet: there may be no end of them where schemas lead back to themselves. */
  isOnePlaceEnough = false;
  /** Whether something that refuses a value is not told, since it is too much, or lies too deep. */
  isCut = false;
  private readonly byClause = new Map<string, Narrowing[]>();
  /** The keys of `byClause` that are about the same two schemas, and how deep the place of each is. */
  private readonly places = new Map<string, Map<string, number>>();
  private fresh = new Set<string>();
  private readonly judged = new Map<string, boolean>();
  private readonly origin: string;
  private made: { readonly value: MutableJson | undefined } | undefined;

  constructor(
    readonly from: readonly Schema[],
    readonly to: readonly Schema[],
    private readonly direction: Direction,
    private readonly formats: FormatReading,
    private readonly room: RoomForClauses,
    private readonly purse: Purse,
  ) {
    this.origin = from.map(idOf).join();
    this.allowing = sureParts(given(...from));
    this.refusing = sureParts(given(...to));
  }

  mayBe(wanted: 'object' | 'array'): boolean {
    return this.allowing.every(({ keywords: { type } }) => type === undefined || [type].flat().includes(wanted));
  }

  /** Returns a value of the allowing side with as many members as there is room for; undefined if none is found. */
  readonly whole = (generator: Generator): MutableJson | undefined => {
    const [first, ...more] = this.from;
    if (!this.made && first) {
      const made = generator.witness(first, { name: 'whole', keeping: more });
      this.made = { value: isMade(made) ? made.value : undefined };
    }
    return this.made?.value;
  };

  /**
   * Judges a value by both sides, and keeps it if the first allows it and the second does not.
   * @param path where it should be refused; at any place if this is undefined.
   * @param inner what was found within, of which the value was made.
   */
  readonly judge = (value: MutableJson, path?: string, inner?: Narrowing): boolean => {
    if (inner && path !== undefined && this.isEnough(inner, path)) return true;
    this.purse.payForJudging();
    const key = `${path ?? '*'} ${writeJson(value)}`;
    const known = this.judged.get(key) ?? surely(() => this.judgeAnew(value, path, inner?.origin ?? this.origin));
    this.judged.set(key, known);
    return known;
  };

  private judgeAnew(value: MutableJson, path: string | undefined, origin: string): boolean {
    const { direction } = this;
    // Nobody sends what only the letter of `nullable: true` allows.
    const readings = this.formats === 'meant' ? [true] : [false, true];
    const isAllowed = (schema: Schema) =>
      readings.every(
        (nullMeant) => evaluate(schema, value, { direction, first: true, exact: true, nullMeant }).length === 0,
      );
    if (!this.from.every(isAllowed)) return false;
    if (describedPart(this.from, value, direction, this.to) !== value) return false;
    const plain = refusals(this.to, value, direction, this.formats);
    const isAmbiguous = plain?.length === 0;
    const clauses = plain ? (isAmbiguous ? ambiguities(this.to, value, direction) : plain) : [];
    const wanted = clauses
      .filter((clause) => path === undefined || clause.path === path)
      .filter((clause) => !mayBeRefusedBesides(this.from, clause, value, direction))
      .filter((clause) => !isNullAsMeant(this.to, value, clause.path, direction));
    for (const broken of wanted)
      this.keep({ value, path: broken.path, broken, reasons: clauses.length, origin, isAmbiguous });
    return wanted.length > 0;
  }

  /** Tells whether what was found within is told at enough places that are as near. */
  private isEnough(inner: Narrowing, path: string): boolean {
    const depths = [...(this.places.get(placelessKey(inner))?.values() ?? [])];
    if (depthOf(path) > DEEPEST) {
      this.isCut ||= depths.length === 0;
      return true;
    }
    if (this.isOnePlaceEnough && depths.length > 0) return true;
    return depths.length >= MOST_PLACES && Math.max(...depths) <= depthOf(path);
  }

  private keep(narrowing: Narrowing): void {
    const key = clauseKey(narrowing, this.from, this.direction);
    const kept = this.byClause.get(key) ?? [];
    if (kept.length === 0 && !this.hasRoomFor(key, narrowing)) return;
    const text = writeJson(narrowing.value);
    if (kept.some(({ value }) => writeJson(value) === text)) return;
    const sorted = [...kept, narrowing].sort(
      (one, other) => one.reasons - other.reasons || writeJson(one.value).length - writeJson(other.value).length,
    );
    // Each value costs time wherever the pair is held, so one shows a clause where there are many.
    const most = this.byClause.size > SURE_CLAUSES ? 1 : MOST_VALUES;
    this.byClause.set(key, sorted.slice(0, most));
    this.fresh.add(key);
  }

  /** Makes room for a place, also where that means to forget one that lies deeper. */
  private hasRoomFor(key: string, narrowing: Narrowing): boolean {
    const places = this.places.get(placelessKey(narrowing)) ?? new Map<string, number>();
    const depth = depthOf(narrowing.path);
    if (places.size >= MOST_PLACES) {
      const most = Math.max(...places.values());
      const deepest = [...places.keys()].find((each) => places.get(each) === most) ?? '';
      if (most <= depth) return false;
      places.delete(deepest);
      this.byClause.delete(deepest);
    }
    if (this.byClause.size >= SURE_CLAUSES && --this.room.left < 0) {
      this.isCut = true;
      return false;
    }
    this.places.set(placelessKey(narrowing), places.set(key, depth));
    return true;
  }

  /** Returns what was found since this was asked the last time. */
  takeNew(): readonly Narrowing[] {
    const found = [...this.fresh].flatMap((key) => this.byClause.get(key) ?? []);
    this.fresh = new Set();
    return found;
  }

  found(): Narrowing[] {
    return [...this.byClause.values()].flat();
  }
}

/** Returns a key that is the same for the same two schemas, wherever they meet, and the same clause of them. */
function placelessKey({ broken, origin }: Narrowing): string {
  return `${origin} ${idOf(broken.schema)} ${broken.keyword} ${namedIn(broken)}`;
}

function namedIn({ keyword, about }: BrokenClause): string {
  return keyword === 'required' || /Properties$/.test(keyword) ? String(about?.[0] ?? '') : '';
}

function depthOf(path: string): number {
  return path.split('/').length;
}

/**
 * Returns a key that is the same only for the same clause, refused at the same place but for the number of an item and the name of a member
 * that the allowing schemas do not name.
 */
export function clauseKey(
  { value, path, broken }: Pick<Narrowing, 'value' | 'path' | 'broken'>,
  allowing: readonly Schema[],
  direction: Direction,
): string {
  const { schema, keyword } = broken;
  return `${pathOfAny(allowing, value, path, direction)} ${idOf(schema)} ${keyword} ${namedIn(broken)}`;
}

/** Returns the clauses that refuse a value, as a person is told of them; undefined if not all of the value could be judged. */
function refusals(
  schemas: readonly Schema[],
  value: unknown,
  direction: Direction,
  formats: FormatReading,
): readonly BrokenClause[] | undefined {
  const binding = formats === 'letter';
  const nullMeant = formats === 'meant';
  let isUntold = false;
  const onUntold = () => {
    isUntold = true;
  };
  const clauses = schemas.flatMap((schema) =>
    toldOf(evaluate(schema, value, { direction, binding, nullMeant, onUntold })),
  );
  return isUntold
    ? undefined
    : clauses.flatMap(besideNull).filter((clause) => !isMistakeOfContract(clause) && !isForDiscriminator(clause));
}

/** Returns why the only alternative beside null refuses a value, in place of that none takes it: each of the reasons is one to tell. */
function besideNull(clause: BrokenClause): readonly BrokenClause[] {
  const others = clause.branches?.filter(([first]) => !(first && isNullOnly(first.schema)));
  if (!clause.branches || others?.length !== 1 || others.length === clause.branches.length) return [clause];
  const reasons = toldOf(others[0] ?? []);
  const isOfOtherType = reasons.some(({ keyword, path }) => keyword === 'type' && path === clause.path);
  return reasons.length === 0 || isOfOtherType ? [clause] : reasons.flatMap(besideNull);
}

/**
 * Tells whether a value satisfies several alternatives that a `discriminator` tells apart: nobody sends a value that names none of them, though each
 * takes it to the letter.
 */
function isForDiscriminator({ schema, keyword, branches = [] }: BrokenClause): boolean {
  const keywords = keywordsOf(schema);
  if (keyword !== 'oneOf' || typeof keywords === 'boolean' || !discriminatorOf(keywords['discriminator'])) return false;
  return branches.filter(({ length }) => length === 0).length > 1;
}

/**
 * Returns each `oneOf` that a value breaks to the letter, since it satisfies several alternatives. What they are to tell apart, its null or a
 * discriminator says; then nobody refuses the value.
 */
function ambiguities(schemas: readonly Schema[], value: unknown, direction: Direction): readonly BrokenClause[] {
  const clauses = schemas
    .filter(leadsToCovered)
    .flatMap((schema) => evaluate(schema, value, { direction, exact: true }));
  const isAmbiguity = (clause: BrokenClause) =>
    clause.keyword === 'oneOf' && !isMistakeOfContract(clause) && !isForDiscriminator(clause);
  return clauses.every(isAmbiguity) ? clauses : [];
}

/** Tells whether a schema leads to a `oneOf` of which one alternative takes all that another one takes. */
const leadsToCovered = keptOnSchema((schema) => {
  const seen = new Set([schema]);
  for (const each of seen) {
    if (hasCovered(each)) return true;
    for (const { schema: held } of subschemasOf(each)) seen.add(held);
  }
  return false;
});

/** What cannot be judged, since it is too much or the schema is broken, shows nothing. */
function surely(judge: () => boolean): boolean {
  try {
    return judge();
  } catch {
    return false;
  }
}
