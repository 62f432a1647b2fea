import { head, load } from '../contract/contract.testing';
import type { JsonValue } from '../json/value';
import { PICTURE } from './picture';
import { writeBody } from './writeBody';

/** Writes the form of an operation with one field, `data`. */
async function written(field: object, value: string): Promise<string> {
  const parameters = [{ name: 'data', in: 'formData', required: true, ...field }];
  const post = { consumes: ['multipart/form-data'], parameters, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('2.0'), paths: { '/a': { post } } });
  const [media] = operations[0]?.requestBody?.media ?? [];
  return (media && writeBody(media, { data: value })?.bytes.toString()) ?? '';
}

test('a file of OpenAPI 2.0 has a name, by which a service knows it from a text', async () => {
  expect(await written({ type: 'file' }, 'x')).toContain(
    'name="data"; filename="data.bin"\r\nContent-Type: application/octet-stream\r\n',
  );
  expect(await written({ type: 'file' }, PICTURE)).toContain(
    'name="data"; filename="data.gif"\r\nContent-Type: image/gif\r\n',
  );
  expect(await written({ type: 'string' }, PICTURE)).toContain('name="data"\r\nContent-Type: text/plain\r\n');
});

/** Writes a multipart form whose field `data` has this schema. */
async function part(schema: object, value: JsonValue): Promise<string> {
  const content = { 'multipart/form-data': { schema: { type: 'object', properties: { data: schema } } } };
  const post = { requestBody: { content }, responses: { 200: { description: 'ok' } } };
  const { operations } = await load({ ...head('3.1'), paths: { '/a': { post } } });
  const [media] = operations[0]?.requestBody?.media ?? [];
  return (media && writeBody(media, { data: value })?.bytes.toString()) ?? '';
}

test('each file of a list has a name', async () => {
  const files = await part({ type: 'array', items: { type: 'string', format: 'binary' } }, ['x', 'y']);
  expect(files.match(/; filename="data\.bin"\r\nContent-Type: application\/octet-stream\r\n/g)).toHaveLength(2);
  expect(await part({ type: 'array', items: { type: 'string' } }, ['x'])).not.toContain('filename');
});

test('a type of content that is no text makes a file of a field', async () => {
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
  expect(await part(bytes, 'x')).toContain('filename="data.bin"');
  expect(await part({ anyOf: [bytes, { type: 'null' }] }, 'x')).toContain('filename="data.bin"');
  expect(await part({ anyOf: [bytes, { type: 'string' }] }, 'x')).not.toContain('filename');
  expect(await part({ ...bytes, contentEncoding: 'base64' }, 'eA==')).not.toContain('filename');
  expect(await part({ type: 'string', contentMediaType: 'text/html' }, 'x')).not.toContain('filename');
});
