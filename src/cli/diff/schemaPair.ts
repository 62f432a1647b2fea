/** Judges values by two lists of schemas, and keeps those that the first allows and the second refuses. */

import { type Generator, isMade, type MutableJson, writeJson } from '../../../conformance/values/generator';
import { idOf } from '../../../conformance/values/schemaChoices';
import { given, type Part, sureParts } from '../../contract/schema/applied';
import type { BrokenClause } from '../../contract/schema/brokenClause';
import { evaluate } from '../../contract/schema/evaluate';
import { isMistakeOfContract, toldOf } from '../../contract/schema/nearestBranch';
import type { Direction, Schema } from '../../contract/schema/schema';
import { mayBeRefusedBesides } from './cutParts';
import { isDescribed, pathOfAny } from './described';
import type { FormatReading } from './sameSchemas';

/** A value that one side allows, and the clause of the other that refuses it. */
export interface Narrowing {
  readonly value: MutableJson;
  /** JSON Pointer of what is refused. */
  readonly path: string;
  readonly broken: BrokenClause;
  /** How many clauses refuse the value; one where the reason is single. */
  readonly reasons: number;
}

/** At most this many clauses of one pair of schemas are told, and so many values of each are kept. */
const MOST_CLAUSES = 100;
const MOST_VALUES = 3;

/** Two lists of schemas that hold together, and the values that the first allows and the second refuses. */
export class SchemaPair {
  readonly allowing: readonly Part[];
  readonly refusing: readonly Part[];
  private readonly byClause = new Map<string, Narrowing[]>();
  private made: { readonly value: MutableJson | undefined } | undefined;

  constructor(
    readonly from: readonly Schema[],
    readonly to: readonly Schema[],
    private readonly direction: Direction,
    private readonly formats: FormatReading = 'letter',
  ) {
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
   */
  readonly judge = (value: MutableJson, path?: string): boolean =>
    surely(() => {
      const { direction } = this;
      const isAllowed = (schema: Schema) =>
        evaluate(schema, value, { direction, first: true, exact: true }).length === 0;
      if (!this.from.every(isAllowed)) return false;
      if (!isDescribed(this.from, value, direction, this.to)) return false;
      const clauses = refusals(this.to, value, direction, this.formats);
      const wanted = clauses
        .filter((clause) => path === undefined || clause.path === path)
        .filter((clause) => !mayBeRefusedBesides(this.from, clause, value, direction));
      for (const broken of wanted) this.keep({ value, path: broken.path, broken, reasons: clauses.length });
      return wanted.length > 0;
    });

  private keep(narrowing: Narrowing): void {
    const key = clauseKey(narrowing, this.from, this.direction);
    const kept = this.byClause.get(key) ?? [];
    if (kept.length === 0 && this.byClause.size >= MOST_CLAUSES) return;
    const text = writeJson(narrowing.value);
    if (kept.some(({ value }) => writeJson(value) === text)) return;
    const sorted = [...kept, narrowing].sort(
      (one, other) => one.reasons - other.reasons || writeJson(one.value).length - writeJson(other.value).length,
    );
    this.byClause.set(key, sorted.slice(0, MOST_VALUES));
  }

  found(): Narrowing[] {
    return [...this.byClause.values()].flat();
  }
}

/**
 * Returns a key that is the same only for the same clause, refused at the same place but for the number of an item and the name of a member
 * that the allowing schemas do not name.
 */
export function clauseKey(
  { value, path, broken: { schema, keyword, about } }: Omit<Narrowing, 'reasons'>,
  allowing: readonly Schema[],
  direction: Direction,
): string {
  const named = keyword === 'required' || /Properties$/.test(keyword) ? (about?.[0] ?? '') : '';
  return `${pathOfAny(allowing, value, path, direction)} ${idOf(schema)} ${keyword} ${named}`;
}

/** Returns the clauses that refuse a value, as a person is told of them. */
function refusals(
  schemas: readonly Schema[],
  value: unknown,
  direction: Direction,
  formats: FormatReading,
): readonly BrokenClause[] {
  const binding = formats === 'letter';
  let isUntold = false;
  const onUntold = () => {
    isUntold = true;
  };
  const clauses = schemas.flatMap((schema) => toldOf(evaluate(schema, value, { direction, binding, onUntold })));
  return isUntold ? [] : clauses.filter((clause) => !isMistakeOfContract(clause));
}

/** What cannot be judged, since it is too much or the schema is broken, shows nothing. */
function surely(judge: () => boolean): boolean {
  try {
    return judge();
  } catch {
    return false;
  }
}
