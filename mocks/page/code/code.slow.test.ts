/** Runs the code for requests with odd characters: each program sends what the request has. A language that the machine lacks is skipped. */

import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from '../../../src/cli/tests/cli.testing';
import { readParts } from '../../../src/serialization/readBody';
import { codeFor } from './code';
import type { SentBody, SentRequest } from './sentRequest';

const run = promisify(execFile);

const ODD = `it's "quoted" \\ \\n \\u0041 $HOME \${x} \`id\` %s %20 {"a":'''1'''} ü 😀\nnext\r\nline\tend;type=x @y`;
const BYTES = Buffer.from([0, 255, 13, 10, 34, 39, 128]);

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

let server: Server;
let seen: Seen | undefined;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) };
      response.end('seen');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** How a program is run in its folder: its file, and the command. */
const PROGRAMS: Readonly<Record<string, readonly [file: string, ...command: string[]]>> = {
  curl: ['ask.sh', 'sh', 'ask.sh', '--silent'],
  fetch: ['ask.mjs', process.execPath, 'ask.mjs'],
  axios: ['ask.mjs', process.execPath, 'ask.mjs'],
  Python: ['ask.py', 'python3', 'ask.py'],
  Java: ['Ask.java', 'java', 'Ask.java'],
  Go: ['ask.go', 'go', 'run', 'ask.go'],
};

const NEEDED: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: ['curl', '--version'],
  Python: ['python3', '-c', 'import requests'],
  Java: ['java', '-version'],
  Go: ['go', 'version'],
};

const BODIES: readonly (readonly [string, SentBody])[] = [
  ['no body', { kind: 'none' }],
  ['a text', { kind: 'text', text: ODD }],
  ['JSON', { kind: 'text', text: JSON.stringify({ [ODD]: [ODD, 1.5, null, true] }) }],
  ['a file', { kind: 'file', file: `it's a $file.bin` }],
  [
    'parts',
    {
      kind: 'parts',
      parts: [
        { name: 'plain', text: ODD, type: undefined, file: undefined },
        { name: 'json', text: '{"a;b":"c\\"d"}', type: 'application/json', file: undefined },
        { name: 'photo', text: undefined, type: 'image/png', file: `it's a $file.bin` },
      ],
    },
  ],
];

const rows = Object.keys(PROGRAMS).flatMap((language) => BODIES.map(([name, body]) => [language, name, body] as const));

test.each(rows)('%s sends %s', async (language, _name, body) => {
  const [needed, ...words] = NEEDED[language] ?? [process.execPath, '--version'];
  if (spawnSync(needed, words).status !== 0) return;
  const [file, command = '', ...args] = PROGRAMS[language] ?? [''];
  const query = new URLSearchParams({ q: ODD }).toString();
  const request: SentRequest = {
    method: body.kind === 'none' ? 'GET' : 'POST',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a%20b/it's?${query}&x=%24`,
    headers: [
      ['X-Odd', `it's "quoted" \\ $HOME \`id\` %s {}`],
      ...(body.kind === 'parts' || body.kind === 'none' ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body,
  };
  const text = codeFor(request).find(({ name }) => name === language)?.text ?? '';
  const folder = folderOf({ [file]: text });
  writeFileSync(join(folder, `it's a $file.bin`), BYTES);
  const modules = dirname(dirname(require.resolve('axios/package.json')));
  if (language === 'axios') writeFileSync(join(folder, file), text.replace('"axios"', `"${modules}/axios/index.js"`));
  seen = undefined;
  await run(command, args, { cwd: folder, timeout: 120_000 });
  const sent = seen as Seen | undefined;
  expect(sent?.method).toBe(request.method);
  expect(new URL(sent?.url ?? '', request.url).href).toBe(new URL(request.url).href);
  expect(sent?.headers['x-odd']).toBe(request.headers[0]?.[1]);
  if (body.kind === 'text') expect(asSent(sent?.body.toString() ?? '')).toEqual(asSent(body.text));
  if (body.kind === 'file') expect(sent?.body).toEqual(BYTES);
  if (body.kind !== 'parts') return;
  const parts = readParts(sent?.body ?? BYTES, String(sent?.headers['content-type'])) ?? [];
  expect(parts.map(({ name, type }) => [name, type])).toEqual([
    ['plain', 'text/plain'],
    ['json', 'application/json'],
    ['photo', 'image/png'],
  ]);
  expect(parts[2]?.file).toBe(true);
  // A browser's form ends each line with CR and LF, and so does Node's.
  expect(parts[0]?.bytes.toString().replace(/\r?\n/g, '\n')).toBe(ODD.replace(/\r?\n/g, '\n'));
  expect(parts[1]?.bytes.toString()).toBe('{"a;b":"c\\"d"}');
  expect(parts[2]?.bytes).toEqual(BYTES);
});

/** Parses a JSON text, since its space may differ. */
function asSent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
