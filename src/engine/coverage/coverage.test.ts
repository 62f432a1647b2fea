/** What a run exercises of a contract, line by line. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { suite } from '../../../conformance/suite';
import { behaveAsStore, startStore } from '../../../proof/faults/plantStore/plantStore';
import { folderOf } from '../../cli/tests/cli.testing';
import { runHere } from '../../cli/tests/here.testing';
import { readContract } from '../../contract/load';
import type { CoverageReport } from '../../report/report';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { parseTarget } from '../../wire/target';
import { type GivenRun, verifyTarget } from '../verify';

lingerFor(10);

const CONTRACT = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /a:
    get:
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            maximum: 50
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/A' }
        '400': { description: no }
  /b:
    get:
      operationId: b
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/A' }
components:
  schemas:
    A:
      type: object
      properties:
        name:
          type: string
          maxLength: 9
        more:
          type: integer
`;

/** Keeps the contract. */
function keeping({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const limit = new URL(url, 'http://a').searchParams.get('limit');
  if (limit !== null && !(/^-?\d+$/.test(limit) && Number(limit) <= 50)) return void response.writeHead(400).end();
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name":"x"}');
}

async function cover(
  handler: typeof keeping,
  options: Partial<GivenRun> = {},
  text = CONTRACT,
): Promise<CoverageReport> {
  const contract = await readContract(join(folderOf({ 'openapi.yaml': text }), 'openapi.yaml'));
  const { coverage } = await verifyTarget(contract, suite, {
    target: parseTarget(await serve(handler)),
    seed: 1,
    salt: 'k3f9',
    ...options,
  });
  if (!coverage) throw new Error('There is no coverage.');
  return coverage;
}

const unexercised = ({ unexercised: all }: CoverageReport) => all.map(({ kind, clause }) => `${kind} ${clause.line}`);

test('the statuses of an operation stand in the order of the contract, numbers first', async () => {
  const text = CONTRACT.replace(
    "'400': { description: no }",
    "4XX: { description: no }\n        5XX: { description: no }\n        '404': { description: no }\n        default: { description: no }",
  );
  const { operations } = await cover(keeping, {}, text);
  const { statuses = {} } = operations.find(({ operation }) => operation === 'GET /a') ?? {};
  expect(Object.entries(statuses)).toEqual([
    ['200', 'kept'],
    ['404', 'unexercised'],
    ['4XX', 'kept'],
    ['5XX', 'unexercised'],
    ['default', 'unexercised'],
  ]);
});

test('every clause of the plant store is exercised on a store that keeps it', async () => {
  const store = await startStore(
    behaveAsStore(() => ({})),
    { plants: [1n, 2n, 3n], token: 't' },
  );
  try {
    const { coverage } = await verifyTarget(await readContract('openapi.yaml'), suite, {
      target: parseTarget(store.url),
      token: 't',
      params: { id: ['1', '2', '3'] },
    });
    expect(coverage).toMatchObject({ clauses: 16, exercised: 16, broken: 0, unexercised: [] });
    const lines = new Set(coverage?.reached.map(({ clause }) => clause.line));
    expect([...lines]).toEqual([7, 10, 13, 18, 19, 21, 23, 26, 49, 50, 55, 56, 58]);
  } finally {
    await store.close();
  }
});

test('a member that never came is not exercised, for each operation that uses its component', async () => {
  const coverage = await cover(keeping);
  expect(unexercised(coverage)).toEqual(['judged 37']);
  expect(coverage.unexercised[0]).toMatchObject({
    operations: [0, 1],
    reason: 'no value that it bounds was in a response',
  });
});

test('an operation that is left out shows exactly its lines, and its uses of what it shares', async () => {
  const operations = { 'GET /b': { params: {}, bodies: [], expect: undefined, leaveOut: 'not yet' } };
  const coverage = await cover(keeping, { operations });
  const own = coverage.unexercised.filter(({ operations: [first] }) => first === 1);
  expect(own.map(({ kind, clause }) => `${kind} ${clause.line}`)).toEqual([
    ...['operation 20', 'status 23', 'media-type 26', 'judged 31', 'judged 34', 'judged 35', 'judged 37'],
  ]);
  expect(new Set(own.map(({ reason }) => reason))).toEqual(new Set(['left out: not yet']));
  expect(coverage.operations[1]).toMatchObject({ operation: 'GET /b', clauses: 7, exercised: 0 });
});

test('a bound is met at its last value, and violated beyond it', async () => {
  const text = CONTRACT.replace('    get:\n      parameters', '    delete:\n      parameters');
  const some = unexercised(await cover(keeping, { writes: 'any' }, text));
  // Of what may use something up one request is accepted, which has no limit.
  expect(some).toEqual(['parameter 7', 'met 10', 'met 11', 'judged 37']);
});

test('what is answered with success though it is broken, and what breaks a schema, is broken', async () => {
  const coverage = await cover((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name":"more than nine"}');
  });
  const broken = coverage.reached
    .filter(({ broken: some }) => some)
    .map(({ kind, clause }) => `${kind} ${clause.line}`);
  expect(broken).toEqual(['violated 10', 'violated 11', 'judged 35']);
  expect(coverage.broken).toBe(4);
});

describe('--coverage-min', () => {
  const run = async (...options: string[]) => {
    const cwd = folderOf({ 'openapi.yaml': CONTRACT });
    return runHere(['verify', await serve(keeping), ...options], { cwd });
  };

  test('lets a run be incomplete that exercised less', async () => {
    const { exitCode, stdout } = await run('--coverage-min', '99.9%');
    expect(stdout).toMatch(/18 of 20 clauses were exercised, which is 90 %\s+\(--coverage-min 99.9%\)/);
    expect(exitCode).toBe(3);
  });

  test('is content with as much', async () => {
    expect((await run('--coverage-min', '0.5')).exitCode).toBe(0);
  });

  test('takes a share', async () => {
    const { exitCode, stderr } = await run('--coverage-min', 'all');
    expect(stderr).toContain('It must be a share, such as 90% or 0.9.');
    expect(exitCode).toBe(2);
  });
});
