/** `espalier diff 'old/*.yaml' 'new/*.yaml'`: several contracts at once. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

const contract = (path: string) => `openapi: 3.1.0
info: { title: T, version: '1' }
paths: { ${path}: { get: { responses: { '204': { description: ok } } } } }
`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = folderOf({});
  for (const [name, path] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), contract(path));
  }
  return folder;
}

test('files are paired by their names, and what has no partner is told', async () => {
  const cwd = folderWith({
    ...{ 'old/a.yaml': '/a', 'old/b.yaml': '/b', 'old/gone.yaml': '/c' },
    ...{ 'new/a.yaml': '/a', 'new/b.yaml': '/other', 'new/added.yaml': '/d', 'new/deep/a.yaml': '/e' },
  });
  const { exitCode, stdout, stderr } = await runHere(['diff', 'old/*.yaml', 'new/*.yaml'], { cwd });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/\(old\/a\.yaml\).*No break was found.*\(old\/b\.yaml\).*BREAK operation-removed: GET \/b/s);
  expect(stderr).toBe(
    'old/gone.yaml is gone: no new contract has its name, so that its clients break.\nnew/added.yaml is new: no old contract has its name.\n',
  );
});

test('a contract that is gone is a break, though no other breaks', async () => {
  const cwd = folderWith({ 'old/a.yaml': '/a', 'old/x/b.yaml': '/b', 'new/a.yaml': '/a' });
  expect((await runHere(['diff', 'old/*.yaml', 'new/*.yaml'], { cwd })).exitCode).toBe(0);
  const { exitCode, stderr } = await runHere(['diff', 'old/**/*.yaml', 'new/**/*.yaml'], { cwd });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('old/x/b.yaml is gone')]);
});

test('each comparison has a report of its own', async () => {
  const cwd = folderWith({ 'old/a.yaml': '/a', 'old/v/b.yaml': '/b', 'new/a.yaml': '/a', 'new/v/b.yaml': '/b' });
  const args = ['diff', 'old/**.yaml', 'new/**.yaml', '--report', 'json=of-*.json'];
  expect((await runHere(args, { cwd })).exitCode).toBe(0);
  expect(['of-a.yaml.json', 'of-v-b.yaml.json'].filter((file) => !existsSync(join(cwd, file)))).toEqual([]);
});

test.each([
  [['old/*.yaml', 'new/a.yaml'], 'Where one of the contracts is a pattern, so is the other'],
  [['old/*.yaml'], 'Where one of the contracts is a pattern, so is the other'],
  [['old/*.yaml', 'new/*.json'], 'No file is named new/*.json.'],
  [['old/*.yaml', 'none/*.yaml'], 'No file is named none/*.yaml.'],
  [['old/*.yaml', 'new/**/b.yaml'], 'No file of old/*.yaml has the name of one of new/**/b.yaml'],
  [['old/*.yaml', 'new/*.yaml', '--report', 'json'], 'the json report needs a file for each'],
  [['old/*.yaml', 'new/*.yaml', '--report', 'html=a.html'], 'the html report needs a file for each'],
])('%j cannot be compared', async (args, message) => {
  const cwd = folderWith({ 'old/a.yaml': '/a', 'new/a.yaml': '/a', 'new/v/b.yaml': '/b' });
  const { exitCode, stderr } = await runHere(['diff', ...args], { cwd });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
