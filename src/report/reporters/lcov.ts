import { groupBy } from '../../support/collections';
import type { Report } from '../report';
import { functionsOf, hitsOf, linesOf } from './lineCoverage';
import type { RenderOptions } from './reporter';

/** Writes the coverage of the contract's lines as a tracefile of lcov (`man geninfo`, FILES). Operations are its functions. */
export function lcov({ coverage }: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  if (!coverage) return '';
  const functions = groupBy(functionsOf(coverage), ({ file }) => file);
  const records = [...linesOf(coverage)].flatMap(([file, lines]) => {
    const own = functions.get(file) ?? [];
    return [
      'TN:',
      `SF:${nameFile(file)}`,
      ...own.map(({ line, name }) => `FN:${line},${name}`),
      ...own.map(({ hit, name }) => `FNDA:${hit ? 1 : 0},${name}`),
      `FNF:${own.length}`,
      `FNH:${own.filter(({ hit }) => hit).length}`,
      ...lines.map((line) => `DA:${line.number},${hitsOf(line)}`),
      `LF:${lines.length}`,
      `LH:${lines.filter((line) => hitsOf(line) > 0).length}`,
      'end_of_record',
    ];
  });
  return records.map((line) => `${line}\n`).join('');
}
