/** Makes small files that programs can open, by their media types: a picture of one colour, a page, a table, an archive. */

import { deflateSync, gzipSync } from 'node:zlib';

/** Returns a file; undefined if none of the type can be made. @param type in lower case, without parameters: `image/png`. */
export function fileOf(type: string): Buffer | undefined {
  return FILES[type]?.();
}

/** The text of a table, for `text/csv`. */
const TABLE = 'id,name,quantity\r\n1,Desk Lamp,4\r\n2,Oak Chair,12\r\n3,Wall Clock,7\r\n';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#4f7d5a"/></svg>';

/** A picture of 16 by 16 points in one colour. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYApv/2Q==';
const WEBP = 'UklGRioAAABXRUJQVlA4IB4AAABwAQCdASoQABAABUB8JYgCdAFAAAD+1I/QouE4fAA=';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const FILES: Readonly<Record<string, () => Buffer>> = {
  'image/png': () => png(COLOURS[0]),
  'image/jpeg': () => Buffer.from(JPEG, 'base64'),
  'image/jpg': () => Buffer.from(JPEG, 'base64'),
  'image/webp': () => Buffer.from(WEBP, 'base64'),
  'image/gif': () => Buffer.from(GIF, 'base64'),
  'image/svg+xml': () => Buffer.from(PICTURE),
  'application/pdf': pdf,
  'application/zip': zip,
  'application/x-zip-compressed': zip,
  'application/gzip': () => gzipSync(TABLE),
  'application/x-gzip': () => gzipSync(TABLE),
  'text/csv': () => Buffer.from(TABLE),
};

/** How many points a PNG has in each direction. */
const SIDE = 64;

/** Colours that are told apart at first sight, as red, green and blue. */
const COLOURS = [
  [0x4f, 0x7d, 0x5a],
  [0xcd, 0x85, 0x3f],
  [0x6a, 0x5a, 0xcd],
  [0x80, 0x80, 0x00],
  [0xcd, 0x5c, 0x5c],
  [0x46, 0x82, 0xb4],
  [0xda, 0xa5, 0x20],
  [0xda, 0x70, 0xd6],
  [0xa0, 0x52, 0x2d],
] as const;

/** Returns a picture as a PNG. Those of numbers that follow each other differ. */
export function pictureOf(number: number): Buffer {
  return png(COLOURS[number % COLOURS.length] ?? COLOURS[0]);
}

/** Makes a PNG in one colour (ISO/IEC 15948). */
function png(colour: readonly number[]): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
  };
  // Eight bits for each of red, green and blue.
  const head = Buffer.concat([uint32(SIDE), uint32(SIDE), Buffer.from([8, 2, 0, 0, 0])]);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(SIDE * 3, Buffer.from(colour))]);
  const points = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', points), chunk('IEND', Buffer.alloc(0))]);
}

/** Makes a PDF of one page with one line (ISO 32000). */
function pdf(): Buffer {
  const line = 'BT /F1 18 Tf 40 120 Td (A page of the mock) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${line.length} >>\nstream\n${line}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [at, object] of objects.entries()) {
    places.push(text.length);
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = text.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Makes a ZIP archive that holds one file, uncompressed (PKWARE APPNOTE 4.3). */
function zip(): Buffer {
  const [name, data] = [Buffer.from('table.csv'), Buffer.from(TABLE)];
  const size = uint32Little(data.length);
  // The version that is needed, no flags, not compressed, and 1 January 2026.
  const common = Buffer.concat([
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x5c]),
    ...[uint32Little(crc32(data)), size, size],
    Buffer.from([name.length, 0, 0, 0]),
  ]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, Buffer.alloc(14), name]);
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06\0\0\0\0\x01\0\x01\0', 'latin1'),
    ...[uint32Little(entry.length), uint32Little(local.length), Buffer.alloc(2)],
  ]);
  return Buffer.concat([local, entry, end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint32Little(value: number): Buffer {
  return uint32(value).reverse();
}

/** Returns the check sum that PNG and ZIP have of their data (CRC-32). */
function crc32(data: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of data) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
