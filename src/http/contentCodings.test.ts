import { gzipSync } from 'node:zlib';
import { asRead } from './contentCodings';
import type { Fields, Response } from './message';

const answer = (body: Buffer, ...headers: Fields): { readonly response: Response } => ({
  response: {
    httpVersion: '1.1',
    status: 201,
    statusText: 'Created',
    headers,
    interim: [],
    body,
    afterHead: Buffer.alloc(0),
  },
});

const plain = Buffer.from('{"id":7}');
const zipped = gzipSync(plain);

test.each([
  ['without a coding', answer(plain), plain],
  ['with one', answer(zipped, ['Content-Encoding', 'gzip']), plain],
  ['with two', answer(gzipSync(zipped), ['Content-Encoding', 'gzip, GZIP']), plain],
  ['with one that it does not have', answer(plain, ['Content-Encoding', 'gzip']), plain],
  ['with one that is not known', answer(zipped, ['Content-Encoding', 'zstd']), zipped],
])('reads an answer %s', (_, given, expected) => {
  expect(asRead(given).response.body).toEqual(expected);
});

test('leaves an answer that needs no reading as it is', () => {
  const given = answer(plain);
  expect(asRead(given)).toBe(given);
  expect(asRead({ response: null })).toEqual({ response: null });
});
