/** `espalier diff REVISION`: which file of the revision is compared, and where nothing is there to compare with. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { someOf, testWide } from '../../support/testing/cases.testing';
import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

const contractOf = (path: string) => `openapi: 3.1.0
info: { title: Beds, version: '1' }
paths:
  ${path}: { get: { responses: { '200': { description: ok } } } }
  /rows: { get: { responses: { '200': { description: ok } } } }
  /pots: { get: { responses: { '200': { description: ok } } } }
`;
const [OLD, NEW] = [contractOf('/beds'), contractOf('/plots')];
const NAMED = 'contract: api/beds.yaml\n';

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd, stdio: 'ignore' });

/** Returns the folder of a new repository, with a commit of the files where there are some. */
function repository(files: Readonly<Record<string, string>>): string {
  const cwd = folderOf({});
  git(cwd, 'init', '-q', '-b', 'main');
  return Object.keys(files).length === 0 ? cwd : committed(cwd, files);
}

function committed(cwd: string, files: Readonly<Record<string, string>>): string {
  written(cwd, files);
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-q', '-m', 'next');
  return cwd;
}

function written(cwd: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(join(cwd, 'api'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

function moved(cwd: string, from: string, to: string): string {
  written(cwd, {});
  renameSync(join(cwd, from), join(cwd, to));
  git(cwd, 'add', '-A');
  return cwd;
}

function staged(cwd: string, files: Readonly<Record<string, string>>): string {
  written(cwd, files);
  git(cwd, 'add', '-A');
  return cwd;
}

const EARLIER: readonly (readonly [string, () => string, string[], string])[] = [
  [
    'the contract of a usual name',
    () => written(repository({ 'openapi.yaml': OLD }), { 'openapi.yaml': NEW }),
    ['HEAD'],
    'HEAD:openapi.yaml',
  ],
  [
    'the one that espalier.yaml names',
    () => written(repository({ 'api/beds.yaml': OLD, 'espalier.yaml': NAMED }), { 'api/beds.yaml': NEW }),
    ['main', '--allow-new'],
    'main:api/beds.yaml',
  ],
  [
    'the one that is named',
    () => written(repository({ 'api/beds.yaml': OLD }), { 'api/beds.yaml': NEW }),
    ['HEAD', './api/beds.yaml', '--allow-new'],
    'HEAD:api/beds.yaml',
  ],
  [
    'the one of another revision',
    () => committed(repository({ 'openapi.yaml': OLD }), { 'openapi.yaml': NEW }),
    ['HEAD~1', 'HEAD:openapi.yaml'],
    'HEAD~1:openapi.yaml',
  ],
  [
    'one that was moved since',
    () =>
      written(moved(repository({ 'openapi.yaml': OLD }), 'openapi.yaml', 'api/beds.yaml'), { 'api/beds.yaml': NEW }),
    ['HEAD', 'api/beds.yaml', '--allow-new'],
    'HEAD:openapi.yaml',
  ],
  [
    'one that has the name of its folder in the revision',
    () => written(repository({ 'openapi.yaml': OLD }), { 'openapi.yaml': NEW }),
    ['main:openapi.yaml'],
    'main:openapi.yaml',
  ],
];
test.each(someOf(EARLIER, 4))('of %s, the earlier one is compared', async (_name, make, args, old) => {
  const { exitCode, stdout } = await runHere(['diff', ...args], { cwd: make() });
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('BREAK operation-removed: GET /beds')]);
  expect(stdout.split('\n')[0]).toContain(`(${old})`);
});

testWide('below the top of a repository, a moved contract is found, too', async () => {
  const cwd = moved(repository({ 'api/old.yaml': OLD }), 'api/old.yaml', 'api/new.yaml');
  writeFileSync(join(cwd, 'api/new.yaml'), NEW);
  const { exitCode, stdout } = await runHere(['diff', 'HEAD', 'new.yaml'], { cwd: join(cwd, 'api') });
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('(HEAD:old.yaml)')]);
});

testWide('a branch that is called like a folder is a revision', async () => {
  const cwd = repository({ 'openapi.yaml': OLD });
  git(cwd, 'branch', 'api');
  written(cwd, { 'openapi.yaml': NEW });
  expect((await runHere(['diff', 'api'], { cwd })).exitCode).toBe(1);
});

const IS_NEW = 'is new since HEAD, so there is nothing to compare it with.';

const PASSING: readonly (readonly [string, () => string, string])[] = [
  [
    'there is no commit yet',
    () => staged(repository({}), { 'openapi.yaml': OLD }),
    `The contract openapi.yaml ${IS_NEW}\n`,
  ],
  [
    'no commit has it',
    () => staged(repository({ 'kept.txt': 'a' }), { 'api/beds.yaml': OLD, 'espalier.yaml': NAMED }),
    `The contract api/beds.yaml ${IS_NEW}\n`,
  ],
];
test.each(someOf(PASSING, 2))('a new contract passes with --allow-new where %s', async (_name, make, stderr) => {
  const cwd = make();
  expect(await runHere(['diff', 'HEAD', '--allow-new'], { cwd })).toEqual({ exitCode: 0, stdout: '', stderr });
  expect((await runHere(['diff', 'HEAD'], { cwd })).exitCode).toBe(2);
});

test('reports of an earlier run do not stand for a contract that is new', async () => {
  const cwd = staged(repository({}), { 'openapi.yaml': OLD });
  writeFileSync(join(cwd, 'breaks.md'), 'of another run');
  const args = ['diff', 'HEAD', '--allow-new', '--report', 'markdown=breaks.md'];
  const { exitCode, stderr } = await runHere(args, { cwd });
  expect([exitCode, stderr]).toEqual([0, `The contract openapi.yaml ${IS_NEW} No report is written.\n`]);
  expect(existsSync(join(cwd, 'breaks.md'))).toBe(false);
});

const NOT_NEW: readonly (readonly [string, () => string, string[], string])[] = [
  [
    'a revision that is not there',
    () => repository({ 'openapi.yaml': OLD }),
    ['mian'],
    'There is no file and no revision mian in the git repository of the working directory.\n',
  ],
  [
    'another revision than HEAD before the first commit',
    () => staged(repository({}), { 'openapi.yaml': OLD }),
    ['main'],
    'There is no file and no revision main in the git repository of the working directory.\n',
  ],
  [
    'HEAD of a branch without a commit, where others have some',
    () => {
      const cwd = repository({ 'openapi.yaml': OLD });
      git(cwd, 'checkout', '-q', '--orphan', 'next');
      return cwd;
    },
    ['HEAD'],
    'There is no file and no revision HEAD in the git repository of the working directory.\n',
  ],
  [
    'a file that git does not keep',
    () => written(repository({ 'kept.txt': 'a' }), { 'openapi.yaml': OLD }),
    ['HEAD'],
    'The revision HEAD has no file openapi.yaml; git does not keep it here, either (git add openapi.yaml).\n',
  ],
  [
    'no contract at all',
    () => repository({ 'kept.txt': 'a' }),
    ['HEAD'],
    'No contract was named, and the working directory has none (openapi.yaml, openapi.yml, openapi.json, swagger.yaml, swagger.yml, swagger.json). Name its file: --contract FILE; for mock, check and init, the file alone.\n',
  ],
  [
    'a contract that espalier.yaml names and that is not there',
    () => repository({ 'espalier.yaml': NAMED }),
    ['HEAD'],
    'espalier.yaml:1:1: there is no file api/beds.yaml.\n',
  ],
  [
    'a file that is written with the revision',
    () => staged(repository({ 'kept.txt': 'a' }), { 'openapi.yaml': OLD }),
    ['HEAD:opnapi.yaml', 'openapi.yaml'],
    '--allow-new is for a comparison with a revision alone, such as HEAD, and not with HEAD:opnapi.yaml.\n',
  ],
];
test.each(someOf(NOT_NEW, 3))('%s does not pass with --allow-new', async (_name, make, args, stderr) => {
  expect(await runHere(['diff', ...args, '--allow-new'], { cwd: make() })).toEqual({ exitCode: 2, stdout: '', stderr });
});

testWide('a contract that was removed and is there again does not pass as a new one', async () => {
  const cwd = repository({ 'openapi.yaml': OLD, 'kept.txt': 'a' });
  rmSync(join(cwd, 'openapi.yaml'));
  committed(cwd, {});
  staged(cwd, { 'openapi.yaml': NEW });
  const { exitCode, stderr } = await runHere(['diff', 'HEAD', '--allow-new'], { cwd });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The revision HEAD has no file openapi\.yaml; (\w+) removed it, so name it as \1~1:openapi\.yaml\.$/m,
    ),
  ]);
});

test('a contract is not compared with itself by mistake', async () => {
  const cwd = repository({ 'openapi.yaml': OLD });
  const { exitCode, stderr } = await runHere(['diff', './openapi.yaml'], { cwd });
  expect([exitCode, stderr]).toEqual([
    2,
    './openapi.yaml is the contract itself; say what it is compared with, such as HEAD.\n',
  ]);
});
