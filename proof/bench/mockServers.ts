/** The servers that the benchmarks of the mock compare, each a process of its own: started, asked for the first time, and ended. */

import { type ChildProcess, execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';

/** How long a server may take to answer for the first time, in milliseconds. */
const START_LIMIT = 60_000;

export interface MockServer {
  readonly name: string;
  readonly command: (contract: string, port: number) => readonly string[];
}

export const CANDIDATES: readonly MockServer[] = [
  {
    name: 'espalier mock',
    command: (contract, port) => ['dist/src/cli/main.js', 'mock', contract, '--port', String(port)],
  },
  {
    name: "Prism's command",
    command: (contract, port) => [
      require.resolve('@stoplight/prism-cli/dist/index.js'),
      'mock',
      contract,
      '--port',
      String(port),
    ],
  },
  { name: 'bare node:http', command: (_contract, port) => [join(__dirname, 'bareServer.js'), String(port)] },
];

export interface AskedFirst {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Waits for the first answer with the status that is asked for; with any, where none is. @returns after how long it came, in milliseconds. */
export async function firstAnswer(
  server: ChildProcess,
  port: number,
  start: number,
  asked: AskedFirst | undefined,
): Promise<number> {
  while (performance.now() - start < START_LIMIT) {
    if (server.exitCode !== null) throw new Error(`the server ended (${server.exitCode})`);
    if (await answers(port, asked)) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('the server does not answer');
}

function answers(port: number, asked: AskedFirst | undefined): Promise<boolean> {
  const { method, path, status } = asked ?? { method: 'GET', path: '/', status: undefined };
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer bench' };
    const sent = request({ port, method, path, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(status === undefined || response.statusCode === status));
    });
    sent.on('error', () => resolve(false)).end();
  });
}

/** Returns the resident memory of a process, in megabytes. */
export function memoryOf({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

export function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    if (server.exitCode !== null || !server.kill('SIGKILL')) resolve();
  });
}
