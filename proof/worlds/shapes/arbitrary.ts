/** Makes shapes and members by chance. */

import fc from 'fast-check';
import type { ShapeMember, ValueShape } from './shape';

const yes = fc.constant(true as const);

const text: fc.Arbitrary<ValueShape> = fc.oneof(
  fc.constant({}),
  fc.record({ min: fc.constantFrom(1, 2, 5), max: fc.constantFrom(20, 40, 200) }, { requiredKeys: [] }),
  fc.record({ pattern: fc.constantFrom('sku', 'slug', 'phone', 'hex') }),
);

const scalar: fc.Arbitrary<ValueShape> = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        type: fc.constantFrom('whole' as const, 'number' as const),
        min: fc.constantFrom(0, 1, -10, 100),
        max: fc.constantFrom(5, 10, 1000, 1_000_000),
        exclusive: yes,
        multiple: fc.constantFrom(2, 5, 10),
        long: yes,
      },
      { requiredKeys: ['type'] },
    ),
  },
  fc.record({
    type: fc.constantFrom('flag' as const, 'date' as const, 'moment' as const, 'uuid' as const, 'email' as const),
  }),
  fc.constantFrom<ValueShape>({ type: 'listed' }, { type: 'constant' }, { type: 'address' }),
);

const inner: fc.Arbitrary<ShapeMember> = fc.record(
  { name: fc.constantFrom('street', 'city', 'height'), shape: scalar, required: yes },
  { requiredKeys: ['name'] },
);

const composed: fc.Arbitrary<ValueShape> = fc.oneof(
  fc
    .record(
      {
        type: fc.constant('list' as const),
        of: scalar,
        min: fc.constantFrom(1, 2),
        max: fc.constantFrom(3, 10),
        unique: yes,
      },
      { requiredKeys: ['type'] },
    )
    .map(({ unique, ...list }) =>
      // Of what there is one value for, no two are different.
      unique && list.of?.type !== 'constant' ? { ...list, unique } : list,
    ),
  fc.record(
    { type: fc.constant('object' as const), members: fc.array(inner, { minLength: 1, maxLength: 3 }), closed: yes },
    { requiredKeys: ['type', 'members'] },
  ),
  fc.record({ type: fc.constant('map' as const), of: scalar, max: fc.constant(5) }, { requiredKeys: ['type'] }),
  fc.constantFrom<ValueShape>({ type: 'tagged' }, { type: 'pair' }, { type: 'filled' }),
  fc.record({ type: fc.constant('either' as const), of: scalar }, { requiredKeys: ['type'] }),
);

const shape: fc.Arbitrary<ValueShape> = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 2, arbitrary: composed }), fc.option(yes, { freq: 6 }))
  .map(([of, nullable]) => (nullable ? { ...of, nullable } : of));

export const memberArbitrary: fc.Arbitrary<ShapeMember> = fc
  .record({ shape, required: yes, writeOnly: yes }, { requiredKeys: ['shape'] })
  .map(({ required, writeOnly, ...member }) =>
    // A service seldom hides what it was sent.
    required
      ? { ...member, required }
      : writeOnly && member.shape.type === undefined
        ? { ...member, writeOnly }
        : member,
  );
