import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { CLI, runCli } from './cli.testing';

jest.setTimeout(30_000);

/** Starts `espalier mock` and waits until it listens. */
async function startCli(...args: string[]) {
  const child = spawn(process.execPath, [CLI, 'mock', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    stderr += text;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(stderr) ?? [];
    if (url) return { child, url };
  }
  throw new Error(stderr);
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'answers what is in flight and ends within a second on %s',
  async (signal) => {
    const { child, url } = await startCli();
    const request = fetch(`${url}/plants/1`, {
      method: 'DELETE',
      headers: { Authorization: 'Bearer t', Prefer: 'wait=30' },
    });
    // Once it is logged or answered it is too late: a second request that is answered tells that the first one is there.
    await fetch(`${url}/plants/2`, { method: 'DELETE' });
    const asked = performance.now();
    child.kill(signal);
    const [exitCode] = await once(child, 'exit');
    expect(performance.now() - asked).toBeLessThan(2000);
    expect(exitCode).toBe(0);
    expect((await request).status).toBe(204);
  },
);

test('a port in use is one clear line, exit 2', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await runCli(['mock', '--port', String(port)]);
  server.close();
  expect(stderr).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use; [^\\n]*\\n$`));
  expect(exitCode).toBe(2);
});

test.each([
  ['a contract that is not there', ['nowhere.yaml'], 'nowhere.yaml:1:1: the contract cannot be read'],
  ['a port that is none', ['--port', '70000'], 'at most 65535'],
  ['a share that is none', ['--fail', '200%'], 'write it as 5% or 0.05'],
])('%s is exit 2', async (_, args, message) => {
  const { exitCode, stderr } = await runCli(['mock', ...args]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
