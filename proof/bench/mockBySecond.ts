/**
 * Measures the first seconds of a mock one by one, beside Prism's own command and a bare node:http server: what a frontend waits for right after
 * the mock was started. Requests have a token, a value in the path, a query or a body; the mock that keeps state is asked, too.
 */

import { spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type AskedFirst, CANDIDATES, ended, firstAnswer, type MockServer, memoryOf } from './mockServers';

/** For how many seconds each is asked, from its first answer on. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const CONNECTIONS = 32;
const TOKEN = { authorization: 'Bearer bench' };

interface Requests {
  readonly name: string;
  readonly first: AskedFirst;
  /** The request of this number. */
  readonly next: (number: number) => autocannon.Request;
}

const BODY = JSON.stringify({ name: 'Fern', height: 12, tags: ['green', 'small'] });

const REQUESTS: readonly Requests[] = [
  {
    name: 'DELETE /plants/{id}',
    first: { method: 'DELETE', path: '/plants/1', status: 204 },
    next: (number) => ({ method: 'DELETE', path: `/plants/${number}` }),
  },
  {
    name: 'GET /plants?limit=&after=',
    first: { method: 'GET', path: '/plants?limit=5', status: 200 },
    next: (number) => ({ method: 'GET', path: `/plants?limit=${(number % 50) + 1}&after=${number}` }),
  },
  {
    name: 'POST /plants',
    first: { method: 'GET', path: '/plants?limit=5', status: 200 },
    next: () => ({
      method: 'POST',
      path: '/plants',
      body: BODY,
      headers: { ...TOKEN, 'content-type': 'application/json' },
    }),
  },
];

const ours = CANDIDATES[0] as MockServer;
const SERVERS: readonly MockServer[] = [
  ours,
  { name: `${ours.name} --stateful`, command: (contract, port) => [...ours.command(contract, port), '--stateful'] },
  ...CANDIDATES.slice(1),
];

const integer = { type: 'integer', format: 'int64', minimum: 0 };

function contract(): object {
  const plant = {
    type: 'object',
    required: ['name', 'height'],
    properties: {
      id: integer,
      name: { type: 'string', minLength: 1 },
      height: { type: 'integer', minimum: 0 },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const shown = { $ref: '#/components/schemas/Plant' };
  const inQuery = (name: string) => ({ name, in: 'query', schema: integer });
  return {
    openapi: '3.1.0',
    info: { title: 'Bench', version: '1.0.0' },
    security: [{ bearerAuth: [] }],
    paths: {
      '/plants': {
        get: {
          parameters: [inQuery('limit'), inQuery('after')],
          responses: { 200: { description: 'Some', ...json({ type: 'array', items: shown }) } },
        },
        post: {
          requestBody: { required: true, ...json(shown) },
          responses: { 201: { description: 'Made', ...json(shown) } },
        },
      },
      '/plants/{id}': {
        delete: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
          responses: { 204: { description: 'Removed' }, 404: { description: 'There is none' } },
        },
      },
    },
    components: {
      schemas: { Plant: plant },
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** Prints a table. */
export async function measureBySecond(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-bench-'));
  const file = join(folder, 'plants.json');
  writeFileSync(file, JSON.stringify(contract()));
  const seconds = Array.from({ length: SECONDS }, (_, at) => `second ${at + 1}`);
  print(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}; requests in each second`,
    '',
    `| request | server | first answer | ${seconds.join(' | ')} | memory |`,
    `|---|---|---|${'---|'.repeat(SECONDS)}---|`,
  );
  let port = 20_000 + (process.pid % 20_000);
  try {
    for (const requests of REQUESTS) for (const server of SERVERS) print(await rowOf(requests, server, file, ++port));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowOf(requests: Requests, { name, command }: MockServer, file: string, port: number): Promise<string> {
  const start = performance.now();
  const server = spawn(process.execPath, [...command(file, port)], { stdio: ['ignore', 'pipe', 'ignore'] });
  server.stdout.resume();
  try {
    // A bare server answers all alike, and one that keeps state has nothing to remove.
    const isPlain = name === ours.name || name.startsWith('Prism');
    const first = await firstAnswer(server, port, start, isPlain ? requests.first : undefined);
    const counts = await load(requests, port);
    const cells = [requests.name, name, `${Math.round(first)} ms`, ...counts, `${Math.round(memoryOf(server))} MB`];
    return `| ${cells.join(' | ')} |`;
  } finally {
    await ended(server);
  }
}

/** @returns how many requests were answered in each second. */
async function load({ next }: Requests, port: number): Promise<readonly number[]> {
  const counts: number[] = [];
  let number = 0;
  await new Promise<void>((resolve, reject) => {
    const options: autocannon.Options = {
      url: `http://127.0.0.1:${port}`,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: [{ setupRequest: (each) => ({ ...each, headers: TOKEN, ...next(++number) }) }],
    };
    const running: EventEmitter = autocannon(options, (error) => (error ? reject(error) : resolve()));
    running.on('tick', ({ counter }: { readonly counter: number }) => void counts.push(counter));
  });
  return counts.slice(0, SECONDS);
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
