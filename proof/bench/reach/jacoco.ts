/** Reads what JaCoCo's command line writes. */

export interface Lines {
  readonly covered: number;
  readonly total: number;
}

/**
 * Counts the lines of JaCoCo's report in CSV, which has a row for each class.
 * @throws Error if the columns of lines are not there.
 */
export function linesIn(csv: string): Lines {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const columns = head.split(',');
  const missedAt = columns.indexOf('LINE_MISSED');
  const coveredAt = columns.indexOf('LINE_COVERED');
  if (missedAt < 0 || coveredAt < 0)
    throw new Error("JaCoCo's report in CSV has no columns LINE_MISSED and LINE_COVERED.");
  let covered = 0;
  let total = 0;
  for (const row of rows) {
    // Only the names in the first columns could hold a comma.
    const cells = row.split(',').slice(-columns.length);
    covered += Number(cells[coveredAt]);
    total += Number(cells[coveredAt]) + Number(cells[missedAt]);
  }
  return { covered, total };
}
