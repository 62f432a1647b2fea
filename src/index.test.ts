import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { behaveAsStore, type PlantStore, startStore } from '../proof/faults/plantStore/plantStore';
import { folderOf } from './cli/tests/cli.testing';
import { ContractError, judge, loadContract, startMock, UsageError, type VerifyEvent, verify } from './index';
import { baselineText, updatedByMerge } from './report/baseline';
import { serve } from './support/testing/serving.testing';
import { lingerFor } from './wire/lingering.testing';

lingerFor(10);

const TOKEN = 'secret-of-the-store';

let store: PlantStore;
beforeEach(async () => {
  store = await startStore(behaveAsStore(), { plants: [101n, 102n], token: TOKEN });
});
afterEach(() => store.close());

test('verifies a target, and tells what happens meanwhile', async () => {
  const events: VerifyEvent[] = [];
  const report = await verify(await loadContract(), {
    target: store.url,
    token: TOKEN,
    params: { id: [101, 102n] },
    headers: { 'X-Tenant': '7' },
    onEvent: (event) => events.push(event),
  });
  expect(report).toMatchObject({ outcome: 'conforms', exitCode: 0, target: store.url });
  expect(events[0]).toEqual({
    type: 'planned',
    requirements: report.requirements.length,
    exchanges: report.exchanges.length,
  });
  expect(events.filter(({ type }) => type === 'exchanged')).toHaveLength(report.exchanges.length);
  expect(events.at(-1)).toEqual({ type: 'reported', report });
  expect(JSON.stringify(events)).not.toContain(TOKEN);
});

test('takes what the command line takes', async () => {
  const contract = await loadContract();
  const handedOver = { target: store.url, credentials: { bearerAuth: TOKEN }, params: { id: [101, 102] } };
  const asked = { seed: 7, thorough: true, complete: true, operation: ['DELETE /plants/**'], coverageMin: 0.9 };
  expect(await verify(contract, { ...handedOver, ...asked })).toMatchObject({ outcome: 'conforms', seed: 7 });
  const leaveOut = 'the service cannot delete yet';
  const left = await verify(contract, { ...handedOver, operations: { 'DELETE /plants/{id}': { leaveOut } } });
  expect(left).toMatchObject({ sent: 0 });
  expect(JSON.stringify(left.requirements)).toContain(leaveOut);
  await expect(verify(contract, { ...handedOver, operation: 'GET /nothing' })).rejects.toThrow(UsageError);
  await expect(verify(contract, { ...handedOver, operations: { 'GET /a': {} } })).rejects.toThrow(
    'no operation "GET /a"',
  );
});

test('breaches that a baseline has do not fail the run', async () => {
  const openapi = `openapi: 3.1.0
info: { title: Beds, version: '1' }
paths: { /beds: { get: { responses: { '200': { description: ok, content: { text/plain: {} } } } } } }
`;
  const folder = folderOf({ 'openapi.yaml': openapi, 'none.json': '{}' });
  const contract = await loadContract(join(folder, 'openapi.yaml'));
  const target = await serve((_, response) => void response.writeHead(500).end());
  const report = await verify(contract, { target });
  const baseline = join(folder, 'known.json');
  const findings = updatedByMerge(report, { file: baseline, findings: [], isUpdated: true }) ?? [];
  writeFileSync(baseline, baselineText(findings));
  expect(report.counts.fail).toBeGreaterThan(0);
  const again = await verify(contract, { target, baseline });
  const { known = 0, unexercised = 0 } = again.baseline ?? {};
  expect([again.counts.fail, known + unexercised]).toEqual([0, findings.length]);
  await expect(verify(contract, { target, baseline: join(folder, 'none.json') })).rejects.toThrow(
    'none.json is no baseline of Espalier',
  );
});

test('ends early when it is aborted', async () => {
  const controller = new AbortController();
  const report = await verify(await loadContract(), {
    target: store.url,
    token: TOKEN,
    params: { id: 101 },
    signal: controller.signal,
    onEvent: ({ type }) => type === 'exchanged' && controller.abort(),
  });
  expect(report).toMatchObject({ outcome: 'error', exitCode: 2, reason: expect.stringContaining('interrupted') });
});

test('throws what the caller did wrong', async () => {
  const contract = await loadContract();
  await expect(verify(contract, { target: 'localhost' })).rejects.toThrow(UsageError);
  await expect(verify(contract, { target: store.url, params: { plant: 1 } })).rejects.toThrow('called "plant"');
  await expect(loadContract('none.yaml')).rejects.toThrow(ContractError);
});

test('judges one response', async () => {
  const contract = await loadContract();
  const ask = (id: string) => fetch(`${store.url}/plants/${id}`, { method: 'DELETE' });
  const operation = 'DELETE /plants/{id}';
  const judgement = await judge(await ask('101'), { contract, operation });
  expect(judgement).toMatchObject({ kept: true, operation, declared: false });
  expect(judgement.requirements.map(({ rule, verdict }) => `${rule} ${verdict}`)).toContain('auth-challenge pass');
  expect(await judge(await ask('101'), { operation, closed: true })).toMatchObject({ kept: true });
  expect(await judge({ status: 200, headers: {} }, { contract, operation })).toMatchObject({
    kept: false,
    message: expect.stringContaining('success-status (must)'),
  });
});

test('serves a mock that keeps the contract', async () => {
  const mock = await startMock();
  try {
    const contract = await loadContract();
    const report = await verify(contract, { target: mock.url, token: TOKEN, params: { id: 1 } });
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  } finally {
    await mock.close();
  }
});

test('importing espalier loads neither @stoplight nor @redocly', () => {
  const script = `require('espalier'); console.log(Object.keys(require.cache).join('\\n'))`;
  // The package is found by its own name, as it was built.
  const loaded = execFileSync(process.execPath, ['-e', script], { cwd: join(__dirname, '..'), encoding: 'utf8' });
  expect(loaded.split('\n').filter((file) => /\/node_modules\/@(stoplight|redocly)/.test(file))).toEqual([]);
});
