import { gzipSync } from 'node:zlib';
import type { Fields, Response } from '../../http/message';
import type { Exchange } from '../model/exchange';
import { excerptOf } from './bodyExcerpt';

const items = Array.from({ length: 200 }, (_, id) => ({
  id,
  memo: 'x'.repeat(50),
  currency: id === 150 ? 'eur' : 'EUR',
}));
const place = '/150/currency';

function excerptIn(body: Buffer, headers: Fields = []): string | undefined {
  const response = {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers,
    interim: [],
    body,
  } as unknown as Response;
  return excerptOf({ message: '', expected: '', actual: '', places: [place] }, { response } as Exchange);
}

test('what stands behind the end of the evidence is kept', () => {
  expect(excerptIn(Buffer.from(JSON.stringify(items)))).toContain('>     "currency": "eur"');
});

test('so is what is compressed', () => {
  const body = gzipSync(JSON.stringify(items));
  expect(excerptIn(body, [['Content-Encoding', 'gzip']])).toContain('>     "currency": "eur"');
});

test.each([
  ['the evidence shows it anyway', JSON.stringify(items.slice(150, 153))],
  ['it is no JSON', 'x'.repeat(10_000)],
])('nothing is kept where %s', (_, body) => {
  expect(excerptIn(Buffer.from(body))).toBeUndefined();
});
