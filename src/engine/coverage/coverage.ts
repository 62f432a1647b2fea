/** Exchanges × contract → which clauses of it they exercised. */

import type { Operation } from '../../contract/contract';
import { eachBound } from '../../contract/schema/bounds';
import { type Direction, endOf, type Schema } from '../../contract/schema/schema';
import type { CoverageReport, RequirementReport } from '../../report/report';
import type { Exchange } from '../model/exchange';
import type { Planned } from '../model/planning';
import type { Suite } from '../model/suite';
import { type ClauseSources, usesOf } from './clauseUses';
import { createMarks, type Marks } from './exercised';
import { createNumbers, type Numbers } from './keywordNumbers';
import { CoverageTally } from './tally';

export interface Coverage {
  take(exchange: Exchange): void;
  /**
   * Stops after each operation, and within each.
   * @param requirements what was found, and why requirements were skipped.
   * @param exchangeOf an exchange by its index, without what it held.
   */
  end(
    requirements: readonly RequirementReport[],
    exchangeOf: (index: number) => Exchange | undefined,
  ): Generator<void, CoverageReport>;
}

/** Takes note of what exchanges exercise of the operations that are verified. */
export function createCoverage(
  { operations, violable, untouched }: Pick<Planned, 'operations' | 'violable'> & Partial<Pick<Planned, 'untouched'>>,
  suite: Pick<Suite, 'contentsOf' | 'judgedSchema'>,
): Coverage {
  const numbers = createNumbers();
  const marked = new Map<string, Marks>();
  const marksOf = (operation: Operation) => {
    const marks = marked.get(operation.name) ?? createMarks(operation, numbers, suite);
    marked.set(operation.name, marks);
    return marks;
  };
  const sources: ClauseSources = {
    numbers,
    reachOf: createReach(numbers),
    judgedSchema: suite.judgedSchema,
    violable,
    ...(untouched && { untouched }),
  };
  return {
    take: (exchange) => marksOf(exchange.case.request.operation).take(exchange),
    *end(requirements, exchangeOf) {
      const tally = new CoverageTally(operations, requirements, exchangeOf, numbers);
      for (const operation of operations) {
        yield* tally.add(operation, yield* usesOf(operation, marksOf(operation), sources));
        yield;
      }
      return tally.end();
    },
  };
}

function createReach(numbers: Numbers): ClauseSources['reachOf'] {
  const reached = { request: new Map<Schema, Int32Array>(), response: new Map<Schema, Int32Array>() };
  return (schema: Schema, direction: Direction) => {
    const end = endOf(schema);
    const known = reached[direction].get(end);
    if (known) return known;
    const found: number[] = [];
    eachBound(end, direction, (of, keyword) => found.push(numbers.of(of, keyword)));
    const reach = Int32Array.from(found);
    reached[direction].set(end, reach);
    return reach;
  };
}
