/** Runs on a service that takes what refers to things which other requests of the run make, and no path names. */

import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import { serve } from '../../../support/testing/serving.testing';
import { lingerFor } from '../../../wire/lingering.testing';
import { parseTarget } from '../../../wire/target';
import { verifyTarget } from '../../verify';

lingerFor(10);

const body = (properties: object) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
});
const shows = (schema: object) => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
});
const TEXT = { type: 'string' };
const ID = { type: 'integer' };

const CONTRACT = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  components: { schemas: { MemberOut: { type: 'object', properties: { id: ID, name: TEXT } } } },
  paths: {
    '/assignments': { post: { requestBody: body({ member_id: ID, role_id: ID }), ...shows({ type: 'object' }) } },
    '/join': { post: { requestBody: body({ name: TEXT }), ...shows({ $ref: '#/components/schemas/MemberOut' }) } },
    '/roles': { post: { requestBody: body({ title: TEXT }), ...shows({ type: 'object' }) } },
  },
};

test.each([
  ['any', 'pass'],
  ['own', 'skip'],
] as const)('ids of what other requests made are sent, with --writes %s: %s', async (writes, verdict) => {
  const made = { member: new Set<number>(), role: new Set<number>() };
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const answer = (status: number, value: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const sent = objectIn(Buffer.concat(pieces).toString());
    if (request.method !== 'POST') return answer(405, {});
    if (!sent) return answer(400, { error: 'no object' });
    const make = (kind: keyof typeof made, text: unknown) => {
      if (typeof text !== 'string') return answer(400, { error: 'no text' });
      const id = 40 + made[kind].size + (kind === 'role' ? 20 : 0);
      made[kind].add(id);
      return answer(200, { id });
    };
    if (request.url === '/join') return make('member', sent['name']);
    if (request.url === '/roles') return make('role', sent['title']);
    const isThere = made.member.has(sent['member_id'] as number) && made.role.has(sent['role_id'] as number);
    return isThere ? answer(200, {}) : answer(404, { error: 'Member or role not found' });
  });
  const options = { target: parseTarget(url), writes, seed: 7, salt: 'k3f9', concurrency: 1 };
  const { requirements } = await verifyTarget(await load(CONTRACT), suite, options);
  const success = requirements.find(
    ({ rule, operation }) => rule === 'success-status' && operation === 'POST /assignments',
  );
  expect(success?.verdict).toBe(verdict);
});

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
