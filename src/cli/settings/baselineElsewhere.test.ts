/** The same baseline in the commands that judge what others sent, in merged reports, and in the matcher. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import '../../jest';
import { serve } from '../../support/testing/serving.testing';
import { main } from '../main';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';

const CONTRACT = `openapi: 3.1.0
info: { title: Two, version: 1.0.0 }
paths:
  /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } } }
  /b: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } } }
`;

/** A recording of what the paths were answered. */
function har(answers: Readonly<Record<string, string>>): string {
  const entries = Object.entries(answers).map(([path, text]) => ({
    request: { method: 'GET', url: `http://127.0.0.1${path}`, headers: [] },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: text.length, text },
    },
  }));
  return JSON.stringify({ log: { entries } });
}

const cwd = folderOf({
  'openapi.yaml': CONTRACT,
  'known.har': har({ '/a': '[1]' }),
  'again.har': har({ '/a': '[]' }),
  'more.har': har({ '/a': '[2]', '/b': '"text"' }),
  'other.har': har({ '/b': '[]' }),
  'mended.har': har({ '/a': '{}', '/b': '{}' }),
});
const judge = (recording: string, ...args: string[]) =>
  runHere(['judge', `${recording}.har`, '--report', `json=${recording}.json`, '--report', 'terminal', ...args], {
    cwd,
  });
const idsIn = (file: string): string[] =>
  JSON.parse(readFileSync(join(cwd, file), 'utf8')).findings.map(({ operation }: { operation: string }) => operation);

beforeAll(async () => {
  await judge('known', '--baseline', 'known.json.baseline', '--baseline-update');
});

test.each<[string, string[], number, RegExp | undefined]>([
  ['again', [], 0, /no new breach; 1 known/],
  ['more', [], 1, /1 failed, .*1 known breach/],
  ['mended', [], 0, /No longer seen/],
  ['mended', ['--baseline-strict'], 1, /1 finding that no longer occurs/],
  // What a recording has not asked may still be so.
  ['other', ['--baseline-strict'], 1, /1 failed, .*0 known breaches/],
])('of the recording %s %j, what is known is let pass', async (recording, args, exitCode, told) => {
  const ended = await judge(recording, '--baseline', 'known.json.baseline', ...args);
  expect([ended.exitCode, ended.stdout.replace(/\n +/g, ' ')]).toEqual([exitCode, expect.stringMatching(told ?? '')]);
  if (recording === 'other') expect(ended.stdout).not.toContain('No longer seen');
});

test('an update by recordings keeps what they did not look for', async () => {
  const update = ['--baseline', 'grown.json.baseline', '--baseline-update'];
  await judge('known', ...update);
  await judge('other', ...update);
  expect(idsIn('grown.json.baseline')).toEqual(['GET /a', 'GET /b']);
  await judge('mended', ...update);
  expect(idsIn('grown.json.baseline')).toEqual([]);
});

test('an empty file is written like one that is not there', async () => {
  writeFileSync(join(cwd, 'empty.baseline'), '');
  expect((await judge('known', '--baseline', 'empty.baseline')).exitCode).toBe(2);
  expect((await judge('known', '--baseline', 'empty.baseline', '--baseline-update')).exitCode).toBe(0);
  expect(idsIn('empty.baseline')).toEqual(['GET /a']);
});

test('merge knows it, by the parts and by itself', async () => {
  for (const recording of ['again', 'other', 'mended']) await judge(recording);
  const merge = async (...args: string[]) => {
    const { exitCode, stdout } = await runHere(['merge', ...args], { cwd });
    return [exitCode, /(\d+) known/.exec(stdout)?.[1]];
  };
  expect(await merge('again.json', 'mended.json')).toEqual([1, undefined]);
  const baseline = ['--baseline', 'known.json.baseline'];
  // One recording is enough to show that it still occurs.
  expect(await merge('again.json', 'mended.json', ...baseline, '--baseline-strict')).toEqual([0, '1']);
  expect(await merge('again.json', 'other.json', ...baseline)).toEqual([1, '1']);
  expect(await merge('mended.json', ...baseline, '--baseline-strict')).toEqual([1, '0']);
  await merge('again.json', 'other.json', '--baseline', 'both.json.baseline', '--baseline-update');
  expect(idsIn('both.json.baseline')).toEqual(['GET /a', 'GET /b']);
  await judge('again', ...baseline);
  await judge('mended', ...baseline);
  expect(await merge('again.json', 'mended.json')).toEqual([0, '1']);
});

test('the proxy lets it pass, and tells what is new alone', async () => {
  const target = await serve(({ url }, response) => {
    response.setHeader('Content-Type', 'application/json').end(url === '/a' ? '[3]' : '[]');
  });
  const ended = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough().setEncoding('utf8')];
  let told = '';
  const passing = new Promise<string>((done) => {
    stderr.on('data', (text: string) => {
      told += text;
      const [, url] = /Passing (\S+) on to/.exec(told) ?? [];
      if (url !== undefined) done(url);
    });
  });
  stdout.resume();
  const contract = join(cwd, 'openapi.yaml');
  const baseline = join(cwd, 'known.json.baseline');
  const running = main(['proxy', target, '--port', '0', '--contract', contract, '--baseline', baseline], {
    ...{ stdout, stderr, env: { NO_COLOR: '1' }, signal: ended.signal },
  });
  const url = await passing;
  await (await fetch(`${url}/a`)).text();
  await (await fetch(`${url}/b`)).text();
  ended.abort();
  expect(await running).toBe(1);
  expect(told.match(/^FAIL .*/gm)).toEqual([expect.stringContaining('GET /b 200 body-schema')]);
});

test('the matcher lets it pass, and a file that is none is an error', async () => {
  const answer = (path: string, body: string) => ({
    ...{ status: 200, headers: { 'content-type': 'application/json' }, body, request: { method: 'GET', url: path } },
  });
  const options = { contract: join(cwd, 'openapi.yaml'), baseline: join(cwd, 'known.json.baseline') };
  await expect(answer('/a', '[4]')).toKeepContract(options);
  await expect(answer('/b', '[4]')).not.toKeepContract(options);
  await expect(answer('/a', '[4]')).not.toKeepContract({ contract: options.contract });
  writeFileSync(join(cwd, 'none.baseline'), '<<<<<<< ours\n');
  await expect(
    expect(answer('/a', '{}')).toKeepContract({ ...options, baseline: join(cwd, 'none.baseline') }),
  ).rejects.toThrow(/The baseline .*none\.baseline is no JSON \(line 1\): a merge conflict is left in it\./);
});
