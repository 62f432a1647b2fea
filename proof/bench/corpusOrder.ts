/**
 * Shows that the order of paths in a contract changes nothing of which operation a request is taken for:
 * `npm run corpus:order -- [FOLDER|FILE…] [--sample N] [--seed N]`. Each contract is asked for paths that several of its templates may fit, with its
 * operations in their own order, reversed and shuffled. Ends with 1 where two orders disagree.
 */

import { parseArgs } from 'node:util';
import type { Operation } from '../../src/contract/contract';
import { readContract } from '../../src/contract/load';
import { routerOf } from '../../src/routing/router';
import { createRandom, type Random } from '../../src/support/random';
import { contractsIn, installed, sampled } from './corpusFiles';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});

/** Of each contract, in requests: so many show every kind of overlap that it has. */
const MOST_ASKED = 2000;

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random.int(0, 2 ** 30) }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

/** Paths that the templates may mean: each parameter filled with a plain value, and with a literal segment that another path has there. */
function pathsOf(operations: readonly Operation[], random: Random): string[] {
  const literals = [...new Set(operations.flatMap(({ path }) => path.split('/')).filter((part) => !/[{}]/.test(part)))];
  const filled = (path: string, value: () => string) => path.split('#')[0]?.replace(/\{[^{}]*\}/g, value) ?? path;
  return operations.flatMap(({ path }) => [
    filled(path, () => '7'),
    filled(path, () => encodeURIComponent(literals[random.int(0, literals.length)] || '7')),
  ]);
}

/** What each request is taken for, as text. */
function routesOf(
  operations: readonly Operation[],
  asked: readonly (readonly [method: string, path: string])[],
): string[] {
  const router = routerOf(operations);
  return asked.map(([method, path]) => {
    const [pathname = '', query] = path.split('?');
    const route = router.find(method, pathname, { query: new URLSearchParams(query), headers: {} });
    if (!route) return 'nothing';
    const alike = route.alike.map(({ name }) => name);
    return alike.length > 0 ? [route.operation.name, ...alike].sort().join(' or ') : route.operation.name;
  });
}

async function main(): Promise<void> {
  const found = (positionals.length > 0 ? positionals : installed()).flatMap(contractsIn);
  const counts = { contracts: 0, unread: 0, requests: 0, disagreeing: 0 };
  for (const file of sampled(found, Number(options.sample), options.seed)) {
    const contract = await readContract(file).catch(() => undefined);
    if (!contract) {
      counts.unread++;
      continue;
    }
    const random = createRandom(options.seed, file);
    const { operations } = contract;
    const asked = shuffled(pathsOf(operations, random), random)
      .slice(0, MOST_ASKED)
      .map((path) => [operations[random.int(0, operations.length)]?.method ?? 'GET', path] as const);
    const [own = [], ...others] = [operations, [...operations].reverse(), shuffled(operations, random)].map((order) =>
      routesOf(order, asked),
    );
    for (const [at, route] of own.entries()) {
      const other = others.find((routes) => routes[at] !== route);
      if (!other) continue;
      counts.disagreeing++;
      process.stdout.write(`${file}: ${asked[at]?.join(' ')} is ${route} or ${other[at]}\n`);
    }
    counts.contracts++;
    counts.requests += asked.length;
  }
  process.stdout.write(
    `${Object.entries(counts)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ')}\n`,
  );
  process.exitCode = counts.disagreeing > 0 ? 1 : 0;
}

void main();
