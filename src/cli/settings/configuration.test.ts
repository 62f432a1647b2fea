/** Every mistake in a configuration has its place: `file:line:column: message`. */

import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract';
import { readContract } from '../../contract/load';
import { folderOf } from '../tests/cli.testing';
import { runHere } from '../tests/here.testing';
import { ConfigurationError, loadConfiguration } from './configuration';
import { toSettings } from './options';
import { vocabularyOf } from './vocabulary';

let contract: Contract;
beforeAll(async () => {
  contract = await readContract(join(__dirname, '../../../openapi.yaml'));
});

/** What is said against a configuration, without the name of its file. */
function mistakesIn(text: string): string[] {
  const path = join(folderOf({ 'espalier.yaml': text }), 'espalier.yaml');
  try {
    const configuration = loadConfiguration({ path, chosen: true }, vocabularyOf(contract));
    toSettings({ flags: {}, configuration, env: { EMPTY: '', SPACE: 'a b' }, contract }, false);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message.split('\n').map((line) => line.replace(/^.*espalier\.yaml:/, ''));
  }
}

describe('a configuration', () => {
  test.each([
    // Of another type.
    ['- a', ['1:1: the configuration must be object.']],
    ['hello', ['1:1: the configuration must be object.']],
    ['target: 5', ['1:1: `target` must be string.']],
    ['strict:', ['1:1: `strict` must be boolean.']],
    ['strict: 1\r\nclosed: 2\r\n', ['1:1: `strict` must be boolean.', '2:1: `closed` must be boolean.']],
    ['wait: soon', ['1:1: `wait` must be integer.']],
    ['writes: yes', ['1:1: `writes` must be one of handed-over, own, any.']],
    ['wait: 0', ['1:1: `wait` must be >= 1.']],
    ['limits: { timeoutMs: 9e99 }', ['1:11: `timeoutMs` must be <= 2147483647.']],
    ['headers: { "a/b~c": { env: 5 } }', ['1:23: `env` must be string.']],
    ['headers: { X: 5 }', ['1:12: `X` must be string or object.']],
    ['headers: { X: { evn: A } }', ['1:12: `env` is missing.', '1:17: There is no setting `evn`. Did you mean `env`?']],
    ['params: { id: [1, [2]] }', ['1:19: item 2 of `id` must be string or integer or boolean.']],
    ['waivers: [null]', ['1:11: item 1 of `waivers` must be object.']],
    // Of a name that is not known.
    ['limits: { timeout: 5 }', ['1:11: There is no setting `timeout`. Did you mean `timeoutMs`?']],
    ['"a/b": 1', [expect.stringMatching(/^1:1: There is no setting `a\/b`; there are: contract, target, .*\.$/)]],
    ['? [a]\n: b', ['1:3: this is not YAML: the name of a member is a list or an object.']],
    // YAML.
    ['strict: true\nstrict: false', ['2:1: this is not YAML: `strict` stands twice in one object.']],
    ['strict: *nope', ['1:9: this is not YAML: no `&nope` stands before `*nope`.']],
    [
      "strict: !!js/function 'x'",
      [expect.stringMatching(/^1:\d+: this is not YAML: the tag `!!js\/function` is not known/)],
    ],
    [
      '---\nstrict: true\n---\nstrict: false',
      [expect.stringMatching(/^1:1: this is not YAML: it holds several documents/)],
    ],
    // Values that are handed over.
    ['params: { id: abc }', ['1:11: The value "abc" for "id" is not of its declared type (integer, int64).']],
    ['params: { nope: 1 }', [expect.stringMatching(/^1:11: No path parameter of the contract is called "nope"/)]],
    ['params: { id: "\\ud800" }', [expect.stringMatching(/^1:11: The value ".*" for "id" cannot stand in a path/)]],
    ['params: { id: 007 }', ['1:15: `id` would be read as 7, not as 007; put it in quotes.']],
    ['params:\n  id: [101, 1e3]', ['2:13: `id` would be read as 1000, not as 1e3; put it in quotes.']],
    ['setup: x\nparams: { id: 1 }', ['1:1: `setup` and `params` both say what may be used up; leave one of them out.']],
    ["provoke: ['400']", ['1:11: item 1 of `provoke` cannot be "400": STATUS:NAME=VALUE, such as 400:id=666.']],
    ["provoke: ['400:id']", ['1:11: The parameter "id" is not NAME=VALUE, such as id=101.']],
    ["provoke: ['400:id=1', '409:id=1']", [expect.stringMatching(/^1:23: Nothing can be provoked by 409:id=1/)]],
    ["private: ['/plants/**', '/plant/*']", ['1:25: private: /plant/* fits no operation of the contract.']],
    ['private: /plants/**', ['1:1: `private` must be array.']],
    // Commands, variables, headers.
    ['setup: " "', [expect.stringMatching(/^1:1: `setup` cannot be " "/)]],
    ['token: { env: "a b" }', ['1:10: `env` cannot be "a b": The name of an environment variable.']],
    [
      'token: { env: NOT_SET }',
      [expect.stringMatching(/^1:10: The token should come from .* NOT_SET, which is not set/)],
    ],
    ['token: { env: EMPTY }', [expect.stringMatching(/^1:10: The token is empty/)]],
    ['token: { env: SPACE }', [expect.stringMatching(/^1:10: The token holds a character/)]],
    ['token: {}', ['1:1: `token` does not say where it comes from: env, command or login.']],
    [
      'credentials: { key: {} }',
      ['1:16: `key` does not say where it comes from: env, command, login, or clientId of an OAuth2 flow.'],
    ],
    [
      'credentials: { key: { env: A, command: b } }',
      ['1:16: `key` comes from several places: env, command; leave one of them.'],
    ],
    ['credentials: { key: { clientId: a } }', ['1:16: `key` lacks `clientSecret`, or `username` and `password`.']],
    ['credentials: { key: { username: a } }', ['1:16: `key` lacks `password`.']],
    ['credentials: { key: { clientId: a, password: { env: B } } }', [expect.stringMatching(/^1:16: `key` lacks/)]],
    ['credentials: { key: { clientSecret: { env: B } } }', ['1:16: `key` lacks `clientId`.']],
    ['credentials: { key: { clientSecret: open } }', ['1:23: `clientSecret` must be object.']],
    ['credentials: { key: { login: { request: /login } } }', [expect.stringMatching(/^1:32: `request` cannot be/)]],
    [
      'credentials: { key: { login: { request: POST /l, token: /a, cookie: b } } }',
      ['1:16: The login of `key` takes several of token, header and cookie; leave one of them.'],
    ],
    ['headers: { X: { env: NOT_SET } }', [expect.stringMatching(/^1:12: The header "X" should come from/)]],
    [
      'headers: { X: "a\\nb" }',
      [expect.stringMatching(/^1:12: The value of the header "X" has a character that no header field may hold/)],
    ],
    ['headers: { "X: a": b }', [expect.stringMatching(/^1:12: The header "X: a" is not NAME: VALUE/)]],
    ['headers: { Host: b }', [expect.stringMatching(/^1:12: The header "Host" is part of how/)]],
    ['headers: { Authorization: b }', [expect.stringMatching(/^1:12: The header "Authorization" is what is probed/)]],
    // Waivers.
    ['waivers: [{ rule: respond, reason: x }]', ['1:13: There is no rule "respond". Did you mean "responds"?']],
    [
      "waivers: [{ rule: 'body-schema 401', reason: x }]",
      ['1:13: There is no requirement "body-schema 401". Did you mean "body-schema 400"?'],
    ],
    [
      "waivers: [{ rule: 'no-content 400', operation: 'DELETE /plants/{id}', reason: x }]",
      ['1:13: There is no requirement "no-content 400" at DELETE /plants/{id}. Did you mean "no-content 204"?'],
    ],
    [
      'waivers: [{ rule: responds, reason: x, until: 2027-02-30 }]',
      ['1:40: There is no day 2027-02-30 in the calendar.'],
    ],
    [
      'waivers: [{ rule: responds, reason: x, until: soon }]',
      ['1:40: `until` cannot be "soon": The last day on which it holds, YYYY-MM-DD.'],
    ],
    ['waivers: [{ rule: responds, reason: x, operation: GET /x }]', ['1:40: There is no operation "GET /x".']],
  ])('%j', (text, expected) => expect(mistakesIn(text)).toEqual(expected));

  test.each([
    ['# nothing'],
    ['params: { id: [101, "102", -7] }'],
    ['params: { id: &x 5 }'],
    ['params: { id: [&x 5, *x] }'],
    ["waivers: [{ rule: 'body-schema 400', reason: x, until: 2028-02-29 }]"],
  ])('%j can be used', (text) => expect(mistakesIn(text)).toEqual([]));
});

describe('a configuration that only lies beside the contract', () => {
  const PLANTS = join(__dirname, '../../../openapi.yaml');
  const inFolder = (text: string) => folderOf({ 'openapi.yaml': readFileSync(PLANTS, 'utf8'), 'espalier.yaml': text });

  test.each([
    ['setup: touch made', '1:1: `setup` is taken only'],
    ['start: touch made', '1:1: `start` is taken only'],
    ['target: http://127.0.0.1:1', '1:1: `target` is taken only'],
    ['token: { env: HOME }', '1:1: `token` is taken only'],
    ['headers: { X-Key: { env: HOME } }', '1:1: `headers` is taken only'],
    ['headers: { X-HTTP-Method-Override: DELETE }', '1:1: `headers` is taken only'],
    ['credentials: { bearerAuth: { env: HOME } }', '1:1: `credentials` is taken only'],
    ['writes: any', '1:1: `writes` is taken only'],
    ['params: { id: 101 }', '1:1: `params` is taken only'],
    ["operations: { 'DELETE /plants/{id}': { params: { id: 101 } } }", '1:1: `operations` is taken only'],
    ["operations: { 'DELETE /plants/{id}': { leave out: it is slow } }", '1:1: `operations` is taken only'],
    ["provoke: ['400:id=666']", '1:1: `provoke` is taken only'],
    ['strict: true\nwaivers: [{ rule: responds, reason: x }]', '2:1: `waivers` is taken only'],
    ['limits: { deadlineS: 1 }', '1:1: `limits` is taken only'],
    ['wait: 1', '1:1: `wait` is taken only'],
  ])('%j is refused, and nothing of it is done', async (text, message) => {
    const folder = inFolder(text);
    const args = ['verify', 'http://127.0.0.1:1', '--contract', join(folder, 'openapi.yaml')];
    const { exitCode, stderr } = await runHere(args, { cwd: folderOf({}) });
    expect(stderr).toContain(message);
    expect(stderr).toContain(`add --config ${join(folder, 'espalier.yaml')}`);
    expect(exitCode).toBe(2);
    expect(readdirSync(folder)).not.toContain('made');
  });

  test('is named, and may say what is harmless', async () => {
    const folder = inFolder("strict: true\nclosed: true\ncomplete: true\nthorough: true\nprivate: ['/plants/**']\n");
    const args = ['verify', '--list', '--contract', join(folder, 'openapi.yaml')];
    const { exitCode, stderr } = await runHere(args, { cwd: folderOf({}) });
    expect(stderr).toMatch(/^Settings are read from .*espalier\.yaml\.\n$/);
    expect(exitCode).toBe(0);
  });

  test('is taken as a whole where it is named, or lies in the working directory', async () => {
    const folder = inFolder('headers: { X-Key: { env: HOME } }\n');
    const env = { HOME: '/home' };
    const args = ['verify', '--list', '--contract', join(folder, 'openapi.yaml')];
    const named = [...args, '--config', join(folder, 'espalier.yaml')];
    expect((await runHere(named, { cwd: folderOf({}), env })).exitCode).toBe(0);
    expect((await runHere(args, { cwd: folder, env })).exitCode).toBe(0);
    const link = join(folderOf({}), 'link');
    symlinkSync(folder, link);
    const linked = ['verify', '--list', '--contract', join(link, 'openapi.yaml')];
    expect((await runHere(linked, { cwd: folder, env })).exitCode).toBe(0);
  });
});
