/** The examples of `docs/guides/extending.md`, each as it stands there, on a small service that wants it. `npm test` tries one of each sort. */

import { createHmac } from 'node:crypto';
import { readFileSync, symlinkSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import aws4 from 'aws4';
import { folderOf, runCli } from '../src/cli/tests/cli.testing';
import { someOf, testWide } from '../src/support/testing/cases.testing';
import { serve } from '../src/support/testing/serving.testing';
import { readCodeBlocks } from './site/markdown';
import { ROOT } from './site/pages';

const blocks = readCodeBlocks(readFileSync(join(ROOT, 'docs/guides/extending.md'), 'utf8'));

function exampleOf(file: string): string {
  const block = blocks.find(({ info }) => info === `ts file=${file}`);
  if (!block) throw new Error(`The guide has no ${file}.`);
  return block.code;
}

const LIST = {
  get: {
    responses: {
      200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: {} } } } },
    },
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }],
  },
};

/** Nothing limits what is asked, so that a run conforms without a refusal. */
const PLAIN = { paths: { '/items': { get: { responses: LIST.get.responses } } } };

/** Verifies a service with one example of the guide. */
async function verifyWith(
  example: string,
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
  contract: object = { paths: { '/items': LIST } },
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
) {
  const folder = folderOf({
    'openapi.json': JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, ...contract }),
    // The services send nothing after an answer.
    'espalier.yaml': `extend: [./${example}]\nlimits: { lingerMs: 10 }\n`,
    [example]: exampleOf(example),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    answer(request, response, Buffer.concat(chunks));
  });
  const ended = await runCli(['verify', url, '--report', 'json', ...options], { cwd: folder, env });
  // What Node or a loader warns of is no business of the user's.
  expect(ended.stderr.split('\n').filter((line) => /Warning/.test(line))).toEqual([]);
  if (!ended.stdout.startsWith('{')) throw new Error(ended.stderr);
  return { ...ended, report: JSON.parse(ended.stdout) };
}

function sendList(response: ServerResponse, length: number): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(Array.from({ length }, (_, at) => at)));
}

testWide.each([
  ['house-rules.ts', 'house/request-id', (response: ServerResponse) => response.setHeader('X-Request-Id', '7')],
  ['paged-lists.ts', 'house/paged-lists', () => {}],
])('%s is kept by a service that does as it wants', async (example, rule, prepare) => {
  const { report } = await verifyWith(example, (request, response) => {
    prepare(response);
    const limit = new URL(request.url ?? '', 'http://h').searchParams.get('limit');
    sendList(response, Math.min(3, Number(limit ?? 3)));
  });
  const own = report.requirements.filter((each: { rule: string }) => each.rule === rule);
  expect(own).toMatchObject([{ verdict: 'pass' }]);
});

const BROKEN: readonly (readonly [string, readonly string[]])[] = [
  ['paged-lists.ts', ['the page is too long', 'the page has more items than the limit']],
  ['house-rules.ts', ['the answer has no X-Request-Id']],
];
test.each(someOf(BROKEN, 4))('%s fails a service that does not', async (example, messages) => {
  const { report, exitCode } = await verifyWith(example, (_, response) => sendList(response, 101));
  const found = report.requirements
    .filter(({ rule }: { rule: string }) => rule.startsWith('house/'))
    .flatMap(({ findings }: { findings: { message: string }[] }) => findings.map(({ message }) => message));
  expect({ exitCode, found }).toEqual({ exitCode: 1, found: messages });
});

testWide.each([
  [true, 'pass', 'conforms'],
  [false, 'fail', 'violates'],
])('sparse-fields.ts asks for one field; a service that heeds it: %s', async (heeds, verdict, outcome) => {
  const { report } = await verifyWith(
    'sparse-fields.ts',
    (request, response) => {
      const item = { id: 7, name: 'oak' };
      const isAsked = heeds && new URL(request.url ?? '', 'http://h').searchParams.get('fields') === 'id';
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify([isAsked ? { id: 7 } : item]));
    },
    PLAIN,
  );
  const own = report.requirements.filter(({ rule }: { rule: string }) => rule.startsWith('house/'));
  expect(own.map((each: { verdict: string }) => each.verdict)).toEqual([verdict]);
  expect(report.outcome).toBe(outcome);
});

testWide('card-number.ts makes numbers whose checksum holds in all that the run makes, puts and patches', async () => {
  const number = { type: 'string', pattern: '^[0-9]{13,19}$' };
  const card = { type: 'object', required: ['cardNumber'], properties: { cardNumber: number } };
  const content = { 'application/json': { schema: card } };
  const shown = {
    type: 'object',
    required: ['id', 'cardNumber'],
    properties: { id: { type: 'string' }, cardNumber: number },
  };
  const done = (status: number) => ({
    [status]: { description: 'done', content: { 'application/json': { schema: shown } } },
    404: { description: 'not there' },
    409: { description: 'taken' },
    422: { description: 'wrong' },
  });
  const requestBody = { required: true, content };
  const merging = { required: true, content: { 'application/merge-patch+json': { schema: card } } };
  const contract = {
    paths: {
      '/cards': { post: { requestBody, responses: done(201) } },
      '/cards/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: done(200) },
        put: { requestBody, responses: done(200) },
        patch: { requestBody: merging, responses: done(200) },
        delete: { responses: { 204: { description: 'gone' }, 404: { description: 'not there' } } },
      },
    },
  };
  const cards = new Map<string, { id: string; cardNumber: string }>();
  const changed = new Set<string>();
  let last = 100;
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const send = (status: number, value?: object) => {
      response.statusCode = status;
      if (value) response.setHeader('Content-Type', 'application/json');
      response.end(value && JSON.stringify(value));
    };
    const [, collection, id] = (request.url ?? '').split('/');
    const isMaking = request.method === 'POST' && id === undefined;
    if (collection !== 'cards' || (!isMaking && !cards.has(id ?? ''))) return send(404);
    if (request.method === 'GET') return send(200, cards.get(id ?? ''));
    if (request.method === 'DELETE') return send(cards.delete(id ?? '') ? 204 : 404);
    const sent = cardIn(body);
    if (!sent || !isLuhn(sent.cardNumber)) return send(422);
    if ([...cards.values()].some((each) => each.id !== id && each.cardNumber === sent.cardNumber)) return send(409);
    const made = { id: id ?? String(++last), cardNumber: sent.cardNumber };
    cards.set(made.id, made);
    changed.add(`${request.method} ${made.cardNumber}`);
    return send(isMaking ? 201 : 200, made);
  };
  const { report } = await verifyWith('card-number.ts', answer, contract, {}, ['--writes', 'own']);
  expect(new Set([...changed].map((each) => each.split(' ')[0]))).toEqual(new Set(['POST', 'PUT', 'PATCH']));
  const failed = report.requirements.filter(({ verdict }: { verdict: string }) => verdict === 'fail');
  expect({ failed, left: [...cards.values()] }).toEqual({ failed: [], left: [] });
});

function cardIn(body: Buffer): { readonly cardNumber: string } | undefined {
  try {
    const value = JSON.parse(String(body));
    return typeof value?.cardNumber === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** https://en.wikipedia.org/wiki/Luhn_algorithm */
function isLuhn(number: string): boolean {
  const digits = [...number].reverse().map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1));
  const sum = digits.reduce((all, digit) => all + (digit > 9 ? digit - 9 : digit), 0);
  return /^[0-9]{13,19}$/.test(number) && sum % 10 === 0;
}

testWide('sign.ts signs each request', async () => {
  const seen: boolean[] = [];
  const { report } = await verifyWith(
    'sign.ts',
    (request, response, body) => {
      const { 'x-time': time, 'x-signature': signature } = request.headers;
      const text = [request.method, request.url, time].join('\n');
      seen.push(signature === createHmac('sha256', 'k').update(text).update(body).digest('hex'));
      sendList(response, 1);
    },
    PLAIN,
    { SIGNING_KEY: 'k' },
  );
  expect([report.outcome, report.reason]).toEqual(['conforms', undefined]);
  expect(new Set(seen)).toEqual(new Set([true]));
});

testWide('sign.ts without its key ends the run, and says why', async () => {
  const { report } = await verifyWith('sign.ts', (_, response) => sendList(response, 1), PLAIN, {});
  expect([report.outcome, report.reason]).toEqual(['error', expect.stringContaining('SIGNING_KEY is not set')]);
});

test('sigv4.ts lets the run in where AWS would, and what is not signed is refused', async () => {
  const security = { security: [{ sigv4: [] }] };
  const refused = { 403: { description: 'not signed' } };
  const contract = {
    components: { securitySchemes: { sigv4: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths: { '/items': { get: { ...security, responses: { ...LIST.get.responses, ...refused } } } },
  };
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the secret key of the guide' };
  const { report } = await verifyWith(
    'sigv4.ts',
    (request, response, body) => {
      if (isSigned(request, body, keys)) return sendList(response, 1);
      response.statusCode = 403;
      response.end();
    },
    contract,
    { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey },
  );
  expect(report.reason).toBeUndefined();
  const verdicts = Object.fromEntries(
    report.requirements.map(({ rule, verdict }: { rule: string; verdict: string }) => [rule, verdict]),
  );
  expect(verdicts).toMatchObject({
    'success-status': 'pass',
    'credential-required': 'pass',
    'credential-checked': 'pass',
  });
  expect(JSON.stringify(report)).not.toMatch(/Signature=[0-9a-f]{64}/);
});

/** Signs what came once more, as the service knows the key, and compares. */
function isSigned(
  { headers, method = '', url = '' }: IncomingMessage,
  body: Buffer,
  keys: { readonly accessKeyId: string; readonly secretAccessKey: string },
): boolean {
  const { authorization = '', host = '' } = headers;
  const names = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? [];
  const own = Object.fromEntries(names.filter((name) => name !== 'host').map((name) => [name, String(headers[name])]));
  const again = aws4.sign(
    {
      service: 'execute-api',
      region: 'eu-central-1',
      method,
      path: url,
      host,
      headers: own,
      ...(body.length > 0 ? { body } : {}),
    },
    keys,
  );
  return again.headers?.['Authorization'] === authorization;
}

testWide('tenant.ts makes a tenant before the run, and removes it after it', async () => {
  const lines: string[] = [];
  const { report } = await verifyWith(
    'tenant.ts',
    (request, response) => {
      const { 'x-tenant': tenant = 'nobody' } = request.headers;
      lines.push(`${request.method} ${request.url?.split('?')[0]} ${tenant}`);
      if (request.method === 'POST') response.setHeader('Content-Type', 'application/json').end('{"id":"tenant-7"}');
      else sendList(response, 1);
    },
    PLAIN,
  );
  expect([report.outcome, report.reason]).toEqual(['conforms', undefined]);
  expect([lines[0], lines.at(-1)]).toEqual(['POST /tenants nobody', 'DELETE /tenants/tenant-7 nobody']);
  const others = lines.slice(1, -1).filter((line) => line.startsWith('GET /items'));
  expect(new Set(others)).toEqual(new Set(['GET /items tenant-7']));
});
