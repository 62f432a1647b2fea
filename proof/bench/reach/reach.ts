/**
 * Measures how much of real services a run reaches, beside Schemathesis: `npm run bench:reach -- FOLDER`, where FOLDER is a checkout of the
 * Web Fuzzing Dataset (https://github.com/WebFuzzing/Dataset). It needs Java, Maven and Python 3. `proof/bench/README.md` says how to read the table.
 */

import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readContract } from '../../../src/contract/load';
import { installPeer } from '../peer';
import { endWithThisProcess, runChild } from './children';
import { openCountingProxy, type SeenByProxy } from './countingProxy';
import { type JvmService, jvmServices } from './services';
import { startService } from './startService';
import { type Reach, reachTable } from './table';
import { tallyOf } from './tally';
import { LEGEND, TOOLS, type Tool, toolStart } from './tools';

const USAGE = `npm run bench:reach -- FOLDER
  FOLDER                  a checkout of the Web Fuzzing Dataset
  --service NAME          one of ${jvmServices.map(({ name }) => name).join(', ')}; repeatable
  --tool NAME             ${TOOLS.join(' or ')}
  --schemathesis COMMAND  the command of the peer (default: it is installed beside the build)
  --limit SECONDS         the limit for one run of a tool (default: 240)
  --json FILE             the results as JSON, with the names of operations and causes
  --keep FOLDER           keeps reports of JaCoCo, all exchanges, and what the tools printed
`;

interface Options {
  readonly checkout: string;
  readonly services: readonly JvmService[];
  readonly tools: readonly Tool[];
  readonly schemathesis: string | undefined;
  readonly limitMs: number;
  readonly json: string | undefined;
  readonly keep: string | undefined;
}

/** @throws Error that says what is wrong with the arguments. */
function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      service: { type: 'string', multiple: true },
      tool: text,
      schemathesis: text,
      limit: { type: 'string', default: '240' },
      json: text,
      keep: text,
    },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error('Name one folder.');
  const checkout = resolve(folder);
  if (!existsSync(join(checkout, 'jacoco', 'jacocoagent.jar')))
    throw new Error(`${folder} is no checkout of the dataset: it has no jacoco/jacocoagent.jar.`);
  const limitMs = Number(values.limit) * 1000;
  if (!(limitMs > 0)) throw new Error(`--limit is a number of seconds, and not "${values.limit}".`);
  const tools = TOOLS.filter((each) => values.tool === undefined || each === values.tool);
  if (tools.length === 0) throw new Error(`There is no tool "${values.tool}".`);
  const chosen = values.service?.map((name) => {
    const service = jvmServices.find((each) => each.name === name);
    if (!service) throw new Error(`There is no service "${name}".`);
    return service;
  });
  const whole = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  const { schemathesis } = values;
  return {
    checkout,
    services: chosen ?? jvmServices,
    tools,
    schemathesis: schemathesis?.includes('/') ? resolve(schemathesis) : schemathesis,
    limitMs,
    json: whole(values.json),
    keep: whole(values.keep),
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  endWithThisProcess();
  const work = mkdtempSync(join(tmpdir(), 'espalier-reach-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 3 }));
  const folder = options.keep ?? work;
  const peer = options.schemathesis ?? (options.tools.includes('schemathesis') ? installPeer() : undefined);
  const tools = options.tools.filter((tool) => tool !== 'schemathesis' || peer !== undefined);
  const results: Reach[] = [];
  for (const service of options.services)
    for (const tool of tools)
      try {
        results.push(
          await measure(service, tool, { ...options, peer: peer ?? '', folder: newFolder(folder, service, tool) }),
        );
        process.stderr.write(`${reachTable(results.slice(-1))[2]}\n`);
        if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
      } catch (error) {
        process.exitCode = 1;
        process.stderr.write(`${service.name} was not measured with ${tool}: ${(error as Error).message}\n`);
      }
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}; at most ${options.limitMs / 1000} s for each run`;
  const legend = tools.map((tool) => `${tool}: ${LEGEND[tool]}`);
  process.stdout.write([machine, ...legend, '', ...reachTable(results), ''].join('\n'));
}

function newFolder(folder: string, { name }: JvmService, tool: Tool): string {
  const path = join(folder, `${name}-${tool}`);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

interface Measuring extends Pick<Options, 'checkout' | 'limitMs'> {
  readonly peer: string;
  /** A new folder, for all that is written. */
  readonly folder: string;
}

/** Starts a service anew, and runs one tool against it. */
async function measure(
  service: JvmService,
  tool: Tool,
  { checkout, limitMs, peer, folder }: Measuring,
): Promise<Reach> {
  const contract = join(checkout, service.contract);
  const { operations } = await readContract(contract);
  const running = await startService(checkout, service, folder);
  const exchanges: SeenByProxy[] = [];
  const written = createWriteStream(join(folder, 'exchanges.jsonl'));
  const proxy = await openCountingProxy(running.port, (passed) => {
    exchanges.push(passed);
    written.write(`${JSON.stringify(passed)}\n`);
  });
  try {
    const atStart = await running.linesReached('start');
    const url = `http://127.0.0.1:${proxy.port}${service.base}`;
    const auth = service.auth === undefined ? undefined : join(checkout, service.auth);
    const started = performance.now();
    const code = await runChild(
      toolStart(tool, { url, contract, auth, credentials: service.credentials }, folder, peer),
      limitMs,
    );
    const seconds = (performance.now() - started) / 1000;
    const lines = await running.linesReached('reached');
    const requests = proxy.count();
    const tally = tallyOf(operations, service.base, exchanges);
    return { service: service.name, tool, lines, atStart, ...tally, requests, seconds, wasCut: code === undefined };
  } finally {
    await proxy.close();
    await running.end();
    written.end();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exit(2);
});
