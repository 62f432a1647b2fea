import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, folderOf, runCli } from './cli.testing';
import { runHere } from './here.testing';

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n';

/** An operation with these responses, from line 3 on. */
function withResponses(responses: string): string {
  return `${HEAD}paths:\n  /plants:\n    get:\n      responses:\n${responses}`;
}

test('a working directory that is gone is one clear line, exit 2', async () => {
  const command = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${CLI}" check`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folderOf({}), encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'The working directory is gone; change to one that is there.\n',
  });
});

describe('espalier check', () => {
  test('a contract that can be used is exit 0', async () => {
    const { exitCode, stdout } = await runCli(['check']);
    expect(stdout).toBe('openapi.yaml: Plant Store 1.0.0 is valid; 1 operation.\n  DELETE /plants/{id}\n');
    expect(exitCode).toBe(0);
  });

  test('a path in a file of its own may lead to a schema that holds itself', async () => {
    const cwd = folderOf({
      'openapi.yaml': `${HEAD}paths: { /a: { $ref: a.yaml } }\n`,
      'a.yaml': `get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: tree.yaml } } } } } }\n`,
      'tree.yaml': 'type: object\nproperties: { kids: { type: array, items: { $ref: tree.yaml } } }\n',
    });
    expect(await runHere(['check'], { cwd })).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('the value of an example may be anywhere', async () => {
    const example = 'examples: { far: { externalValue: "https://example.com/x.json" } }';
    const text = withResponses(`        '200': { description: ok, content: { application/json: { ${example} } } }\n`);
    expect(await runHere(['check'], { cwd: folderOf({ 'openapi.yaml': text }) })).toMatchObject({ exitCode: 0 });
  });

  test('references that lead to each other alone are one clear line', async () => {
    const schemas =
      "components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } }";
    const cwd = folderOf({ 'openapi.yaml': `${HEAD}paths: {}\n${schemas}\n` });
    const { exitCode, stderr } = await runHere(['check'], { cwd });
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^openapi\.yaml:4:\d+: This schema refers to itself/),
    ]);
    expect(exitCode).toBe(2);
  });

  test('tells every mistake at once, with its place and what was probably meant', async () => {
    const cwd = folderOf({
      'openapi.yaml': `${HEAD}security: [{ bearerAuht: [] }]
paths:
  /plants/{id}:
    delete:
      operationId: x
      parameters:
        - { name: ids, in: path, required: true, schema: { type: integer, formt: int64 } }
      responses:
        '204': { description: gone }
        '400': { $ref: '#/components/responses/Eror' }
    get:
      operationId: x
      responses: { '200': { description: ok } }
components:
  responses: { Error: { description: no } }
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
`,
    });
    const { exitCode, stderr } = await runHere(['check'], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      'openapi.yaml:9:75: There is no `formt` in a schema. Did you mean `format`? (a warning)',
      'openapi.yaml:3:14: There is no security scheme `bearerAuht`. Did you mean `bearerAuth`?',
      'openapi.yaml:6:5: The parameter {id} of the path /plants/{id} is not declared.',
      'openapi.yaml:7:7: The operationId "x" is that of another operation, too.',
      'openapi.yaml:9:11: There is no {ids} in the path /plants/{id}.',
      'openapi.yaml:12:24: $ref "#/components/responses/Eror" leads nowhere. Did you mean "#/components/responses/Error"?',
      'openapi.yaml:13:5: The parameter {id} of the path /plants/{id} is not declared.',
    ]);
  });

  test('YAML that is not strict is a warning with its place', async () => {
    const cwd = folderOf({
      'openapi.yaml': `openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /a:
    get:
      summary: "One line and
      another"
      responses: {
        '200': { description: ok }
      }
`,
    });
    const { exitCode, stderr, stdout } = await runHere(['check'], { cwd });
    expect(stderr.trim().split('\n')).toEqual([
      'openapi.yaml:7:7: this is not strict YAML 1.2, and other tools may refuse it: a line within quotes must be indented further than the member that has them. (a warning)',
      'openapi.yaml:10:7: this is not strict YAML 1.2, and other tools may refuse it: a line within brackets must be indented further than the member that has them. (a warning)',
    ]);
    expect(stdout).toContain('openapi.yaml: t 1 is valid; 1 operation.');
    expect(exitCode).toBe(0);
    expect(
      (await runHere(['verify', '--list', '--contract', 'openapi.yaml', 'http://127.0.0.1:1'], { cwd })).exitCode,
    ).toBe(0);
  });

  test.each([
    ['a missing file', undefined, 'nowhere.yaml:1:1: the contract cannot be read: there is no such file'],
    ['an empty file', '', 'openapi.yaml:1:1: the contract is empty'],
    ['no YAML', 'openapi: "3.1.0\n', 'this is neither YAML nor JSON'],
    ['no mapping', 'hello\n', 'this is not an OpenAPI document'],
    ['another kind of document', 'title: x\n', 'it has no `openapi` member'],
    ['Swagger 1.2', 'swaggerVersion: "1.2"\n', 'it has no `openapi` member'],
    ['OpenAPI 4', 'openapi: 4.0.0\n', 'OpenAPI 4.0.0 is not supported'],
    ['a version that is a number', 'openapi: 3.1\n', 'written; write `openapi: "3.1.0"`.'],
    ['a version without quotes of Swagger', 'swagger: 2.0\n', 'written; write `swagger: "2.0"`.'],
    ['a version of Swagger as one of OpenAPI', 'openapi: "2.0"\n', 'written; write `swagger: "2.0"`.'],
    ['a version of OpenAPI as one of Swagger', 'swagger: "3.0.1"\n', 'written; write `openapi: "3.0.3"`.'],
    ['a version that lacks its last number', 'openapi: "3.0"\n', 'written; write `openapi: "3.0.3"`.'],
    ['a version of 3.2 that is a number', 'openapi: 3.2\n', 'written; write `openapi: "3.2.0"`.'],
    ['a version that is empty', 'openapi: ""\n', '`openapi` must be the version, as a string'],
    ['a version that is an object', 'openapi: {}\n', '`openapi` must be the version, as a string'],
    ['no info', 'openapi: 3.1.0\npaths: {}\n', 'openapi.yaml:1:1: `info` is missing in an OpenAPI document.'],
    [
      'a reference to a file that is missing',
      withResponses("        '200': { $ref: './missing.yaml#/x' }\n"),
      'openapi.yaml:7:24: $ref "./missing.yaml#/x" cannot be followed: there is no such file.',
    ],
    [
      "a reference out of the contract's folder",
      withResponses("        '200': { $ref: '../outside.yaml#/x' }\n"),
      "cannot be followed: it leads outside the contract's folder",
    ],
    [
      'a reference onto the network',
      withResponses("        '200': { $ref: 'https://example.com/x.yaml#/x' }\n"),
      'cannot be followed: it leads onto the network',
    ],
    [
      'a pattern that is none',
      withResponses(
        "        '200': { description: ok, content: { application/json: { schema: { type: string, pattern: '[' } } } }\n",
      ),
      '`pattern` is not a regular expression',
    ],
  ])('%s is one clear line, exit 2', async (_, text, message) => {
    const cwd = folderOf(text === undefined ? {} : { 'openapi.yaml': text });
    const { exitCode, stdout, stderr } = await runHere(
      ['check', text === undefined ? 'nowhere.yaml' : 'openapi.yaml'],
      {
        cwd,
      },
    );
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  test('an example that its schema refuses is a warning, and stops nothing', async () => {
    const media = 'content: { application/json: { schema: { type: integer }, example: none } }';
    const cwd = folderOf({ 'openapi.yaml': withResponses(`        '200': { description: ok, ${media} }\n`) });
    const { exitCode, stderr } = await runHere(['check'], { cwd });
    expect(stderr).toMatch(/^openapi\.yaml:7:\d+: .*\(a warning\)\n$/);
    expect(exitCode).toBe(0);
  });

  test('a folder and a link out of the folder are refused', async () => {
    const cwd = folderOf({ 'secret.yaml': 'x: { description: secret }\n' });
    mkdirSync(join(cwd, 'inner'));
    expect((await runHere(['check', 'inner'], { cwd })).stderr).toContain('it is a folder');
    symlinkSync(join(cwd, 'secret.yaml'), join(cwd, 'inner', 'link.yaml'));
    writeFileSync(join(cwd, 'inner', 'openapi.yaml'), withResponses("        '200': { $ref: './link.yaml#/x' }\n"));
    const { exitCode, stderr } = await runHere(['check', 'inner/openapi.yaml'], { cwd });
    expect(stderr).toContain("leads outside the contract's folder");
    expect(exitCode).toBe(2);
  });

  test('a contract elsewhere is named by the way to it, unless that is longer', async () => {
    const folder = folderOf({ 'openapi.yaml': `${HEAD}paths: {}\n` });
    mkdirSync(join(folder, 'deep', 'deeper'), { recursive: true });
    const beside = await runHere(['check', join(folder, 'openapi.yaml')], { cwd: join(folder, 'deep') });
    expect(beside.stdout).toMatch(/^\.\.\/openapi\.yaml: /);
    mkdirSync(join(folder, ...Array.from({ length: 30 }, () => 'd')), { recursive: true });
    const far = await runHere(['check', join(folder, 'openapi.yaml')], {
      cwd: join(folder, ...Array.from({ length: 30 }, () => 'd')),
    });
    expect(far.stdout).toMatch(/^\/.*\/openapi\.yaml: /);
  });

  test('references to other files in the folder are followed, and keep their places', async () => {
    const cwd = folderOf({
      'openapi.yaml': withResponses("        '200': { $ref: './responses.yaml#/Ok' }\n"),
      'responses.yaml': 'Ok:\n  description: ok\n  content: { application/json: { schema: { tpye: string } } }\n',
    });
    const { stderr } = await runHere(['check'], { cwd });
    expect(stderr).toBe('responses.yaml:3:44: There is no `tpye` in a schema. Did you mean `type`? (a warning)\n');
  });
});
