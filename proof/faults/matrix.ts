/**
 * `npm run faults`: verifies every fault and every variant, and prints the matrix of faults × rules, service by service.
 * `npm run faults -- --runs 20 --seed 7.k3f9 --concurrency 4 --service nursery --variants`: how often, with which seed in the first run and with
 * which salt (both by chance, unless they are given; each further run has the next seed), how many requests under way in each run, only this service,
 * and only variants.
 */

import { parseArgs } from 'node:util';
import { rules } from '../../conformance/rules';
import { readContract } from '../../src/contract/load';
import { seedOf } from '../../src/engine/plan/plan';
import type { Report } from '../../src/report/report';
import { inProcess, isOneOfSeveral, servePart } from '../processes/parts';
import { services } from '.';
import { isAsItShouldBe } from './catalogue/expected';
import type { CatalogueEntry, Service } from './catalogue/service';
import { drawnRules, verifyFault } from './catalogue/verifyFault';

const PROCESSES = 2;

/** How many services are verified at the same time, by each process. */
const AT_ONCE = 4;

interface Options {
  readonly runs: number;
  /** The seed of the first run. Each further run has the next one. */
  readonly firstSeed: number;
  /** From which each run makes the names that are to be its own; another one in each run where there is none. */
  readonly salt: string | undefined;
  readonly concurrency: number | undefined;
  /** The names of the services. */
  readonly chosen: readonly string[];
  readonly onlyVariants: boolean;
}

interface Verified {
  readonly entry: CatalogueEntry;
  readonly report: Report;
}

/** What a process is told: one run, and which entries of each service are its own. */
interface Part extends Pick<Options, 'concurrency' | 'chosen' | 'onlyVariants' | 'salt'> {
  readonly seed: number;
  readonly remainder: number;
}

/** What is printed of one entry. */
interface Told {
  readonly service: string;
  readonly position: number;
  readonly line: string;
  /** What is wrong with it; empty where nothing is. */
  readonly explanation: readonly string[];
}

async function main(options: Options): Promise<number> {
  const { runs, firstSeed } = options;
  const chosen = servicesOf(options);
  let wrong = 0;
  for (let run = 1; run <= runs; run++) {
    const seed = firstSeed + run - 1;
    const told = await verifyAll(chosen, { ...options, seed }, (service, lines) => {
      if (run === 1) print([headline(service), ...header(), ...lines, '']);
    });
    const unexpected = told.filter(({ explanation: lines }) => lines.length > 0);
    wrong += unexpected.length;
    const verdict = unexpected.length === 0 ? 'all as they should be' : `${unexpected.length} wrong`;
    const summary = `${totals(chosen)}; run ${run} of ${runs}, seed ${seed}: ${verdict}`;
    print([...unexpected.flatMap(({ explanation: lines }) => lines), summary]);
  }
  return wrong === 0 ? 0 : 1;
}

/**
 * Verifies each fault and each variant, in several processes.
 * @param onService called with what is printed of a service once all of it and of those before it is there
 * @returns what is printed of them, in their order
 */
async function verifyAll(
  chosen: readonly Service[],
  options: Omit<Part, 'remainder'>,
  onService: (service: Service, lines: readonly string[]) => void,
): Promise<readonly Told[]> {
  const told = new Map(chosen.map(({ name }) => [name, [] as Told[]]));
  const waiting = [...chosen];
  const tell = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const lines = told.get(next.name) ?? [];
      if (lines.length < next.faults.length + next.variants.length) return;
      lines.sort((one, other) => one.position - other.position);
      onService(
        next,
        lines.map(({ line }) => line),
      );
      waiting.shift();
    }
  };
  const onTold = (each: Told) => {
    told.get(each.service)?.push(each);
    tell();
  };
  const { concurrency, chosen: names, onlyVariants, seed, salt } = options;
  const parts = Array.from({ length: PROCESSES }, (_, remainder) => ({
    ...{ concurrency, chosen: names, onlyVariants, seed, salt, remainder },
  }));
  await Promise.all(parts.map((part) => inProcess<Part, Told>(__filename, part, onTold)));
  return [...told.values()].flat();
}

/** Verifies the entries that are the part of one process. */
async function verifyPart(part: Part, onTold: (told: Told) => void): Promise<void> {
  for (const { name: service, contract: file, faults, variants } of servicesOf(part)) {
    const contract = await readContract(file);
    const own = [...[...faults, ...variants].entries()].filter(([at]) => at % PROCESSES === part.remainder);
    const queue = own.values();
    const worker = async () => {
      for (const [position, entry] of queue) {
        const verified = { entry, report: await verifyFault(contract, entry, part) };
        const isRight = isAsItShouldBe(entry, verified.report);
        onTold({ service, position, line: line(verified), explanation: isRight ? [] : explanation(verified) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
}

function servicesOf({ chosen, onlyVariants }: Pick<Options, 'chosen' | 'onlyVariants'>): readonly Service[] {
  const named = services.filter(({ name }) => chosen.includes(name));
  return onlyVariants ? named.map((each) => ({ ...each, faults: [] })) : named;
}

const all = services.flatMap(({ faults, variants }) => [...faults, ...variants]);
const WIDTH = Math.max(...all.map(({ name }) => name.length));
const WRONG = '  ← not as it should be';

function headline({ name, faults, variants }: Service): string {
  return `The ${name}: ${faults.length} faults, ${variants.length} conforming variants`;
}

function header(): string[] {
  return [...rules.map(({ id }, at) => `${' '.repeat(WIDTH)} ${'│ '.repeat(at)}┌ ${id}`)];
}

function line({ entry, report }: Verified): string {
  const { name, draws } = entry;
  const drawn = drawnRules(report);
  const marks = rules.map(({ id }) =>
    drawn.includes(id) ? (draws.includes(id) ? '●' : '!') : draws.includes(id) ? '?' : '·',
  );
  return `${name.padEnd(WIDTH)} ${marks.join(' ')}${isAsItShouldBe(entry, report) ? '' : `${WRONG} (${report.outcome})`}`;
}

/** Says of an entry that is not as it should be what it should draw, and what was found in its place. */
function explanation({ entry, report }: Verified): string[] {
  const found = report.requirements.flatMap(({ rule, operation, findings }) =>
    findings.map(({ message, exchange, after }) => {
      const shown = report.exchanges
        .filter(({ index }) => index === after || index === exchange)
        .map(({ request, response }) => `${request.method} ${request.url}: ${response?.status ?? 'no answer'}`);
      return `  ${rule}, ${operation}: ${message} (${shown.join('; then ')})`;
    }),
  );
  const reason = report.reason === undefined ? '' : ` (${report.reason})`;
  return [
    `${entry.name} should draw ${entry.draws.join(', ') || 'nothing'}. The outcome is ${report.outcome}${reason}.`,
    ...(found.length > 0 ? found : ['  Nothing was found.']),
    '',
  ];
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((each) => `${each}\n`).join(''));
}

/** Returns the numbers of faults and variants, as the README and the guides state them. */
export function totals(of: readonly Service[] = services): string {
  const count = (kind: 'faults' | 'variants') => of.reduce((sum, service) => sum + service[kind].length, 0);
  return `${count('faults')} faults, ${count('variants')} conforming variants, ${rules.length} rules`;
}

/** @throws Error for an unknown option. */
function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      concurrency: { type: 'string' },
      service: { type: 'string', multiple: true },
      variants: { type: 'boolean' },
    },
  });
  const numberOf = (name: 'runs' | 'concurrency') => {
    const text = values[name];
    if (text !== undefined && !/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} takes a number, not "${text}".`);
    return text === undefined ? undefined : Number(text);
  };
  const [, seed, salt] = /^([1-9]\d{0,9})(?:\.([a-z0-9]{1,12}))?$/.exec(values.seed ?? '') ?? [];
  if (values.seed !== undefined && seed === undefined)
    throw new Error(`--seed takes a number, or a number, a dot and a salt, not "${values.seed}".`);
  const names = services.map(({ name }) => name);
  const unknown = values.service?.find((each) => !names.includes(each));
  if (unknown !== undefined) throw new Error(`There is no service "${unknown}". They are: ${names.join(', ')}.`);
  return {
    runs: numberOf('runs') ?? 1,
    firstSeed: seed === undefined ? seedOf({}) : Number(seed),
    salt,
    concurrency: numberOf('concurrency'),
    chosen: values.service ?? names,
    onlyVariants: values.variants === true,
  };
}

if (require.main === module) {
  const run = async () => main(optionsOf(process.argv.slice(2)));
  if (isOneOfSeveral()) servePart(verifyPart);
  else
    run().then(
      (exitCode) => {
        process.exitCode = exitCode;
      },
      (error: Error) => {
        process.stderr.write(`${error.message}\n`);
        process.exitCode = 2;
      },
    );
}
