/**
 * A step of the build: `node dist/mocks/engine/prism/bundle.js`. Takes into `dist/mocks/server.js` what it loads and is no dependency
 * of ours: Prism with all that it needs, in the versions of our lock file. Who installs the package gets none of them
 * otherwise, since Prism asks for old versions, some of them with published advisories.
 */

import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build, type OnResolveArgs, type OnResolveResult, type PluginBuild, type ResolveResult } from 'esbuild';
import { groupBy } from '../../../src/support/collections';
import { LATE, LATE_FAKER } from './loadLate';

const MOCKS = join(__dirname, '..', '..');
const SOURCES = join(MOCKS, '..', 'src');
/** What the package holds beside the bundle, and the rest of it loads, too. */
const OUTSIDE = [SOURCES, join(MOCKS, '..', 'conformance')];
const ROOT = join(MOCKS, '..', '..');
/** It may be a link, where several work trees share one. */
const MODULES = realpathSync(join(ROOT, 'node_modules'));
const ENTRY = join(MOCKS, 'server.js');

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Nothing that we use of Prism asks for it: it reads contracts of another kind, with much behind it. */
const LEFT_OUT = '@stoplight/http-spec/postman/operation';

async function main(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    outfile: ENTRY,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    // What it has for CommonJS asks for its parts in a way that cannot be seen from outside.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [{ name: 'what-is-installed', setup }],
  });
  // What has another namespace than that of files is made up below.
  const files = Object.keys(metafile.inputs).filter((file) => !file.includes(':'));
  const taken = files.map((file) => join(ROOT, file));
  writeFileSync(join(MOCKS, 'server.licenses.txt'), licensesOf(taken));
  for (const file of taken) if (file.startsWith(MOCKS + sep) && file !== ENTRY) rmSync(file);
}

/** Says of each module whether it stays outside, is taken in, or is taken in and loaded when it is asked for. */
async function setup(bundler: PluginBuild): Promise<void> {
  const fromPrism = { kind: 'require-call', resolveDir: dirname(require.resolve('@stoplight/prism-http')) } as const;
  const pathOf = async (name: string) => (await bundler.resolve(name, { ...fromPrism, pluginData: 'as is' })).path;
  const late = new Set<string>();
  let [faker, leftOut] = ['', ''];
  bundler.onStart(async () => {
    for (const name of LATE) late.add(await pathOf(name));
    [faker, leftOut] = [await pathOf(LATE_FAKER), await pathOf(LEFT_OUT)];
  });
  bundler.onResolve({ filter: /.*/ }, async (asked) => {
    if (asked.pluginData === 'as is' || asked.kind === 'entry-point') return undefined;
    const { path, importer, resolveDir, kind } = asked;
    const found = await bundler.resolve(path, { importer, resolveDir, kind, pluginData: 'as is' });
    if (asked.namespace === 'file' && late.has(found.path)) return madeUp(found, 'late');
    if (asked.namespace === 'file' && found.path === faker) return madeUp(found, 'late-faker');
    if (found.path === leftOut) return madeUp(found, 'left-out');
    return staysOutside(asked, found) ?? found;
  });
  const requireLate = (path: string) =>
    `require(${JSON.stringify(join(__dirname, 'loadLate.js'))}).deferred(() => ${path})`;
  const load = (namespace: string, contentsOf: (path: string) => string) =>
    bundler.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: contentsOf(path), resolveDir: MOCKS }));
  load('late', (path) => `module.exports = ${requireLate(`require(${JSON.stringify(join(ROOT, path))})`)};`);
  load('late-faker', () => `exports.default = ${requireLate(`require('${LATE_FAKER}').faker`)};`);
  // What it warns of is mended before it is served; the console is the user's.
  bundler.onLoad({ filter: /[\\/]json-schema-sampler[\\/].*\.js$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replaceAll('console.warn(', '(() => {})('),
  }));
  load('left-out', () => `throw new Error('${LEFT_OUT} is not part of this package');`);
}

/** What stands for a module; its path goes into the bundle, where nothing of this machine is to be seen. */
function madeUp(found: ResolveResult, namespace: string): OnResolveResult {
  return { path: relative(ROOT, found.path).replaceAll(sep, '/'), namespace };
}

/** What the package holds beside the bundle, what it depends on, and what some package can do without. */
function staysOutside({ path }: OnResolveArgs, found: ResolveResult): OnResolveResult | undefined {
  if (found.errors.length > 0) return { path, external: true };
  if (OUTSIDE.some((folder) => found.path.startsWith(folder + sep))) {
    return { path: relative(MOCKS, found.path).replaceAll(sep, '/'), external: true };
  }
  const installed = Object.keys(dependencies).some((name) => packageOf(found.path) === join(MODULES, name));
  return installed ? { path, external: true } : undefined;
}

/** The folder of the package that a file belongs to, if it does to any. */
function packageOf(file: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

/** The terms of all packages that are taken in, as those ask for: each text once, under the packages that it comes with. */
function licensesOf(files: readonly string[]): string {
  const packages = [...new Set(files.flatMap((file) => packageOf(file) ?? []))].sort();
  const terms = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    return {
      title: `${name} ${version} (${license})`,
      text: texts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n'),
    };
  });
  const groups = [...groupBy(terms, ({ text }) => text.replace(/\s+/g, ' ').trim()).values()];
  const parts = groups.map(
    (group) => `${group.map(({ title }) => title).join('\n')}\n\n${group[0]?.text.trim() ?? ''}\n`,
  );
  return ['server.js holds the following packages.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

void main();
