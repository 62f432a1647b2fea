/**
 * Makes numbers within bounds, at the bounds, and one step beside them. It calculates with decimals, as contracts write
 * them.
 */

import { RANGES } from '../../../src/contract/schema/formats';
import type { Schema } from '../../../src/contract/schema/schema';
import {
  commonMultiple,
  compare,
  type Decimal,
  decimalOf,
  decimalToNumber,
  half,
  isMultipleOf,
  minus,
  plus,
  times,
  timesIn,
  unit,
} from '../../../src/json/decimal';
import { isIdentifyingNumber } from '../../../src/resources/vocabulary/ids';
import type { Random } from '../../../src/support/random';
import type { MutableJson, Valid } from '../results';
import { refusedBy, type SchemaPlan, said } from '../schemaPlan';
import { NEAR } from '../syntheticSchemas';

interface Bound {
  readonly at: Decimal;
  readonly exclusive: boolean;
  readonly schema: Schema;
  readonly keyword: string;
}

interface Numbers {
  readonly low: Bound | undefined;
  readonly high: Bound | undefined;
  /** Every value is a multiple of this; undefined if any fraction is allowed. */
  readonly step: Decimal | undefined;
  /** Whether only 32-bit precision (`format: float`) can be relied on. */
  readonly single: boolean;
}

const ONE: Decimal = { digits: 1n, scale: 0 };
const ZERO: Decimal = { digits: 0n, scale: 0 };

/** A plain value is at most this many steps away from 0, or from the nearest bound. */
const REACH = 100;

/** Numbers that identify something start here, because a small number could name something real. It fits 32 bits. */
const FAR = 0x6000_0000;

/** Yields numbers that fit, the plainest first. */
export function* plainNumbers(plan: SchemaPlan, name: string, random: Random): Generator<MutableJson> {
  const numbers = read(plan);
  const refused = refusedBy<number>(plan, 'multipleOf').map(decimalOf);
  const [near] = said<'least' | 'greatest'>(plan, NEAR);
  // Integers are preferred, if they are allowed.
  const steps = numbers.step || near ? [numbers.step] : [ONE, undefined];
  for (const step of steps) {
    const [first, last] = ends({ ...numbers, step });
    if (first && last && compare(first, last) > 0) continue;
    const stride = step ?? finest(numbers);
    const { origin, room, down } = originOf(first, last, stride, near?.value);
    const reach = room === undefined || room > BigInt(REACH) ? REACH : Number(room) + 1;
    const far = isIdentifyingNumber(name) && (room === undefined || room > 2n * BigInt(FAR));
    const start = near ? 0 : far ? FAR + random.below(0x1000_0000) : random.below(reach);
    for (let at = 0; at < reach; at++) {
      const steps = far ? start + at : (start + at) % reach;
      const value = (down ? minus : plus)(origin, times(stride, steps));
      const json = decimalToNumber(value);
      if (json !== undefined && isAllowed(value, refused)) yield json;
    }
  }
  yield* betweenSteps(refused, numbers);
}

/** Returns where counting starts, in which direction it goes, and how many steps there are. */
function originOf(
  first: Decimal | undefined,
  last: Decimal | undefined,
  stride: Decimal,
  near: 'least' | 'greatest' | undefined,
) {
  const down = near === 'greatest' || (near === undefined && last !== undefined && compare(last, ZERO) < 0);
  const positive = first !== undefined && compare(first, ZERO) > 0;
  const natural = last && compare(last, ONE) < 0 ? ZERO : stride;
  const origin = down ? last : near === 'least' || positive ? first : natural;
  const from = origin ?? ZERO;
  const end = down ? first : last;
  return { origin: from, down, room: end && timesIn(stride, down ? minus(from, end) : minus(end, from)) };
}

/** If multiples of a step are refused, yields numbers halfway between multiples, and next to them. */
function* betweenSteps(refused: readonly Decimal[], numbers: Numbers): Generator<MutableJson> {
  const [wide] = refused;
  if (wide === undefined) return;
  const [first = ZERO, last] = ends(numbers);
  for (let at = 0n; at < 4n; at++) {
    const base = times(wide, timesIn(wide, first) + at);
    for (const value of [plus(base, half(wide)), plus(base, ONE)]) {
      const beyond = compare(value, first) < 0 || (last && compare(value, last) > 0);
      const json = decimalToNumber(value);
      const stepped = !numbers.step || isMultipleOf(value, numbers.step);
      if (!beyond && stepped && json !== undefined && isAllowed(value, refused)) yield json;
    }
  }
}

function isAllowed(value: Decimal, refused: readonly Decimal[]): boolean {
  return refused.every((step) => !isMultipleOf(value, step));
}

/** Returns the bounds, the numbers next to those that are written down, and multiples. A number without any of these gets a fraction. */
export function edgesOfNumbers(plan: SchemaPlan, path: string): Valid[] {
  const numbers = read(plan);
  const { low, high, step } = numbers;
  const [first, last] = ends(numbers);
  const stride = step ?? finest(numbers);
  const edges: Valid[] = [];
  const add = (at: Decimal, bound: Pick<Bound, 'schema' | 'keyword'>, what: string) => {
    const value = decimalToNumber(at);
    const beyond = (first && compare(at, first) < 0) || (last && compare(at, last) > 0);
    if (value === undefined || beyond) return;
    edges.push({ value, shows: [{ schema: bound.schema, keyword: bound.keyword, path, what: `${value}, ${what}` }] });
  };
  if (low && first) {
    add(first, low, 'the least');
    if (isWritten(low)) add(plus(first, stride), low, 'next to the least');
  }
  if (high && last) {
    add(last, high, 'the greatest');
    if (isWritten(high)) add(minus(last, stride), high, 'next to the greatest');
  }
  for (const { atom, value } of said<number>(plan, 'multipleOf')) {
    if (!(value > 0)) continue;
    const clause = { schema: atom.schema, keyword: 'multipleOf' };
    add(ZERO, clause, 'a multiple');
    if (step) add(times(step, first ? timesIn(step, first) + 1n : 1n), clause, 'a multiple');
  }
  const [typed] = said(plan, 'type');
  if (typed && !step && !low && !high)
    add(decimalOf(0.5), { schema: typed.atom.schema, keyword: 'type' }, 'a fraction');
  return edges;
}

/** Tells whether somebody wrote a bound down, and may have missed it by one. Those of a format are those of a type that all services have. */
function isWritten({ keyword }: Bound): boolean {
  return keyword !== 'format';
}

function read(plan: SchemaPlan): Numbers {
  const lows = [...boundsOf(plan, 'minimum'), ...boundsOf(plan, 'exclusiveMinimum')];
  const highs = [...boundsOf(plan, 'maximum'), ...boundsOf(plan, 'exclusiveMaximum')];
  let step = plan.types.includes('integer') && !plan.types.includes('number') ? ONE : undefined;
  for (const { value } of said<number>(plan, 'multipleOf')) {
    if (!(value > 0) || !Number.isFinite(value)) continue;
    step = step ? commonMultiple(step, decimalOf(value)) : decimalOf(value);
  }
  let single = false;
  for (const { atom, value } of said<string>(plan, 'format')) {
    single ||= value === 'float';
    const range = Object.hasOwn(RANGES, value) ? RANGES[value] : undefined;
    if (!range) continue;
    step = step ? commonMultiple(step, ONE) : ONE;
    const bound = { exclusive: false, schema: atom.schema, keyword: 'format' };
    lows.push({ ...bound, at: decimalOf(range[0]) });
    highs.push({ ...bound, at: decimalOf(range[1]) });
  }
  return { low: tightest(lows, 1), high: tightest(highs, -1), step, single };
}

function boundsOf(plan: SchemaPlan, keyword: string): Bound[] {
  return said<number>(plan, keyword).flatMap(({ atom: { schema }, value }) =>
    Number.isFinite(value)
      ? [{ at: decimalOf(value), exclusive: keyword.startsWith('exclusive'), schema, keyword }]
      : [],
  );
}

function tightest(bounds: readonly Bound[], sign: 1 | -1): Bound | undefined {
  return bounds.reduce<Bound | undefined>((best, bound) => {
    const order = best ? compare(bound.at, best.at) * sign : 1;
    return order > 0 || (order === 0 && bound.exclusive) ? bound : best;
  }, undefined);
}

/** Returns the smallest and the largest value that fit. */
function ends(numbers: Numbers): [first: Decimal | undefined, last: Decimal | undefined] {
  const { low, high, step } = numbers;
  const stride = step ?? finest(numbers);
  const end = (bound: Bound | undefined, sign: 1 | -1, read: typeof sure) => {
    if (!bound) return undefined;
    const { at, exclusive } = read(bound, sign);
    if (step) return onStep(at, exclusive, step, sign);
    return exclusive ? (sign > 0 ? plus : minus)(at, stride) : at;
  };
  const [first, last] = [end(low, 1, sure), end(high, -1, sure)];
  if (!first || !last || compare(first, last) <= 0) return [first, last];
  const asRead = (bound: Bound) => bound;
  return [end(low, 1, asRead), end(high, -1, asRead)];
}

/**
 * Beyond 2^53 a bound was rounded to the nearest double when it was read. So only values one double further in are
 * certainly allowed.
 */
function sure({ at, exclusive, keyword }: Bound, sign: 1 | -1): Pick<Bound, 'at' | 'exclusive'> {
  const room = keyword === 'format' ? undefined : roomOf(at);
  return room === undefined ? { at, exclusive } : { at: (sign > 0 ? plus : minus)(at, room), exclusive: false };
}

function onStep(at: Decimal, exclusive: boolean, step: Decimal, sign: 1 | -1): Decimal {
  const below = times(step, timesIn(step, at));
  const exact = compare(below, at) === 0;
  if (exact && !exclusive) return below;
  if (sign > 0) return plus(below, step);
  return exact ? minus(below, step) : below;
}

/** Returns the distance between doubles at a number, if it is greater than 1. */
function roomOf({ digits, scale }: Decimal): Decimal | undefined {
  const whole = (digits < 0n ? -digits : digits) / 10n ** BigInt(scale);
  return whole <= 2n ** 53n ? undefined : { digits: 2n ** BigInt(whole.toString(2).length - 53), scale: 0 };
}

/** The largest step that is tried is ten to this power. */
const MOST_PLACES = 20;

/**
 * Returns the largest power of ten that still gives numbers which a double can tell from the bounds. For `format:
 * float`, a single must tell them apart, too.
 */
function finest({ low, high, single }: Numbers): Decimal {
  const bounds = [low, high].flatMap((bound) => (bound ? [bound.at] : []));
  const places = Math.max(0, ...bounds.map(({ scale }) => scale)) + 1;
  const narrow = low && high && compare(minus(high.at, low.at), unit(places - 2)) <= 0;
  const told = (by: Decimal) =>
    bounds.every((at) => {
      const beside = [decimalToNumber(plus(at, by)), decimalToNumber(minus(at, by))].map(Number);
      return beside.every(
        (neighbour) =>
          !Number.isNaN(neighbour) && (!single || Math.fround(neighbour) !== Math.fround(Number(decimalToNumber(at)))),
      );
    });
  for (let at = narrow ? places + 1 : places; at > -MOST_PLACES; at--) if (told(unit(at))) return unit(at);
  const [room] = bounds.flatMap((at) => roomOf(at) ?? []);
  return room ?? ONE;
}
