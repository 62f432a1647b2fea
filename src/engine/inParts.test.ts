/** What takes long for a large contract stops after each operation, so that signals are heard meanwhile. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../conformance/rules';
import { suite } from '../../conformance/suite';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import { createCoverage } from './coverage/coverage';
import { beginPlan } from './plan/plan';
import { readAhead } from './plan/readAhead';
import { bindInParts, bindRequirements } from './plan/requirements';
import { settingsOf } from './settingsOf';
import { createJudging } from './verdict/judge';

const OPERATIONS = 20;

async function contractOf(operations: number) {
  const content = { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } };
  const get = { responses: { 200: { description: 'ok', content } } };
  const paths = Object.fromEntries(Array.from({ length: operations }, (_, at) => [`/a${at}`, { get }]));
  const file = join(folderOf({}), 'openapi.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }));
  return readContract(file);
}

function countParts(parts: Generator<void, unknown>): number {
  let count = 0;
  while (!parts.next().done) count++;
  return count;
}

test('reading the operations of a contract stops at each, and what each of them says at each again', async () => {
  const { operationsInParts } = await contractOf(OPERATIONS);
  expect(countParts(operationsInParts())).toBe(OPERATIONS);
  expect(countParts(readAhead(await contractOf(OPERATIONS)))).toBe(2 * OPERATIONS);
});

test('binding a rule asks for the neighbours of an operation, and not for all operations again', async () => {
  const contract = await contractOf(OPERATIONS);
  let asked = 0;
  const counting = contract.operations.map((operation) =>
    Object.defineProperty({ ...operation }, 'path', {
      get() {
        asked++;
        return operation.path;
      },
    }),
  ) as typeof contract.operations;
  bindRequirements({ section: contract.section, operations: counting }, counting, rules);
  expect(asked).toBeGreaterThan(0);
  // A rule that walks through all operations for each of them would read it four hundred times at least.
  expect(asked).toBeLessThan(OPERATIONS * OPERATIONS);
});

test('binding rules, planning, judging what is left and counting coverage stop at least once an operation', async () => {
  const contract = await contractOf(OPERATIONS);
  const { operations } = contract;
  const judging = createJudging(bindRequirements(contract, operations, rules), {
    strict: false,
    show: () => {},
    isKept: () => true,
  });
  const coverage = createCoverage({ operations, violable: () => [] }, suite);
  const parts = {
    bind: bindInParts(contract, operations, rules),
    plan: beginPlan(contract, suite, settingsOf({})),
    judge: judging.endInParts(judging.history(), () => ({ reason: 'nothing was sent' })),
    cover: coverage.end([], () => undefined),
  };
  for (const [what, each] of Object.entries(parts))
    expect([what, countParts(each) >= OPERATIONS]).toEqual([what, true]);
});
