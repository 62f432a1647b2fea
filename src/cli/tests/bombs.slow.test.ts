/** Targets whose answers are made to wear a run out, by the kinds of content that are read, and contracts that are made to. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Report } from '../../report/report';
import { folderOf, runCli } from './cli.testing';

const MB = 1024 * 1024;
/** Just below the most that is read of an answer. */
const fill = (unit: string, size = 7.9 * MB) => unit.repeat(Math.floor(size / unit.length));
const each = (most: number, of: (at: number) => string) => Array.from({ length: most }, (_, at) => of(at)).join('');
const entities = each(20, (at) => `<!ENTITY a${at} "${(at === 0 ? 'lol' : `&a${at - 1};`).repeat(10)}">`);

const JSON_TYPE = 'application/json';
const XML = 'application/xml';
const FORM = 'application/x-www-form-urlencoded';
const LINES = 'application/x-ndjson';
const EVENTS = 'text/event-stream';

/** What a type is answered with, and the verdicts of its rules that are not a pass. */
const BOMBS: readonly (readonly [name: string, type: string, body: string, verdicts: Record<string, string>])[] = [
  [
    'entities of entities',
    XML,
    `<?xml version="1.0"?><!DOCTYPE l [${entities}]><l>&a19;</l>`,
    { 'body-schema': 'skip' },
  ],
  ['entities without a document type', XML, `<!ENTITY${fill('<a', 0.9 * MB)}`, { 'body-schema': 'skip' }],
  ['elements nested without end', XML, fill('<a>'), { 'body-syntax': 'skip', 'body-schema': 'skip' }],
  ['elements nested deep', XML, `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, { 'body-schema': 'skip' }],
  ['many elements of one name', XML, `<r>${fill('<item>1</item>', 0.9 * MB)}</r>`, { 'body-schema': 'fail' }],
  ['many elements of other names', XML, `<r>${each(50_000, (at) => `<a${at}>1</a${at}>`)}</r>`, {}],
  ['many attributes', XML, `<r ${each(70_000, (at) => `a${at}="1" `)}/>`, {}],
  [
    'quotes that are not closed',
    XML,
    `<r ${fill('a="', 0.9 * MB)}/>`,
    { 'body-syntax': 'fail', 'body-schema': 'skip' },
  ],
  ['many empty objects', JSON_TYPE, `[${fill('{},')}{}]`, { 'body-syntax': 'skip', 'body-schema': 'skip' }],
  ['many fields of one name', FORM, fill('a=1&'), { 'body-schema': 'skip' }],
  ['many fields', FORM, each(500_000, (at) => `a${at}=1&`), { 'body-schema': 'skip' }],
  ['a field that nests', FORM, `b=${fill('[')}`, {}],
  ['fields that every object has', FORM, '__proto__={"a":"x"}&constructor=1&toString=2', {}],
  ['many lines', LINES, fill('1\n'), {}],
  ['a line that nests', LINES, fill('['), { 'body-syntax': 'fail' }],
  ['many events', EVENTS, fill('data:1\n\n'), {}],
  ['an event of many lines', EVENTS, `${fill('data:1\n')}\n`, {}],
  [
    'many parts',
    'multipart/form-data; boundary=x',
    fill('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'),
    {},
  ],
];

/** The same, compressed, and so small that nothing of it is known before it is read. */
const PACKED = { gzip: gzipSync(fill('<a>', 60 * MB)), br: brotliCompressSync(fill('<a>', 60 * MB)) };

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, kind = '', key = ''] = (request.url ?? '').split('/');
    const packed = PACKED[key as keyof typeof PACKED];
    if (kind === 'packed') response.writeHead(200, { 'Content-Type': XML, 'Content-Encoding': key }).end(packed);
    else {
      const [, type, body] = BOMBS[Number(key)] ?? [];
      response.writeHead(200, { 'Content-Type': type }).end(body);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());

const integer = { type: 'integer' };
const schema = {
  type: 'object',
  properties: {
    a: integer,
    b: {},
    list: { type: 'array', items: integer },
    item: { type: 'array', uniqueItems: true },
  },
};

/** Notes how long its process kept the processor busy, in milliseconds: what others do on the machine is not counted. */
const CLOCK = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync('busy.txt', String((user + system) / 1000));
});`;

/** Runs the command in a folder with these files. @returns how it ended, and how long it kept the processor busy, in milliseconds. */
async function runTimed(args: readonly string[], files: Readonly<Record<string, string>>, options = '') {
  const cwd = folderOf({ ...files, 'clock.js': CLOCK });
  const ended = await runCli(args, { cwd, env: { NODE_OPTIONS: `--require ./clock.js ${options}` } });
  return { ...ended, busyMs: Number(readFileSync(join(cwd, 'busy.txt'), 'utf8')) };
}

test('are judged within bounds of time and memory, and their report is small', async () => {
  const packed = Object.keys(PACKED).map((coding) => [`/packed/${coding}`, XML] as const);
  const paths = [...BOMBS.map(([, type], at) => [`/bomb/${at}`, type] as const), ...packed].map(([path, type]) => {
    const content = { [type.split(';')[0] ?? '']: { schema } };
    return [path, { get: { responses: { 200: { description: 'ok', content } } } }];
  });
  const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) };
  // What is a bomb ends within no lifetime, and all others long before this, on a slow machine, too.
  const limits = ['--deadline', '540', '--timeout', '300000'];
  const args = ['verify', url, '--contract', 'openapi.json', '--report', 'json', ...limits];
  const files = { 'openapi.json': JSON.stringify(contract) };
  const { exitCode, stdout, stderr, busyMs } = await runTimed(args, files, '--max-old-space-size=300');
  // Of the deadline it would be 2, and of the memory none at all.
  expect({ exitCode, stderr: stderr.slice(0, 1000) }).toMatchObject({ exitCode: 1 });
  expect(stdout.length).toBeLessThan(2 * MB);
  const { requirements, durationMs } = JSON.parse(stdout) as Report;
  // A large answer is judged against the clock. Where others had most of the processor, some may be too much, and nothing is told of them.
  const isStarved = durationMs > 2 * busyMs;
  const isTooMuch = ({ reason = '' }: Report['requirements'][number]) => isStarved && reason.includes('too much');
  const drawn = (path: string) =>
    Object.fromEntries(
      requirements
        .filter(
          ({ operation, verdict, rule }) => operation === `GET ${path}` && verdict !== 'pass' && /^body/.test(rule),
        )
        .map((each) => [each.rule, isTooMuch(each) ? 'too much' : each.verdict]),
    );
  /** What is drawn, in place of what was too much. */
  const expected = (path: string, verdicts: Readonly<Record<string, string>>) => {
    const late = Object.entries(drawn(path)).filter(([, verdict]) => verdict === 'too much');
    return { ...verdicts, ...Object.fromEntries(late) };
  };
  expect(BOMBS.map(([name], at) => [name, drawn(`/bomb/${at}`)])).toEqual(
    BOMBS.map(([name, , , verdicts], at) => [name, expected(`/bomb/${at}`, verdicts)]),
  );
  for (const [path] of packed)
    expect(drawn(path)).toEqual(expected(path, { 'body-syntax': 'fail', 'body-schema': 'skip' }));
});

const many = <T>(most: number, of: (at: number) => T) => Array.from({ length: most }, (_, at) => of(at));
const string = { type: 'string' };

const CONTRACTS: Readonly<Record<string, object>> = {
  'many listed values': { type: 'string', enum: many(200_000, (at) => `v${at}`) },
  'many branches that all hold': { allOf: many(10_000, (at) => ({ properties: { [`a${at}`]: string } })) },
  'many branches one of which holds': { oneOf: many(5000, (at) => ({ type: 'object', required: [`a${at}`] })) },
  'many members': { type: 'object', properties: Object.fromEntries(many(20_000, (at) => [`a${at}`, string])) },
  'many patterns of names': {
    type: 'object',
    minProperties: 3,
    patternProperties: Object.fromEntries(many(300, (at) => [`^(x|y)*${at}(a|b){${at}}$`, { minLength: at }])),
  },
};

test.each(Object.entries(CONTRACTS))('a contract of %s hears the deadline', async (_, A) => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/A' } } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'ok', content } } };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/bomb/8': { post } },
    components: { schemas: { A } },
  };
  const args = ['verify', url, '--contract', 'openapi.json', '--writes', 'any', '--report', 'json', '--deadline', '10'];
  const { stdout, busyMs } = await runTimed(args, { 'openapi.json': JSON.stringify(contract) });
  expect(JSON.parse(stdout)).toHaveProperty('outcome');
  // Ten seconds, twice that to notice it and to write the report, and the collector of garbage beside it.
  expect(busyMs).toBeLessThan(40_000);
});
