/** The formats that services and editors show coverage from, read by readers of theirs. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { folderOf } from '../../cli/tests/cli.testing';
import type { Report } from '../report';
import { cobertura } from './cobertura';
import { lcov } from './lcov';

const golden = (name: string) => readFileSync(join(__dirname, 'golden', name), 'utf8');
const report: Report = JSON.parse(golden('report.json'));
const { coverage: _, ...uncovered } = report;

async function mistakesIn(xml: string): Promise<readonly unknown[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'cobertura.xml', contents: xml },
    schema: { fileName: 'cobertura-04.xsd', contents: golden('cobertura-04.xsd') },
  });
  return errors;
}

test.each([
  ['a run', report],
  ['one that could not be', uncovered],
])('of %s, what Cobertura reads is valid', async (_name, each) => {
  expect(await mistakesIn(cobertura(each, {}))).toEqual([]);
});

test('its schema tells valid from invalid', async () => {
  expect(await mistakesIn('<coverage line-rate="1"/>')).not.toEqual([]);
});

test('a line is as good as the worst use of what stands on it', () => {
  const two = { ...report.coverage, unexercised: [{ ...report.coverage?.unexercised[0], operations: [1] }] };
  const [first] = report.coverage?.reached ?? [];
  const both = { ...two, unexercised: [{ ...two.unexercised[0], clause: first?.clause }] };
  const text = lcov({ ...report, coverage: both } as Report, {});
  expect(text).toContain('DA:10,0\n');
  expect(cobertura({ ...report, coverage: both } as Report, {})).toContain(
    '<line number="10" hits="0" branch="true" condition-coverage="50% (1/2)"/>',
  );
});

test.each([
  ['new', []],
  ['known', [{ id: 'k4m2x9d' }]],
])('a line that a %s breach breaks counts as hit', (_name, findings) => {
  const [first] = report.coverage?.reached ?? [];
  const reached = [{ ...first, kept: [], broken: [0] }];
  const baseline = { file: 'known.json', known: findings.length, gone: [] };
  const broken = {
    ...report,
    baseline,
    coverage: { ...report.coverage, reached, unexercised: [] },
  } as unknown as Report;
  expect(lcov(broken, {})).toContain('DA:10,1\nLF:1\nLH:1\n');
  expect(cobertura(broken, {})).toContain('<line number="10" hits="1" branch="false"/>');
});

test('a run that could not be has no lines', () => {
  expect(lcov(uncovered, {})).toBe('');
});

const genhtml = spawnSync('genhtml', ['--version']).status === 0;

(genhtml ? test : test.skip)('genhtml takes what lcov reads', () => {
  const folder = folderOf({ 'openapi.yaml': 'x\n'.repeat(60), 'lcov.info': '' });
  writeFileSync(join(folder, 'lcov.info'), lcov(report, {}));
  const { status, stdout, stderr } = spawnSync('genhtml', ['lcov.info', '--output-directory', 'out'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/lines\.+: 80\.0% \(4 of 5 lines\)/);
  expect(stdout).toMatch(/functions\.+: 100\.0% \(1 of 1 function\)/);
});
