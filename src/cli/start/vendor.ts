/**
 * A step of the build: `node dist/src/cli/start/vendor.js`. It puts each package of `VENDORED` into one file, lets all that is built load that
 * file, and removes the types of what nobody outside can name.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type PluginBuild } from 'esbuild';
import { licensesOf } from '../../support/licenses';
import { BUNDLING, VENDORED, vendorFile } from '../../support/vendored';

const DIST = join(__dirname, '..', '..', '..');
const ROOT = join(DIST, '..');
const FOLDER = join(DIST, 'vendor');

async function main(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const { metafile } = await build({
    ...BUNDLING,
    absWorkingDir: ROOT,
    entryPoints: VENDORED.map((name) => ({
      in: require.resolve(name),
      out: vendorFile(name).replace(/\.js$/, ''),
    })),
    outdir: FOLDER,
    plugins: [{ name: 'each-once', setup }],
  });
  const taken = Object.keys(metafile.inputs).map((file) => join(ROOT, file));
  writeFileSync(join(FOLDER, 'licenses.txt'), licensesOf(taken, 'These files'));
  // The page of the mock loads it in the browser.
  const markdown = join(dirname(require.resolve('markdown-it/package.json')), 'dist', 'browser', BROWSER_FILE);
  writeFileSync(join(DIST, 'mocks', 'page', 'assets', BROWSER_FILE), readFileSync(markdown));
  const files = filesBelow(DIST);
  for (const file of files) if (file.endsWith('.js')) loadVendored(file);
  const named = new Set(exportedTypes().flatMap(typesNamedBy));
  for (const file of files) if (file.endsWith('.d.ts') && !named.has(file)) rmSync(file);
}

const BROWSER_FILE = 'markdown-it.esm.min.mjs';

/** The files of types that `package.json` exports. */
function exportedTypes(): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.values(exports).flatMap((each) => (typeof each === 'string' ? [] : [join(ROOT, each.types)]));
}

/** A package that another one needs, and that has a file of its own, is loaded from there. */
function setup(bundler: PluginBuild): void {
  bundler.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
    kind !== 'entry-point' && VENDORED.includes(path) ? { path: `./${vendorFile(path)}`, external: true } : undefined,
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (path === FOLDER) return [];
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Lets a file of ours load the packages from their files. */
function loadVendored(file: string): void {
  const text = readFileSync(file, 'utf8');
  const way = relative(dirname(file), FOLDER).split(sep).join('/');
  const changed = text.replace(/\brequire\((['"])([^.'"][^'"]*)\1\)/g, (all, quote: string, name: string) =>
    VENDORED.includes(name) ? `require(${quote}${way}/${vendorFile(name)}${quote})` : all,
  );
  if (changed !== text) writeFileSync(file, changed);
}

/** Returns the files of types that one of them leads to, itself included. */
function typesNamedBy(entry: string): string[] {
  const found = new Set([entry]);
  for (const file of found) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
      const path = resolve(dirname(file), name);
      const types = [`${path}.d.ts`, join(path, 'index.d.ts')].find((each) =>
        statSync(each, { throwIfNoEntry: false }),
      );
      if (types !== undefined) found.add(types);
    }
  }
  return [...found];
}

void main();
