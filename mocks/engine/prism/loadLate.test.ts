import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deferred, LATE } from './loadLate';

const DIST = join(__dirname, '../../../dist');

/** The files of the modules that are loaded in a process of its own, once this has been run in it. */
function loadedBy(code: string): string[] {
  const tell = 'process.stdout.write(JSON.stringify(Object.keys(require.cache)))';
  return JSON.parse(execFileSync(process.execPath, ['-e', `${code}; ${tell}`], { encoding: 'utf8' })) as string[];
}

const LOAD_MOCK = `require(${JSON.stringify(join(DIST, 'mocks', 'server.js'))})`;

test('a stand-in shows what the module exports', () => {
  const [loaded, standIn] = [{ one: 1 }, { two: 2 }].map((exports) => deferred(() => exports));
  expect({ ...loaded, ...standIn }).toEqual({ one: 1, two: 2 });
  class Parser {
    readonly kind = 'parser';
  }
  expect(new (deferred(() => Parser as never) as unknown as typeof Parser)().kind).toBe('parser');
});

test('the mock is loaded without what it hardly ever needs, and with nothing that is not installed', () => {
  const loaded = loadedBy(LOAD_MOCK);
  expect(loaded.some((file) => file.endsWith('/dist/mocks/server.js'))).toBe(true);
  expect(loaded.filter((file) => /\/node_modules\/(?:@faker-js|@redocly\/ajv|@stoplight|lodash)\//.test(file))).toEqual(
    [],
  );
});

test('Prism is taken in so that what it hardly ever needs waits until it is asked for', () => {
  const bundle = readFileSync(join(DIST, 'mocks', 'server.js'), 'utf8');
  expect(bundle.match(/"late(?:-faker)?:[^"]+"/g)).toHaveLength(LATE.length + 1);
  expect(bundle).not.toContain(join(__dirname, '../../..'));
});
