import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sum } from '../src/support/collections';

/** The package as somebody installs it, in an empty project: `npm run test:slow`. */

const ROOT = resolve(__dirname, '..');
const { packedManifest } = require('../.ci/manifest') as {
  packedManifest(manifest: object, env: NodeJS.ProcessEnv): Readonly<Record<string, unknown>>;
};
const MODULES = join(ROOT, 'node_modules');
const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'espalier-package-'));
  // Without its scripts: they would build again what other tests are using.
  const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], ROOT);
  const [archive = ''] = packed.stdout.trim().split('\n').slice(-1);
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', `./${archive}`]);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd = project) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 580_000 });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? status}\n${stdout}\n${stderr}`);
  return { stdout, stderr };
}

function write(name: string, text: string): string {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
  return name;
}

/** Lets the project use a development tool of ours. */
function borrow(...names: string[]): void {
  for (const name of names) {
    const link = join(project, 'node_modules', name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(MODULES, name), link);
  }
}

test('installs no development tools', () => {
  // Types may come with what a dependency of ours needs; they run nothing.
  const tools = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'));
  expect(tools.filter((name) => existsSync(join(project, 'node_modules', name)))).toEqual([]);
});

/** What Prism asks for in versions with published advisories. */
const OUTDATED = ['lodash', 'postman-collection', 'uuid'];

/** How many bytes the files below a folder hold. */
function bytesOf(folder: string): number {
  return sum(
    readdirSync(folder, { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? bytesOf(join(folder, entry.name)) : statSync(join(folder, entry.name)).size,
    ),
  );
}

test('leaves out what proves Espalier, which only a clone runs', () => {
  const dist = join(project, 'node_modules/espalier/dist');
  expect(readdirSync(dist)).toEqual(expect.arrayContaining(['conformance', 'mocks', 'src', 'vendor']));
  expect(existsSync(join(dist, 'proof'))).toBe(false);
});

test('is small', () => expect(bytesOf(join(project, 'node_modules'))).toBeLessThan(25_000_000));

test('what is packed asks for no script, and says where the code is', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const env = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'garden/espalier' };
  const { scripts, devDependencies: tools, ...packed } = packedManifest(manifest, env);
  expect([scripts, tools]).toEqual([undefined, undefined]);
  expect(packed).toMatchObject({
    name: manifest.name,
    dependencies: manifest.dependencies,
    repository: { type: 'git', url: 'git+https://git.example/garden/espalier.git' },
    homepage: 'https://git.example/garden/espalier#readme',
    bugs: { url: 'https://git.example/garden/espalier/issues' },
  });
  expect(packedManifest(manifest, {})).not.toHaveProperty('repository');
});

test('installs nothing that is there for Prism alone', () => {
  const installed = JSON.parse(run('npm', ['query', '*']).stdout) as { name?: string; version?: string }[];
  expect(installed.length).toBeGreaterThan(10);
  expect(installed.filter(({ name = '' }) => OUTDATED.includes(name) || name.startsWith('@stoplight/'))).toEqual([]);
  // We need this one ourselves, in a file of its own; Prism asks for an older version of it.
  expect(installed.filter(({ name }) => name === 'fast-xml-parser')).toEqual([]);
  const vendored = readFileSync(join(project, 'node_modules/espalier/dist/vendor/licenses.txt'), 'utf8');
  expect([...vendored.matchAll(/^fast-xml-parser (\d+)\./gm)].map(([, major]) => major)).toEqual(['5']);
  // It says so where something that is installed is not what is asked for.
  run('npm', ['ls', '--all']);
});

test('holds of Prism what is mended, with its terms', () => {
  const terms = readFileSync(join(project, 'node_modules/espalier/dist/mocks/server.licenses.txt'), 'utf8');
  const held = new Map(
    [...terms.matchAll(/^(\S+) (\d+)\.(\d+)\.\d+ \([^)]+\)$/gm)].map(([, name, ...at]) => [name, at]),
  );
  expect(held.get('@stoplight/prism-http')).toBeDefined();
  expect(Number(held.get('lodash')?.[1])).toBeGreaterThanOrEqual(18);
  expect(['fast-xml-parser', 'postman-collection', 'uuid'].filter((name) => held.has(name))).toEqual([]);
  expect(terms).toContain('Apache License');
});

test('its mock makes bodies up, in JSON and in XML, and shows its page', () => {
  const schema = '{ type: object, required: [name], properties: { name: { type: string, x-faker: name.findName } } }';
  write(
    'made-up.yaml',
    `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /items:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: ${schema} }, application/xml: { schema: ${schema} } } }
`,
  );
  const file = write(
    'made-up.cjs',
    `const { startMock } = require('espalier');
     startMock({ contract: 'made-up.yaml', dynamic: true }).then(async (mock) => {
       const ask = async (path, Accept) => (await fetch(mock.url + path, { headers: { Accept } })).text();
       console.log(typeof JSON.parse(await ask('/items', 'application/json')).name);
       console.log((await ask('/items', 'application/xml')).trim().replace(/>.*</s, '>…<'));
       console.log((await ask('/_espalier/', 'text/html')).includes('markdown-it'));
       await mock.close();
     });`,
  );
  expect(run(process.execPath, [file]).stdout).toMatch(/^string\n<.*>…<.*>\ntrue\n$/);
});

test('works as a command', () => {
  expect(run('npx', ['espalier', '--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  copyFileSync(join(project, 'node_modules/espalier/openapi.yaml'), join(project, 'openapi.yaml'));
  expect(run('npx', ['espalier', 'check']).stdout).toContain('Plant Store 1.0.0 is valid');
  const reports = ['terminal', 'json=report.json', 'junit=report.xml', 'html=report.html'];
  const { stdout } = run('npx', ['espalier', 'verify', ...reports.flatMap((report) => ['--report', report])]);
  expect(stdout).toContain('Outcome: conforms');
  for (const file of ['report.json', 'report.xml', 'report.html']) expect(existsSync(join(project, file))).toBe(true);
});

const SCRIPT = `
async function main() {
  const contract = await loadContract('node_modules/espalier/openapi.yaml');
  const mock = await startMock({ contract: 'node_modules/espalier/openapi.yaml' });
  const report = await verify(contract, { target: mock.url, token: 't', params: { id: 101 } });
  const response = await fetch(mock.url + '/plants/101', { method: 'DELETE', headers: { Authorization: 'Bearer t' } });
  const { kept } = await judge(response, { contract, operation: 'DELETE /plants/{id}' });
  await mock.close();
  console.log(report.outcome, report.counts.fail, report.counts.warn, kept, typeof UsageError, typeof ContractError);
}
main();
`;
const NAMES = '{ ContractError, judge, loadContract, startMock, UsageError, verify }';
const SAID = /^(conforms|incomplete) 0 0 true function function\n$/;

test('works from its tarball in a folder that knows no npm', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'espalier-elsewhere-'));
  try {
    copyFileSync(join(ROOT, 'openapi.yaml'), join(elsewhere, 'openapi.yaml'));
    const archive = join(
      project,
      `espalier-${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}.tgz`,
    );
    const { stdout } = run('npx', ['--yes', `--package=${archive}`, 'espalier', 'verify'], elsewhere);
    expect(stdout).toContain('Outcome: conforms (exit 0)');
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

const canMakeImage =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('buildah', ['--version']).status === 0;

// It says what it tries.
(canMakeImage ? test : test.skip)(
  'works in its image, which is small, runs not as root, and says whether its mock is healthy',
  () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const { stdout } = run(process.execPath, [join(ROOT, '.ci', 'image', 'make.js'), `espalier-${version}.tgz`]);
    expect(stdout).toMatch(/-oci\.tar: \d+ MB, unpacked \d+ MB\n$/);
  },
);

// The script tries what it has made: without Node, npm or a shell at hand.
(process.platform === 'linux' ? test : test.skip)('works as one file, where there is no Node', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const script = join(ROOT, '.ci', 'executable', 'make.js');
  const { stdout } = run(process.execPath, [script, `linux-${process.arch}`, `espalier-${version}.tgz`]);
  const [, file = '', size] = /^(\S+): (\d+) MB$/m.exec(stdout) ?? [];
  expect(Number(size)).toBeLessThan(150);
  writeFileSync(
    join(project, 'rule.ts'),
    `import { defineRule } from 'espalier';
     export default defineRule({ id: 'house/none', level: 'must', statement: 's', source: 's', judge: () => [] });`,
  );
  write('house.yaml', 'extend: [./rule.ts]\n');
  copyFileSync(join(project, 'node_modules/espalier/openapi.yaml'), join(project, 'openapi.yaml'));
  const listed = run('/usr/bin/env', ['-i', `HOME=${project}`, file, 'verify', '--config', 'house.yaml', '--list']);
  expect(listed.stdout).toContain('house/none');
});

test('works as a library from CommonJS', () => {
  const file = write('library.cjs', `const ${NAMES} = require('espalier');\n${SCRIPT}`);
  expect(run(process.execPath, [file]).stdout).toMatch(SAID);
});

test('works as a library from an ES module', () => {
  const file = write('library.mjs', `import ${NAMES} from 'espalier';\n${SCRIPT}`);
  expect(run(process.execPath, [file]).stdout).toMatch(SAID);
});

test('hands out its contract, its manifest and the schema of its reports', () => {
  const names = ['espalier/openapi.yaml', 'espalier/package.json', 'espalier/report.schema.json'];
  const file = write('files.cjs', `for (const name of ${JSON.stringify(names)}) console.log(require.resolve(name));`);
  for (const path of run(process.execPath, [file]).stdout.trim().split('\n')) expect(existsSync(path)).toBe(true);
});

const TYPED = `
import { judge, loadContract, type Report, startMock, verify, type VerifyEvent } from 'espalier';
import { type JudgedPage, keepsContract } from 'espalier/playwright';
import contract from 'espalier/package.json' with { type: 'json' };
const events: VerifyEvent[] = [];
export async function main(signal: AbortSignal): Promise<Report> {
  const mock = await startMock({ port: 0 });
  await mock.close();
  const { kept, message }: { kept: boolean; message: string } = await judge({ status: 204, headers: {} }, { operation: contract.name });
  console.log(kept, message);
  // @ts-expect-error: a target is needed.
  await verify(await loadContract('openapi.yaml'), { token: 't' });
  return verify(await loadContract(), {
    target: mock.url, token: 't', params: { id: [101, '102', 103n] }, signal, strict: true,
    onEvent: (event) => events.push(event),
  });
}
`;
const TYPED_TEST = `
import 'espalier/jest';
import { expect as imported } from '@jest/globals';
export async function main(response: Response): Promise<void> {
  const promise: Promise<void> = expect(response).toKeepContract();
  await promise;
  await expect(response).not.toKeepContract({ operation: 'DELETE /plants/{id}', contract: 'openapi.yaml' });
  await imported(response).toKeepContract({ strict: true, closed: true });
  // @ts-expect-error: no such option.
  await imported(response).toKeepContract({ operations: '' });
}
`;

test.each([
  { module: 'node16', moduleResolution: 'node16', name: 'typed.ts', type: 'commonjs' },
  { module: 'nodenext', moduleResolution: 'nodenext', name: 'typed.mts', type: 'module' },
  { module: 'esnext', moduleResolution: 'bundler', name: 'typed.ts', type: 'module' },
])('is typed for TypeScript: $moduleResolution, $name', ({ module, moduleResolution, name }) => {
  borrow('@types/node', 'undici-types', '@types/jest', '@jest/globals', 'expect');
  // A CommonJS file may not say of which type a JSON module is.
  const typed = name === 'typed.ts' && moduleResolution === 'node16' ? TYPED.replace(/ with \{.*\}/, '') : TYPED;
  const files = [write(`types/${name}`, typed), write(`types/jest-${name}`, TYPED_TEST)];
  const options = { module, moduleResolution, target: 'es2022', lib: ['es2023'], strict: true, noEmit: true };
  write(
    'types/tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        ...options,
        exactOptionalPropertyTypes: true,
        esModuleInterop: true,
        resolveJsonModule: true,
        skipLibCheck: false,
        types: ['node', 'jest'],
      },
      files: files.map((file) => file.replace('types/', '')),
    }),
  );
  run(join(MODULES, '.bin', 'tsc'), ['-p', 'types']);
});

test('extends the Jest of the project', () => {
  borrow('jest', '@jest', 'expect');
  write(
    'jest/store.test.js',
    `require('espalier/jest');
     const like = (status, body) => ({ status, headers: { 'content-type': 'application/json' }, body });
     const options = { operation: 'DELETE /plants/{id}' };
     test('kept', () => expect(like(400, '{"error":1,"message":""}')).toKeepContract(options));
     test('broken', () => expect(expect(like(400, '{"error":"1"}')).toKeepContract(options)).rejects.toThrow('body-schema'));`,
  );
  const { stderr } = run(process.execPath, [
    join(MODULES, 'jest', 'bin', 'jest.js'),
    '--rootDir',
    join(project, 'jest'),
  ]);
  expect(stderr).toContain('2 passed');
});
