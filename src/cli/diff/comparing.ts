/** What all parts of a comparison share: how schemas are compared, which values are made, and where what is found goes. */

import { createGenerator, type Generator } from '../../../conformance/values/generator';
import type { Clause } from '../../contract/clause';
import type { Operation } from '../../contract/contract';
import type { Keywords } from '../../contract/dialects/dialect';
import { clauseAt } from '../../contract/document/files';
import { given } from '../../contract/schema/applied';
import { partsAtPlace } from '../../contract/schema/appliedToValue';
import type { BrokenClause } from '../../contract/schema/brokenClause';
import { evaluate, requirementOf } from '../../contract/schema/evaluate';
import type { EvaluateOptions } from '../../contract/schema/evaluation';
import { isBinding } from '../../contract/schema/formats';
import { clauseOfBroken } from '../../contract/schema/judge';
import { clauseOf, type Direction, endOf, keywordsOf, type Schema } from '../../contract/schema/schema';
import { pointerTokens } from '../../json/pointer';
import type { Parts } from '../../support/letOthersRun';
import type { Break, LeftPart, Said, Unproven } from './breaks';
import { Narrowings } from './narrowings';
import { Purse } from './purse';
import { createSameAsMeant, createSameIn, createSameMeaning, type SameSchemas } from './sameSchemas';
import type { Narrowing } from './schemaPair';

/** How schemas of the two contracts are compared. */
export interface ComparedSchemas {
  readonly same: SameSchemas;
  /** With formats as they are meant. */
  readonly sameAsMeant: SameSchemas;
  /** Looks at the names of XML alone. */
  readonly sameXml: SameSchemas;
  /** What may be spent on all searches together. */
  readonly purse: Purse;
}

/** Returns comparisons that keep what they find, for the whole of two contracts. */
export function createComparedSchemas(): ComparedSchemas {
  return {
    same: createSameMeaning(),
    sameAsMeant: createSameAsMeant(),
    sameXml: createSameIn('xml'),
    purse: new Purse(),
  };
}

/** A value that one side allows and the other refuses. */
interface Shown extends Narrowing {
  /** What refuses it only as it is meant: a format that no standard makes binding, or an alternative that is written for null. */
  readonly hint: Hint | undefined;
}

type Hint = 'format' | 'null';

/** Returns what refuses a value by a clause by which it is allowed to the letter. */
function hintOf(broken: BrokenClause, refusing: Schema, value: unknown, direction: Direction): Hint {
  return isRefusedThere(broken, refusing, value, { direction }) ? 'format' : 'null';
}

/** Tells whether a schema refuses a value by a clause, or by alternatives around it. What else refuses the value, such as a missing member, does not count. */
function isRefusedThere({ path, keyword }: BrokenClause, schema: Schema, value: unknown, options: EvaluateOptions) {
  try {
    return evaluate(schema, value, options).some((each) =>
      each.path === path
        ? each.keyword === keyword || each.branches
        : each.branches && path.startsWith(`${each.path}/`),
    );
  } catch {
    return true;
  }
}

/**
 * Tells whether a value is refused only by a format that no standard makes binding, wherever it stands: within an alternative, too.
 * @param refusing the schema that the clause belongs to, or one that leads to it.
 */
export function isHint(broken: BrokenClause, refusing: Schema, value: unknown, direction: Direction): boolean {
  const { format } = keywordsOf(broken.schema) as Keywords;
  return broken.keyword === 'format'
    ? !isBinding(String(format))
    : !isRefusedThere(broken, refusing, value, { direction, binding: true });
}

/** Tells whether a schema takes a value where no format counts but those that a standard makes binding. */
export function isTakenToLetter(schema: Schema, value: unknown, direction: Direction): boolean {
  try {
    return evaluate(schema, value, { direction, binding: true, first: true }).length === 0;
  } catch {
    return false;
  }
}

/** A pair of operations: what the one allows, the other should take. */
export interface OperationPair {
  /** The operation of the side that sends. */
  readonly sender: Operation;
  /** The operation of the side that receives. */
  readonly receiver: Operation;
  /** The name that is shown. */
  readonly name: string;
}

/** Compares in one direction: what one contract allows, and the other refuses. */
export class Comparing {
  readonly breaks: Break[] = [];
  /** The parts that are written otherwise, whether or not a value shows it. */
  readonly unproven: Unproven[] = [];
  /** What was not compared, or not to its end. */
  readonly left: LeftPart[] = [];
  readonly generator: Generator;
  private readonly narrowings: Readonly<Record<Direction, Narrowings>>;
  /** The same search, with formats as they are meant. */
  private readonly meant: Readonly<Record<Direction, Narrowings>>;

  /**
   * @param allowing which of the two contracts allows: requests are allowed by the old one, answers by the new one.
   * @param tellsAmbiguous whether to tell of values that a `oneOf` refuses to the letter alone, since one alternative takes all that another takes.
   */
  constructor(
    private readonly compared: ComparedSchemas,
    readonly seed: number,
    readonly allowing: 'before' | 'now',
    private readonly tellsAmbiguous = true,
  ) {
    this.generator = createGenerator({ direction: 'request', seed });
    this.narrowings = {
      request: new Narrowings('request', seed, compared.same, 'letter', compared.purse),
      response: new Narrowings('response', seed, compared.same, 'letter', compared.purse),
    };
    this.meant = {
      request: new Narrowings('request', seed, compared.sameAsMeant, 'meant', compared.purse),
      response: new Narrowings('response', seed, compared.sameAsMeant, 'meant', compared.purse),
    };
  }

  /**
   * Returns the values of a part that only one of its schemas allows.
   * @param part the operation and the part of it that the schemas describe.
   */
  *between(
    allowing: Schema,
    refusing: Schema,
    direction: Direction,
    part: Pick<Unproven, 'operation' | 'subject'>,
  ): Parts<readonly Shown[]> {
    const { same, sameAsMeant } = this.compared;
    const found = same(allowing, refusing) ? undefined : yield* this.narrowings[direction].between(allowing, refusing);
    const meant = sameAsMeant(allowing, refusing)
      ? undefined
      : yield* this.meant[direction].between(allowing, refusing);
    const differing = [...new Set([...(found?.differing ?? []), ...(meant?.differing ?? [])])];
    if (differing.length > 0)
      this.tellChanged(part, placeOfSchema(allowing), placeOfSchema(refusing), reasonFor(differing));
    if (found?.isCut || meant?.isCut)
      this.leave(
        part,
        [placeOfSchema(allowing), placeOfSchema(refusing)],
        'leads to more than is compared, so that more may have changed there',
      );
    return [
      ...(found?.narrowings ?? [])
        .filter(({ isAmbiguous }) => this.tellsAmbiguous || !isAmbiguous)
        .map((each) => ({ ...each, hint: undefined })),
      ...(meant?.narrowings ?? [])
        .filter(({ broken, value, isAmbiguous }) => !isAmbiguous && isHint(broken, refusing, value, direction))
        .map((each) => ({ ...each, hint: hintOf(each.broken, refusing, each.value, direction) })),
    ];
  }

  /** Notes a part that is written otherwise: it is told unless a break shows how. */
  tellChanged(
    part: Pick<Unproven, 'operation' | 'subject'>,
    allowing: Clause,
    refusing: Clause,
    reason = 'They are written in another style.',
  ): void {
    this.unproven.push({ ...part, ...this.sides(allowing, refusing), reason });
  }

  /** Notes a part that is not compared. @param why what is to be said of it: "is of a type that is not compared". */
  leave(
    { operation, subject }: Pick<Unproven, 'operation' | 'subject'>,
    [allowing, refusing]: readonly [Clause, Clause],
    why: string,
  ): void {
    this.left.push({ operation, clause: this.sides(allowing, refusing).now, message: `${subject} ${why}.` });
  }

  isNamedAlikeInXml(one: Schema, other: Schema): boolean {
    return this.compared.sameXml(one, other);
  }

  /** Tells whether two schemas say the same of values, with formats as they are meant. */
  isSame(one: Schema | undefined, other: Schema | undefined): boolean {
    return this.compared.sameAsMeant(one, other);
  }

  /** Says which of two places stands in the old contract and which in the new one. */
  private sides<T>(allowing: T, refusing: T): { readonly before: T; readonly now: T } {
    return this.allowing === 'before' ? { before: allowing, now: refusing } : { before: refusing, now: allowing };
  }

  /** Adds a break. @param allowed what the allowing contract says, and `refused` what the other one does. */
  add(found: Omit<Break, 'before' | 'now'>, allowed: Said, refused: Said): void {
    this.breaks.push({ ...found, ...this.sides(allowed, refused) });
  }
}

/** Returns the parts that are written otherwise, and for which neither way round a value was found. */
export function withoutValues(one: Comparing, other: Comparing): Unproven[] {
  const found = new Set([...one.breaks, ...other.breaks].map(keyOf));
  return one.unproven.filter((each) => !found.has(keyOf(each)));
}

/** Says in which keywords two schemas differ. A schema that allows nothing has none. */
function reasonFor(keywords: readonly string[]): string {
  const names = keywords.filter((name) => name !== 'false').map((name) => `\`${name}\``);
  if (names.length === 0) return 'One of them allows nothing.';
  const last = names.at(-1);
  return `They differ in ${names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`}.`;
}

function keyOf({ operation, subject }: Pick<Break, 'operation' | 'subject'>): string {
  return `${operation}\n${subject}`;
}

/** Names a place within a part of an operation: "/name of the body", and the part itself where the path is empty. */
export function placeWithin(subject: string, path: string): string {
  return path === '' ? subject : `${path} of ${subject}`;
}

/** Says what a clause requires that a value breaks. */
export function requirementBroken(broken: BrokenClause): Said {
  return { text: requirementOf(broken), clause: clauseOfBroken(broken) };
}

/** Says what a schema has in place of the clause that refuses a value of it. */
export function requirementInstead(schema: Schema, value: unknown, broken: BrokenClause, direction: Direction): Said {
  const { path, keyword } = broken;
  const parts = partsAtPlace(given(schema), value, pointerTokens(path), direction);
  const same = parts.find(({ keywords }) => keywords[keyword] !== undefined);
  if (same && WHOLE.has(keyword))
    return {
      text: requirementOf({ schema: same.schema, keyword, path }),
      clause: clauseOf(same.schema, keyword),
    };
  const [nearest = { schema }] = parts.slice(-1);
  return { text: WITHOUT[keyword] ?? 'is not limited so', clause: placeOfSchema(nearest.schema) };
}

/** Keywords whose sentence says what the other side requires in the same way. */
const WHOLE: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
]);

const WITHOUT: Readonly<Record<string, string>> = {
  required: 'may be left out',
  additionalProperties: 'may be there',
  unevaluatedProperties: 'may be there',
  false: 'may be there',
  type: 'may have another type',
  enum: 'may have other values',
  const: 'may have other values',
};

function placeOfSchema(schema: Schema): Clause {
  const { file, pointer } = endOf(schema).place;
  return clauseAt(file, pointer);
}

/** Says that a contract has nothing of the kind. */
export function saying(text: string, clause: Clause | undefined): Said {
  return { text, clause };
}
