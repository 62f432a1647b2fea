import { sum } from '../../support/collections';
import { createXmlBuilder } from '../../support/xmlBuilder';
import type { Report } from '../report';
import { hitsOf, type Line, linesOf } from './lineCoverage';
import type { RenderOptions } from './reporter';

/**
 * Writes the coverage of the contract's lines as Cobertura's XML, which GitLab, Jenkins and Azure show. A file of the contract is a class. If
 * several operations use a line, they are its conditions.
 */
export function cobertura(report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const { coverage, contract, tool, startedAt } = report;
  const files = coverage ? [...linesOf(coverage)] : [];
  const all = files.flatMap(([, lines]) => lines);
  const { covered, valid, rate } = countOf(all);
  const builder = createXmlBuilder({
    format: true,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
  });
  const rates = { '@line-rate': rate, '@branch-rate': branchRateOf(all), '@complexity': 0 };
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    coverage: {
      ...rates,
      '@lines-covered': covered,
      '@lines-valid': valid,
      '@branches-covered': sum(branching(all).map(exercisedOf)),
      '@branches-valid': sum(branching(all).map(usesOf)),
      '@version': `${tool.name} ${tool.version}`,
      '@timestamp': Date.parse(startedAt),
      sources: { source: '.' },
      packages: {
        package: {
          '@name': contract.title || contract.file,
          ...rates,
          classes: {
            class: files.map(([file, lines]) => ({
              '@name': nameFile(file),
              '@filename': nameFile(file),
              '@line-rate': countOf(lines).rate,
              '@branch-rate': branchRateOf(lines),
              '@complexity': 0,
              methods: '',
              lines: { line: lines.map(toLine) },
            })),
          },
        },
      },
    },
  });
}

function toLine(line: Line) {
  const [exercised, uses] = [exercisedOf(line), usesOf(line)];
  return {
    '@number': line.number,
    '@hits': hitsOf(line),
    '@branch': uses > 1,
    ...(uses > 1 ? { '@condition-coverage': `${Math.floor((100 * exercised) / uses)}% (${exercised}/${uses})` } : {}),
  };
}

function usesOf({ kept, broken, unexercised }: Line): number {
  return kept + broken + unexercised;
}

function exercisedOf({ kept, broken }: Line): number {
  return kept + broken;
}

function branching(lines: readonly Line[]): Line[] {
  return lines.filter((line) => usesOf(line) > 1);
}

function branchRateOf(lines: readonly Line[]): string {
  const several = branching(lines);
  return rateOf(sum(several.map(exercisedOf)), sum(several.map(usesOf)));
}

function countOf(lines: readonly Line[]) {
  const covered = lines.filter((line) => hitsOf(line) > 0).length;
  return { covered, valid: lines.length, rate: rateOf(covered, lines.length) };
}

/** Writes a share with four digits, rounded down. */
function rateOf(some: number, all: number): string {
  return String(all === 0 ? 1 : Math.floor((some / all) * 10_000) / 10_000);
}
