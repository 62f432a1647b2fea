/** What holds of all changes that a comparison knows, and of any number of them together. */

import fc from 'fast-check';
import { ALL_CASES, someOf } from '../../support/testing/cases.testing';
import { compared } from './diff.testing';
import { contractIn, EDITS, type Flip, type State } from './edits.testing';

/** The same ones each time: what is new is looked for with another seed. */
const RUNS = { numRuns: ALL_CASES ? 200 : 2, seed: 1 };

/** Some edits, each with its state before and after. */
const changes = fc.uniqueArray(
  fc.record({
    edit: fc.constantFrom(...EDITS),
    before: fc.constantFrom<State>('first', 'second'),
    now: fc.constantFrom<State>('first', 'second'),
  }),
  { minLength: 1, maxLength: 6, selector: ({ edit }) => edit.name },
);

type Change = typeof changes extends fc.Arbitrary<infer Each> ? Each : never;

const contractOf = (change: Change, side: 'before' | 'now') =>
  contractIn(new Map(change.map((each) => [each.edit, each[side]])));

const kindsOf = (found: Awaited<ReturnType<typeof compared>>['causes']) =>
  found.flatMap(({ breaks }) => breaks.map(({ kind }) => kind)).sort();

/** The kinds of breaks that a change should have. */
const expected = (change: Change) =>
  change
    .filter(({ edit, before, now }) => before !== now && (edit.isBothWays || now === 'second'))
    .map(({ edit }) => edit.breaks)
    .sort();

test.each(someOf(EDITS, 25).map((edit): [string, Flip] => [edit.name, edit]))(
  '%s breaks one way, and allows more or answers less the other way',
  async (_name, edit) => {
    const [first, second] = (['first', 'second'] as const).map((state) => contractIn(new Map([[edit, state]])));
    const [forth, back] = [await compared(first ?? {}, second ?? {}), await compared(second ?? {}, first ?? {})];
    expect(kindsOf(forth.causes)).toEqual([edit.breaks]);
    expect(forth.unproven).toEqual([]);
    expect(kindsOf(back.causes)).toEqual(edit.isBothWays ? [edit.breaks] : []);
    if (!edit.isBothWays) expect(back.harmless.length + back.added.length).toBeGreaterThan(0);
  },
);

test('a contract against itself has no break', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const { causes, harmless, unproven, added, notes } = await compared(
        contractOf(change, 'now'),
        contractOf(change, 'now'),
      );
      expect([causes, harmless, unproven, added, notes]).toEqual([[], [], [], [], []]);
    }),
    RUNS,
  );
});

test('of several changes, exactly those are told that break', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const { causes } = await compared(contractOf(change, 'before'), contractOf(change, 'now'));
      expect(kindsOf(causes)).toEqual(expected(change));
    }),
    RUNS,
  );
});

test('what breaks one way is told as a widening, a break or a change the other way', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const [before, now] = [contractOf(change, 'before'), contractOf(change, 'now')];
      const [forth, back] = [await compared(before, now), await compared(now, before)];
      const told = [...back.causes, ...back.harmless].flatMap(({ breaks }) =>
        breaks.map(({ operation, subject }) => `${operation} ${subject}`),
      );
      const changed = back.unproven.map(({ operation, subject }) => `${operation} ${subject}`);
      for (const { operation, subject, kind } of forth.causes.flatMap(({ breaks }) => breaks))
        if (/^(operation|callback)-removed$/.test(kind)) expect(back.added.join()).toContain(operation);
        else expect([...told, ...changed]).toContain(`${operation} ${subject}`);
    }),
    RUNS,
  );
});
