/** A run that stops after its first failure, and one that compares with a baseline. */

import { suite } from '../../conformance/suite';
import { head, load } from '../contract/contract.testing';
import type { KnownFinding, Report } from '../report/report';
import { serve } from '../support/testing/serving.testing';
import { parseTarget } from '../wire/target';
import { type GivenRun, verifyTarget } from './verify';

const ITEM = { 'application/json': { schema: { type: 'object', required: ['id'] } } };
const read = { get: { responses: { 200: { description: 'ok', content: ITEM } } } };
const paths = { '/a': read, '/b': read, '/c': read };

async function run(
  bodyOf: (path: string | undefined) => object,
  options: Partial<GivenRun>,
): Promise<Report & { asked: string[] }> {
  const asked: string[] = [];
  const url = await serve(({ url: path }, response) => {
    asked.push(path ?? '');
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(bodyOf(path)));
  });
  const contract = await load({ ...head('3.1'), paths });
  const report = await verifyTarget(contract, suite, {
    target: parseTarget(url),
    seed: 1,
    salt: 'k3f9',
    concurrency: 1,
    limits: { lingerMs: 10 },
    only: ['body-schema', 'success-status'],
    ...options,
  });
  return { ...report, asked };
}

const broken = () => ({ name: 'no id' });

async function learn(bodyOf: (path: string | undefined) => object): Promise<readonly KnownFinding[]> {
  let known: readonly KnownFinding[] = [];
  await run(bodyOf, {
    baseline: { file: 'b.json', findings: [], isUpdated: true },
    onBaseline(findings) {
      known = findings;
    },
  });
  return known;
}

test('after its first failure a run asks for nothing more, and says so', async () => {
  const whole = await run(broken, {});
  const report = await run(broken, { failFast: true });
  expect(report.asked.length).toBeLessThan(whole.asked.length / 2);
  expect(report).toMatchObject({ outcome: 'violates', reason: expect.stringContaining('--fail-fast') });
});

test('what is known fails no run, and stops none', async () => {
  const known = await learn(broken);
  const baseline = { file: 'b.json', findings: known };
  expect(await run(broken, { baseline, failFast: true })).toMatchObject({
    outcome: 'conforms',
    counts: { pass: 3, fail: 0, warn: 0, skip: 3 },
    baseline: { known: 3, gone: [] },
  });
});

test('only what is new fails it', async () => {
  const known = await learn((path) => (path === '/a' ? {} : { id: 1 }));
  const report = await run((path) => (path === '/c' ? { id: 1 } : {}), {
    baseline: { file: 'b.json', findings: known },
  });
  expect(report).toMatchObject({ outcome: 'violates', baseline: { known: 1 }, counts: { fail: 1 } });
});

test('what is mended is told, and fails with --baseline-strict, but not where nothing was asked', async () => {
  const baseline = { file: 'b.json', findings: await learn(broken), isStrict: true };
  const report = await run(() => ({ id: 1 }), { baseline });
  expect(report).toMatchObject({
    outcome: 'violates',
    reason: expect.stringMatching(/3 findings that no longer occur/),
  });
  const part = await run(() => ({ id: 1 }), { baseline, selection: ({ path }) => path === '/a' });
  expect(part.baseline?.gone.map(({ operation }) => operation)).toEqual(['GET /a']);
});
