/** Values that several schemas say together: alternatives that a member tells apart, pairs, and objects of which some member must be there. */

import { isList, isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import { here, type ShapeKind } from './shape';

/** Two ways to pay. The member `by` tells which one an object is. */
const WAYS: Readonly<
  Record<string, { readonly name: string; readonly schema: JsonObject; readonly valid: JsonValue }>
> = {
  card: { name: 'digits', schema: { type: 'string', pattern: '^\\d{4}$' }, valid: '4242' },
  cash: { name: 'amount', schema: { type: 'integer', minimum: 1 }, valid: 7 },
};

const fits: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  card: (value) => typeof value === 'string' && /^\d{4}$/.test(value),
  cash: (value) => typeof value === 'bigint' || (Number.isInteger(value) && Number(value) >= 1),
};

const tagged: ShapeKind = {
  schema: () => ({
    oneOf: Object.entries(WAYS).map(([tag, { name, schema }]) => ({
      type: 'object',
      properties: { by: { type: 'string', enum: [tag] }, [name]: schema },
      required: ['by', name],
    })),
  }),
  breaks(_, value) {
    if (!isObject(value)) return here('oneOf');
    const { by } = value;
    const way = typeof by === 'string' ? WAYS[by] : undefined;
    const said = way && value[way.name];
    return way && said !== undefined && fits[String(by)]?.(said as JsonValue) ? undefined : here('oneOf');
  },
  valid(_, chance) {
    const by = chance.below(2) === 0 ? 'card' : 'cash';
    const way = WAYS[by];
    return way ? { by, [way.name]: way.valid } : {};
  },
  wrong: () => [
    { at: '', clause: 'oneOf', value: 'by hand' },
    { at: '', clause: 'oneOf', value: { by: 'card', amount: 7 } },
    { at: '', clause: 'oneOf', value: { by: 'cheque', digits: '4242' } },
  ],
};

/** A place: north and east. OpenAPI 3.1 alone can say what stands first and second in a list. */
const pair: ShapeKind = {
  schema: () => ({
    type: 'array',
    prefixItems: [
      { type: 'number', minimum: -90, maximum: 90 },
      { type: 'number', minimum: -180, maximum: 180 },
    ],
    minItems: 2,
    maxItems: 2,
  }),
  breaks(_, value) {
    if (!isList(value)) return here('type');
    if (value.length !== 2) return here(value.length < 2 ? 'minItems' : 'maxItems');
    const at = [90, 180].findIndex((most, index) => !isWithin(value[index] as JsonValue, most));
    return at < 0 ? undefined : { at: `/${at}`, clause: typeof value[at] === 'number' ? 'maximum' : 'type' };
  },
  valid: (_, chance) => [chance.below(90), chance.below(180)],
  wrong: () => [
    { at: '', clause: 'type', value: 'there' },
    { at: '', clause: 'minItems', value: [1] },
    { at: '', clause: 'maxItems', value: [1, 2, 3] },
    { at: '/0', clause: 'maximum', value: [91, 2] },
  ],
};

const isWithin = (value: JsonValue, most: number) =>
  (typeof value === 'number' || typeof value === 'bigint') && Number(value) >= -most && Number(value) <= most;

/** Ways to reach somebody, of which one at least must be said. */
const filled: ShapeKind = {
  schema: () => ({
    type: 'object',
    properties: { phone: { type: 'string' }, post: { type: 'string' } },
    minProperties: 1,
    additionalProperties: false,
  }),
  breaks(_, value) {
    if (!isObject(value)) return here('type');
    const names = Object.keys(value);
    const unknown = names.find((name) => name !== 'phone' && name !== 'post');
    if (unknown !== undefined) return { at: `/${unknown}`, clause: 'additionalProperties' };
    const broken = names.find((name) => typeof value[name] !== 'string');
    if (broken !== undefined) return { at: `/${broken}`, clause: 'type' };
    return names.length === 0 ? here('minProperties') : undefined;
  },
  valid: (_, chance) => ({ [chance.below(2) === 0 ? 'phone' : 'post']: chance.word(6) }),
  wrong: () => [
    { at: '', clause: 'type', value: 'by phone' },
    { at: '', clause: 'minProperties', value: {} },
    { at: '/fax', clause: 'additionalProperties', value: { phone: 'seven', fax: 'eight' } },
  ],
};

/** What there is one value for, such as the version of a form. */
const constant: ShapeKind = {
  schema: () => ({ const: 'v1' }),
  breaks: (_, value) => (value === 'v1' ? undefined : here('const')),
  valid: () => 'v1',
  wrong: () => [{ at: '', clause: 'const', value: 'v2' }],
};

export const composedKinds = { tagged, pair, filled, constant } satisfies Record<string, ShapeKind>;
