/**
 * What is proven by many cases is tried with some of them by `npm test`, and with all of them by `npm run test:slow`: there, a file
 * `NAME.slow.test.ts` that imports `NAME.test.ts` runs the same tests.
 */

/** Whether `npm run test:slow` runs these tests, with all cases. */
export const ALL_CASES = expect.getState().testPath?.endsWith('.slow.test.ts') ?? false;

/** The first of the cases, and one of so many after it; all of them where all are tried. */
export function someOf<Case>(cases: readonly Case[], oneOf: number): readonly Case[] {
  return ALL_CASES ? cases : cases.filter((_, at) => at % oneOf === 0);
}
