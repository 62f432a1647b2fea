import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Report } from '../../report/report';
import { json } from '../../report/reporters/json';
import { UsageError } from '../../support/errors';
import { readReport } from './readReport';
import { writeReportFile } from './reportFile';

const GOLDEN = join(__dirname, '../../report/reporters/golden/report.json');
const report: Report = JSON.parse(readFileSync(GOLDEN, 'utf8'));

const folder = mkdtempSync(join(tmpdir(), 'espalier-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a name that ends in .gz wants the report compressed, and it is read as it is', async () => {
  const file = join(folder, 'report.json.gz');
  await writeReportFile(file, json(report));
  expect(gunzipSync(readFileSync(file)).toString('utf8')).toBe([...json(report)].join(''));
  expect(readReport(file)).toEqual(readReport(GOLDEN));
});

test('a link where the report is written first is not followed', async () => {
  const file = join(folder, 'linked.json');
  const own = join(folder, 'own.txt');
  writeFileSync(own, 'own');
  symlinkSync(own, `${file}.${process.pid}.partial`);
  await writeReportFile(file, 'a report');
  expect([readFileSync(own, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['own', 'a report']);
  for (const each of [own, file]) rmSync(each);
});

test('what is compressed by halves is no report', async () => {
  const file = join(folder, 'half.json.gz');
  await writeReportFile(file, json(report));
  writeFileSync(file, readFileSync(file).subarray(0, 500));
  expect(() => readReport(file)).toThrow(
    `The report ${file} is no JSON; hand over what --report json=FILE has written.`,
  );
  rmSync(file);
});

test.each<[string, unknown, string]>([
  [
    'of another program',
    { stats: {} },
    'is no JSON report of Espalier; hand over what --report json=FILE has written.',
  ],
  ['no object', null, 'is no JSON report of Espalier; hand over what --report json=FILE has written.'],
  [
    'of a later version',
    { ...report, schemaVersion: 2, tool: { ...report.tool, version: '9.0.0' } },
    'was written by a later version of Espalier (9.0.0); use that one.',
  ],
  ['damaged', { ...report, counts: undefined }, 'is a damaged JSON report of Espalier: it has no "counts".'],
  [
    'of a comparison',
    { tool: report.tool, breaks: [] },
    'is what espalier diff wrote; hand over the JSON report of a run, a recording or a proxy.',
  ],
])('what is %s is refused in a sentence', (_, content, sentence) => {
  const file = join(folder, 'other.json');
  writeFileSync(file, JSON.stringify(content));
  expect(() => readReport(file)).toThrow(new UsageError(`${file} ${sentence}`));
  rmSync(file);
});

test('a compressed report that cannot be made leaves no file', async () => {
  function* broken() {
    yield 'a'.repeat(300_000);
    throw new Error('a bug');
  }
  await expect(writeReportFile(join(folder, 'broken.json.gz'), broken())).rejects.toThrow('a bug');
  expect(readdirSync(folder)).toEqual(['report.json.gz']);
});
