import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readHar } from './har';

async function read(text: string, name = 'a.yml') {
  const found = [];
  // In pieces, as a large file comes.
  const pieces = text.match(/.{1,50}/gs) ?? [];
  for await (const each of readHar(Readable.from(pieces.map((piece) => Buffer.from(piece))), name)) found.push(each);
  return found;
}

const zipped = gzipSync('[]').toString('base64');
const TYPE = ['Content-Type', 'application/json'];

const OF_RUBY = `---
http_interactions:
- request:
    method: post
    uri: http://h/beds?a=1
    body:
      encoding: UTF-8
      string: '{"a": 1}'
    headers:
      Accept:
      - application/json
      X:
      - '1'
      - '2'
  response:
    status:
      code: 201
      message: Created
    headers:
      Content-Type:
      - application/json
      Content-Encoding:
      - gzip
    body:
      encoding: ASCII-8BIT
      string: !binary |-
        ${zipped}
    http_version: null
  recorded_at: Tue, 01 Nov 2011 04:58:44 GMT
recorded_with: VCR 6.0.0
`;

test('a cassette of VCR', async () => {
  expect(await read(OF_RUBY)).toEqual([
    {
      method: 'POST',
      url: 'http://h/beds?a=1',
      requestHeaders: [
        ['Accept', 'application/json'],
        ['X', '1'],
        ['X', '2'],
      ],
      requestBody: Buffer.from('{"a": 1}'),
      httpVersion: '1.1',
      status: 201,
      statusText: 'Created',
      headers: [TYPE],
      body: Buffer.from('[]'),
      durationMs: 0,
    },
  ]);
});

test.each([
  [
    'vcrpy',
    `interactions:
- request: { body: null, headers: { Accept: ['*/*'] }, method: GET, uri: 'http://h/beds' }
  response:
    body: { string: !!binary ${zipped} }
    headers: { Content-Type: [application/json], content-encoding: [gzip] }
    status: { code: 200, message: OK }
version: 1
`,
  ],
  [
    'vcrpy, decoded',
    `interactions:
- request: { body: null, headers: {}, method: GET, uri: 'http://h/beds' }
  response:
    body: { string: '[]' }
    headers: { Content-Type: [application/json], content-encoding: [gzip] }
    status: { code: 200, message: OK }
`,
  ],
  [
    'go-vcr',
    `---
version: 2
interactions:
    - id: 0
      request: { body: '', form: {}, headers: {}, url: 'http://h/beds', method: GET }
      response: { body: '[]', headers: { Content-Type: [application/json] }, status: 200 OK, code: 200 }
`,
  ],
  [
    'PHP-VCR',
    `
-
    request: { method: GET, url: 'http://h/beds', headers: { Host: h } }
    response:
        status: { http_version: '1.1', code: '200', message: OK }
        headers: { Content-Type: application/json }
        body: '[]'
`,
  ],
  [
    'Betamax, which is JSON',
    JSON.stringify({
      http_interactions: [
        {
          request: { body: { encoding: 'utf-8', string: '' }, headers: {}, method: 'GET', uri: 'http://h/beds' },
          response: {
            body: { encoding: 'utf-8', base64_string: Buffer.from('[]').toString('base64') },
            headers: { 'Content-Type': ['application/json'] },
            status: { code: 200, message: 'OK' },
          },
        },
      ],
    }),
  ],
])('a cassette of %s', async (_, text) => {
  const [found, ...more] = await read(text);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ method: 'GET', url: 'http://h/beds', status: 200, headers: [TYPE] });
  expect([found?.requestBody, String(found?.body)]).toEqual([undefined, '[]']);
});

test.each([
  ['a collection of Bruno', 'meta {\n  name: list\n}\n\nget {\n  url: {{base}}/beds\n}\n'],
  ['an export of Insomnia', 'type: collection.insomnia.rest/5.0\nname: Beds\ncollection: []\n'],
  ['flows of mitmproxy', '2345:9:websocket;0:~8:response;'],
  ['an export of Hoppscotch', '[{"v":2,"name":"Beds","folders":[],"requests":[]}]'],
  ['what is no text', '\u0000\u0001'],
])('%s is no recording, and how to make one is said', async (_, text) => {
  await expect(read(text, 'a.x')).rejects.toThrow(
    /^a\.x is no HAR: .* Export it anew as HAR from what recorded it \(of mitmproxy: mitmdump .*\); where that writes none, as Insomnia, Bruno and Hoppscotch do not, send its requests through `espalier proxy URL`/,
  );
});
