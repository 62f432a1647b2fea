/** What is said of clauses that thousands of operations share. */

import { join } from 'node:path';
import { suite } from '../../../conformance/suite';
import { folderOf } from '../../cli/tests/cli.testing';
import { readContract } from '../../contract/load';
import { mergeCoverage } from '../../report/mergeCoverage';
import type { CoverageReport } from '../../report/report';
import { atOnce } from '../../support/letOthersRun';
import { createCoverage } from './coverage';

/** The coverage of a run that sends nothing to operations which all answer with one component. */
async function ofUnasked(operations: number): Promise<CoverageReport> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
  const get = { responses: { 200: { description: 'ok', content } } };
  const paths = Object.fromEntries(Array.from({ length: operations }, (_, at) => [`/a${at}`, { get }]));
  const A = { type: 'object', required: ['a'], properties: { a: { type: 'string', maxLength: 9 } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas: { A } } };
  const contract = await readContract(join(folderOf({ 'openapi.json': JSON.stringify(document) }), 'openapi.json'));
  const coverage = createCoverage({ operations: contract.operations, violable: () => [] }, suite);
  return atOnce(coverage.end([], () => undefined));
}

const judged = ({ unexercised }: CoverageReport) => unexercised.filter(({ kind }) => kind === 'judged');

test('a hundred operations that nothing was sent to are named at a clause, and the others are counted', async () => {
  const few = await ofUnasked(100);
  expect(judged(few).map(({ operations, more }) => [operations.length, more])).toEqual(
    Array.from({ length: 4 }, () => [100, undefined]),
  );
  const many = await ofUnasked(250);
  expect(judged(many).map(({ operations, more }) => [operations.length, more])).toEqual(
    Array.from({ length: 4 }, () => [100, 150]),
  );
  // Each operation, its status and its media type are its own, and its name is needed.
  expect(many.unexercised.filter(({ kind }) => kind === 'operation')).toHaveLength(250);
  expect(many.kinds.judged).toEqual({ clauses: 1000, exercised: 0 });
  expect(many.clauses).toBe(250 * 7);
  expect(many.operations.every(({ clauses }) => clauses === 7)).toBe(true);
});

describe('merged with another part', () => {
  test('of the same operations, those that it exercised are no longer counted', async () => {
    const many = await ofUnasked(250);
    const exercised: CoverageReport = {
      ...many,
      unexercised: [],
      reached: judged(many).map(({ clause, kind }) => ({ clause, kind, kept: [0, 200, 249] })),
    };
    const merged = mergeCoverage([many, exercised]);
    expect(merged && judged(merged).map(({ operations, more }) => [operations.length, more])).toEqual(
      Array.from({ length: 4 }, () => [99, 148]),
    );
    expect(merged?.kinds.judged).toEqual({ clauses: 1000, exercised: 12 });
    expect(merged).toMatchObject({ clauses: 250 * 7, exercised: 12 });
  });

  test('of other operations, all are counted', async () => {
    const many = await ofUnasked(250);
    const other: CoverageReport = {
      ...many,
      operations: many.operations.map((each) => ({ ...each, operation: `${each.operation}/b` })),
    };
    const merged = mergeCoverage([many, other]);
    expect(merged && judged(merged).map(({ operations, more }) => [operations.length, more])).toEqual(
      Array.from({ length: 4 }, () => [200, 300]),
    );
    expect(merged).toMatchObject({ clauses: 500 * 7, exercised: 0 });
  });
});
