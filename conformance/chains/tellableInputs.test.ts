/** By which text of a body the run knows what is made of it. */

import { head, load } from '../../src/contract/contract.testing';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The operations on things of one kind. */
function kind(collection: string, body: object) {
  const made = { 201: { description: 'made', ...json({ ...body, properties: { id: text } }) } };
  const responses = { 200: { description: 'ok' } };
  return {
    [collection]: { post: { requestBody: { required: true, ...json(body) }, responses: made } },
    [`${collection}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses },
      delete: { responses },
    },
  };
}

test.each([
  ['an id of what the run makes beside it', 'project_id'],
  ['an id of what nobody can make', 'ownerId'],
])('what is made is known by a text of its own, and not by %s', async (_, reference) => {
  const paths = {
    ...kind('/projects', object({ label: text })),
    ...kind('/tasks', {
      ...object({ [reference]: text, title: text }),
      properties: { [reference]: text, title: text, note: { anyOf: [text, { type: 'null' }] }, priority: text },
    }),
  };
  const { cases } = await plan(await load({ ...head('3.1'), paths }), suite, settingsOf({ writes: 'own', seed: 7 }));
  const valid = cases.filter(({ request: { operation }, claim, chain }) => {
    return operation.name === 'POST /tasks' && claim.probe === 'valid' && chain?.step === undefined;
  });
  expect(valid.map(({ claim }) => claim.name)).toHaveLength(5);
  for (const { request } of valid) expect(Object.keys(request.input.like ?? {})).toEqual(['title']);
});

const file = { type: 'string', format: 'binary' };

test.each([
  ['a form with a file', 'multipart/form-data', object({ file, caption: text }), ['caption']],
  [
    'a form with a file and room for a text',
    'multipart/form-data',
    { ...object({ file }), properties: { file, caption: text } },
    ['caption'],
  ],
  ['a form with a file alone', 'multipart/form-data', object({ file }), []],
  [
    'a form without files',
    'application/x-www-form-urlencoded',
    object({ name: text, count: { type: 'integer' } }),
    ['name'],
  ],
])('what is made of %s is known by a text of its own where it has one', async (_, type, schema, members) => {
  const { '/photos': photos, ...others } = kind('/photos', object({ caption: text }));
  const post = { ...photos?.post, requestBody: { required: true, content: { [type]: { schema } } } };
  const contract = await load({ ...head('3.0'), paths: { '/photos': { post }, ...others } });
  const { cases } = await plan(contract, suite, settingsOf({ writes: 'own', seed: 7 }));
  const making = cases.find(({ request: { operation }, claim, chain }) => {
    return operation.name === 'POST /photos' && claim.probe === 'valid' && chain?.step === undefined;
  });
  const { like = {}, body } = making?.request.input ?? {};
  expect(Object.keys(like)).toEqual(members);
  for (const each of Object.values(like)) expect(body?.bytes.toString()).toContain(each);
});

const map = { type: 'object', additionalProperties: {} };

test.each([
  [
    'a map beside a list',
    object({ data: map, tags: { type: 'array', items: { type: 'integer' } } }),
    /^\{"data":\{"[^"]+":"#"\}/,
  ],
  ['an object of which nothing is said', object({ data: { type: 'object' } }), /^\{"data":\{"[^"]+":"#"\}\}$/],
  ['a map of numbers', object({ data: { type: 'object', additionalProperties: { type: 'integer' } } }), undefined],
  ['an object whose members are described', object({ data: object({ count: { type: 'integer' } }) }), undefined],
])('what is made of %s is known by a text in it where any may stand there', async (_, schema, sent) => {
  const contract = await load({ ...head('3.1'), paths: kind('/records', schema) });
  const { cases } = await plan(contract, suite, settingsOf({ writes: 'own', seed: 7 }));
  const makers = cases.filter(({ chain }) => chain?.step === 'make');
  expect(makers.length).toBeGreaterThan(1);
  for (const { request } of makers) {
    const [text] = Object.values(request.input.like ?? {});
    expect(text !== undefined).toBe(sent !== undefined);
    if (sent && text) expect(request.input.body?.bytes.toString().replaceAll(text, '#')).toMatch(sent);
  }
});
