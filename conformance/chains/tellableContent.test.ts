import { head, load } from '../../src/contract/contract.testing';
import type { Case } from '../../src/engine/model/case';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

const text = { type: 'string' };

/** Returns the requests that make a photo, in a contract whose photos are uploaded as content of a type. */
async function makers(type: string, schema: object, parameters: readonly object[]): Promise<readonly Case[]> {
  const responses = { 201: { description: 'made', content: { 'application/json': { schema: { type: 'object' } } } } };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const post = { parameters, responses, requestBody: { required: true, content: { [type]: { schema } } } };
  const gone = { parameters: [id], responses: { 204: { description: 'gone' } } };
  const shown = { 200: { description: 'ok', content: { [type]: { schema } } } };
  const item = { get: { parameters: [id], responses: shown }, delete: gone };
  const contract = await load({ ...head('3.1'), paths: { '/photos': { post }, '/photos/{id}': item } });
  const { cases } = plan(contract, suite, settingsOf({ seed: 7, salt: 'abc123', writes: 'own' }));
  return cases.filter(({ chain }) => chain?.step === 'make');
}

const filename = { name: 'filename', in: 'query', required: true, schema: text };
const bytes = { type: 'string', format: 'binary' };
const TOKEN = /^[a-f][0-9a-f]{7}-/;

test.each([
  ['what is uploaded, and its name in the query', 'application/octet-stream', bytes, [filename], ['', 'filename']],
  ['text', 'text/plain', text, [], ['']],
  ['a name of which values are listed', 'text/plain', text, [{ ...filename, schema: { enum: ['a', 'b'] } }], ['']],
  ['a parameter that names nothing', 'text/plain', text, [{ ...filename, name: 'turn' }], ['']],
  ['text that has no room for it', 'text/plain', { ...text, maxLength: 5 }, [], []],
  ['a type that means something', 'image/png', bytes, [filename], []],
])('gives a text of its own to %s', async (_, type, schema, parameters, names) => {
  const made = await makers(type, schema, parameters);
  expect(made.length).toBeGreaterThan(0);
  const likes = made.map(({ request: { input } }) => input.like ?? {});
  expect(likes.map((like) => Object.keys(like))).toEqual(made.map(() => names));
  for (const {
    request: { input },
  } of made)
    for (const [name, own] of Object.entries(input.like ?? {})) {
      expect(own).toMatch(TOKEN);
      const sent = name === '' ? String(input.body?.bytes) : input.query.find((pair) => pair.name === name)?.value;
      expect(sent).toBe(own);
    }
});

test.each([
  ['what is uploaded', 'application/octet-stream', { ...text, format: 'byte' }],
  [
    'a member',
    'application/json',
    { type: 'object', required: ['data'], properties: { data: { ...text, format: 'byte' } } },
  ],
])('in base64, %s stays base64 for every decoder', async (_, type, schema) => {
  const made = await makers(type, schema, []);
  expect(made.length).toBeGreaterThan(0);
  for (const { request } of made) {
    const body = String(request.input.body?.bytes);
    const sent = type === 'application/json' ? (JSON.parse(body) as { data: string }).data : body;
    expect(Buffer.from(sent, 'base64').toString('base64')).toBe(sent);
    expect(Object.keys(request.input.like ?? {})).not.toEqual([]);
  }
});

test('each thing has another text', async () => {
  const made = await makers('text/plain', text, [filename]);
  const own = made.map(({ request: { input } }) => input.like?.filename);
  expect(new Set(own).size).toBe(made.length);
});
