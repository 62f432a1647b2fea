/** Numbers, whole or not, with bounds and steps; and flags. */

import { decimalOf, isMultipleOf } from '../../../src/json/decimal';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import { here, isNumber, type ShapeKind, type ValueShape, type WrongValue } from './shape';

/** The range of `int32` and `int64` (OpenAPI 3.1.0 §4.4). */
const RANGES = { int32: [-(2n ** 31n), 2n ** 31n - 1n], int64: [-(2n ** 63n), 2n ** 63n - 1n] } as const;

/** The bounds of a shape; the greatest is never below the least, and there is a multiple between them. */
function boundsOf({ min, max, multiple }: ValueShape) {
  const least = min ?? undefined;
  return { min: least, max: max === undefined ? undefined : Math.max(max, (least ?? max) + 2 * (multiple ?? 1)) };
}

function bounds(shape: ValueShape): JsonObject {
  const { min, max } = boundsOf(shape);
  return {
    ...(min === undefined ? {} : { [shape.exclusive ? 'exclusiveMinimum' : 'minimum']: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(shape.multiple === undefined ? {} : { multipleOf: shape.multiple }),
  };
}

function breaksBounds(shape: ValueShape, value: number | bigint) {
  const { min, max } = boundsOf(shape);
  if (min !== undefined && (shape.exclusive ? value <= min : value < min))
    return here(shape.exclusive ? 'exclusiveMinimum' : 'minimum');
  if (max !== undefined && value > max) return here('maximum');
  if (shape.multiple !== undefined && !isMultipleOf(decimalOf(value), decimalOf(shape.multiple)))
    return here('multipleOf');
  return undefined;
}

/** A number within the bounds that is a multiple of the step. */
function within(shape: ValueShape, share: number): number {
  const step = shape.multiple ?? 1;
  const { min = 0, max = min + 100 * step } = boundsOf(shape);
  const first = Math.floor(min / step) + 1;
  const last = Math.max(first, Math.floor(max / step));
  return (first + Math.floor(share * (last - first + 1))) * step;
}

function wrongBounds(shape: ValueShape): WrongValue[] {
  const { min, max } = boundsOf(shape);
  const step = shape.multiple ?? 1;
  const clause = shape.exclusive ? 'exclusiveMinimum' : 'minimum';
  const least = min ?? 0;
  const below = (shape.exclusive ? Math.floor(least / step) : Math.ceil(least / step) - 1) * step;
  return [
    ...(min === undefined ? [] : [{ at: '', clause, value: below }]),
    ...(max === undefined ? [] : [{ at: '', clause: 'maximum', value: (Math.floor(max / step) + 1) * step }]),
    ...(step > 1 ? [{ at: '', clause: 'multipleOf', value: within(shape, 0) + 1 }] : []),
  ];
}

const isWholeNumber = (value: JsonValue) => typeof value === 'bigint' || Number.isInteger(value);

const whole: ShapeKind = {
  schema: (shape) => ({ type: 'integer', format: shape.long ? 'int64' : 'int32', ...bounds(shape) }),
  breaks(shape, value) {
    if (!isNumber(value) || !isWholeNumber(value)) return here('type');
    const [low, high] = RANGES[shape.long ? 'int64' : 'int32'];
    if (value < low || value > high) return here('format');
    return breaksBounds(shape, value);
  },
  valid: (shape, chance) => within(shape, chance.below(100) / 100),
  wrong: (shape) => [{ at: '', clause: 'type', value: 'seven' }, ...wrongBounds(shape)],
};

const number: ShapeKind = {
  schema: (shape) => ({ type: 'number', ...bounds(shape) }),
  breaks: (shape, value) => (isNumber(value) ? breaksBounds(shape, value) : here('type')),
  valid: (shape, chance) => within(shape, chance.below(100) / 100),
  wrong: (shape) => [{ at: '', clause: 'type', value: 'seven' }, ...wrongBounds(shape)],
};

const flag: ShapeKind = {
  schema: () => ({ type: 'boolean' }),
  breaks: (_, value) => (typeof value === 'boolean' ? undefined : here('type')),
  valid: (_, chance) => chance.below(2) === 1,
  wrong: () => [{ at: '', clause: 'type', value: 'perhaps' }],
};

export const numberKinds = { whole, number, flag } satisfies Record<string, ShapeKind>;
