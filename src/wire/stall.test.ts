/** Espalier stands still now and then: stopped, or blocked. No verdict may come of that. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CLI, folderOf } from '../cli/tests/cli.testing';
import type { Report } from '../report/report';
import { testWide } from '../support/testing/cases.testing';
import { LIMITS, send } from './send';
import { parseTarget } from './target';

/** The target has a thread of its own, which goes on while ours is blocked. */
const TARGET = `
  const { parentPort, workerData: { head, body } } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      parentPort.postMessage('asked');
      setTimeout(() => socket.write('HTTP/1.1 ' + head + '\\r\\n\\r\\n'), 200);
      setTimeout(() => socket.write(body), 400);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Sends one request, and blocks this thread for that long in turn, with a glimpse between, once it is under way. */
async function exchangeBlocked(head: string, body: string, turns: readonly number[]) {
  const worker = new Worker(TARGET, { eval: true, workerData: { head, body } });
  try {
    const [port] = (await once(worker, 'message')) as [number];
    const sent = send({ method: 'GET', path: '/', headers: [] }, parseTarget(`http://127.0.0.1:${port}`), {
      ...LIMITS,
      timeoutMs: 1000,
    });
    await once(worker, 'message');
    for (const turn of turns) {
      block(turn);
      await pause(5);
    }
    return await sent;
  } finally {
    await worker.terminate();
  }
}

test('an answer that came while the loop was blocked is read before the time is up', async () => {
  const { error, response } = await exchangeBlocked('200 OK\r\nContent-Length: 4', 'here', [1500]);
  expect(error).toBeNull();
  expect(response?.body.toString()).toBe('here');
});

testWide('bytes after a 204 are seen though the loop is blocked in turns', async () => {
  const { response } = await exchangeBlocked('204 No Content', 'late', [300, 300, 300, 300, 300]);
  expect(response?.afterHead.toString()).toBe('late');
});

/** Serves on a socket, and verifies that with a process, which `answer` may stop and let go on. */
async function verifyStopped(
  method: string,
  answer: (socket: Socket, process: ChildProcess, times: number) => Promise<void>,
): Promise<Report> {
  const folder = folderOf({
    'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /items/{id}:
    ${method}:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: none }, '404': { description: unknown } }
`,
  });
  let child: ChildProcess | undefined;
  let times = 0;
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      if (!bytes.toString('latin1').startsWith(`${method.toUpperCase()} /items/7 `)) {
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      } else if (child) void answer(socket, child, ++times);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const options = ['--param', 'id=7', '--timeout', '1000', '--report', 'json'];
  child = spawn(process.execPath, [CLI, 'verify', `http://127.0.0.1:${port}`, ...options], { cwd: folder });
  try {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await once(child, 'close');
    return JSON.parse(text) as Report;
  } finally {
    child.kill('SIGKILL');
    server.close();
  }
}

/** A request that a stopped process can no longer attend to. */
async function stopped(child: ChildProcess, ms: number, meanwhile: () => void): Promise<void> {
  child.kill('SIGSTOP');
  await pause(ms / 2);
  meanwhile();
  await pause(ms / 2);
  child.kill('SIGCONT');
}

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';

testWide('a target that answers a process that is stopped keeps its contract', async () => {
  const report = await verifyStopped('get', (socket, child) => stopped(child, 2500, () => socket.end(NO_CONTENT)));
  expect(report.reason).toBeUndefined();
  expect(report.outcome).toBe('conforms');
});

testWide('bytes after a 204 are seen by a process that is stopped', async () => {
  let wasLate: boolean;
  let report: Report;
  do {
    wasLate = false;
    report = await verifyStopped('get', async (socket, child) => {
      const written = performance.now();
      socket.write(NO_CONTENT);
      await pause(50);
      // This process may be held up, too, and then the other has waited long enough before it is stopped.
      wasLate ||= performance.now() - written > LIMITS.lingerMs / 2;
      await stopped(child, 600, () => socket.write('late'));
    });
  } while (wasLate);
  expect(report.requirements.find(({ rule }) => rule === 'no-content')?.verdict).toBe('fail');
});

test('a safe request that failed while the process was stopped is asked again', async () => {
  const report = await verifyStopped('get', async (socket, child, times) => {
    if (times > 1) socket.end(NO_CONTENT);
    else await stopped(child, 2500, () => socket.resetAndDestroy());
  });
  expect(report.outcome).toBe('conforms');
});

testWide('another may have used something up: it is not asked again, and exercised nothing', async () => {
  let asked = 0;
  const report = await verifyStopped('delete', async (socket, child, times) => {
    asked = times;
    await stopped(child, 2500, () => socket.resetAndDestroy());
  });
  const stalled = report.exchanges.filter(({ error }) => error?.kind === 'stalled');
  expect(stalled).toHaveLength(asked);
  expect(report.counts.fail).toBe(0);
  expect(report.outcome).toBe('incomplete');
  const [skipped] = report.requirements.filter(({ verdict }) => verdict === 'skip');
  expect(skipped?.reason).toContain('stalled; Espalier itself was held up');
});
