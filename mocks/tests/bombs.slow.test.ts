/** Requests that are made to wear the mock out, by the kinds of content that it reads. */

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

const MB = 1024 * 1024;
/** Just below the largest body that is taken. */
const fill = (unit: string, size = 9.9 * MB) => unit.repeat(Math.floor(size / unit.length));
const each = (most: number, of: (at: number) => string) => Array.from({ length: most }, (_, at) => of(at)).join('');
const entities = each(20, (at) => `<!ENTITY a${at} "${(at === 0 ? 'lol' : `&a${at - 1};`).repeat(10)}">`);
const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;

const XML = 'application/xml';
const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data; boundary=x';
const LINES = 'application/x-ndjson';

const BOMBS: readonly (readonly [name: string, type: string, body: string, status: number])[] = [
  ['entities of entities', XML, `<!DOCTYPE l [${entities}]><l>&a19;</l>`, 204],
  ['entities without a document type', XML, `<!ENTITY${fill('<a', 0.9 * MB)}`, 204],
  ['elements nested without end', XML, fill('<a>', 0.9 * MB), 400],
  ['a document that is too long to be read', XML, fill('<a>'), 204],
  ['many attributes', XML, `<r ${each(70_000, (at) => `a${at}="1" `)}/>`, 204],
  ['a form of many fields', FORM, each(10_001, (at) => `a${at}=1&`), 413],
  ['a list of as many items as are taken', FORM, `${'list=1&'.repeat(9_999)}list=1`, 204],
  ['an object of as many members', FORM, each(9_999, (at) => `obj[a${at}]=1&`), 204],
  ['an object that nests', FORM, `obj${fill('[a]')}=1`, 400],
  ['a member that every object has', FORM, '__proto__=x&obj[__proto__]=x', 400],
  ['many lines', LINES, fill('1\n'), 204],
  ['many parts', PARTS, `${part('a').repeat(10_001)}--x--\r\n`, 413],
  ['parts of other names, as many as are taken', PARTS, `${each(10_000, (at) => part(`a${at}`))}--x--\r\n`, 204],
  ['a part of many fields', PARTS, `--x\r\n${fill('a: b\r\n')}\r\n1\r\n--x--\r\n`, 204],
];

let mock: Mock;
beforeAll(async () => {
  const integer = { type: 'integer' };
  const members = { additionalProperties: integer };
  const properties = { list: { type: 'array', items: integer }, obj: { type: 'object', ...members } };
  const media = { schema: { type: 'object', properties, ...members } };
  const types = [...new Set(BOMBS.map(([, type]) => type.split(';')[0] ?? ''))];
  const content = Object.fromEntries(types.map((type) => [type, media]));
  const responses = { 204: { description: 'ok' }, 400: { description: 'no' } };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/items': { post: { requestBody: { content }, responses } } },
  };
  const file = join(folderOf({}), 'openapi.json');
  writeFileSync(file, JSON.stringify(contract));
  mock = await serveMock({ contract: file, port: 0 });
});
afterAll(() => mock.close());

test.each(BOMBS)('%s', async (_, type, body, status) => {
  const sent = request(`${mock.url}/items`, { method: 'POST', headers: { 'Content-Type': type }, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(status);
});
