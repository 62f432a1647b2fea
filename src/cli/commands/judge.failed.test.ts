/** What `judge` does after Espalier itself failed, while it still reads the recording. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { OwnFailure } from '../../engine/ownFailure';
import type { Output } from '../output/streams';
import { folderOf } from '../tests/cli.testing';
import { judgeCommand } from './judge';

const EXCHANGE = {
  request: { method: 'DELETE', url: 'http://store.test/plants/7', headers: [] },
  response: { status: 204, headers: [], content: { size: 0, text: '' } },
};

test('the report that says that it failed stays, also where it reads on', async () => {
  const cwd = folderOf({});
  const [pipe, report] = [join(cwd, 'a.har'), join(cwd, 'report.json')];
  spawnSync('mkfifo', [pipe]);
  const failed = new AbortController();
  const stderr = new PassThrough();
  const goesOn = new Promise((seen) => {
    // One of these is the first thing that it does once it has read the recording.
    jest.spyOn(failed.signal, 'throwIfAborted').mockImplementation(function (this: AbortSignal) {
      seen('it ends');
      throw this.reason;
    });
    stderr.on('data', (text: Buffer) => String(text).includes('judged') && seen('it judges'));
  });
  const ended = judgeCommand(
    [pipe],
    { contract: resolve(__dirname, '../../../openapi.yaml'), report: [`json=${report}`] },
    {
      stdout: new PassThrough() as unknown as Output,
      stderr: stderr as unknown as Output,
      env: {},
      signal: new AbortController().signal,
      failed: failed.signal,
    },
  );
  failed.abort(new OwnFailure('Something of Espalier broke.'));
  const told = await ended.catch(String);
  writeFileSync(pipe, JSON.stringify({ log: { entries: [EXCHANGE] } }));
  expect(told).toContain('Something of Espalier broke');
  expect(await goesOn).toBe('it ends');
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'error', exitCode: 2 });
});
