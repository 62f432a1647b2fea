/** Header fields that are made up have the form that HTTP gives them, and are true of the content. */

import { createHash } from 'node:crypto';
import { head, load } from '../../../src/contract/contract.testing';
import { createEngine } from '../prism/prism';
import { NO_REQUEST } from '../prism/request';

const integer = { type: 'integer' };
const text = { type: 'string' };
const three = { type: 'array', minItems: 3, maxItems: 3, items: { type: 'object', properties: { id: integer } } };

/** Returns the header fields and the body of the answer to `POST /things`. */
async function answered(headers: object, content: object, securitySchemes: object = {}) {
  const post = { responses: { 201: { description: '', headers, content } } };
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  const contract = await load({
    ...head('3.1'),
    components: { securitySchemes },
    paths: { '/things': { post, get: { security, responses: { 204: { description: '' } } } } },
  });
  const operation = contract.operations.find(({ method }) => method === 'POST');
  if (!operation) throw new Error('There is no operation.');
  const engine = await createEngine(contract, { dynamic: false, seed: undefined, security: false });
  return engine.answer(operation, { ...NO_REQUEST, method: 'post', path: '/things' }, () => ({}));
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ONE = json({ type: 'object', properties: { id: { ...integer, example: 7 } } });

test.each<[name: string, header: object, expected: unknown]>([
  ['Last-Modified', { schema: text }, expect.stringMatching(/^\w{3}, \d\d Jan 2026 \d\d:\d\d:\d\d GMT$/)],
  ['Set-Cookie', { schema: text }, expect.stringMatching(/^sid=[\da-f]{32}; Path=\/; HttpOnly$/)],
  ['Location', { schema: { ...text, format: 'uri-reference' } }, '/things/7'],
  ['Retry-After', { required: true, schema: integer }, '1'],
  ['Link', { schema: text }, undefined],
  ['Link', { required: true, schema: text }, '</things>; rel="self"'],
  ['X-Request-Id', { schema: { ...text, format: 'uuid' } }, expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/)],
  ['X-Request-Id', { schema: text }, expect.stringMatching(/^req_\d{6}$/)],
  ['X-Customer-Email', { schema: text }, expect.stringMatching(/@example\.com$/)],
  ['X-RateLimit-Remaining', { schema: integer }, expect.stringMatching(/^[89]\d\d$/)],
  ['X-Mode', { schema: { enum: ['fast', 'slow'] } }, 'fast'],
  ['X-Code', { schema: { ...text, pattern: '^z{3}$' }, required: true }, 'zzz'],
  // What the contract says stays.
  ['ETag', { schema: text, example: '"v1"' }, '"v1"'],
  ['Link', { schema: text, example: '</>; rel="up"' }, '</>; rel="up"'],
  ['X-Total-Count', { schema: { ...integer, example: 77 } }, '77'],
])('%s of %j', async (name, header, expected) => {
  const { headers } = await answered({ [name]: header }, ONE, {
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  });
  expect(headers[name]).toEqual(expected);
});

const FIELDS = {
  'X-Total-Count': { schema: integer },
  'X-Count': { schema: { ...integer, example: 77 } },
  ETag: { schema: text },
};

test.each<[string, object]>([
  ['made up', json(three)],
  ['an example', { 'application/json': { schema: three, example: [{ id: 4 }, { id: 5 }, { id: 6 }] } }],
])('a number of things, and a tag, are those of a content that is %s', async (_, content) => {
  const { headers, body = '' } = await answered(FIELDS, content);
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 16);
  expect(headers).toMatchObject({ 'X-Total-Count': '3', 'X-Count': '77', ETag: `"${tag}"` });
});

test('the fields of a form are made as the members of a body', async () => {
  const schema = { type: 'object', properties: { first_name: text, email: text } };
  const { body } = await answered({}, { 'application/x-www-form-urlencoded': { schema } });
  expect(String(body)).toMatch(/^first_name=\p{Lu}\p{L}+&email=[a-z.]+%40example\.com$/u);
});
