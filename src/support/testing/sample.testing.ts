/** Says whether the tests take all of their tables, as the slow ones do (`npm run test:slow`). */
const takesAll = () => process.env['ESPALIER_TESTS'] === 'all';

/** Returns one row of so many, from the first on: each kind of row is tried in each run of the tests, and all rows in the slow ones. */
export function sampleOf<T>(rows: readonly T[], oneOf: number): T[] {
  return takesAll() ? [...rows] : rows.filter((_, at) => at % oneOf === 0);
}
