/** What is answered as a file can be opened as one. */

import { gunzipSync, inflateSync } from 'node:zlib';
import { fileOf } from './files';

const bytes = (type: string) => fileOf(type) ?? Buffer.alloc(0);

test('a PNG has its points, and the check sums of its chunks', () => {
  const png = bytes('image/png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 64]);
  const at = png.indexOf('IDAT');
  const points = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  expect(inflateSync(points)).toHaveLength(64 * (1 + 64 * 3));
  // The check sum of an end without data is the same in every PNG.
  expect(png.subarray(-4).toString('hex')).toBe('ae426082');
});

test('a PDF says where its objects are', () => {
  const text = bytes('application/pdf').toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places.map((place) => text.slice(place, place + 7))).toEqual(places.map((_, at) => `${at + 1} 0 obj`));
});

test('a ZIP says where its one file is, and which', () => {
  const zip = bytes('application/zip');
  const end = zip.indexOf('PK\x05\x06', 0, 'latin1');
  expect(zip).toHaveLength(end + 22);
  const [size, place] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  expect(place + size).toBe(end);
  expect(zip.subarray(place, place + 4).toString('latin1')).toBe('PK\x01\x02');
  const entry = zip.subarray(place);
  expect(entry.subarray(46).toString().slice(0, entry.readUInt16LE(28))).toBe('table.csv');
  expect(zip.subarray(39, 39 + entry.readUInt32LE(24)).toString()).toBe(bytes('text/csv').toString());
});

test.each([
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383961'],
  ['image/webp', '52494646'],
  ['image/svg+xml', Buffer.from('<svg ').toString('hex')],
])('%s begins as such files do', (type, head) => {
  expect(bytes(type).toString('hex').startsWith(head)).toBe(true);
});

test('what is gzipped can be unpacked, and of other types there is none', () => {
  expect(gunzipSync(bytes('application/gzip')).toString()).toContain('id,name,quantity');
  expect(fileOf('application/octet-stream')).toBeUndefined();
});
