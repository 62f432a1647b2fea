/** A client's tests through the proxy, by the real command line. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { behaveAsStore, sendBody, startStore } from '../../../proof/faults/plantStore/plantStore';
import { startMock } from '../../index';
import type { Report } from '../../report/report';
import { testWide } from '../../support/testing/cases.testing';
import { CLI, folderOf } from './cli.testing';
import { runHere } from './here.testing';

const CONTRACT = resolve(__dirname, '../../../openapi.yaml');
const TOKEN = 'a-token-of-the-store';
const HAR = 'passed.har';

type Client = (url: string, kill: (signal: NodeJS.Signals) => void, folder: string) => Promise<void>;

/** Runs the proxy before a store, lets a client ask through it, and ends it. */
async function through(changes: Parameters<typeof behaveAsStore>[0], client: Client) {
  const store = await startStore(behaveAsStore(changes), { plants: [1n, 2n], token: TOKEN });
  try {
    return await run(store.url, client);
  } finally {
    await store.close();
  }
}

async function run(target: string, client: Client) {
  const cwd = folderOf({});
  const args = [
    'proxy',
    target,
    '--port',
    '0',
    '--contract',
    CONTRACT,
    '--report',
    'json=report.json',
    '--record',
    HAR,
  ];
  const child = spawn(process.execPath, [CLI, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<number | null>((done) => child.on('close', done));
    const url = await new Promise<string>((done) => {
      child.stderr.on('data', () => {
        const [, found] = /Passing (\S+) on to/.exec(stderr) ?? [];
        if (found !== undefined) done(found);
      });
    });
    await client(url, (signal) => child.kill(signal), cwd);
    child.kill('SIGINT');
    const exitCode = await ended;
    const report: Report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    return { exitCode, stderr, report, recording: join(cwd, HAR) };
  } finally {
    child.kill('SIGKILL');
  }
}

const headers = { Authorization: `Bearer ${TOKEN}` };

async function remove(url: string, id: string, options: RequestInit = { headers }): Promise<number> {
  const response = await fetch(`${url}/plants/${id}`, { method: 'DELETE', ...options });
  await response.text();
  return response.status;
}

test('what passes is judged, and marks the contract', async () => {
  const { exitCode, report, stderr } = await through(
    () => ({}),
    async (url) => {
      expect(await remove(url, '1')).toBe(204);
      expect(await remove(url, 'abc')).toBe(400);
      expect(await remove(url, '2', {})).toBe(401);
      await fetch(`${url}/health`);
    },
  );
  expect({ exitCode, outcome: report.outcome, sent: report.sent }).toEqual({
    exitCode: 0,
    outcome: 'conforms',
    sent: 3,
  });
  expect(report.coverage).toMatchObject({ clauses: 15, exercised: 15 });
  expect(stderr).toContain('3 exchanges judged; 1 of no operation of the contract, 0 not judged.');
});

testWide('findings are told as they come, without the credential, and once', async () => {
  const { exitCode, report, stderr } = await through(
    () => ({ malformed: (call) => sendBody(call, JSON.stringify({ error: TOKEN, message: 'no' })) }),
    async (url) => {
      for (const id of ['abc', 'abd']) await remove(url, id);
    },
  );
  expect(exitCode).toBe(1);
  expect(report.outcome).toBe('violates');
  expect(stderr.match(/^FAIL .*/gm)).toEqual([
    'FAIL  DELETE /plants/{id} 400 body-schema: /error must be integer (#1)',
  ]);
  expect(stderr + JSON.stringify(report)).not.toContain(TOKEN);
});

/** Runs the proxy before a service that answers with these bytes, and asks it once for each. */
async function throughRaw(answers: readonly string[]) {
  const left = [...answers];
  const service = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(left.shift() ?? '', 'latin1')),
  );
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  try {
    const { port } = service.address() as AddressInfo;
    return await run(`http://127.0.0.1:${port}`, async (url) => {
      for (const _ of answers) {
        await new Promise<void>((done, fail) => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
            socket.write(
              `DELETE /plants/1 HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
            ),
          );
          socket
            .on('error', fail)
            .on('close', () => done())
            .resume();
        });
      }
    });
  } finally {
    service.close();
  }
}

testWide('what nobody can pass on breaks `responds`, and the proxy goes on to its report', async () => {
  const bad = ['HTTP/1.1 099 X\r\n\r\n', 'HTTP/1.1 200 a\x01b\r\n\r\n', 'garbage\r\n', ''];
  const { exitCode, stderr, report } = await throughRaw([...bad, 'HTTP/1.1 204 No Content\r\nTrailer: X\r\n\r\n']);
  expect({ exitCode, outcome: report.outcome, sent: report.sent }).toEqual({
    exitCode: 1,
    outcome: 'violates',
    sent: 5,
  });
  const broken = report.requirements.filter(({ verdict }) => verdict === 'fail');
  expect(broken.map(({ rule }) => rule)).toEqual(['responds']);
  expect(broken[0]?.findings.map(({ exchanges }) => exchanges)).toEqual([[1, 2, 3], [4]]);
  expect(stderr).toContain('5 exchanges judged; 0 of no operation of the contract, 0 not judged.');
});

testWide('what was not judged is said in the report, which is not green', async () => {
  const large = 9 * 1024 * 1024;
  const { exitCode, stderr, report } = await throughRaw([
    `HTTP/1.1 200 OK\r\nContent-Length: ${large}\r\n\r\n${'a'.repeat(large)}`,
  ]);
  expect([exitCode, report.sent, report.unjudged]).toEqual([
    3,
    0,
    [{ operation: 'DELETE /plants/{id}', reason: 'a body was longer than 8 MiB', exchanges: 1 }],
  ]);
  expect(report.requirements.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
  expect(stderr).toContain('0 exchanges judged; 0 of no operation of the contract, 1 not judged: the report says why.');
});

testWide('SIGUSR2 writes the reports of what passed so far', async () => {
  const { report } = await through(
    () => ({}),
    async (url, kill, folder) => {
      await remove(url, '1');
      kill('SIGUSR2');
      for (let tries = 0; tries < 1000; tries++) {
        try {
          expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ sent: 1 });
          return;
        } catch (error) {
          if (tries === 999) throw error;
          await new Promise((done) => setTimeout(done, 50));
        }
      }
    },
  );
  expect(report.requirements.find(({ rule }) => rule === 'success-status')?.exchanges).toBe(1);
});

test('an address that is not of this machine is told', async () => {
  const args = ['proxy', 'http://127.0.0.1:9', '--port', '0', '--host', '192.0.2.1', '--contract', CONTRACT];
  const { exitCode, stderr } = await runHere(args);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: '192.0.2.1 is no address of this machine; choose another with --host.\n',
  });
});

test('a port that is taken is told', async () => {
  const store = await startStore(
    behaveAsStore(() => ({})),
    { plants: [], token: TOKEN },
  );
  try {
    const port = new URL(store.url).port;
    const { exitCode, stderr } = await runHere(['proxy', store.url, '--port', port, '--contract', CONTRACT]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `Port ${port} of 127.0.0.1 is in use; end what listens there, or choose another with --port`,
    );
  } finally {
    await store.close();
  }
});

test('what passed is recorded without secrets, and answered again by a mock', async () => {
  const { recording } = await through(
    () => ({}),
    async (url) => {
      expect([await remove(url, '1'), await remove(url, '1'), await remove(url, 'abc')]).toEqual([204, 400, 400]);
    },
  );
  const text = readFileSync(recording, 'utf8');
  expect(text).not.toContain(TOKEN);
  expect(JSON.parse(text).log.entries).toHaveLength(3);
  const mock = await startMock({ contract: CONTRACT, replay: [recording] });
  try {
    expect([await remove(mock.url, '1', {}), await remove(mock.url, '1', {})]).toEqual([204, 400]);
  } finally {
    await mock.close();
  }
});
