import { head, load } from '../contract/contract.testing';
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
