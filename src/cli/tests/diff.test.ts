import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import schema from '../../report/report.schema.json';
import { CLI, folderOf } from './cli.testing';
import { runHere } from './here.testing';

const isReport = addFormats.default(new Ajv2020()).compile(schema);

const contractOf = (most: number, more = '') => `openapi: 3.1.0
info: { title: Plants, version: '${most}' }
paths:
  /plants:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: ${most} } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'parts/plant.yaml#/Plant' } } } } }
${more}`;
const PLANT = 'Plant: { type: object, properties: { state: { enum: [seed] } } }\n';
const KEPT = `openapi: 3.1.0
info: { title: Kept, version: '1' }
paths: { /beds: { get: { responses: { '200': { description: ok } } } } }
`;
const REMOVE = `    delete:
      responses: { '204': { description: gone } }
`;

/** A repository whose first commit has an older contract than the folder. */
function repository(): string {
  const folder = folderOf({ 'openapi.yaml': contractOf(100) });
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'parts/plant.yaml'), PLANT);
  writeFileSync(join(folder, 'kept.yaml'), KEPT);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFileSync(join(folder, 'openapi.yaml'), contractOf(50, REMOVE));
  writeFileSync(join(folder, 'parts/plant.yaml'), PLANT.replace('[seed]', '[seed, grown]'));
  return folder;
}

const cwd = repository();

test('git asks it for what breaks in place of lines, as the guide says', async () => {
  const folder = folderOf({ 'kept.yaml': KEPT, '.gitattributes': 'kept.yaml diff=openapi\n' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  git('add', '.');
  git('config', 'diff.openapi.command', `f() { node ${CLI} diff "$2" "$5" || true; }; f`);
  writeFileSync(join(folder, 'kept.yaml'), KEPT.replace('/beds', '/rows'));
  expect(git('diff')).toMatch(/BREAK operation-removed: GET \/beds/);
});

test('a contract is compared with that of a revision, and the files that it refers to', async () => {
  const { exitCode, stdout } = await runHere(['diff', 'main:openapi.yaml', 'openapi.yaml'], { cwd });
  expect(stdout).toContain(`BREAK parameter-narrowed: GET /plants
  the query parameter limit must be 50 or less
  before  must be 100 or less  main:openapi.yaml:6:71
  now     must be 50 or less  openapi.yaml:6:71
  request GET /plants?limit=51
`);
  expect(stdout).toContain('before  must be one of ["seed"]  main:parts/plant.yaml:1:');
  expect(stdout).toContain('answer  200\n          Content-Type: application/json\n          {"state":"grown"}\n');
  expect(stdout).toContain(
    '2 breaks at 1 operation; 1 operation is in both contracts.\nOther changes: 1 operation added.',
  );
  expect(exitCode).toBe(1);
});

test('a contract has no break against itself', async () => {
  const { exitCode, stdout } = await runHere(['diff', 'openapi.yaml', 'openapi.yaml'], { cwd });
  expect([exitCode, stdout.split('\n')[2]]).toEqual([0, 'No break was found; 2 operations are in both contracts.']);
});

test('a signal ends it, and no report of an earlier comparison stays', async () => {
  const folder = folderOf({ 'a.yaml': contractOf(100), 'b.yaml': contractOf(50), 'old.json': '{}' });
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'parts/plant.yaml'), PLANT);
  const args = ['diff', 'a.yaml', 'b.yaml', '--report', 'json=old.json'];
  const { exitCode, stdout, stderr } = await runHere(args, { cwd: folder, signal: AbortSignal.abort() });
  expect([exitCode, stdout, existsSync(join(folder, 'old.json'))]).toEqual([2, '', false]);
  expect(stderr).toContain('The comparison was ended before it was done');
});

test('an overlay changes the new contract, and not the old one', async () => {
  writeFileSync(
    join(cwd, 'limit.overlay.yaml'),
    `overlay: 1.0.0
info: { title: Less, version: '1' }
actions:
  - target: $.paths['/plants'].get.parameters[0].schema
    update: { maximum: 20 }
`,
  );
  const args = ['diff', 'openapi.yaml', 'openapi.yaml', '--overlay', 'limit.overlay.yaml'];
  const { exitCode, stdout } = await runHere(args, { cwd });
  expect(stdout).toContain('before  must be 50 or less  openapi.yaml:6:');
  expect(stdout).toContain('now     must be 20 or less  limit.overlay.yaml:5:');
  expect(exitCode).toBe(1);
});

test.each<[string, string[], string]>([
  [
    'a revision that is not there',
    ['nope:openapi.yaml', 'openapi.yaml'],
    'There is no revision nope in the git repository of the working directory.\n',
  ],
  [
    'a file that the revision has not',
    ['main:none.yaml', 'openapi.yaml'],
    'The revision main has no file none.yaml; name one as REVISION:PATH, such as main:openapi.yaml.\n',
  ],
  [
    'a file that is not there',
    ['none.yaml', 'openapi.yaml'],
    'There is no file and no revision none.yaml in the git repository of the working directory.\n',
  ],
  [
    'a new contract that is not there',
    ['main', 'none.yaml'],
    'There is no file none.yaml; a file of a git revision is named as REVISION:PATH, such as main:openapi.yaml.\n',
  ],
  [
    'no contract',
    ['parts/plant.yaml', 'openapi.yaml'],
    'parts/plant.yaml:1:1: this is not an OpenAPI document: it has no `openapi` member; it should start with `openapi: 3.1.0`.\n',
  ],
  [
    'another format',
    ['main:openapi.yaml', 'openapi.yaml', '--report', 'lcov'],
    'There is no report format "lcov". The formats are: terminal, json, github, html, junit, markdown.\n',
  ],
  [
    'a header for nobody',
    ['main:openapi.yaml', 'openapi.yaml', '--header', 'A: b'],
    '--writes and --header say how a service is asked; name it with --against URL.\n',
  ],
])('%s gets one sentence and exit code 2', async (_name, args, sentence) => {
  expect(await runHere(['diff', ...args], { cwd })).toEqual({ exitCode: 2, stdout: '', stderr: sentence });
});

test('a folder that is in no repository has no revisions', async () => {
  const folder = folderOf({ 'openapi.yaml': contractOf(1) });
  const { exitCode, stderr } = await runHere(['diff', 'main:openapi.yaml', 'openapi.yaml'], {
    cwd: folder,
    env: { GIT_CEILING_DIRECTORIES: '/' },
  });
  expect([exitCode, stderr]).toEqual([
    2,
    'The revision main cannot be read: the working directory is in no git repository.\n',
  ]);
});

test('a revision that a shallow clone does not have is to be fetched', async () => {
  const clone = folderOf({});
  const url = `file://${cwd}`;
  execFileSync('git', ['clone', '-q', '--depth', '1', url, '.'], { cwd: clone, stdio: 'ignore' });
  execFileSync('git', ['checkout', '-q', '--detach'], { cwd: clone, stdio: 'ignore' });
  execFileSync('git', ['branch', '-D', 'main'], { cwd: clone, stdio: 'ignore' });
  expect((await runHere(['diff', 'main:openapi.yaml', 'openapi.yaml'], { cwd: clone })).stderr).toBe(
    'There is no revision main in the git repository of the working directory; there is origin/main.\n',
  );
  const { exitCode, stderr } = await runHere(['diff', 'HEAD~1:openapi.yaml', 'openapi.yaml'], { cwd: clone });
  expect([exitCode, stderr]).toEqual([
    2,
    'There is no revision HEAD~1 in this shallow clone; fetch it first (git fetch --unshallow, or on GitHub `fetch-depth: 0`).\n',
  ]);
});

test('each report is written, and holds every break', async () => {
  const formats = {
    json: '"rule": "parameter-narrowed"',
    github: '::error file=openapi.yaml,line=6,col=71',
    html: '<h2>parameter-narrowed</h2>',
    junit: '<failure message="the query parameter limit must be 50 or less"',
    markdown: '- **parameter-narrowed** GET /plants: the query parameter limit must be 50 or less',
  };
  const args = Object.keys(formats).flatMap((format) => ['--report', `${format}=out.${format}`]);
  expect((await runHere(['diff', 'main:openapi.yaml', 'openapi.yaml', ...args], { cwd })).exitCode).toBe(1);
  for (const [format, text] of Object.entries(formats))
    expect(readFileSync(join(cwd, `out.${format}`), 'utf8')).toContain(text);
});

test('waivers let breaks pass, and fail where they are not needed', async () => {
  const waiver = (rule: string) => `waivers:\n  - { rule: ${rule}, operation: GET /plants, reason: agreed }\n`;
  const config = join(cwd, 'waivers.yaml');
  const ended = async (text: string) => {
    writeFileSync(config, text);
    return runHere(['diff', 'main:openapi.yaml', 'openapi.yaml', '--config', 'waivers.yaml'], { cwd });
  };
  const both = await ended(waiver('parameter-narrowed') + waiver('answer-widened').replace('waivers:\n', ''));
  expect([both.exitCode, both.stdout]).toEqual([
    0,
    expect.stringContaining('waived: parameter-narrowed: GET /plants: agreed'),
  ]);
  const unused = await ended(waiver('status-added'));
  expect([unused.exitCode, unused.stdout]).toEqual([
    1,
    expect.stringContaining('the waiver of status-added is unused'),
  ]);
  const unknown = await ended(waiver('paramter-narrowed'));
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean "parameter-narrowed"?'),
  ]);
});

test('a level says what fails', async () => {
  const folder = folderOf({
    'old.yaml': KEPT,
    'new.yaml': KEPT.replace('{ description: ok }', "{ description: ok }, '404': { description: no }"),
    'espalier.yaml': 'levels: { error-status-added: break }\n',
    'plain.yaml': '{}\n',
  });
  const ended = (...more: string[]) => runHere(['diff', 'old.yaml', 'new.yaml', ...more], { cwd: folder });
  const noted = await ended('--config', 'plain.yaml');
  expect([noted.exitCode, noted.stdout]).toEqual([0, expect.stringContaining('NOTE error-status-added: GET /beds')]);
  expect(noted.stdout).toContain('No break was found; 1 operation is in both contracts. 1 change is noted.');
  expect((await ended('--config', 'plain.yaml', '--fail-on', 'note')).exitCode).toBe(1);
  expect((await ended('--config', 'plain.yaml', '--fail-on', 'intent')).exitCode).toBe(0);
  const broken = await ended();
  expect([broken.exitCode, broken.stdout]).toEqual([1, expect.stringContaining('BREAK error-status-added: GET /beds')]);
  writeFileSync(join(folder, 'plain.yaml'), 'levels: { eror-status-added: note }\n');
  const unknown = await ended('--config', 'plain.yaml');
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean "error-status-added"?'),
  ]);
});

test('another base path is no change where nobody wants to hear of it', async () => {
  const under = (path: string) => `${KEPT}servers: [{ url: 'https://beds.example${path}' }]\n`;
  const folder = folderOf({ 'old.yaml': under('/v1'), 'new.yaml': under('/v2') });
  expect((await runHere(['diff', 'old.yaml', 'new.yaml'], { cwd: folder })).exitCode).toBe(1);
  expect((await runHere(['diff', 'old.yaml', 'new.yaml', '--ignore-base-path'], { cwd: folder })).exitCode).toBe(0);
});

const faulty = (most: number, kind = 'strng') => `openapi: 3.0.3
info: { title: Faulty, version: '1' }
paths:
  /beds:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }
      responses: { '204': { description: done } }
components:
  schemas:
    Bed:
      type: object
      properties:
        soil: { type: ${kind} }
        plan: { $ref: '#/components/schemas/Nowhere' }
        name: { type: string, maxLength: ${most} }
`;

test('a mistake in a schema hides no break beside it, and what is not compared is told in every format', async () => {
  const folder = folderOf({ 'old.yaml': faulty(9), 'new.yaml': faulty(5), 'other.yaml': faulty(9, 'string') });
  const formats = ['json', 'github', 'html', 'junit', 'markdown'];
  const args = formats.flatMap((format) => ['--report', `${format}=out.${format}`]);
  const told = await runHere(['diff', 'old.yaml', 'new.yaml', ...args], { cwd: folder });
  expect([told.exitCode, told.stdout]).toEqual([
    1,
    expect.stringContaining('/name of the body (application/json) must have at most 5 characters'),
  ]);
  expect(told.stdout).toContain('new.yaml:13:17: `type` cannot be the string "strng".');
  for (const format of formats) {
    const text = readFileSync(join(folder, `out.${format}`), 'utf8');
    expect(text).toContain('leads nowhere.');
    expect(text).toContain('POST /beds');
  }
  // What a mistake may have refused shows no break: nobody knows what it was to say.
  const mended = await runHere(['diff', 'old.yaml', 'other.yaml'], { cwd: folder });
  expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining('Not compared: parts of 1 operation')]);
  expect((await runHere(['diff', 'old.yaml', 'other.yaml', '--strict'], { cwd: folder })).exitCode).toBe(1);
});

test('a running service is asked what it still takes', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['x-a']}`);
    response.writeHead(400).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout } = await runHere(
    ['diff', 'main:openapi.yaml', 'openapi.yaml', '--against', url, '--header', 'X-A: b'],
    { cwd },
  );
  server.close();
  expect(asked).toEqual(['GET /plants?limit=51 b']);
  expect(stdout).toContain('  service refuses it, too: it answered 400\n');
});

test('only what the contract has changed is verified', async () => {
  const list = ['verify', '--list', '--changed-since', 'main'];
  const changed = await runHere(list, { cwd });
  expect(changed.stderr).toContain('Of 2 operations, 2 are new or otherwise than in main.\n');
  writeFileSync(join(cwd, 'same.yaml'), contractOf(100));
  const { stderr, exitCode } = await runHere([...list, '--contract', 'same.yaml'], { cwd });
  expect([exitCode, stderr]).toEqual([
    2,
    'The revision main has no file same.yaml; if it had another name there, say --changed-since main:PATH, and if it is new, leave --changed-since out.\n',
  ]);
  const renamed = await runHere(
    ['verify', '--list', '--contract', 'same.yaml', '--changed-since', 'main:openapi.yaml'],
    {
      cwd,
    },
  );
  expect(renamed.stderr).toBe('Of 1 operation, 1 is new or otherwise than in main.\n');
  const unset = await runHere(['verify', '--list', '--changed-since', ''], { cwd });
  expect([unset.exitCode, unset.stderr]).toEqual([
    2,
    '--changed-since names no revision; is the variable that should hold it set?\n',
  ]);
});

test('where the contract has changed nothing, the reports say that nothing was verified', async () => {
  const formats = ['json', 'junit', 'html', 'github', 'sarif', 'lcov', 'cobertura', 'terminal'];
  const args = formats.flatMap((format) => ['--report', `${format}=none.${format}`]);
  const { exitCode, stderr } = await runHere(
    ['verify', 'http://127.0.0.1:1', '--contract', 'kept.yaml', '--changed-since', 'main', ...args],
    { cwd },
  );
  const told = 'Of 1 operation, 0 are new or otherwise than in main. Nothing is verified.';
  expect([exitCode, stderr]).toEqual([0, `${told}\n`]);
  const written = (format: string) => readFileSync(join(cwd, `none.${format}`), 'utf8');
  const report = JSON.parse(written('json'));
  expect([isReport(report), isReport.errors]).toEqual([true, null]);
  expect(report).toMatchObject({ outcome: 'conforms', exitCode: 0, reason: told, requirements: [], sent: 0 });
  expect(written('junit')).toContain('tests="1" failures="0" errors="0"');
  expect(written('junit')).toContain(`<skipped message="${told}"/>`);
  expect(written('html')).toContain('<h1>Nothing was verified</h1>');
  expect(written('github')).toBe(
    `::notice title=espalier%3A conforms::${told}\n::notice title=espalier%3A conforms::nothing was verified\n`,
  );
  expect(written('terminal')).toContain(`Outcome: conforms (exit 0): nothing was verified\n  ${told}\n`);
});

describe('of parts of a run, where only what changed is verified', () => {
  const TWO = KEPT.replace('{ /beds:', '{ /pots: { get: { responses: { "200": { description: ok } } } }, /beds:');
  const verified = async (cwd: string, part: string, ...more: string[]) => {
    const args = [
      'verify',
      'http://127.0.0.1:1',
      '--contract',
      'kept.yaml',
      '--changed-since',
      'main',
      '--shard',
      part,
    ];
    const { exitCode } = await runHere([...args, '--report', `json=${part[0]}.json`, ...more], { cwd });
    return { exitCode, ...JSON.parse(readFileSync(join(cwd, `${part[0]}.json`), 'utf8')) };
  };

  test('each says so where nothing changed, and merge takes them', async () => {
    for (const part of ['1/2', '2/2']) {
      const report = await verified(cwd, part);
      expect([isReport(report), report.exitCode, report.seed]).toEqual([true, 0, 1]);
      expect(report.shard).toMatchObject({ index: Number(part[0]), of: 2, operations: {} });
    }
    const { exitCode, stdout } = await runHere(['merge', '1.json', '2.json'], { cwd });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('Outcome: conforms (exit 0): nothing was verified'),
    ]);
    const alone = await runHere(['merge', '1.json'], { cwd });
    expect([alone.exitCode, alone.stderr]).toEqual([2, 'Part 2 of 2 is missing; hand over the JSON report of each.\n']);
  });

  test('one without an operation that changed says so, and is a part of the same run as the others', async () => {
    writeFileSync(join(cwd, 'kept.yaml'), TWO);
    const [asked, unasked] = [await verified(cwd, '1/2', '--timeout', '1000'), await verified(cwd, '2/2')];
    writeFileSync(join(cwd, 'kept.yaml'), KEPT);
    expect(unasked).toMatchObject({
      exitCode: 0,
      reason:
        'Of 2 operations, 1 is new or otherwise than in main. None of them is in part 2 of 2, in which nothing is verified.',
    });
    expect([asked.shard?.operations, asked.outcome]).toEqual([{ 'GET /pots': 0 }, 'error']);
    const { stderr, stdout } = await runHere(['merge', '2.json', '1.json'], { cwd });
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('part 1 of 2: ')]);
  });
});
