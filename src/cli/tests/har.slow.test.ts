/** A large recording in little memory, by the real command line. */

import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { CLI, folderOf } from './cli.testing';

const CONTRACT = resolve(__dirname, '../../../openapi.yaml');
const ENTRIES = 5000;

test('a HAR of 100 MB is judged in a heap of 64 MB', async () => {
  const cwd = folderOf({});
  const file = createWriteStream(join(cwd, 'large.har'));
  const write = (text: string) => file.write(text) || new Promise<void>((done) => file.once('drain', () => done()));
  await write('{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[');
  for (let at = 0; at < ENTRIES; at++) {
    const own = at % 2 === 0;
    const entry = {
      request: {
        method: own ? 'DELETE' : 'GET',
        url: own ? `http://here/plants/${at}` : `http://elsewhere/${at}`,
        headers: [{ name: 'Authorization', value: 'Bearer t' }],
      },
      response: own
        ? { status: 204, statusText: 'No Content', headers: [], content: { size: 0 } }
        : { status: 200, statusText: 'OK', headers: [], content: { text: 'ä"'.repeat(10_000) } },
    };
    await write(`${at === 0 ? '' : ','}${JSON.stringify(entry)}`);
  }
  file.end(']}}');
  await finished(file);
  expect(file.bytesWritten).toBeGreaterThan(100 * 1000 * 1000);
  const args = ['--max-old-space-size=64', CLI, 'judge', 'large.har', '--contract', CONTRACT];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exitCode = await new Promise<number | null>((done) => child.on('close', done));
  expect(stderr).toContain('2500 exchanges with http://here judged; 2500 of no operation of the contract, 0 without');
  expect(exitCode).toBe(0);
});
