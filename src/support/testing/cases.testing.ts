/**
 * What is proven by many cases, or by runs and processes that take long, is tried at three depths. `npm test` tries some. `npm run test:wide`,
 * which `.ci/run` calls right after it, tries the rest of what fits into minutes: there, a file `NAME.wide.test.ts` that imports `NAME.test.ts`
 * runs the same tests. `npm run test:slow` tries all of what takes longer, by a file `NAME.slow.test.ts`.
 */

const { testPath = '' } = expect.getState();

/** Whether `npm run test:slow` runs these tests, with all cases. */
export const ALL_CASES = testPath.endsWith('.slow.test.ts');

/** Whether `npm run test:wide` runs these tests, or `npm run test:slow`. */
export const MANY_CASES = ALL_CASES || testPath.endsWith('.wide.test.ts');

/**
 * The first of the cases, and one of so many after it.
 * @param oneOf as `npm test` tries them.
 * @param ofMany as `npm run test:wide` does. Where all are tried, so are all here.
 */
export function someOf<const Case>(cases: readonly Case[], oneOf: number, ofMany = 1): readonly Case[] {
  const step = ALL_CASES ? 1 : MANY_CASES ? ofMany : oneOf;
  return cases.filter((_, at) => at % step === 0);
}

/** How many cases of a property are tried: so few by `npm test`, so many by `npm run test:wide` and `npm run test:slow`. */
export function runsOf(few: number, many: number): number {
  return MANY_CASES ? many : few;
}

const nothing = () => {};

/** As `test`, for what `npm run test:wide` tries and `npm test` does not. */
export const testWide = (MANY_CASES ? test : Object.assign(nothing, { each: () => nothing })) as Pick<
  typeof test,
  'each'
> &
  ((name: string, run: () => Promise<void> | void) => void);
