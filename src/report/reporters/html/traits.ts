/** Marks the parts of the page that a filter may hide with what they are about. */

import { remembered } from '../../../support/caching';
import type { Report, Verdict } from '../../report';
import { type Markup, markup } from './markup';

/** The operations in the order of the page: as the contract has them, and then what only requirements name. */
export const operationsIn = remembered((report: Report): ReadonlyMap<string, number> => {
  const declared = report.coverage?.operations.map(({ operation }) => operation) ?? [];
  const named = report.requirements.map(({ operation }) => operation);
  return new Map([...new Set([...declared, ...named])].map((operation, index) => [operation, index]));
});

/** The rules in alphabetical order, as the page offers them. */
export const rulesIn = remembered((report: Report): ReadonlyMap<string, number> => {
  const rules = [...new Set(report.requirements.map(({ rule }) => rule))].sort();
  return new Map(rules.map((rule, index) => [rule, index]));
});

/** Positions are written in this base, since there are so many of them. The script of the page reads them. */
const RADIX = 36;

/** What a part of the page is about. */
interface About {
  readonly verdicts: readonly (Verdict | 'none')[];
  readonly rules: readonly string[];
  readonly operations: readonly string[];
}

/** Writes attributes: the verdicts by their names, the rules and operations by their positions, since a page has thousands of them. */
export function traits({ verdicts, rules, operations }: About, report: Report): Markup {
  const at = (names: readonly string[], positions: ReadonlyMap<string, number>) =>
    [...new Set(names)].flatMap((name) => positions.get(name)?.toString(RADIX) ?? []).join(' ');
  return markup` data-verdict="${[...new Set(verdicts)].join(' ')}" data-r="${at(rules, rulesIn(report))}" data-o="${at(operations, operationsIn(report))}"`;
}
