/** What a run says of a service that fails under load, and of one that fails all the time. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { contractWith } from '../../conformance/contracts.testing';
import { suite } from '../../conformance/suite';
import { load } from '../contract/contract.testing';
import type { Report } from '../report/report';
import { serve } from '../support/testing/serving.testing';
import { lingerFor } from '../wire/lingering.testing';
import { parseTarget } from '../wire/target';
import { verifyTarget } from './verify';

lingerFor(10);

const schema = { type: 'integer', minimum: 1, maximum: 9 };
const parameters = ['limit', 'page', 'size', 'from'].map((name) => ({ name, in: 'query', schema }));
const get = { parameters, responses: { 200: { description: 'd' }, 400: { description: 'd' } } };

/** Verifies a service that refuses what is invalid, where `fails` does not answer in its place. */
async function verify(fails: (asked: number, response: ServerResponse, path: string) => boolean) {
  let asked = 0;
  const url = await serve((request: IncomingMessage, response: ServerResponse) => {
    asked++;
    const { url: path = '' } = request;
    if (fails(asked, response, path)) return;
    const { searchParams } = new URL(path, 'http://a');
    response.writeHead([...searchParams.values()].every((text) => /^[1-9]$/.test(text)) ? 200 : 400).end();
  });
  const contract = await load(contractWith({ '/books': { get } }));
  const report = await verifyTarget(contract, suite, { target: parseTarget(url), seed: 1, salt: 'k3f9' });
  return { report, asked };
}

function answers(status: number): (response: ServerResponse) => boolean {
  return (response) => response.writeHead(status).end() !== undefined;
}

const failed = ({ requirements }: Report) =>
  requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

test('a 503 to every eighth request passes, and is said to have come', async () => {
  const failedOnce = new Set<string>();
  const { report } = await verify((asked, response, path) => {
    // Others that are under way may come between a request and its repetition, which is to be answered.
    if (asked % 8 !== 0 || failedOnce.has(path)) return false;
    failedOnce.add(path);
    return answers(503)(response);
  });
  expect({ failed: failed(report), outcome: report.outcome }).toEqual({ failed: [], outcome: 'conforms' });
  const seen = report.observations.map(({ answered }) => answered).filter((text) => text.includes('503'));
  expect(seen.length).toBeGreaterThan(0);
  for (const text of seen) expect(text).toMatch(/^503 once, then (200 OK|400 Bad Request) when asked again$/);
});

test.each([503, 500])('a steady %d is one finding, and is not asked for twice as much', async (status) => {
  const { report, asked } = await verify((_, response) => answers(status)(response));
  const requirement = report.requirements.find(({ rule }) => rule === 'no-server-error');
  expect(requirement).toMatchObject({ verdict: 'fail', findings: [{ exchanges: { length: report.sent } }] });
  expect(asked).toBeLessThanOrEqual(report.sent + 6);
  expect(report.observations.filter(({ answered }) => answered.includes('again'))).toEqual([]);
});
