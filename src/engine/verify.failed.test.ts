/** A run in which Espalier itself fails: what was proven stands, and what was made is removed. */

import { join } from 'node:path';
import { suite } from '../../conformance/suite';
import { folderOf } from '../cli/tests/cli.testing';
import { readContract } from '../contract/load';
import type { Report } from '../report/report';
import { serve } from '../support/testing/serving.testing';
import { lingerFor } from '../wire/lingering.testing';
import { parseTarget } from '../wire/target';
import { cleaningLimit, cleaningSignal } from './ending';
import type { Suite } from './model/suite';
import { OwnFailure } from './ownFailure';
import { ENDING } from './settingsOf';
import { type GivenRun, verifyTarget } from './verify';

lingerFor(10);

const THING = "content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }";
const CONTRACT = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    post:
      requestBody: { ${THING} }
      responses: { '201': { description: made, ${THING} }, '400': { description: refused } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: one, ${THING} }, '404': { description: none } } }
    delete: { responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Thing: { type: object, required: [note], properties: { id: { type: string }, note: { type: string } } }
`;

function read(body: string): { readonly note?: unknown } | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * @param holdUp told of each request; one that it takes is not answered.
 * @param ready is waited for before the third thing and those after it are told.
 */
async function openShop(holdUp: (method: string) => boolean = () => false, ready: Promise<void> = Promise.resolve()) {
  const things = new Map<string, unknown>();
  let last = 0;
  const url = await serve((request, response) => {
    const { method = '' } = request;
    const id = request.url?.split('/')[2] ?? '';
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const reply = (status: number, value?: unknown) =>
        response
          .writeHead(status, value ? { 'Content-Type': 'application/json' } : {})
          .end(value ? JSON.stringify(value) : undefined);
      if (holdUp(method)) return;
      const content = read(body);
      if (method === 'POST' && typeof content?.note !== 'string') return reply(400);
      if (method === 'POST') {
        const thing = { ...content, id: `made-${++last}` };
        things.set(thing.id, thing);
        if (last <= 2) return reply(201, thing);
        return void ready.then(() => reply(201, thing));
      }
      if (!things.has(id)) return reply(404);
      if (method === 'GET') return reply(200, things.get(id));
      things.delete(id);
      return reply(204);
    });
  });
  return { url, things };
}

async function run(url: string, options: Partial<GivenRun>, rules: Suite = suite): Promise<Report> {
  const contract = await readContract(join(folderOf({ 'openapi.yaml': CONTRACT }), 'openapi.yaml'));
  return verifyTarget(contract, rules, { target: parseTarget(url), writes: 'own', seed: 1, salt: 'k3f9', ...options });
}

/** The suite, of which one rule has a bug that shows once something is found. */
const BROKEN: Suite = {
  ...suite,
  rules: suite.rules.map((rule) =>
    rule.id !== 'responds'
      ? rule
      : {
          ...rule,
          judge(exchange, subject, context) {
            if (exchange.request.method === 'GET' && exchange.response?.status === 200) throw new TypeError('a bug');
            return rule.judge(exchange, subject, context);
          },
        },
  ),
};

test('what was proven stands, and what was made is removed', async () => {
  const { url, things } = await openShop();
  const failure = await run(url, {}, BROKEN).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OwnFailure);
  const { report, message } = failure as OwnFailure;
  expect(message).toMatch(/^Espalier .* itself failed, which is a bug of ours: a bug; please report it/);
  expect(report).toMatchObject({ outcome: 'error', exitCode: 2, reason: message });
  expect(report?.counts.pass).toBeGreaterThan(0);
  expect(report?.leftovers).toBeUndefined();
  expect(things.size).toBe(0);
});

test('what is still under way when it fails is waited for, and removed', async () => {
  let fail = () => {};
  const failed = new Promise<void>((done) => {
    fail = () => setTimeout(done, 200);
  });
  const { url, things } = await openShop(undefined, failed);
  const made = new Set<number>();
  const rules = suite.rules.map((rule) =>
    rule.id !== 'responds'
      ? rule
      : {
          ...rule,
          judge(...all: Parameters<typeof rule.judge>) {
            const [{ index, response }] = all;
            if (response?.status === 201) made.add(index);
            if (made.size < 2) return rule.judge(...all);
            // By now further ones are under way.
            fail();
            throw new TypeError('a bug');
          },
        },
  );
  const failure = await run(url, { concurrency: 8 }, { ...suite, rules }).catch((error: unknown) => error);
  expect((failure as OwnFailure).report?.leftovers).toBeUndefined();
  expect(things.size).toBe(0);
});

test('what is proven so far can be told at any time', async () => {
  const { url } = await openShop();
  let proven: ((reason: string) => Report) | undefined;
  const counts: number[] = [];
  const report = await run(url, {
    onBegun(tell) {
      proven = tell;
    },
    onEvent({ type }) {
      if (type === 'exchanged' && counts.length < 20) counts.push(proven?.('now').counts.pass ?? 0);
    },
  });
  expect(counts[0]).toBeLessThan(counts.at(-1) ?? 0);
  expect(proven?.('now')).toMatchObject({ outcome: 'error', reason: 'now' });
  expect(report.outcome).not.toBe('error');
});

test('a slow target is left some time after the deadline, however long an exchange may take', async () => {
  // It makes something, and never answers again.
  let made = 0;
  const { url } = await openShop((method) => (method === 'POST' ? ++made > 1 : made > 0));
  const ending = { underWayMs: 500, leastCleaningMs: 700 };
  const begun = performance.now();
  const report = await run(url, { deadlineMs: 2000, limits: { timeoutMs: 90_000 }, ending });
  expect(report.reason).toContain('(--deadline)');
  expect(report.leftovers?.length).toBeGreaterThan(0);
  expect(performance.now() - begun).toBeLessThan(90_000);
});

test('the time after the deadline is half a minute at most', () => {
  expect(ENDING.underWayMs + ENDING.leastCleaningMs).toBeLessThan(30_000);
});

test.each([
  [1000, undefined, false, 120_000],
  [1000, undefined, true, 15_000],
  // What was made for longer is not removed in less, and everything has an end.
  [300_000.5, undefined, false, 300_000],
  [3_600_000, undefined, false, 600_000],
  [1000, 900_000, false, 120_000],
  [30_000, 60_000, false, 30_000],
  [30_000.6, 60_000, false, 29_999],
  [59_000, 60_000, false, 15_000],
  [61_000, 60_000, true, 15_000],
])('after %d ms of a deadline of %s ms, cut short: %s, removing may take %d ms', (elapsed, deadline, cut, limit) => {
  expect(cleaningLimit(elapsed, deadline, cut, ENDING.leastCleaningMs)).toBe(limit);
});

test('a signal that comes while it is removed shortens that', async () => {
  const ending = new AbortController();
  const signal = cleaningSignal(60_000, ending.signal, 1);
  const ended = new Promise((done) => signal.addEventListener('abort', done));
  expect(signal.aborted).toBe(false);
  ending.abort();
  await ended;
});
