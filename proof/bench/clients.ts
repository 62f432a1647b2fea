/**
 * Asks whether clients that are generated from a contract take what the mock answers: `npm run bench:clients -- [FOLDER|FILE…] [--count N] [--seed N]`.
 * orval makes a schema of zod for each answer of a contract; the mock is verified, with and without state, and every answer with JSON goes through
 * the schema of its status. Without a folder it takes ten of the published contracts. It exits with 1 if an answer was not taken.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { suite } from '../../conformance/suite';
import { serveMock } from '../../mocks/server';
import { readContract } from '../../src/contract/load';
import { verifyTarget } from '../../src/engine/verify';
import { isObject, jsonOfText } from '../../src/json/value';
import type { ExchangeReport } from '../../src/report/report';
import { parseTarget } from '../../src/wire/target';
import { contractsIn, installed, sampled } from './corpusFiles';
import { INSTALLED } from './peer';

const PACKAGES = ['orval@7.13.2', 'zod@3.25.76'];
const FOLDER = join(INSTALLED, 'clients');

/** How long each step may take, in milliseconds. */
const STEP_MS = 10 * 60_000;
/** The greatest file that is taken without being named: a generator needs minutes for one of megabytes. */
const MOST_BYTES = 300_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});

/** A schema of zod, as far as it is used here. */
interface Zod {
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly maximum?: unknown;
}

interface Client {
  /** The schema of an answer of an operation such as "GET /plants"; undefined if the client has none. */
  schemaOf(operation: string, status: number): Zod | undefined;
}

function installGenerator(): void {
  if (existsSync(join(FOLDER, 'node_modules', 'orval'))) return;
  mkdirSync(FOLDER, { recursive: true });
  const args = ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES];
  execFileSync('npm', args, { stdio: 'inherit', timeout: STEP_MS, shell: process.platform === 'win32' });
}

/** Makes a client of a contract. @returns undefined if the generator makes none of it. */
function clientOf(file: string, at: number): Client | undefined {
  const value: unknown = parse(readFileSync(file, 'utf8'));
  const paths = isObject(value) && isObject(value['paths']) ? value['paths'] : {};
  const ids = new Map<string, string>();
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(isObject(item) ? item : {}))
      if (isObject(operation) && 'responses' in operation) {
        // By these names the schemas are found again.
        const id = `asked${ids.size}`;
        (operation as { operationId?: string }).operationId = id;
        ids.set(`${method.toUpperCase()} ${path}`, id);
      }
  withoutWriteOnly(value);
  const [source, target] = [join(FOLDER, `contract${at}.json`), join(FOLDER, `client${at}.ts`)];
  writeFileSync(source, JSON.stringify(value));
  rmSync(target, { force: true });
  const config = join(FOLDER, 'orval.config.js');
  const output = { mode: 'single', client: 'zod', target, override: { zod: { generateEachHttpStatus: true } } };
  writeFileSync(config, `module.exports = ${JSON.stringify({ client: { input: { target: source }, output } })};\n`);
  const orval = join(FOLDER, 'node_modules', 'orval', 'dist', 'bin', 'orval.js');
  try {
    execFileSync(process.execPath, [orval, '--config', config], { stdio: 'pipe', timeout: STEP_MS, cwd: FOLDER });
    const made = require(target) as Readonly<Record<string, Zod | undefined>>;
    return { schemaOf: (operation, status) => made[`${ids.get(operation)}${status}Response`] };
  } catch (error) {
    process.stdout.write(`  no client: ${(error as Error).message.split('\n')[0]}\n`);
    return undefined;
  }
}

/** "If the property is required … it applies to the request only" OpenAPI 3.0, Schema Object, `writeOnly`; the generator does not know that. */
function withoutWriteOnly(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties, required } = value as { properties?: unknown; required?: unknown };
  if (isObject(properties) && Array.isArray(required)) {
    const isSent = (name: unknown) =>
      isObject(properties[String(name)]) && 'writeOnly' in (properties[String(name)] as object);
    Object.assign(value, { required: required.filter((name) => !isSent(name)) });
  }
  for (const inner of Object.values(value)) withoutWriteOnly(inner);
}

/** zod counts the units of UTF-16 in a text, and JSON Schema its characters. */
function isOfUnits({ code, maximum, path }: Issue, root: unknown): boolean {
  const value = path.reduce<unknown>((each, key) => (each as Record<string, unknown> | undefined)?.[key], root);
  return code === 'too_big' && typeof value === 'string' && [...value].length <= Number(maximum);
}

/** Returns what a run on the mock was answered. */
async function exchangesWith(file: string, stateful: boolean): Promise<readonly ExchangeReport[]> {
  const contract = await readContract(file);
  const mock = await serveMock({ contract: file, port: 0, seed: Number(options.seed), docs: false, stateful });
  try {
    const { exchanges } = await verifyTarget(contract, suite, {
      target: parseTarget(mock.url),
      token: 'token',
      everythingExists: !stateful,
      writes: 'any',
      seed: Number(options.seed),
      limits: { timeoutMs: 20_000, lingerMs: 0 },
      concurrency: 2,
    });
    return exchanges;
  } finally {
    await mock.close();
  }
}

/** Counts the answers that a client takes, and says what it does not take. */
function judge(
  exchanges: readonly ExchangeReport[],
  client: Client,
): { readonly taken: number; readonly asked: number } {
  let [taken, asked] = [0, 0];
  const told = new Set<string>();
  for (const { operation, response } of exchanges) {
    if (!response || Buffer.byteLength(response.body) !== response.bodyBytes) continue;
    const schema = client.schemaOf(operation, response.status);
    const value = jsonOfText(response.body);
    if (!schema || value === undefined) continue;
    asked++;
    const issue = schema.safeParse(value).error?.issues.find((each) => !isOfUnits(each, value));
    if (!issue) taken++;
    const line = `    ${operation} ${response.status} at /${issue?.path.join('/').replace(/\d+/g, '…')}: ${issue?.message}`;
    if (issue && !told.has(line)) process.stdout.write(`${line}\n`);
    told.add(line);
  }
  return { taken, asked };
}

async function main(): Promise<void> {
  installGenerator();
  const isGiven = positionals.length > 0;
  const found = (isGiven ? positionals : installed()).flatMap(contractsIn);
  let clients = 0;
  let isRight = true;
  for (const [at, file] of sampled(found, isGiven ? undefined : found.length, options.seed).entries()) {
    if (clients >= Number(options.count)) break;
    const text = readFileSync(file, 'utf8');
    if (!isGiven && (text.length > MOST_BYTES || !/["']?openapi["']?\s*:\s*["']?3/.test(text))) continue;
    process.stdout.write(`${basename(file)} (${Math.round(text.length / 1000)} kB)\n`);
    const client = clientOf(file, at);
    if (!client) continue;
    let answers = 0;
    for (const stateful of [false, true]) {
      const { taken, asked } = judge(await exchangesWith(file, stateful), client);
      process.stdout.write(`  ${stateful ? 'with' : 'without'} state: ${taken} of ${asked} answers taken\n`);
      answers += asked;
      if (taken < asked) isRight = false;
    }
    if (answers > 0) clients++;
  }
  process.exitCode = isRight ? 0 : 1;
}

void main();
