/** Runs on services with several users: as whom they are asked, and as whom what was made is removed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import type { Report } from '../../../report/report';
import { MANY_CASES } from '../../../support/testing/cases.testing';
import { serve } from '../../../support/testing/serving.testing';
import { lingerFor } from '../../../wire/lingering.testing';
import { parseTarget } from '../../../wire/target';
import { type GivenRun, verifyTarget } from '../../verify';

lingerFor(10);

const INFO = { openapi: '3.0.3', info: { title: 'T', version: '1' } };
const ok = { 200: { description: 'ok' } };
const USERS = [
  { name: 'grace', token: 'token-of-grace-1' },
  { name: 'ada', token: 'token-of-ada-22' },
];

/** What was asked, and as whom. */
interface Asked {
  readonly line: string;
  readonly by: string;
  readonly body: string;
}

const NAMES: Readonly<Record<string, string>> = {
  'Bearer token-of-root-3': 'root',
  'Bearer token-of-grace-1': 'grace',
  'Bearer token-of-ada-22': 'ada',
};

async function run(
  contract: object,
  answer: (asked: Asked, response: ServerResponse) => void,
  options: Partial<GivenRun> = {},
  rules = suite,
): Promise<{ readonly report: Report; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const url = await serve(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '' } = request.headers;
    const [scheme = '', token = ''] = authorization.split(' ');
    const usual = `${scheme.charAt(0).toUpperCase()}${scheme.slice(1).toLowerCase()} ${token}`;
    const body = Buffer.concat(chunks).toString();
    const one = { line: `${request.method} ${request.url}`, by: NAMES[usual] ?? 'nobody', body };
    asked.push(one);
    answer(one, response);
  });
  const report = await verifyTarget(await load({ ...INFO, ...contract }), rules, {
    target: parseTarget(url),
    seed: 7,
    salt: 'k3f9',
    concurrency: 1,
    token: 'token-of-root-3',
    users: USERS,
    ...options,
  });
  return { report, asked };
}

const reply = (response: ServerResponse, status: number, value?: unknown) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer' })
    .end(value === undefined ? '' : JSON.stringify(value));

const guarded = (paths: object) => ({
  paths,
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
});

/** Lets one user in, and refuses the others. */
const only =
  (user: string, status = 200) =>
  ({ by }: Asked, response: ServerResponse) => {
    if (by === 'nobody') return reply(response, 401);
    return reply(response, by === user ? status : 403);
  };

const verdictsOf = ({ requirements }: Report) =>
  Object.fromEntries(requirements.map(({ rule, verdict }) => [rule, verdict] as const));

const mine = guarded({ '/mine': { get: { responses: ok } }, '/mine/notes': { get: { responses: ok } } });

test('what the first user is refused is asked as each other one, and then as who was let in', async () => {
  const { report, asked } = await run(mine, only('ada'));
  const plain = asked.filter(({ line, by }) => line === 'GET /mine' && by !== 'nobody').map(({ by }) => by);
  expect(plain.slice(0, 3)).toEqual(['root', 'grace', 'ada']);
  expect(new Set(plain.slice(3))).toEqual(new Set(['ada']));
  // Others are asked once for each operation, and what lies beneath begins with who was let in above.
  expect(asked.filter(({ by }) => by === 'grace').length).toBeLessThanOrEqual(2);
  const { 'success-status': success, 'scheme-case': spelled, 'bearer-required': refused } = verdictsOf(report);
  expect([success, spelled, refused]).toEqual(['pass', 'pass', 'pass']);
  expect(report.outcome).toBe('conforms');
});

test('no report shows what further users show', async () => {
  const { report } = await run(mine, only('ada'));
  const shown = JSON.stringify(report);
  expect(USERS.filter(({ token }) => shown.includes(token))).toEqual([]);
  expect(shown).toContain('Bearer $ADA_TOKEN');
});

test('where nobody is let in, each is asked once', async () => {
  const { report, asked } = await run(mine, only('somebody else'));
  expect(asked.filter(({ by }) => by === 'ada').length).toBeLessThanOrEqual(2);
  expect(report.outcome).not.toBe('conforms');
});

test('what tests credentials is sent as planned', async () => {
  const { asked } = await run(mine, only('ada'));
  const { asked: without } = await run(mine, only('root'), { users: [] });
  const ofNobody = (all: readonly Asked[]) => all.filter(({ by }) => by === 'nobody').length;
  expect(ofNobody(asked)).toBe(ofNobody(without));
});

test('a server error at what only reads stays a failure, though another user is served', async () => {
  const { report, asked } = await run(mine, ({ by }, response) =>
    reply(response, by === 'nobody' ? 401 : by === 'grace' ? 200 : 500),
  );
  const { 'success-status': success, 'no-server-error': failed } = verdictsOf(report);
  expect([success, failed]).toEqual(['pass', 'fail']);
  expect(asked.some(({ by }) => by === 'ada')).toBe(false);
});

test('what a user made is removed as that user', async () => {
  const note = { type: 'object', required: ['text'], properties: { id: { type: 'string' }, text: { type: 'string' } } };
  const json = { content: { 'application/json': { schema: note } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const gone = { 204: { description: 'gone' }, 404: { description: 'none' } };
  const contract = guarded({
    '/notes': {
      get: { responses: { 200: { description: 'all' } } },
      post: { requestBody: { required: true, ...json }, responses: { 201: { description: 'made', ...json } } },
    },
    '/notes/{id}': {
      get: { parameters: [id], responses: { 200: { description: 'one' }, 404: { description: 'none' } } },
      delete: { parameters: [id], responses: gone },
    },
  });
  const notes = new Map<string, { readonly id: string; readonly text: string; readonly by: string }>();
  let count = 0;
  // Each user sees what is their own. Root may make nothing.
  const service = ({ line, by, body }: Asked, response: ServerResponse) => {
    const [method, path = ''] = line.split(' ');
    if (by === 'nobody') return reply(response, 401);
    const own = [...notes.values()].filter((each) => each.by === by);
    if (path === '/notes' && method === 'GET') return reply(response, 200, own);
    if (path === '/notes') {
      if (by !== 'ada') return reply(response, 403);
      const text = textIn(body);
      if (typeof text !== 'string') return reply(response, 400);
      const made = { id: `n${++count}`, text, by };
      notes.set(made.id, made);
      return reply(response, 201, { id: made.id, text });
    }
    const found = own.find((each) => path === `/notes/${each.id}`);
    if (!found) return reply(response, 404);
    if (method === 'GET') return reply(response, 200, found);
    if (method !== 'DELETE') return reply(response, 405);
    notes.delete(found.id);
    return reply(response, 204);
  };
  // How things are made and removed shows with valid requests alone.
  const probes = suite.probes.filter(({ name }) => MANY_CASES || name === 'valid');
  const { report, asked } = await run(contract, service, { writes: 'own' }, { ...suite, probes });
  expect(asked.some(({ line, by }) => line === 'POST /notes' && by === 'ada')).toBe(true);
  expect([...notes.values()]).toEqual([]);
  expect(report.leftovers).toBeUndefined();
});

/** The text of a note; undefined if the body is none. */
function textIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly text?: unknown } | null)?.text;
  } catch {
    return undefined;
  }
}
