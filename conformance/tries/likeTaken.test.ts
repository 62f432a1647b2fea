import type { Case } from '../../src/engine/model/case';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const schema = { type: 'object', properties: { name: { type: 'string' }, path: { type: 'string' } } };
const content = { 'application/json': { schema } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const ok = { responses: { 200: { description: 'd' } } };

test.each<[string, object, string | undefined, RegExp | undefined]>([
  ['without a body', { content }, undefined, /^$/],
  ['without a body, where one is required', { content, required: true }, undefined, undefined],
  ['with one of its members', { content }, '{"name":"a"}', /^\{"name":"[^"]+"\}$/],
  ['with all of its members', { content }, '{"name":"a","path":"b"}', undefined],
  ['with a body that is no object', { content }, '[]', undefined],
])('what makes a thing is sent %s, as another request was taken', async (_, requestBody, taken, sent) => {
  const made = { requestBody, responses: { 201: { description: 'd' } } };
  const contract = await readOnce(
    contractWith({ '/kernels': { get: ok, post: made }, '/kernels/{id}': { parameters, get: ok, delete: ok } }),
  );
  const { cases, likeTaken } = plan(contract, suite, settingsOf({ seed: 1, writes: 'own' }));
  const maker = cases.find(({ chain }) => chain?.step === 'make') as Case;
  expect(maker.request.input.body?.bytes.toString()).toMatch(/^\{"name":"[^"]+","path":"[^"]+"\}$/);
  const { body } = maker.request.input;
  const other = {
    ...maker.request.input,
    body: taken === undefined ? undefined : { ...body, bytes: Buffer.from(taken) },
  };
  const changed = likeTaken(maker, { ...maker, request: { ...maker.request, input: other } } as Case);
  if (!sent) expect(changed).toBeUndefined();
  else expect(changed?.request.input.body?.bytes.toString() ?? '').toMatch(sent);
});
