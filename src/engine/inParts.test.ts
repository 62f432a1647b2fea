/** What takes long for a large contract stops after each operation, so that signals are heard meanwhile. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { combineInParts, type Slot } from '../../conformance/inputs/parts/combineInputs';
import { rules } from '../../conformance/rules';
import { toExchange } from '../../conformance/rules/exchange.testing';
import { suite } from '../../conformance/suite';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import type { Parts } from '../support/letOthersRun';
import { createCoverage } from './coverage/coverage';
import { beginPlan } from './plan/plan';
import { readAhead } from './plan/readAhead';
import { bindInParts, bindRequirements } from './plan/requirements';
import { settingsOf } from './settingsOf';
import { Judging } from './verdict/judge';

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

/** A contract of one operation with a large part each: a schema of many members, many parameters, many media types. */
async function contractOfLarge(size: number) {
  const range = Array.from({ length: size }, (_, at) => at);
  const schema = { type: 'object', properties: Object.fromEntries(range.map((at) => [`m${at}`, { type: 'integer' }])) };
  const parameters = range.map((at) => ({
    name: `q${at}`,
    in: 'query',
    required: true,
    schema: { type: 'integer', maximum: 9 },
  }));
  const content = Object.fromEntries(range.map((at) => [`application/vnd.a${at}+json`, { schema }]));
  const post = { parameters, requestBody: { content }, responses: { 200: { description: 'ok', content } } };
  const paths = { '/things': { post } };
  const file = join(folderOf({}), 'openapi.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }));
  return readContract(file);
}

test('binding rules, making inputs and counting coverage stop within an operation', async () => {
  const size = 40;
  const contract = await contractOfLarge(size);
  const { operations } = contract;
  expect(countParts(bindInParts(contract, operations, rules))).toBeGreaterThan(2 * size);
  const coverage = createCoverage({ operations, violable: () => [] }, suite);
  expect(countParts(coverage.end([], () => undefined))).toBeGreaterThan(3 * size);
  const slots = Array.from({ length: size }, (_, at) => slotOf(at));
  expect(countParts(combineInParts(slots, false))).toBeGreaterThan(size);
});

function* nothingAhead(): Parts<void> {
  // There is nothing to make.
}

function slotOf(at: number): Slot {
  const clause = { pointer: '#', file: 'a', line: 1, column: 1, excerpt: '' };
  const valid = [{ shows: '', part: { query: [{ name: `q${at}`, value: '1' }] } }];
  const none = { examples: () => [], invalid: () => [], invalidAhead: nothingAhead, missing: undefined };
  return { label: `q${at}`, required: false, clause, handedOver: false, valid, ...none };
}

test('a large answer is judged in parts: it is read, then each rule judges it', async () => {
  const contract = await contractOf(1);
  const judging = new Judging(bindRequirements(contract, contract.operations, rules), {
    strict: false,
    show: () => {},
    isKept: () => true,
  });
  const partsOf = (letters: number) => {
    const literal = { ask: 'GET /a0', status: 200, json: { a: 'x'.repeat(letters) } } as const;
    return countParts(judging.takeInParts(toExchange(contract, literal, 1)));
  };
  expect(partsOf(10)).toBe(0);
  expect(partsOf(1_000_000)).toBeGreaterThan(6);
});

test('binding rules, planning, judging what is left and counting coverage stop at least once an operation', async () => {
  const contract = await contractOf(OPERATIONS);
  const { operations } = contract;
  const judging = new Judging(bindRequirements(contract, operations, rules), {
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
