import { ALL_CASES, someOf } from '../../support/testing/cases.testing';
import { compared, contractFrom, withAnswer, withBody, withParameter } from './diff.testing';
import { ALTERNATIVES, AMBIGUOUS, LISTS, OBJECTS, type PairRow, SCALARS, UNPROVEN, VALUES } from './pairs.testing';

type Wrap = (schema: unknown) => unknown;

/** Where a schema stands: `npm run test:wide` tries each row in one place, `npm test` some of them, and `npm run test:slow` all of them in all places. */
const PLACES: readonly (readonly [name: string, wrap: Wrap])[] = [
  ['the whole', (schema) => schema],
  ['a member', (m) => ({ type: 'object', properties: { m } })],
  ['an item', (items) => ({ type: 'array', items })],
  ['a required member', (m) => ({ type: 'object', properties: { m, n: {} }, required: ['m'] })],
  ['a map', (additionalProperties) => ({ type: 'object', additionalProperties })],
  [
    'one of several',
    (m) => ({
      oneOf: [{ type: 'boolean' }, { type: 'object', properties: { m, t: { const: 1 } }, required: ['m', 't'] }],
    }),
  ],
];

const treeOf = (name: object, own: string) => ({
  type: 'object',
  properties: { name, children: { type: 'array', items: { $ref: `#/components/schemas/${own}` } } },
});
const components = {
  schemas: {
    Tree: treeOf({ type: 'string' }, 'Tree'),
    SmallTree: treeOf({ type: 'string', maxLength: 3 }, 'SmallTree'),
  },
};
const contract = (operation: Record<string, unknown>) => contractFrom(operation, { components });

/** Compares a body and an answer of that schema, in one comparison: what it finds harmless is what breaks the other way round. */
async function foundEachWay(before: unknown, now: unknown) {
  const operation = (schema: unknown) => contract({ ...withBody(schema), ...withAnswer(schema) });
  return found(operation(before), operation(now), ['request', 'the body'], ['answer', 'the answer 200']);
}

async function found(before: object, now: object, ...parts: readonly (readonly [name: string, subject: string])[]) {
  const { causes, harmless, unproven } = await compared(before, now);
  return Object.fromEntries(
    parts.flatMap(([name, subject]) => {
      const isAbout = (each: { readonly subject: string }) => each.subject.startsWith(subject);
      const otherwise = unproven.some(isAbout) ? 'unproven' : 'nothing';
      return [
        [name, causes.some(({ first }) => isAbout(first)) ? 'break' : otherwise],
        [`${name}, the other way round`, harmless.some(({ first }) => isAbout(first)) ? 'break' : otherwise],
      ];
    }),
  );
}

function expected(truth: PairRow[3]) {
  const narrower = truth === 'narrower' || truth === 'other' ? 'break' : 'nothing';
  const wider = truth === 'wider' || truth === 'other' ? 'break' : 'nothing';
  return {
    request: narrower,
    'request, the other way round': wider,
    answer: wider,
    'answer, the other way round': narrower,
  };
}

const ROWS = [...SCALARS, ...VALUES, ...LISTS, ...OBJECTS, ...ALTERNATIVES];
const everywhere = PLACES.flatMap((place, number) =>
  ROWS.map((row, at) => ({ name: row[0], where: place[0], row, place, isFirst: at % PLACES.length === number })),
);
const first = everywhere.filter(({ isFirst }) => isFirst);

test.each(ALL_CASES ? everywhere : someOf(first, 3))(
  '$name, as $where',
  async ({ row: [, before, now, truth], place: [, wrap] }) => {
    expect(await foundEachWay(wrap(before), wrap(now))).toEqual(expected(truth));
  },
);

test.each(
  someOf(
    SCALARS.filter(([, before, now]) => isTyped(before) && isTyped(now)),
    3,
  ),
)('%s, as a parameter', async (_name, before, now, truth) => {
  const [old, current] = [before, now].map((schema) => contractFrom(withParameter({ schema }))) as [object, object];
  const wanted = expected(truth);
  expect(await found(old, current, ['request', 'the query parameter q'])).toEqual({
    request: wanted.request,
    'request, the other way round': wanted['request, the other way round'],
  });
});

function isTyped(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema;
}

test.each(AMBIGUOUS)('%s is shown by a value of two alternatives', async (_name, before, now, shown) => {
  const operation = (schema: unknown) => contract({ ...withBody(schema), ...withAnswer(schema) });
  const [forth, back] = [
    await compared(operation(before), operation(now)),
    await compared(operation(now), operation(before)),
  ];
  expect([...forth.causes, ...back.causes].map(({ first }) => [first.kind, first.witness.value])).toEqual([
    ['body-ambiguous', shown],
    ['answer-unambiguous', shown],
  ]);
  expect([forth.unproven, back.unproven]).toEqual([[], []]);
});

test.each(UNPROVEN)('%s is told, though no value shows it', async (_name, before, now, reason) => {
  const operation = (schema: unknown) => contract({ ...withBody(schema), ...withAnswer(schema) });
  const { causes, unproven } = await compared(operation(before), operation(now));
  expect(causes).toEqual([]);
  expect(unproven.map((each) => each.reason)).toContain(reason);
});
