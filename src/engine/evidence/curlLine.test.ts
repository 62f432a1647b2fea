import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import type { Request } from '../../http/message';
import { secretsOf } from '../../redaction/redact';
import { variablesOf } from '../../report/reporters/wording';
import { parseTarget } from '../../wire/target';
import { curlLine, redactCurl } from './curlLine';

const TOKEN = 'tok-en"that`is$HOME!secret';
const secrets = secretsOf({ token: TOKEN });
const target = parseTarget('http://127.0.0.1:8080');

function lineOf(sent: Request): string {
  const shown = {
    ...sent,
    path: secrets.redact(sent.path),
    headers: sent.headers.map(([name, value]) => [name, secrets.mask(name, value)] as const),
  };
  return curlLine({ sent, shown, url: target.origin + shown.path }, target, secrets.redact, []);
}

/** What a program in the place of curl is given: its arguments, and what it reads. */
interface Given {
  readonly args: readonly string[];
  readonly read: Buffer;
}

/** Runs each line in a shell in which `curl` writes down what it is given. */
function run(lines: readonly string[]): Given[] {
  const fake = `curl() { printf '%s\\0' "$@" '\x01'; case "$*" in *' --data-binary @-') cat | od -An -v -tx1;; esac; printf '\x02'; }`;
  const written = execFileSync('sh', ['-s'], {
    input: [fake, ...lines, ''].join('\n'),
    env: { ...process.env, ESPALIER_TOKEN: TOKEN, HOME: '/nowhere' },
  });
  return written
    .toString('utf8')
    .split('\x02')
    .slice(0, -1)
    .map((each) => {
      const [args = '', read = ''] = each.split('\x01\0');
      return { args: args.split('\0').slice(0, -1), read: Buffer.from(read.replace(/\s/g, ''), 'hex') };
    });
}

/** The request that curl would send for its arguments. */
function requestOf({ args, read }: Given): unknown {
  const fields: string[] = [];
  const found: { method: string; url: string; body: Buffer } = { method: 'GET', url: '', body: Buffer.alloc(0) };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-X') found.method = args[++at] ?? '';
    else if (arg === '--head') found.method = 'HEAD';
    else if (arg === '-H') fields.push(args[++at] ?? '');
    else if (arg === '--data-raw') found.body = Buffer.from(args[++at] ?? '');
    else if (arg === '--data-binary') found.body = args[++at] === '@-' ? read : Buffer.from('FILE');
    else if (!arg.startsWith('-')) found.url = arg;
  }
  return { ...found, fields };
}

function wanted({ method, path, headers, body = Buffer.alloc(0) }: Request): unknown {
  const fields = headers.map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`));
  const isTyped = body.length === 0 || headers.some(([name]) => name === 'Content-Type');
  return { method, url: `http://127.0.0.1:8080${path}`, body, fields: isTyped ? fields : [...fields, 'Content-Type:'] };
}

const piece = fc.constantFrom(
  "'",
  '"',
  '$',
  '$HOME',
  '$Home',
  '$(id)',
  '`id`',
  '\\',
  '\\n',
  '!',
  '!!',
  '#',
  ' ',
  '%',
  '%s',
  '&',
  ';',
  '*',
  '~',
  '{a,b}',
  '[1-3]',
  'ä',
  '🌱',
  'a',
  'b7',
  TOKEN,
  '-',
  '@',
  '\\0',
);
const text = fc.uniqueArray(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const body = fc.oneof(
  text.map((each) => Buffer.from(each)),
  fc
    .array(fc.oneof(piece, fc.constantFrom('\n', '\r\n', '\u001b[2J', '\t')), { maxLength: 8 })
    .map((each) => Buffer.from(each.filter((one) => one !== TOKEN).join(''))),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);
const request: fc.Arbitrary<Request> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'M-SEARCH', "A'B", 'A$HOME'),
  // A token within an address is put in as it is, so it is not tried here with characters that are encoded there.
  path: text.map((each) => `/a/${each.replace(TOKEN, '').replace(/[ #"`\\]|[^\x20-\x7e]/gu, encodeURIComponent)}`),
  headers: fc.array(
    fc.tuple(
      fc.constantFrom('X-A', 'Authorization', 'Content-Type'),
      text.map((each) => each.trim()),
    ),
    { maxLength: 3 },
  ),
  body,
});

test('every curl line sends in a shell what was sent', () => {
  const requests = fc.sample(request, { numRuns: 200, seed: 7 });
  expect(run(requests.map(lineOf)).map(requestOf)).toEqual(requests.map(wanted));
});

test('no curl line shows what is secret, and each names the variables that it needs', () => {
  const sent = {
    method: 'POST',
    path: '/a',
    headers: [['Authorization', `Bearer ${TOKEN}`]] as const,
    body: Buffer.from('$HOME'),
  };
  const line = lineOf(sent);
  expect(line).toBe(
    `curl -i -X POST 'http://127.0.0.1:8080/a' -H "Authorization: Bearer $ESPALIER_TOKEN" -H 'Content-Type:' --data-raw '$HOME'`,
  );
  expect(variablesOf([{ curl: line } as Parameters<typeof variablesOf>[0][number]])).toEqual(['ESPALIER_TOKEN']);
});

test.each([
  ['a GET with a body stays one', { method: 'GET', body: Buffer.from('{}') }, /^curl -i -X GET /],
  ['a path that curl would read as several', { path: '/a?f[x]=1' }, /^curl -i --globoff /],
  ['a path that curl would shorten', { path: '/a/../b' }, /^curl -i --path-as-is /],
  [
    'bytes that are no text',
    { method: 'PUT', body: Buffer.from([0, 0x27, 0xff]) },
    /^printf '\\000\\047\\377' \| curl .* --data-binary @-$/,
  ],
  ['many of them', { method: 'PUT', body: Buffer.alloc(5000) }, /--data-binary @FILE # 5000 bytes$/],
])('%s', (_, changes, line) => {
  expect(lineOf({ method: 'GET', path: '/a', headers: [], ...changes })).toMatch(line);
});

test('what becomes known as secret later is taken out so that the shell puts it in', () => {
  const later = 'it\'s "secret" later';
  const { redact } = secretsOf({ others: [[later, '$LATER_SECRET']] });
  const sent = {
    method: 'POST',
    path: '/a',
    headers: [
      ['Authorization', `Bearer ${TOKEN}`],
      ['X-A', later],
    ] as const,
    body: Buffer.from(`$HOME ${later}`),
  };
  const line = redactCurl(lineOf(sent), redact);
  expect(line).not.toContain('later');
  expect(line).toContain('"X-A: $LATER_SECRET"');
  expect(line).toContain('--data-raw "\\$HOME $LATER_SECRET"');
  expect(line).toContain('"Authorization: Bearer $ESPALIER_TOKEN"');
});
