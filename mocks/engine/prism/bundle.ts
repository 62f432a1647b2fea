/**
 * A step of the build: `node dist/mocks/engine/prism/bundle.js`. It adds to `dist/mocks/server.js` all packages that this file loads and
 * that `package.json` does not depend on: Prism and all that it needs, in the versions of the lock file. They are no dependencies, since
 * Prism asks for old versions, and some of these have published advisories. Faker becomes a file of its own, which few contracts need:
 * as a dependency it would be 25 MB, with its languages three times and its types.
 */

import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build, type OnResolveArgs, type OnResolveResult, type PluginBuild, type ResolveResult } from 'esbuild';
import { licensesOf, packageOf } from '../../../src/support/licenses';
import { BUNDLING, VENDORED } from '../../../src/support/vendored';
import { LATE, LATE_FAKER } from './loadLate';

const MOCKS = join(__dirname, '..', '..');
const SOURCES = join(MOCKS, '..', 'src');
/** Folders that the package holds beside the bundle. Other parts of the package load them, too, so they are not bundled. */
const OUTSIDE = [SOURCES, join(MOCKS, '..', 'conformance')];
const ROOT = join(MOCKS, '..', '..');
/** The folder may be a link, if several work trees share it. */
const MODULES = realpathSync(join(ROOT, 'node_modules'));
const ENTRY = join(MOCKS, 'server.js');

/** The file of faker, beside the bundle. */
const FAKER = 'faker.js';

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** This module reads contracts of another kind and loads many others. The mock does not use it. */
const LEFT_OUT = '@stoplight/http-spec/postman/operation';

const OPTIONS = {
  ...BUNDLING,
  absWorkingDir: ROOT,
} as const;

async function main(): Promise<void> {
  const faker = await build({
    ...OPTIONS,
    charset: 'utf8',
    entryPoints: [require.resolve(LATE_FAKER)],
    outfile: join(MOCKS, FAKER),
  });
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: [ENTRY],
    outfile: ENTRY,
    allowOverwrite: true,
    // The CommonJS version of this package loads its parts in a way that a bundler cannot follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [{ name: 'what-is-installed', setup }],
  });
  // Only regular expressions hold other letters. A file of ASCII alone takes half the memory, since V8 keeps its text.
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(ENTRY, readFileSync(ENTRY, 'utf8').replace(/[^\0-\x7f]/g, escaped));
  // An input with a colon in its name is no file. The plugin below makes it.
  const files = Object.keys(metafile.inputs).filter((file) => !file.includes(':'));
  const taken = files.map((file) => join(ROOT, file));
  const ofFaker = Object.keys(faker.metafile.inputs).map((file) => join(ROOT, file));
  writeFileSync(join(MOCKS, 'server.licenses.txt'), licensesOf([...taken, ...ofFaker], 'server.js and faker.js'));
  for (const file of taken) if (file.startsWith(MOCKS + sep) && file !== ENTRY) rmSync(file);
}

/** Decides for each module whether it stays outside of the bundle, is added, or is added and loaded only when it is used. */
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
    const resolved = await bundler.resolve(path, { importer, resolveDir, kind, pluginData: 'as is' });
    if (asked.namespace === 'file' && late.has(resolved.path)) return madeUp(resolved, 'late');
    if (asked.namespace === 'file' && resolved.path === faker) return madeUp(resolved, 'late-faker');
    if (resolved.path === leftOut) return madeUp(resolved, 'left-out');
    return staysOutside(asked, resolved) ?? resolved;
  });
  const requireLate = (path: string) =>
    `require(${JSON.stringify(join(__dirname, 'loadLate.js'))}).deferred(() => ${path})`;
  const load = (namespace: string, contentsOf: (path: string) => string) =>
    bundler.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: contentsOf(path), resolveDir: MOCKS }));
  load('late', (path) => `module.exports = ${requireLate(`require(${JSON.stringify(join(ROOT, path))})`)};`);
  load('late-faker', () => `exports.default = ${requireLate(`require('${LATE_FAKER}').faker`)};`);
  // The sampler writes warnings to the console, which belongs to the user. The mock mends what it warns about.
  bundler.onLoad({ filter: /[\\/]json-schema-sampler[\\/].*\.js$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replaceAll('console.warn(', '(() => {})('),
  }));
  // A file of ours finds what lies beside it, although its code now stands in the bundle.
  bundler.onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path }) => {
    const folder = relative(MOCKS, dirname(path)).replaceAll(sep, '/');
    const text = path.startsWith(MOCKS + sep) && folder !== '' ? readFileSync(path, 'utf8') : '';
    const placed = `require('node:path').join(__dirname, ${JSON.stringify(folder)})`;
    return text.includes('__dirname') ? { contents: text.replaceAll('__dirname', placed) } : undefined;
  });
  load('left-out', () => `throw new Error('${LEFT_OUT} is not part of this package');`);
}

/** Returns what stands for a module. Its path is relative, since it goes into the bundle, which must not name folders of this machine. */
function madeUp(resolved: ResolveResult, namespace: string): OnResolveResult {
  return { path: relative(ROOT, resolved.path).replaceAll(sep, '/'), namespace };
}

/** Tells whether a module stays outside: it is in the package beside the bundle, or a dependency, or has a file of its own, or is not installed (and so optional). */
function staysOutside({ path, kind }: OnResolveArgs, resolved: ResolveResult): OnResolveResult | undefined {
  if (resolved.errors.length > 0 || kind === 'require-resolve') return { path, external: true };
  if (OUTSIDE.some((folder) => resolved.path.startsWith(folder + sep))) {
    return { path: relative(MOCKS, resolved.path).replaceAll(sep, '/'), external: true };
  }
  if (packageOf(resolved.path) === join(MODULES, LATE_FAKER)) return { path: `./${FAKER}`, external: true };
  const installed = [...Object.keys(dependencies), ...VENDORED].some(
    (name) => packageOf(resolved.path) === join(MODULES, name),
  );
  return installed ? { path, external: true } : undefined;
}

void main();
