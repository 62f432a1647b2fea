/** Texts: of a length, of a pattern, of a format, of a list. */

import type { JsonValue } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import { here, type ShapeBreach, type ShapeKind, type ValueShape } from './shape';

interface NamedPattern {
  readonly pattern: string;
  readonly valid: (chance: Random) => string;
  readonly wrong: string;
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const capitals = (chance: Random, length: number) =>
  Array.from({ length }, () => CAPITALS[chance.below(CAPITALS.length)]).join('');

/** Patterns as contracts have them, by their names. */
export const patterns: Readonly<Record<string, NamedPattern>> = {
  sku: {
    pattern: '^[A-Z]{3}-\\d{4}$',
    valid: (chance) => `${capitals(chance, 3)}-${chance.int(1000, 10_000)}`,
    wrong: 'abc-1',
  },
  slug: { pattern: '^[a-z][a-z0-9-]*$', valid: (chance) => chance.word(8), wrong: 'Not a slug' },
  phone: { pattern: '^\\+\\d{6,14}$', valid: (chance) => `+${chance.int(100_000_000, 999_999_999)}`, wrong: 'by post' },
  pointer: { pattern: '^/[a-z]+$', valid: (chance) => `/${chance.word(5)}`, wrong: 'nowhere' },
  hex: { pattern: '^[0-9a-f]{12}$', valid: (chance) => chance.hex(12), wrong: 'xyz' },
};

const patternOf = ({ pattern }: ValueShape) => (pattern === undefined ? undefined : patterns[pattern]);

/** Lengths count code points, as JSON Schema does. */
const lengthOf = (text: string) => [...text].length;

const text: ShapeKind = {
  schema: (shape) => ({
    type: 'string',
    ...(shape.min === undefined ? {} : { minLength: shape.min }),
    ...(shape.max === undefined ? {} : { maxLength: Math.max(shape.max, shape.min ?? 0, 1) }),
    ...(patternOf(shape) ? { pattern: patternOf(shape)?.pattern ?? '' } : {}),
  }),
  breaks(shape, value) {
    if (typeof value !== 'string') return here('type');
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = text.schema(shape) as Lengths;
    if (lengthOf(value) < minLength) return here('minLength');
    if (lengthOf(value) > maxLength) return here('maxLength');
    const named = patternOf(shape);
    return named && !new RegExp(named.pattern, 'u').test(value) ? here('pattern') : undefined;
  },
  valid(shape, chance) {
    const named = patternOf(shape);
    if (named) return named.valid(chance);
    const { minLength = 0, maxLength = 40 } = text.schema(shape) as Lengths;
    return chance.word(Math.max(minLength, Math.min(maxLength, 9)));
  },
  wrong(shape, chance) {
    const { minLength = 0, maxLength } = text.schema(shape) as Lengths;
    const named = patternOf(shape);
    return [
      { at: '', clause: 'type', value: 5 },
      ...(named ? [{ at: '', clause: 'pattern', value: named.wrong }] : []),
      ...(minLength > 0 && !named ? [{ at: '', clause: 'minLength', value: chance.word(minLength - 1) }] : []),
      ...(maxLength !== undefined && !named
        ? [{ at: '', clause: 'maxLength', value: chance.word(maxLength + 1) }]
        : []),
    ];
  },
};

type Lengths = { readonly minLength?: number; readonly maxLength?: number };

const LISTED = ['small', 'middle', 'large'];

const listed: ShapeKind = {
  schema: ({ values = LISTED }) => ({ type: 'string', enum: values.length > 0 ? values : LISTED }),
  breaks: (shape, value) => ((listed.schema(shape)['enum'] as JsonValue[]).includes(value) ? undefined : here('enum')),
  valid(shape, chance) {
    const values = listed.schema(shape)['enum'] as string[];
    return values[chance.below(values.length)] as string;
  },
  wrong: () => [{ at: '', clause: 'enum', value: 'none of these' }],
};

/** A text of a format. @param isValid whether a text has the format. */
function formatted(
  format: string,
  isValid: (value: string) => boolean,
  valid: (chance: Random) => string,
  wrong: string,
): ShapeKind {
  const breaks = (value: JsonValue): ShapeBreach | undefined => {
    if (typeof value !== 'string') return here('type');
    return isValid(value) ? undefined : here('format');
  };
  return {
    schema: () => ({ type: 'string', format }),
    breaks: (_, value) => breaks(value),
    valid: (_, chance) => valid(chance),
    wrong: () => [
      { at: '', clause: 'type', value: false },
      { at: '', clause: 'format', value: wrong },
    ],
  };
}

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (chance: Random) => `20${two(chance.int(20, 29))}-${two(chance.int(1, 13))}-${two(chance.int(1, 29))}`;

/** RFC 3339 §5.6, §5.7: a day of the calendar. */
function isDay(value: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** RFC 3339 §5.6: also in lower case, with a leap second, and with any offset. */
function isMoment(value: string): boolean {
  const match = /^(.{10})[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-](\d\d):(\d\d))$/.exec(value);
  if (!match) return false;
  const [, day = '', hour, minute, second, , , offsetHour = '00', offsetMinute = '00'] = match;
  const inRange = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  return isDay(day) && inRange && Number(offsetHour) < 24 && Number(offsetMinute) < 60;
}

export const textKinds = {
  text,
  listed,
  date: formatted('date', isDay, dayOf, '2024-02-31'),
  moment: formatted('date-time', isMoment, (chance) => `${dayOf(chance)}T08:30:00Z`, '2024-02-03 at noon'),
  uuid: formatted(
    'uuid',
    (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
    (chance) => chance.uuid(),
    'not-a-uuid',
  ),
  address: formatted(
    'ipv4',
    (value) => /^(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(value),
    (chance) => `10.0.${chance.below(200)}.${chance.int(1, 200)}`,
    '300.1.1.1',
  ),
  email: formatted(
    'email',
    (value) => /^[^@\s]+@[^@\s]+$/.test(value),
    (chance) => `${chance.word(7)}@example.org`,
    'nobody at home',
  ),
} satisfies Record<string, ShapeKind>;
