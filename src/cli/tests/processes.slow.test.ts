/** A run in several processes that does not come to its end: `npm run test:slow -- processes`. */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Report } from '../../report/report';
import { CLI, folderOf, STATE } from './cli.testing';

const item =
  '{ type: object, required: [id], properties: { id: { type: string, maxLength: 40 }, name: { type: string } } }';
const PATHS = ['cats', 'dogs']
  .map(
    (name) => `
  /${name}:
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: ${item} } } }, '400': { description: refused } }
  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: one, content: { application/json: { schema: ${item} } } }, '404': { description: none } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }`,
  )
  .join('');
const CONTRACT = `openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths:${PATHS}\n`;

/** What the service holds, by its path. */
let things: Map<string, object>;
let server: Server;
let url: string;

let made = 0;

/** Keeps what is posted, if its name is a short text. */
function answer(method: string, path: string, body: string): readonly [status: number, body?: object] {
  if (method === 'POST' && /^\/(cats|dogs)$/.test(path)) {
    if (!/^\{"name":"[^"]{0,9}"\}$/.test(body)) return [400];
    const thing = { id: `n${++made}`, ...(JSON.parse(body) as object) };
    things.set(`${path}/${thing.id}`, thing);
    return [201, thing];
  }
  const thing = things.get(path);
  if (!thing) return [404];
  if (method === 'DELETE') things.delete(path);
  return method === 'DELETE' ? [204] : [200, thing];
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, body] = answer(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString('utf8'));
      setTimeout(() => {
        response.writeHead(status, body ? { 'Content-Type': 'application/json' } : {});
        response.end(body && JSON.stringify(body));
      }, 20);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Starts a run in two processes, and does something to it once both have made something. */
async function disturbed(disturb: (run: number, part: number) => void) {
  things = new Map();
  const cwd = folderOf({ 'openapi.yaml': CONTRACT });
  const args = ['verify', url, '--writes', 'own', '--processes', '2', '--report', 'json=report.json'];
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NO_COLOR: '1', XDG_STATE_HOME: STATE },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const has = (name: string) => [...things.keys()].some((path) => path.startsWith(`/${name}/`));
  while (!has('cats') || !has('dogs')) await new Promise((done) => setTimeout(done, 5));
  const { pid = Number.NaN } = child;
  // A signal to the process 0 would reach this process, too.
  disturb(pid, partsOf(pid)[0] ?? Number.NaN);
  const exitCode = await ended;
  return { exitCode, stderr, report: () => JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report };
}

/** The processes that another one has started. */
function partsOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('a signal reaches all parts, and each removes what it made', async () => {
  const { exitCode, report } = await disturbed((run) => process.kill(run, 'SIGTERM'));
  expect(exitCode).toBe(2);
  expect(report()).toMatchObject({ outcome: 'error', reason: expect.stringContaining('interrupted') });
  expect([...things.keys()]).toEqual([]);
});

test('where one part is killed, the run says so, and where it is noted what that part made', async () => {
  const { exitCode, stderr, report } = await disturbed((_, part) => process.kill(part, 'SIGKILL'));
  expect(exitCode).toBe(2);
  expect(report()).toMatchObject({
    outcome: 'error',
    reason: expect.stringContaining('its process was ended by SIGKILL'),
  });
  expect(stderr).toContain('of the run failed: its process was ended by SIGKILL');
  expect(stderr).toMatch(/What could not be removed is noted in .*\.jsonl; this works it off:\n {2}espalier verify/);
});

test('where the run itself is killed, its parts end in order', async () => {
  await disturbed((run) => process.kill(run, 'SIGKILL'));
  const emptied = async () => {
    while (things.size > 0) await new Promise((done) => setTimeout(done, 20));
  };
  await emptied();
});
