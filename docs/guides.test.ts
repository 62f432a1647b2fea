/**
 * Runs the commands of the README and the guides as they stand. What follows the language of a block says how:
 *
 * - `sh run`, `js run`: it is run in a project with a plant store at localhost:8080, and ends with exit code 0.
 * - `exit=1`: it ends with that exit code.
 * - `service=NAME`: that fault or variant of the catalogue is at localhost:8080.
 * - `mock`: the mock is at 127.0.0.1:4010; `mock=FILE`: that of this contract, which keeps what is made.
 * - `start`: nothing is at localhost:8080 yet, and `npm start` runs the plant store there.
 * - `ts file=NAME`, `yaml file=NAME`: is a file of that name for what is run on this page.
 * - `text output`, after such a block: the lines of it come in this order, what stands in between aside.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '../proof/faults';
import { CLI } from '../src/cli/tests/cli.testing';
import { someOf } from '../src/support/testing/cases.testing';
import { freePort } from '../src/support/testing/ports.testing';
import { readCodeBlocks } from './site/markdown';
import { PAGES, ROOT, sourceOf } from './site/pages';

interface Runnable {
  /** `docs/guides/rules.md:30`. */
  readonly name: string;
  readonly language: 'sh' | 'js';
  readonly code: string;
  readonly exitCode: number;
  readonly service: string;
  /** The contract of the mock; undefined for none. */
  readonly mock: string | undefined;
  readonly start: boolean;
  /** The files of its page, by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** Lines that come in this order. */
  readonly output: readonly string[];
}

const runnables: readonly Runnable[] = PAGES.flatMap((page) => {
  const blocks = readCodeBlocks(readFileSync(sourceOf(page), 'utf8'));
  const files = Object.fromEntries(
    blocks.flatMap(({ info, code }) => {
      const name = / file=(\S+)/.exec(info)?.[1];
      return name === undefined ? [] : [[name, code] as const];
    }),
  );
  return blocks.flatMap(({ info, code, line }, at): Runnable[] => {
    const [language, ...words] = info.split(' ');
    if (!words.includes('run')) return [];
    if (language !== 'sh' && language !== 'js') throw new Error(`${page.source}:${line}: ${language} cannot be run.`);
    const wordAfter = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const next = blocks[at + 1];
    return [
      {
        name: `${page.source}:${line}`,
        language,
        code,
        exitCode: Number(wordAfter('exit') ?? 0),
        service: wordAfter('service') ?? 'good',
        mock: wordAfter('mock') ?? (words.includes('mock') ? 'openapi.yaml' : undefined),
        start: words.includes('start'),
        files,
        output: next?.info === 'text output' ? linesOf(next.code) : [],
      },
    ];
  });
});

/** Lines without what stands around them; those that stand for others are left out. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '…');
}

/** What a browser saves of one request. */
const RECORDING = {
  log: {
    version: '1.2',
    creator: { name: 'a browser', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: {
          method: 'DELETE',
          url: 'http://localhost:8080/plants/101',
          httpVersion: 'HTTP/1.1',
          headers: [{ name: 'Authorization', value: 'Bearer t' }],
          queryString: [],
          cookies: [],
          headersSize: -1,
          bodySize: 0,
        },
        response: {
          status: 204,
          statusText: 'No Content',
          httpVersion: 'HTTP/1.1',
          headers: [],
          cookies: [],
          content: { size: 0, mimeType: '' },
          redirectURL: '',
          headersSize: -1,
          bodySize: 0,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      },
    ],
  },
};

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'espalier-guide-'));
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true });
  mkdirSync(join(project, 'parts'));
  write('openapi.yaml', readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'));
  write('node_modules/.bin/espalier', `#!/bin/sh\nexec node ${JSON.stringify(CLI)} "$@"\n`);
  // Names another plant each time, as a command that makes one would.
  write('create-plant.sh', '#!/bin/sh\necho made >> made.txt\necho "id=$((100 + $(wc -l < made.txt)))"\n');
  write('session.har', JSON.stringify(RECORDING));
  symlinkSync(ROOT, join(project, 'node_modules', 'espalier'));
});
afterEach(() => rmSync(project, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(project, name), text, { mode: 0o755 });
}

/** Lets `npm start` run a plant store at a port. */
function offerStart(port: number, token: string): void {
  const store = JSON.stringify(join(ROOT, 'dist', 'proof', 'faults', 'plantStore', 'plantStore.js'));
  write('package.json', JSON.stringify({ scripts: { start: 'node server.js' } }));
  write(
    'server.js',
    `const { behaveAsStore, startStore } = require(${store});
     startStore(behaveAsStore(() => ({})), { plants: [101n, 102n], token: '${token}', port: ${port} });`,
  );
}

/** What was started for a test, and ends with it. */
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** Starts the mock of a contract, on a free port. @returns its URL, once it is served. */
function startMock(contract: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const kept = contract === 'openapi.yaml' ? [] : ['--stateful'];
    const child = spawn(process.execPath, [CLI, 'mock', join(ROOT, contract), '--port', '0', '--no-watch', ...kept], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.push(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = / at (http:\S+)\n/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`The mock ended: ${said}`)));
  });
}

function execute(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: project, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    child.on('error', fail);
    child.on('close', (exitCode) => done({ exitCode, ...output }));
  });
}

/** `npx` in a project where Espalier is installed, without the time that npm takes to find that out. */
const NPX = 'npx() { local name="$1"; shift; "node_modules/.bin/$name" "$@"; }';

/** Runs a block with the addresses of this run, and gives its output with those of the guide. */
async function run({ language, code, start }: Runnable, addresses: Readonly<Record<string, string>>, token: string) {
  const here = Object.entries(addresses).reduce((text, [shown, own]) => text.replaceAll(shown, own), code);
  // A pipeline has them as its variables.
  const env = { TOKEN: token, ...(start ? { ESPALIER_TOKEN: token, ESPALIER_PARAMS: 'id=101 id=102' } : {}) };
  const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `${NPX}\n${here}`];
  if (language === 'js') write('example.mjs', here);
  const ended = await (language === 'js'
    ? execute(process.execPath, ['example.mjs'], env)
    : execute('bash', bash, env));
  const shown = Object.entries(addresses).reduce((text, [theirs, own]) => text.replaceAll(own, theirs), ended.stdout);
  return { ...ended, stdout: shown };
}

/** The first of these lines that does not come after the ones before it; undefined where all do. */
function firstMissing(lines: readonly string[], stdout: string): string | undefined {
  let from = 0;
  return lines.find((line) => {
    const at = stdout.indexOf(line, from);
    from = at + line.length;
    return at === -1;
  });
}

const store = services.find(({ name }) => name === 'plant store');

test.each(someOf(runnables, 20))('$name', async (block) => {
  const entry = [...(store?.faults ?? []), ...(store?.variants ?? [])].find(({ name }) => name === block.service);
  if (!entry) throw new Error(`The catalogue has no plant store "${block.service}".`);
  const port = await freePort();
  const service = await entry.start();
  const mock = block.mock === undefined ? undefined : await startMock(block.mock);
  const token = service.handOver.token ?? '';
  if (block.start) offerStart(port, token);
  for (const [name, text] of Object.entries(block.files)) write(name, text);
  try {
    const addresses = {
      'localhost:8080': block.start ? `127.0.0.1:${port}` : new URL(service.url).host,
      ...(mock ? { '127.0.0.1:4010': new URL(mock).host } : {}),
    };
    const { exitCode, stdout, stderr } = await run(block, addresses, token);
    expect({ exitCode, stderr: exitCode === block.exitCode ? '' : stderr + stdout }).toEqual({
      exitCode: block.exitCode,
      stderr: '',
    });
    expect({ missing: firstMissing(block.output, stdout), stdout }).toEqual({ missing: undefined, stdout });
  } finally {
    await service.close();
  }
});

test('each page that shows how to use Espalier has commands that are run', () => {
  const pages = new Set(runnables.map(({ name }) => name.replace(/:\d+$/, '')));
  const withoutAny = PAGES.map(({ source }) => source).filter((source) => !pages.has(source));
  expect(withoutAny).toEqual(WITHOUT_COMMANDS);
});

/** They have no command, or one that has a test of its own, or one that takes long. */
const WITHOUT_COMMANDS = [
  'docs/guides/install.md',
  'docs/guides/coming-from.md',
  'docs/guides/fastapi.md',
  'docs/guides/spring-boot.md',
  'docs/guides/nestjs-express.md',
  'docs/guides/go.md',
  'docs/guides/tests-in-pytest-and-junit.md',
  'docs/guides/comparing-contracts.md',
  'docs/guides/stateful-mock.md',
  'docs/guides/differences-from-prism.md',
  'docs/guides/configuration.md',
  'docs/guides/promises.md',
  'docs/guides/troubleshooting.md',
  'docs/guides/how-it-is-proven.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
];
