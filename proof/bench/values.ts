/**
 * Makes values for the schemas of published contracts, and has each of them judged a second time, by ajv:
 * `npm run corpus:values -- FOLDER|FILE… [--sample N] [--seed N] [--no-ajv] [--suite]`. A folder is searched for contracts in JSON or
 * YAML, of which a sample is taken where one is asked for. With `--suite` the files are of the JSON-Schema-Test-Suite, and a witness is
 * wanted wherever the suite has a valid instance. It exits with 1 if a value is not what it was made for.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGenerator, isMade, type MutableJson, writeJson } from '../../conformance/values/generator';
import { ContractError } from '../../src/contract/clause';
import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import { FileError, type Files, type SourceFile } from '../../src/contract/document/files';
import { readContract } from '../../src/contract/load';
import { createJudges, type Judges } from '../../src/contract/schema/judge';
import { createSchemaReader, type Direction, type Schema } from '../../src/contract/schema/schema';
import { readJson } from '../../src/json/exactJson';
import { createRandom } from '../../src/support/random';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'no-ajv': { type: 'boolean', default: false },
    suite: { type: 'boolean', default: false },
    only: { type: 'string' },
    count: { type: 'boolean', default: false },
    names: { type: 'string', default: '1' },
    slow: { type: 'string', default: '2000' },
  },
});

/** Counts what was made, and how it was judged. */
const count = {
  contracts: 0,
  unreadable: 0,
  schemas: 0,
  witnesses: 0,
  valid: 0,
  violations: 0,
  inviolable: 0,
  judged: 0,
  wrong: 0,
};
const time = { making: 0, judging: 0 };
const without = new Map<string, string[]>();
const inviolable = new Map<string, string[]>();
const wrong: string[] = [];
const slow: string[] = [];

/** Returns the time of the processor in milliseconds, since other processes may be busy on the machine. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Given {
  readonly schema: Schema;
  readonly direction: Direction;
  readonly name: string;
}

function look({ schema, direction, name }: Given, judges: Judges): void {
  if (options.count) {
    count.schemas++;
    return;
  }
  const started = used();
  const generator = createGenerator({ direction, seed: options.seed });
  const witness = generator.witness(schema);
  const valid = generator.valid(schema);
  const { violations, inviolable: unbroken } = generator.violations(schema);
  const took = used() - started;
  time.making += took;
  if (took > Number(options.slow)) slow.push(`${Math.round(took)} ms  ${name}`);
  count.schemas++;
  if (isMade(witness)) count.witnesses++;
  else note(without, witness.unsatisfiable, name);
  count.valid += valid.length;
  count.violations += violations.length;
  count.inviolable += unbroken.length;
  for (const { schema: owner, keyword, reason } of unbroken)
    note(inviolable, `${keyword}: ${reason}`, `${name} ${owner.place.pointer}`);
  if (options['no-ajv']) return;
  const before = used();
  try {
    const judge = judges.judge(schema, direction);
    const isValid = (value: MutableJson) => judge(readJson(writeJson(value)))?.length === 0;
    if (isMade(witness)) expect(isValid(witness.value), `witness ${name}`, witness.value);
    for (const { value } of valid) expect(isValid(value), `valid ${name}`, value);
    for (const { value, keyword, path, what } of violations)
      expect(!isValid(value), `violation of ${keyword} at ${path} (${what}) ${name}`, value);
  } catch (error) {
    note(without, `ajv: ${(error as Error).message}`, name);
  }
  time.judging += used() - before;
}

function expect(holds: boolean, what: string, value: MutableJson): void {
  count.judged++;
  if (holds) return;
  count.wrong++;
  wrong.push(`${what}: ${writeJson(value).slice(0, 300)}`);
}

function note(groups: Map<string, string[]>, reason: string, name: string): void {
  const key = reason.replace(/-?\d+(\.\d+)?/g, 'N').slice(0, 120);
  const names = groups.get(key) ?? [];
  names.push(name);
  groups.set(key, names);
}

async function contract(file: string): Promise<void> {
  const judges = createJudges(0);
  const seen = new Set<string>();
  let operations: Awaited<ReturnType<typeof readContract>>['operations'];
  try {
    ({ operations } = await readContract(file));
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    count.unreadable++;
    return;
  }
  count.contracts++;
  for (const operation of operations) {
    const given: Given[] = [];
    for (const { schema, name, in: where } of operation.parameters)
      if (schema) given.push({ schema, direction: 'request', name: `${where} ${name}` });
    for (const { schema, type } of operation.requestBody?.media ?? [])
      if (schema) given.push({ schema, direction: 'request', name: type });
    for (const { status, media } of operation.responses)
      for (const { schema, type } of media)
        if (schema) given.push({ schema, direction: 'response', name: `${status} ${type}` });
    for (const entry of given) {
      if (options.only !== undefined && entry.direction !== options.only) continue;
      // Schemas with the same text mean the same within one contract.
      const text = entry.direction + JSON.stringify(entry.schema.place.value);
      if (seen.has(text)) continue;
      seen.add(text);
      look({ ...entry, name: `${file} ${operation.name} ${entry.name}` }, judges);
    }
  }
}

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly valid: boolean }[];
}

function suite(file: string): void {
  for (const group of JSON.parse(readFileSync(file, 'utf8')) as Group[]) {
    const value = group.schema;
    const root: SourceFile = { path: file, text: JSON.stringify(value), value };
    const get = remotes(file.split('/tests/')[0] ?? '');
    const files: Files = { root, get, paths: () => [file], read: () => new Map([[file, root]]) };
    const schema = createSchemaReader(files, openapi31).at({ value, file: root, pointer: '#' });
    const name = `${file} ${group.description}`;
    const before = [...without.values()].flat().length;
    look({ schema, direction: 'request', name }, createJudges(0));
    if (group.tests.some(({ valid }) => valid)) continue;
    // The suite has no valid instance, so no witness is wanted.
    if ([...without.values()].flat().length > before)
      for (const names of without.values()) if (names.at(-1) === name) names.pop();
  }
}

/** Returns a function that reads other schemas of the suite by the address of its `remotes`. */
function remotes(folder: string): Files['get'] {
  return (from, reference) => {
    if (reference === '') return from;
    const [, name] = /^http:\/\/localhost:1234\/(.*)$/.exec(reference) ?? [];
    const path = join(folder, 'remotes', name ?? '');
    if (name === undefined || !existsSync(path)) throw new FileError(reference, 'it is not of the suite');
    const text = readFileSync(path, 'utf8');
    return { path, text, value: JSON.parse(text) };
  };
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|ya?ml)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

function sampled(files: string[]): string[] {
  if (options.sample === undefined) return files;
  const random = createRandom(options.seed, 'sample');
  const keyed = files.map((file) => ({ file, key: random.below(2 ** 30) })).sort((one, other) => one.key - other.key);
  return keyed.slice(0, Number(options.sample)).map(({ file }) => file);
}

function groups(title: string, from: ReadonlyMap<string, readonly string[]>): string[] {
  const sorted = [...from]
    .filter(([, names]) => names.length > 0)
    .sort(([, one], [, other]) => other.length - one.length);
  return [
    `\n${title}`,
    ...sorted
      .slice(0, 40)
      .map(
        ([reason, names]) =>
          `  ${names.length}  ${reason}   ${names.slice(0, Number(options.names)).join('\n        ')}`,
      ),
  ];
}

async function main(): Promise<void> {
  if (positionals.length === 0) throw new Error('name a folder of contracts, or a contract');
  for (const file of sampled(positionals.flatMap(filesIn))) {
    if (options.suite) suite(file);
    else await contract(file);
  }
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const lines = [
    ...Object.entries(count).map(([name, number]) => `${name} ${number}`),
    `making ${seconds(time.making)}, judging ${seconds(time.judging)}`,
    ...groups('Schemas without a witness, by reason:', without),
    ...groups('Clauses without a violation, by reason:', inviolable),
    ...(slow.length > 0 ? ['\nSlow:', ...slow.slice(0, 20).map((each) => `  ${each}`)] : []),
    ...(wrong.length > 0 ? ['\nWrong:', ...wrong.slice(0, 40).map((each) => `  ${each}`)] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = count.wrong > 0 ? 1 : 0;
}

void main();
