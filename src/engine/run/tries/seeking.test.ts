/** Runs on a service that takes what refers to things which other requests of the run make, and no path names. */

import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import { serveJson } from '../../../support/testing/serving.testing';
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
  const url = await serveJson(({ method, path, sent }) => {
    if (method !== 'POST') return [405, {}];
    if (!sent) return [400, { error: 'no object' }];
    const make = (kind: keyof typeof made, text: unknown) => {
      if (typeof text !== 'string') return [400, { error: 'no text' }] as const;
      const id = 40 + made[kind].size + (kind === 'role' ? 20 : 0);
      made[kind].add(id);
      return [200, { id }] as const;
    };
    if (path === '/join') return make('member', sent['name']);
    if (path === '/roles') return make('role', sent['title']);
    const isThere = made.member.has(sent['member_id'] as number) && made.role.has(sent['role_id'] as number);
    return isThere ? [200, {}] : [404, { error: 'Member or role not found' }];
  });
  const options = { target: parseTarget(url), writes, seed: 7, salt: 'k3f9', concurrency: 1 };
  const { requirements } = await verifyTarget(await load(CONTRACT), suite, options);
  const success = requirements.find(
    ({ rule, operation }) => rule === 'success-status' && operation === 'POST /assignments',
  );
  expect(success?.verdict).toBe(verdict);
});
