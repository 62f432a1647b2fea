/** The choices that a schema leaves open: branches, conditions, and members on which others depend. */

import { branchName, type Discriminator, discriminatorOf } from '../../src/contract/schema/discriminator';
import type { Direction } from '../../src/contract/schema/schema';
import { endOf, isSchema, keptOnSchema, type Schema } from '../../src/contract/schema/schema';
import { remembered } from '../../src/support/caching';
import { leastDepth } from './leastDepth';
import { madeUp } from './syntheticSchemas';

export interface Option {
  /** Options with the same index show the same thing. */
  readonly index: number;
  readonly what: string;
  /** The schemas that apply if this option is taken. */
  readonly schemas: readonly Schema[];
  /** Further schemas that apply but are not clauses of the contract. */
  readonly context: readonly Schema[];
  /** Schemas that the value must not satisfy. */
  readonly refused: readonly Schema[];
  /** The number of levels of the smallest value. */
  readonly depth: number;
}

export interface SchemaChoice {
  readonly key: string;
  readonly schema: Schema;
  readonly keyword: string;
  readonly under: readonly Schema[];
  readonly binding: boolean;
  /** Whether the choice only makes a value likelier to be accepted. */
  readonly soft: boolean;
  readonly options: readonly Option[];
}

interface From {
  readonly schema: Schema;
  readonly keywords: Readonly<Record<string, unknown>>;
  readonly under: readonly Schema[];
  readonly binding: boolean;
}

interface How {
  readonly direction: Direction;
  readonly least?: boolean | undefined;
  readonly alone?: boolean | undefined;
}

export function choicesOf(from: From, how: How): SchemaChoice[] {
  const { anyOf, oneOf, discriminator } = from.keywords;
  const branched = Array.isArray(anyOf) || Array.isArray(oneOf);
  return [
    ...(Array.isArray(anyOf) ? [branches(from, 'anyOf', anyOf as Schema[], how)] : []),
    ...(Array.isArray(oneOf) ? [branches(from, 'oneOf', oneOf as Schema[], how)] : []),
    ...conditions(from),
    ...dependents(from, how),
    ...(discriminator !== undefined && !branched ? [ownName(from)] : []),
  ];
}

function choice(from: From, keyword: string, options: readonly Option[], soft = false): SchemaChoice {
  const { schema, under, binding } = from;
  return {
    key: `${idOf(schema)} ${keyword}`,
    schema,
    keyword: keyword.split(' ')[0] ?? keyword,
    under,
    binding,
    soft,
    options,
  };
}

let last = 0;

/** Returns a number that is the same for the same schema, for keys of maps. */
export const idOf: (schema: Schema) => number = keptOnSchema(() => ++last);

const NOTHING = { schemas: [], context: [], refused: [], depth: 1 };

function branches(from: From, keyword: 'anyOf' | 'oneOf', of: readonly Schema[], how: How): SchemaChoice {
  const named = discriminatorOf(from.keywords['discriminator']);
  const possible = possibleBranches(keyword, of, how);
  const likely = named
    ? possible.flatMap((option) => {
        const [branch] = option.schemas;
        const name = branch && nameOfBranch(branch, named);
        return branch && name !== undefined
          ? [{ ...option, context: [withName(from.schema, named.propertyName, name)] }]
          : [];
      })
    : [];
  return choice(from, keyword, likely.length === 0 ? possible : poorLast([...likely, ...possible]));
}

/** Null shows least, so it comes last, with branches that have no finite value. */
function poorLast(options: readonly Option[]): readonly Option[] {
  return options.toSorted((left, right) => Number(isPoor(left)) - Number(isPoor(right)));
}

/** Returns the branches that a value may satisfy, the poor ones last. Each plan of a value asks for them, so they are compared once. */
function possibleBranches(keyword: 'anyOf' | 'oneOf', of: readonly Schema[], how: How): readonly Option[] {
  const known = knownBranches(of);
  const { direction, alone = false } = how;
  const key = `${keyword} ${direction} ${alone}`;
  const existing = known.get(key);
  if (existing) return existing;
  const options = of.slice(0, MOST_BRANCHES).map((branch, index) => ({
    index,
    what: `branch ${index + 1} of ${of.length}`,
    schemas: [branch],
    context: [],
    refused: keyword === 'oneOf' || alone ? of.filter((sibling) => sibling !== branch) : [],
    depth: leastDepth(branch, direction),
  }));
  const possible = poorLast(
    keyword === 'oneOf' ? options.filter(({ schemas: [branch] }) => !isTakenToo(branch, of)) : options,
  );
  known.set(key, possible);
  return possible;
}

const knownBranches = remembered((_: readonly Schema[]) => new Map<string, readonly Option[]>());

/** A large mapping is searched once for each branch. */
function nameOfBranch(branch: Schema, named: Discriminator): string | undefined {
  const known = branchNames(named);
  const name = known.has(branch) ? known.get(branch) : branchName(branch, named);
  known.set(branch, name);
  return name;
}

const branchNames = remembered((_: Discriminator) => new WeakMap<Schema, string | undefined>());

/** At most this many branches of one choice are tried. Each is compared with all others. */
const MOST_BRANCHES = 300;

/**
 * Returns whether another branch accepts every value of this branch's type. Then no value satisfies only this branch.
 */
function isTakenToo(branch: Schema | undefined, of: readonly Schema[]): boolean {
  const type = branch && said(branch)['type'];
  return takingAll(of).some((sibling) => {
    const { type: taken } = said(sibling);
    return sibling !== branch && (taken === undefined || taken === type);
  });
}

/** The branches that say nothing but of which type a value is. */
const takingAll = remembered((of: readonly Schema[]) =>
  of.filter((branch) => Object.keys(said(branch)).every((key) => key === 'type' || BINDS_NOBODY.test(key))),
);

const BINDS_NOBODY = /^(title|description|examples?|default|deprecated|externalDocs|\$comment|x-.*)$/;

function said(schema: Schema): Readonly<Record<string, unknown>> {
  const { keywords } = endOf(schema);
  return typeof keywords === 'boolean' ? { not: keywords } : keywords;
}

function isPoor({ schemas: [branch], depth }: Option): boolean {
  const keywords = branch?.keywords;
  return depth === Number.POSITIVE_INFINITY || (typeof keywords === 'object' && keywords['type'] === 'null');
}

function conditions(from: From): SchemaChoice[] {
  const { if: condition, then, else: otherwise } = from.keywords;
  if (!isSchema(condition) || (!isSchema(then) && !isSchema(otherwise))) return [];
  return [
    choice(from, 'if', [
      { ...NOTHING, index: 0, what: '`then`', context: [condition], schemas: isSchema(then) ? [then] : [] },
      { ...NOTHING, index: 1, what: '`else`', refused: [condition], schemas: isSchema(otherwise) ? [otherwise] : [] },
    ]),
  ];
}

function dependents(from: From, { least, direction }: How): SchemaChoice[] {
  const { schema, keywords } = from;
  return Object.entries((keywords['dependentSchemas'] ?? {}) as Record<string, Schema>).map(([name, then]) => {
    const there: Option = {
      ...NOTHING,
      index: 0,
      what: `with ${name}`,
      context: [madeUp(schema, { required: [name] })],
      schemas: [then],
      depth: leastDepth(then, direction),
    };
    const absent: Option = {
      ...NOTHING,
      index: 1,
      what: `without ${name}`,
      context: [madeUp(schema, { properties: { [name]: madeUp(schema, false) } })],
    };
    return choice(from, `dependentSchemas ${name}`, least ? [absent, there] : [there, absent]);
  });
}

function withName(at: Schema, propertyName: string, name: string): Schema {
  return madeUp(at, { required: [propertyName], properties: { [propertyName]: madeUp(at, { enum: [name] }) } });
}

/**
 * Returns a choice for a discriminator in a schema that others extend by `allOf`: the member has the name of the
 * outermost of these.
 */
function ownName(from: From): SchemaChoice {
  const named = discriminatorOf(from.keywords['discriminator']);
  const names = named ? [...from.under, from.schema].flatMap((schema) => nameOfBranch(schema, named) ?? []) : [];
  const [first] = named && Object.keys(named.mapping).length > 0 ? Object.keys(named.mapping) : [];
  const mapped = named && names.find((name) => Object.hasOwn(named.mapping, name));
  const name = mapped ?? first ?? names[0];
  const plain: Option = { ...NOTHING, index: 0, what: '' };
  const likely: Option[] =
    named && name !== undefined
      ? [
          {
            ...plain,
            context: [
              madeUp(from.schema, { properties: { [named.propertyName]: madeUp(from.schema, { enum: [name] }) } }),
            ],
          },
        ]
      : [];
  return choice(from, 'discriminator', [...likely, plain], true);
}
