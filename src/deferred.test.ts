import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { deferred } from './deferred';

const DIST = join(__dirname, '..', 'dist');

/** Evaluates an expression in a process of its own, in which the mock has been loaded before. @returns its JSON. */
function afterTheMock(expression: string): unknown {
  const server = JSON.stringify(join(DIST, 'mocks', 'server.js'));
  const code = `const { startMock } = require(${server}); process.stdout.write(JSON.stringify(${expression}))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
}

test('who asks for a module that Prism was loaded without gets the module itself', () => {
  expect(
    afterTheMock(`['lodash/fp', 'node-fetch', 'pino'].map((name) => require('util').types.isProxy(require(name)))`),
  ).toEqual([false, false, false]);
  expect(afterTheMock(`require('lodash/fp').map((n) => n + 1)([1, 2])`)).toEqual([2, 3]);
});

test('what Prism was loaded without works for everyone in the process', () => {
  const operations = `require('@stoplight/prism-http').getHttpOperationsFromSpec('openapi.yaml').then((found) => console.log(found.length))`;
  const server = JSON.stringify(join(DIST, 'mocks', 'server.js'));
  expect(execFileSync(process.execPath, ['-e', `require(${server}); ${operations}`], { encoding: 'utf8' })).toBe('1\n');
});

test('a stand-in shows what the module exports', () => {
  const [loaded, standIn] = [{ one: 1 }, { two: 2 }].map((exports) => deferred(() => exports));
  expect({ ...loaded, ...standIn }).toEqual({ one: 1, two: 2 });
  class Parser {
    readonly kind = 'parser';
  }
  expect(new (deferred(() => Parser as never) as unknown as typeof Parser)().kind).toBe('parser');
});

test('Prism is loaded without what it hardly ever needs', () => {
  const loaded = afterTheMock('Object.keys(require.cache)') as string[];
  expect(loaded.some((file) => file.includes('/@stoplight/prism-http/'))).toBe(true);
  expect(
    loaded.filter((file) => /\/(?:@faker-js|json-schema-faker|node-fetch|pino|@redocly\/ajv)\//.test(file)),
  ).toEqual([]);
});
