import { Readable } from 'node:stream';
import { readHar } from './har';

const entry = (url: string, text: string | undefined, status: unknown = 200) => ({
  request: {
    method: 'get',
    url,
    headers: [
      { name: ':path', value: '/' },
      { name: 'A', value: 'b' },
    ],
  },
  response: { status, statusText: 'OK', headers: [], content: { text } },
});

async function read(text: string, piece: number) {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += piece) pieces.push(bytes.subarray(at, at + piece));
  const found: unknown[] = [];
  for await (const each of readHar(Readable.from(pieces), 'a.har')) found.push(each && [each.url, String(each.body)]);
  return found;
}

const HAR = JSON.stringify({
  log: { version: '1.2', entries: [entry('http://a/ü', 'grün'), entry('http://a/2', undefined), 7, entry('x', '')] },
});

test.each([1, 7, 10_000])('what it holds is read in pieces of any size: %d bytes', async (piece) => {
  const expected = [['http://a/ü', 'grün'], undefined, undefined, undefined];
  expect(await read(HAR, piece)).toEqual(expected);
  expect(await read(`\ufeff${HAR}`, Math.max(3, piece))).toEqual(expected);
});

test.each([
  ['{"log":{"entries":[{]}}', 'it is not JSON'],
  [HAR.slice(0, -20), 'it is not JSON'],
  ['', 'it is not JSON'],
  ['{"log":{}}', 'it has no list `log.entries`'],
  ['[]', 'it has no list `log.entries`'],
])('%s is none', async (text, why) => {
  await expect(read(text, 10)).rejects.toThrow(`a.har is no HAR: ${why}`);
});

const fieldsRead = async (type: string, content: object) => {
  const headers = [{ name: 'Content-Type', value: type }];
  const request = { method: 'POST', url: 'http://a/', headers, postData: content };
  const text = JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers, content } }] } });
  for await (const each of readHar(Readable.from([Buffer.from(text)]), 'a.har'))
    return [each?.requestHeaders, each?.headers].map((fields) => fields?.[0]?.[1]);
  return [];
};

test.each([
  ['text/plain; charset=iso-8859-1', 'text/plain; charset=utf-8'],
  ['text/plain;Charset="windows-1252"; a=b', 'text/plain;Charset=utf-8; a=b'],
  ['application/xml', 'application/xml; charset=utf-8'],
  ['text/html', 'text/html'],
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
])('text came as %s and is read as %s, since a HAR has it in UTF-8', async (came, read) => {
  expect(await fieldsRead(came, { text: 'grün' })).toEqual([read, read]);
  expect(await fieldsRead(came, { text: 'Z3L8bg==', encoding: 'base64' })).toEqual([came, came]);
});
