/** What a report says of itself is not trusted: neither which file is its contract, nor that it is whole. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Report } from '../../report/report';
import { createOutput } from '../output/streams';
import { folderOf } from '../tests/cli.testing';
import { mergeCommand } from './merge';

const REPORT: Report = JSON.parse(readFileSync(join(__dirname, '../../report/reporters/golden/report.json'), 'utf8'));
const TEXT = 'openapi: 3.1.0\ninfo: { title: Plants, version: 1.0.0 }\n# a line that only the contract has\n';
const SECRET = 'the-password-of-somebody: hunter2\n';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const isAt = (report: Report, contract: Report['contract']): Report => ({
  ...report,
  contract,
  // All of its clauses stand in that file.
  ...JSON.parse(
    JSON.stringify({ coverage: report.coverage, requirements: report.requirements }).replaceAll(
      '"openapi.yaml"',
      JSON.stringify(contract.file),
    ),
  ),
});

async function merged(
  files: Readonly<Record<string, string>>,
  reports: readonly Report[],
  contract?: (folder: string) => string,
) {
  const folder = folderOf(files);
  const names = reports.map((report, at) => {
    const name = join(folder, `part-${at + 1}.json`);
    writeFileSync(name, JSON.stringify(report));
    return name;
  });
  const stderr = new PassThrough();
  const io = {
    stdout: createOutput(new PassThrough(), {}),
    stderr: createOutput(stderr, {}),
    env: {},
    signal: new AbortController().signal,
  };
  const page = join(folder, 'page.html');
  const flags = { report: [`html=${page}`], ...(contract ? { contract: contract(folder) } : {}) };
  const error = await mergeCommand(names, flags, io).then(
    () => undefined,
    ({ message }: Error) => message.replaceAll(`${folder}/`, ''),
  );
  return {
    error,
    told: String(stderr.read() ?? ''),
    page: existsSync(page) ? readFileSync(page, 'utf8') : '',
  };
}

const { sha256: _, ...UNHASHED } = REPORT.contract;
const LINE = 'a line that only the contract has';

describe('the contract is shown', () => {
  test('where it lies beside the reports and has their hash, however its lines end', async () => {
    const report = isAt(REPORT, { ...UNHASHED, sha256: hashOf(TEXT) });
    expect((await merged({ 'openapi.yaml': TEXT }, [report, report])).page).toContain(LINE);
    expect((await merged({ 'openapi.yaml': `\ufeff${TEXT.replaceAll('\n', '\r\n')}` }, [report])).page).toContain(LINE);
  });

  test('wherever the run had it', async () => {
    const report = isAt(REPORT, { ...UNHASHED, file: '/build/7/openapi.yaml', sha256: hashOf(TEXT) });
    expect((await merged({ 'openapi.yaml': TEXT }, [report])).page).toContain(LINE);
  });

  test('where the user names it, also of reports without a hash', async () => {
    const named = (folder: string) => join(folder, 'mine.yaml');
    expect((await merged({ 'mine.yaml': TEXT }, [isAt(REPORT, UNHASHED)], named)).page).toContain(LINE);
  });

  test('with the files that it refers to', async () => {
    const files = [{ file: 'parts.yaml', sha256: hashOf(TEXT) }];
    const moved = isAt(REPORT, { ...UNHASHED, file: 'parts.yaml' });
    const report = { ...moved, contract: { ...UNHASHED, sha256: hashOf(SECRET), files } };
    expect((await merged({ 'parts.yaml': TEXT }, [report])).page).toContain(LINE);
  });
});

describe('no other file is shown', () => {
  const secret = join(folderOf({ secret: SECRET }), 'secret');

  test.each<[string, Report['contract'], Readonly<Record<string, string>>]>([
    ['somewhere', { ...UNHASHED, file: secret }, {}],
    ['somewhere, with its hash', { ...UNHASHED, file: secret, sha256: hashOf(SECRET) }, {}],
    ['further up, with its hash', { ...UNHASHED, file: `${'../'.repeat(20)}${secret}`, sha256: hashOf(SECRET) }, {}],
    ['beside the reports, without a hash', { ...UNHASHED, file: 'openapi.yaml' }, { 'openapi.yaml': SECRET }],
    ['of another hash', { ...UNHASHED, sha256: hashOf(TEXT) }, { 'openapi.yaml': SECRET }],
    ['that is a device', { ...UNHASHED, file: '/dev/zero', sha256: hashOf(TEXT) }, {}],
  ])('%s', async (_name, contract, files) => {
    const { page, told, error } = await merged(files, [isAt(REPORT, contract)]);
    expect(error).toBeUndefined();
    expect(page).toContain('</html>');
    expect(page).not.toContain('hunter2');
    expect(told).toMatch(/^The page does not show the contract: .* name it with --contract FILE\.\n$/);
  });

  test('where the reports have different ones', async () => {
    const parts = [hashOf(TEXT), hashOf(SECRET)].map((sha256) => isAt(REPORT, { ...UNHASHED, sha256 }));
    expect((await merged({ 'openapi.yaml': TEXT }, parts)).page).not.toContain(LINE);
  });

  test('and another one that the user names is refused', async () => {
    const report = isAt(REPORT, { ...UNHASHED, sha256: hashOf(TEXT) });
    const { error } = await merged({ 'other.yaml': SECRET }, [report], (folder) => join(folder, 'other.yaml'));
    expect(error).toBe('--contract names other.yaml, which is not the contract of the reports: its hash is another.');
    const none = await merged({}, [report], (folder) => join(folder, 'none.yaml'));
    expect(none.error).toBe('--contract names none.yaml, which cannot be read.');
  });
});

describe('a report that contradicts itself is refused', () => {
  const failing = REPORT.requirements.find(({ verdict }) => verdict === 'fail');
  const ID = failing?.id;
  const withVerdict = (verdict: 'pass' | 'skip', counts: Partial<Report['counts']>): Report => ({
    ...REPORT,
    counts: { ...REPORT.counts, ...counts },
    requirements: REPORT.requirements.map((each) => (each.id === ID ? { ...each, verdict } : each)),
  });
  const { pass, fail } = REPORT.counts;

  test.each<[string, Report, string]>([
    [
      'a finding under a pass',
      withVerdict('pass', { pass: pass + 1, fail: fail - 1 }),
      `"${ID}" has the verdict pass and`,
    ],
    [
      'a failure without a finding',
      { ...REPORT, requirements: REPORT.requirements.map((each) => ({ ...each, findings: [] })) },
      'and no findings',
    ],
    [
      'counts that do not add up',
      { ...REPORT, counts: { ...REPORT.counts, pass: 99 } },
      `it counts 99 requirements with the verdict pass, and has ${pass}`,
    ],
    [
      'failures that conform',
      { ...REPORT, outcome: 'conforms', exitCode: 0 },
      `its outcome is conforms, and ${fail} of its requirements failed`,
    ],
    ['another exit code', { ...REPORT, exitCode: 0 }, 'its outcome is violates, with exit code 0 instead of 1'],
  ])('%s', async (_name, report, message) => {
    const { error, page } = await merged({}, [REPORT, report]);
    expect(error).toContain(`part-2.json contradicts itself: `);
    expect(error).toContain(message);
    // Nobody may take the page of an earlier merge for that of this one.
    expect(page).toContain('Could not be verified');
  });

  test('what let something pass keeps its findings, and what merged says can be merged again', async () => {
    expect((await merged({}, [REPORT, REPORT])).error).toBeUndefined();
  });
});
