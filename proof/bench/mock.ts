/**
 * Measures the mock beside Prism's own command and a bare node:http server, in one run: `npm run bench`.
 * Every server is a process of its own that answers 32 kept-alive connections, each request with another id.
 * `npm run bench -- CONTRACT PATH` measures the first answer to a GET, and the memory after it, of a contract of your own.
 * `npm run bench -- --by-second` tells the first seconds apart ({@link measureBySecond}).
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { measureBySecond } from './mockBySecond';
import { type AskedFirst, CANDIDATES, ended, firstAnswer, type MockServer, memoryOf } from './mockServers';

const SIZES = [1, 10, 100, 1000];
const CONNECTIONS = 32;
/** How long to measure, and before that to warm up, in seconds. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const WARM_UP = 2;

interface Measured {
  readonly server: string;
  readonly operations: number;
  readonly requests: number;
  readonly p99: number;
  readonly first: number;
  readonly memory: number;
}

/** Makes a contract with operations like that of the Plant Store, each with a path of its own. */
function contractOf(operations: number): object {
  const error = {
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error: 1, message: 'no' } },
    },
  };
  const paths = Array.from({ length: operations }, (_, at) => [
    `/plants${at}/{id}`,
    {
      delete: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
        responses: { 204: { description: 'Deleted' }, 400: { description: 'Error', ...error } },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Bench', version: '1.0.0' },
    security: [{ bearerAuth: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message'],
          properties: { error: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
        },
      },
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    },
  };
}

async function measure(
  { name, command }: MockServer,
  operations: number,
  contract: string,
  port: number,
): Promise<Measured> {
  const start = performance.now();
  const server = spawn(process.execPath, [...command(contract, port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  // The log is read, as by a terminal.
  server.stdout.resume();
  try {
    const first = await firstAnswer(server, port, start, DELETION);
    await load(port, operations, WARM_UP);
    const { requests, latency, non2xx, errors } = await load(port, operations, SECONDS);
    if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers were not 204, ${errors} requests failed`);
    return { server: name, operations, requests: requests.average, p99: latency.p99, first, memory: memoryOf(server) };
  } finally {
    await ended(server);
  }
}

const DELETION: AskedFirst = { method: 'DELETE', path: '/plants0/1', status: 204 };

let id = 0;

function load(port: number, operations: number, duration: number): Promise<autocannon.Result> {
  return autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration,
    requests: [
      {
        method: 'DELETE',
        headers: { authorization: 'Bearer bench' },
        setupRequest: (each) => {
          id += 1;
          return { ...each, path: `/plants${id % operations}/${id}` };
        },
      },
    ],
  });
}

function table(measured: readonly Measured[]): string {
  const rows = measured.map(
    ({ server, operations, requests, p99, first, memory }) =>
      `| ${operations} | ${server} | ${Math.round(requests)} | ${p99} ms | ${Math.round(first)} ms | ${Math.round(memory)} MB |`,
  );
  return [
    '| operations | server | requests/s | p99 | first answer | memory |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function ratios(measured: readonly Measured[]): string {
  const of = (server: string, operations: number) =>
    measured.find((one) => one.server === server && one.operations === operations);
  return SIZES.flatMap((size) => {
    const [ours, prism, bare, small] = [
      of('espalier mock', size),
      of("Prism's command", size),
      of('bare node:http', size),
      of('espalier mock', SIZES[0] ?? 1),
    ];
    if (!ours || !prism || !bare || !small) return [];
    const times = (a: number, b: number) => (a / b).toFixed(2);
    return `${size}: ${times(ours.requests, prism.requests)}× the requests of Prism's command, ${times(ours.first, prism.first)}× its time to the first answer, ${times(ours.memory, prism.memory)}× its memory; ${times(ours.requests, small.requests)} of our requests at ${SIZES[0]}; bare node:http answers ${times(bare.requests, ours.requests)}× ours`;
  }).join('\n');
}

/** How often a start is measured. The shortest time counts, since other processes may be busy on the machine. */
const STARTS = 3;
/** How long a server is left alone before its memory is measured, in milliseconds. */
const SETTLING = 3_000;

async function measureStart(contract: string, path: string): Promise<void> {
  const sizes = new Map<string, readonly [first: number, memory: number]>();
  let port = 20_000 + (process.pid % 20_000);
  for (const { name, command } of CANDIDATES.slice(0, 2)) {
    const starts: [number, number][] = [];
    for (let at = 0; at < STARTS; at++) {
      port += 1;
      const start = performance.now();
      const server = spawn(process.execPath, [...command(contract, port)], { stdio: ['ignore', 'pipe', 'ignore'] });
      server.stdout.resume();
      try {
        const first = await firstAnswer(server, port, start, { method: 'GET', path, status: 200 });
        await new Promise((resolve) => setTimeout(resolve, SETTLING));
        starts.push([first, memoryOf(server)]);
      } finally {
        await ended(server);
      }
    }
    const [first, memory] = [0, 1].map((part) => Math.min(...starts.map((each) => each[part as 0 | 1])));
    sizes.set(name, [first ?? 0, memory ?? 0]);
    process.stdout.write(`${name}: first answer after ${Math.round(first ?? 0)} ms, ${Math.round(memory ?? 0)} MB\n`);
  }
  const [[first, memory] = [0, 0], [theirFirst, theirMemory] = [1, 1]] = [...sizes.values()];
  process.stdout.write(
    `${(first / theirFirst).toFixed(2)}× the time, ${(memory / theirMemory).toFixed(2)}× the memory\n`,
  );
}

async function main(): Promise<void> {
  const [own, path = '/'] = process.argv.slice(2);
  if (own === '--by-second') return measureBySecond();
  if (own !== undefined) return measureStart(own, path);
  const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
  const measured: Measured[] = [];
  let port = 20_000 + (process.pid % 20_000);
  try {
    for (const operations of SIZES) {
      const contract = join(folder, `${operations}.json`);
      writeFileSync(contract, JSON.stringify(contractOf(operations)));
      for (const candidate of CANDIDATES) {
        port += 1;
        const result = await measure(candidate, operations, contract, port);
        measured.push(result);
        process.stderr.write(`${result.operations} ${result.server}: ${Math.round(result.requests)}/s\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}`;
  process.stdout.write(`${machine}\n\n${table(measured)}\n\n${ratios(measured)}\n`);
}

void main();
