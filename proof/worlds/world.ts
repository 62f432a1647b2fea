/** A world as a small value, made by chance from a seed. */

import fc from 'fast-check';
import { kindChoices, worldChoices } from './choices';
import type { KindChoice, WorldChoice } from './choices/choice';
import { type NamingValue, namingArbitrary } from './choices/naming';
import type { DialectName } from './design/design';
import type { Language } from './design/words';
import type { ShapeMember } from './shapes';
import { memberArbitrary } from './shapes/arbitrary';

type Choices<Of> = {
  readonly [Name in keyof Of]?: Of[Name] extends WorldChoice<infer Value>
    ? Value
    : Of[Name] extends KindChoice<infer Value>
      ? Value
      : never;
};

/** Whatever a world does not say is plain: `{}` is a service of orders with an id and a name. */
export interface World extends Choices<typeof worldChoices> {
  /** What chance decides beside the choices: the values that there are before the run. */
  readonly seed?: number;
  readonly dialect?: DialectName;
  readonly language?: Language;
  readonly kinds?: readonly WorldKind[];
}

export interface WorldKind extends Choices<typeof kindChoices> {
  /** How many kinds before this one stands its parent. */
  readonly below?: number;
  readonly naming?: NamingValue;
  /** What clients set beside a name. */
  readonly members?: readonly ShapeMember[];
}

/** Each further kind makes a run longer, and most defects show with one or two. */
const KINDS = fc.oneof(
  { weight: 14, arbitrary: fc.constant(1) },
  { weight: 4, arbitrary: fc.constant(2) },
  { weight: 1, arbitrary: fc.constant(3) },
);

const ofWorld = Object.keys(worldChoices) as (keyof typeof worldChoices)[];
const ofKind = Object.keys(kindChoices) as (keyof typeof kindChoices)[];
const OWN = ['naming', 'members', 'below', 'dialect', 'language'] as const;
const switches = [...ofWorld, ...ofKind, ...OWN];

type Switch = (typeof switches)[number];

/** Says of each part of a value whether it is plain: half of those that are switched on are. */
function optional<Value>(is: boolean, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return is ? fc.option(arbitrary, { nil: undefined, freq: 2 }) : fc.constant(undefined);
}

/** Leaves out what is plain, so that a world is printed in a few lines. */
function withoutPlain<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}

const arbitraryOf = (choice: { readonly others: unknown }) => choice.others as fc.Arbitrary<unknown>;

function kindArbitrary(on: ReadonlySet<Switch>): fc.Arbitrary<WorldKind> {
  const chosen = ofKind.map((name) => [name, optional(on.has(name), arbitraryOf(kindChoices[name]))] as const);
  return fc
    .record({
      ...Object.fromEntries(chosen),
      below: optional(on.has('below'), fc.constant(1)),
      naming: optional(on.has('naming'), namingArbitrary),
      members: optional(on.has('members'), fc.array(memberArbitrary, { minLength: 1, maxLength: 2 })),
    })
    .map((made): WorldKind => {
      const { alone, ...kind } = withoutPlain(made as WorldKind);
      return alone && kind.below ? { alone, ...kind } : kind;
    });
}

/**
 * Makes worlds. In each, only some choices are switched on at all, since a defect often shows only where other choices are plain (Groce and
 * others, Swarm Testing, 2012).
 */
export const worldArbitrary: fc.Arbitrary<World> = fc
  .tuple(fc.subarray(switches, { minLength: 2 }), KINDS, fc.integer({ min: 1, max: 999_999 }))
  .chain(([chosen, count, seed]) => {
    const on = new Set<Switch>(chosen);
    // What stands by itself although it is made below another thing needs one to be below.
    if (on.has('alone')) on.add('below');
    const length = on.has('alone') ? Math.max(2, count) : count;
    const parts = ofWorld.map((name) => [name, optional(on.has(name), arbitraryOf(worldChoices[name]))] as const);
    return fc.record({
      seed: fc.constant(seed),
      ...Object.fromEntries(parts),
      dialect: optional(on.has('dialect'), fc.constantFrom<DialectName>('2.0', '3.1', '3.2')),
      language: optional(on.has('language'), fc.constantFrom<Language>('german', 'spanish')),
      kinds: fc.array(kindArbitrary(on), { minLength: length, maxLength: length }),
    });
  })
  .map((world) => withoutPlain(world as World));

/** The world of a number, which is always the same for the same number. */
export function worldOf(number: number): World {
  const [world] = fc.sample(worldArbitrary, { seed: number, numRuns: 1 });
  return world as World;
}
