import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { Report } from '../../report/report';
import { reporters } from '../../report/reporters';
import { UsageError } from '../../support/errors';
import { testWide } from '../../support/testing/cases.testing';
import { parseReport, removeReports, writeReports } from './reports';
import { createOutput } from './streams';

const WRITTEN = readFileSync(join(__dirname, '../../report/reporters/golden/report.json'), 'utf8');
const report: Report = JSON.parse(WRITTEN);

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-reports-')));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Writes the reports, and gives back what came to stdout beside the failures. */
async function write(requests: readonly string[], env: Record<string, string> = {}) {
  const { stdout, stderr, text } = gathering(env);
  const io = { stdout, stderr, env, signal: new AbortController().signal };
  const failures = await writeReports(report, requests.map(parseReport), io);
  return { stdout: text(), failures };
}

/** Outputs that keep what was written to them. */
function gathering(env: Record<string, string>, settings: object = {}) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const output = createOutput(Object.assign(stream, settings), env);
  return { stdout: output, stderr: output, text: () => text };
}

const toNowhere = (settings?: object) => gathering({}, settings);

const inFolder = (name: string) => join(folder, name);
const content = (name: string) => readFileSync(inFolder(name), 'utf8');

describe('parseReport', () => {
  test.each([
    ['json', { format: 'json', file: undefined }],
    ['html=a=b.html', { format: 'html', file: 'a=b.html' }],
  ])('%s', (text, request) => expect(parseReport(text)).toEqual(request));

  test.each([
    ['jsn', 'Did you mean "json"?'],
    ['toString', 'The formats are: terminal, json, junit, html, github, sarif, markdown, lcov, cobertura.'],
    ['junit=', 'write --report junit=FILE'],
  ])('%s is refused', (text, message) => {
    expect(() => parseReport(text)).toThrow(UsageError);
    expect(() => parseReport(text)).toThrow(message);
  });
});

describe('writeReports', () => {
  test('writes any number of reports, folders included, and the terminal one where stdout is free', async () => {
    const requests = ['json', 'junit', 'html', 'github'].map((format) => `${format}=${inFolder(`deep/er/${format}`)}`);
    const { stdout, failures } = await write(requests);
    expect(failures).toEqual([]);
    expect(readdirSync(inFolder('deep/er')).sort()).toEqual(['github', 'html', 'json', 'junit']);
    expect(stdout).toContain('Outcome: violates');
  });

  test('the page says what changed since the page that was there before the run, however often it is written', async () => {
    const page = () => /Since [^<]*/.exec(content('page.html'))?.[0];
    const run = async (day: number, times: number, requirements = report.requirements) => {
      const requests = [parseReport(`html=${inFolder('page.html')}`)];
      removeReports(requests);
      expect(existsSync(inFolder('page.html'))).toBe(false);
      const { stdout, stderr } = toNowhere();
      const shown = { ...report, requirements, startedAt: `2026-11-0${day}T10:00:00.000Z` };
      for (let time = 0; time < times; time++)
        await writeReports(shown, requests, { stdout, stderr, env: {}, signal: new AbortController().signal });
      return page();
    };
    expect(await run(1, 2)).toBeUndefined();
    expect(await run(2, 2, report.requirements.slice(0, 3))).toBe(
      'Since 2026-11-01 10:00: 2 still there, 3 not looked for',
    );
    expect(await run(3, 1)).toBe('Since 2026-11-02 10:00: 5 still there');
  });

  test('puts nothing beside the report that was asked for on stdout', async () => {
    expect(await write(['json'])).toEqual({ stdout: WRITTEN, failures: [] });
  });

  test('writes the others where one reporter fails and one file cannot be written', async () => {
    jest.spyOn(reporters, 'junit').mockImplementation(() => {
      throw new Error('it is broken');
    });
    mkdirSync(inFolder('folder'));
    writeFileSync(inFolder('file'), '');
    const { stdout, failures } = await write([
      `junit=${inFolder('junit.xml')}`,
      `html=${inFolder('folder')}`,
      `github=${inFolder('file/github.txt')}`,
      `json=${inFolder('report.json')}`,
    ]);
    expect(failures).toEqual([
      `The junit report ${inFolder('junit.xml')} could not be written: it is broken.`,
      `The html report ${inFolder('folder')} could not be written: it is a folder; name a file in it.`,
      `The github report ${inFolder('file/github.txt')} could not be written: a part of its path is a file, not a folder.`,
    ]);
    expect(content('report.json')).toBe(WRITTEN);
    expect(stdout).toContain('Outcome: violates');
  });

  test('leaves nothing half-written behind, nor the report of an earlier run', async () => {
    writeFileSync(inFolder('report.json'), 'the earlier report');
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    jest.spyOn(promises, 'rename').mockRejectedValueOnce(full);
    const { failures } = await write([`json=${inFolder('report.json')}`]);
    expect(failures).toEqual([`The json report ${inFolder('report.json')} could not be written: the disk is full.`]);
    expect(readdirSync(folder)).toEqual([]);

    await write([`json=${inFolder('report.json')}`]);
    expect(readdirSync(folder)).toEqual(['report.json']);
    expect(content('report.json')).toBe(WRITTEN);
  });

  test('writes through a symbolic link instead of replacing it', async () => {
    writeFileSync(inFolder('real.json'), '');
    symlinkSync(inFolder('real.json'), inFolder('link.json'));
    await write([`json=${inFolder('link.json')}`]);
    expect(content('real.json')).toBe(WRITTEN);
  });

  (existsSync('/proc/self') ? test : test.skip)(
    'ends where a folder cannot be made (skipped without /proc)',
    async () => {
      const { failures } = await write(['json=/proc/none/report.json']);
      expect(failures).toEqual([expect.stringContaining('/proc/none/report.json could not be written')]);
    },
  );

  testWide('gives up on a pipe that nobody reads', async () => {
    spawnSync('mkfifo', [inFolder('pipe')]);
    const { failures } = await write([`json=${inFolder('pipe')}`]);
    expect(failures).toEqual([
      `The json report ${inFolder('pipe')} could not be written: it is a pipe that nobody reads; waited 5 s.`,
    ]);
  });

  test('waits for the reader of a pipe, and for a slow one', async () => {
    spawnSync('mkfifo', [inFolder('pipe')]);
    // More than a pipe holds.
    const large = { ...report, reason: 'x'.repeat(300_000) };
    const reading = spawn('sh', [
      '-c',
      `sleep 0.3; { sleep 0.3; cat; } < '${inFolder('pipe')}' > '${inFolder('copy')}'`,
    ]);
    const ended = once(reading, 'close');
    const io = { ...toNowhere(), env: {}, signal: new AbortController().signal };
    expect(await writeReports(large, [parseReport(`json=${inFolder('pipe')}`)], io)).toEqual([]);
    await ended;
    expect(JSON.parse(content('copy')).reason).toHaveLength(300_000);
  });

  test.each([
    [0, 80],
    [undefined, 80],
    [8, 40],
    [100, 100],
    [500, 120],
  ])('writes for a terminal of %s columns in lines of %s', async (columns, width) => {
    const { stdout, stderr } = toNowhere({ columns });
    const io = { stdout, stderr, env: {}, signal: new AbortController().signal };
    const rendered = jest.spyOn(reporters, 'terminal');
    await writeReports(report, [], io);
    expect(rendered.mock.calls[0]?.[1].width).toBe(width);
  });

  test('writes into a device instead of replacing it', async () => {
    symlinkSync('/dev/null', inFolder('null'));
    expect((await write([`json=${inFolder('null')}`])).failures).toEqual([]);
    expect(realpathSync(inFolder('null'))).toBe('/dev/null');
  });
});

describe('under GitHub Actions', () => {
  const env = () => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: inFolder('summary.md'),
    GITHUB_WORKSPACE: resolve('..'),
  });

  test('annotates and summarises unasked, with paths as the repository has them', async () => {
    writeFileSync(inFolder('summary.md'), '# An earlier step\n');
    const { stdout, failures } = await write([`json=${inFolder('report.json')}`], env());
    expect(failures).toEqual([]);
    const [name] = resolve('.').split(/[\\/]/).slice(-1);
    expect(stdout).toContain(
      `\n::error file=${name}/openapi.yaml,line=52,col=7,title=broken 204%3A DELETE /plants/{id}::`,
    );
    expect(content('summary.md')).toMatch(/^# An earlier step\n## ❌ /);
    expect(content('summary.md')).toContain(`${name}/openapi.yaml:21:9`);
  });

  test.each(['terminal', 'json', 'junit', 'html'])(
    'lets the runner take no command from what a target sent, and %s mean the same',
    async (format) => {
      const reason = '\n ::error::1\n2 ##[error]3\n::group::4';
      const output = gathering({ GITHUB_ACTIONS: 'true' });
      const io = { ...output, env: env(), signal: new AbortController().signal };
      const request = parseReport(format);
      expect(await writeReports({ ...report, reason }, [request], io)).toEqual([]);
      expect(
        output
          .text()
          .split('\n')
          .filter((line) => /^\s*::|##\[/.test(line)),
      ).toEqual([]);
      if (format === 'json') expect(JSON.parse(output.text()).reason).toBe(reason);
      if (format === 'html' || format === 'junit') expect(output.text()).toContain('#&#35;[error]3');
    },
  );

  test('leaves stdout and the summary alone where a report was asked for there', async () => {
    expect(await write(['json'], env())).toEqual({ stdout: WRITTEN, failures: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('writes the rest where the summary cannot be written', async () => {
    const { stdout, failures } = await write([], { ...env(), GITHUB_STEP_SUMMARY: folder });
    expect(failures).toEqual([`The summary ${folder} could not be written: it is a folder; name a file in it.`]);
    expect(stdout).toContain('::error file=');
  });
});
