import { head, load } from '../contract/contract.testing';
import type { JsonValue } from '../json/value';
import { changeableBody, rewrittenBody } from './changeableBody';
import { NO_INPUT } from './input';
import { writeBody } from './writeBody';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    big: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    owner: { type: 'object', properties: { id: { type: 'string' } } },
    file: { type: 'string', format: 'binary' },
  },
};

async function operationOf(type: string, of: object = schema) {
  const post = { requestBody: { content: { [type]: { schema: of } } }, responses: { 200: { description: 'ok' } } };
  const [operation] = (await load({ ...head('3.0'), paths: { '/things': { post } } })).operations;
  const media = operation?.requestBody?.media[0];
  if (!operation || !media) throw new Error('The contract has no such body.');
  return { operation, media };
}

const FORM = 'application/x-www-form-urlencoded';

test.each<[string, JsonValue]>([
  ['application/json', { name: 'a', count: 2, big: 9007199254740993n, owner: { id: 'x' } }],
  [FORM, { name: 'a&b=', count: 2, tags: ['t', 'u'], owner: { id: 'x' } }],
  ['multipart/form-data', { name: 'é', count: 2, tags: ['t', 'u'], owner: { id: 'x' }, file: 'b\r\nb' }],
])('a body of %s is read as what was written, and changed in one member', async (type, value) => {
  const { operation, media } = await operationOf(type);
  const body = writeBody(media, value);
  const read = body && changeableBody(operation, { ...NO_INPUT, body });
  expect(read?.json.value).toEqual(
    JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each))),
  );
  const changed = body && rewrittenBody(media, body, { ...(value as object), name: 'other' });
  const again = changed && changeableBody(operation, { ...NO_INPUT, body: changed });
  expect(again?.json.value).toMatchObject({ name: 'other', count: 2 });
});

test.each([
  ['*/*', 'application/json', '{"a":1}', false],
  ['*/*', 'application/octet-stream', 'a word', true],
  ['application/octet-stream', 'application/octet-stream', 'a word', true],
])('a body of %s that was sent as %s is what its schema says', async (declared, contentType, text, isBytes) => {
  const { operation, media } = await operationOf(declared, isBytes ? { type: 'string', format: 'binary' } : {});
  const body = { bytes: Buffer.from(text), contentType };
  const read = changeableBody(operation, { ...NO_INPUT, body });
  expect(read?.json.value).toEqual(isBytes ? text : JSON.parse(text));
  expect(rewrittenBody(media, body, isBytes ? '{}' : {})).toEqual({ bytes: Buffer.from('{}'), contentType });
});

test.each([
  [FORM, 'name=a%20b'],
  [FORM, 'count=2&name=b&count=3'],
  ['text/plain', 'text'],
  ['application/json', '{"'],
])('a body of %s that is %s stays as it is', async (type, text) => {
  const { operation } = await operationOf(type);
  const body = { bytes: Buffer.from(text), contentType: type };
  expect(changeableBody(operation, { ...NO_INPUT, body })).toBeUndefined();
});
