import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { serve } from '../../support/testing/serving.testing';
import { lingerFor } from '../../wire/lingering.testing';
import { main } from '../main';
import { folderOf, STATE } from '../tests/cli.testing';

lingerFor(5);

const contractOf = (type: string) => `openapi: 3.1.0
info: { title: Two, version: 1.0.0 }
paths:
  /a:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: ${type} } } } } } }
  /b:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } }
`;

/** The command line with a terminal, at which a person types. */
function atTerminal(args: readonly string[], cwd: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  let seen = '';
  let told = () => {};
  for (const stream of Object.values(streams))
    stream.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
      told();
    });
  const before = process.cwd();
  process.chdir(cwd);
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', XDG_STATE_HOME: STATE };
  const signal = new AbortController().signal;
  const ended = main(args, { ...streams, stdin: stdin as never, env, signal }).finally(() => process.chdir(before));
  return {
    ended,
    press: (key: string) => stdin.write(key),
    /** Returns what was written until then, and forgets it. */
    async until(pattern: RegExp): Promise<string> {
      while (!pattern.test(seen))
        await new Promise<void>((done) => {
          told = done;
        });
      const text = seen;
      seen = '';
      return text;
    },
  };
}

test('verify --watch runs again on a change and on a key, and waits while the contract is broken', async () => {
  const asked: string[] = [];
  const url = await serve(({ url: path }, response) => {
    asked.push(path ?? '');
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const cwd = folderOf({ 'openapi.yaml': contractOf('array') });
  const write = (text: string) => writeFileSync(join(cwd, 'openapi.yaml'), text);
  const { ended, press, until } = atTerminal(['verify', url, '--watch', '--only', 'body-schema'], cwd);
  expect(await until(/Waiting for changes; a runs all/)).toContain('Outcome: violates');
  asked.length = 0;
  press('f');
  await until(/Waiting/);
  expect(new Set(asked)).toEqual(new Set(['/a']));
  press('a');
  await until(/Waiting/);
  expect(asked).toContain('/b');
  write('openapi: 3.1.0\npaths: [');
  expect(await until(/Waiting/)).toMatch(/changed\.[\s\S]*openapi\.yaml:\d+:\d+: /);
  write(contractOf('object'));
  expect(await until(/Waiting/)).toContain('Outcome: conforms');
  press('q');
  expect(await ended).toBe(0);
});
