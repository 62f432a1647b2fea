import type { Encoding, Media } from '../contract/contract';
import { componentSchemaOf } from '../contract/schema/schema.testing';
import { boundaryIn, mediaOf, readBody, readParts } from './readBody';

type Content = Pick<Media, 'schema' | 'encodings'>;

function media(schema: object | undefined, encodings: readonly (readonly [string, Partial<Encoding>])[] = []): Media {
  const content: Content = {
    schema: schema && componentSchemaOf(schema),
    encodings: new Map(encodings as readonly (readonly [string, Encoding])[]),
  };
  return content as Media;
}

/** Reads a body, as plain JSON; or says what it is instead. */
function read(text: string, contentType: string, schema?: object): unknown {
  const content = readBody(Buffer.from(text), contentType, media(schema));
  if (content.kind === 'value') return content.json.value;
  return content.kind === 'items' ? content.items.map((item) => item.value) : content;
}

const FORM = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { type: 'object', properties: { width: { type: 'integer' } } },
    note: { type: 'string' },
  },
};

test.each<[type: string, text: string, value: unknown, schema: object | undefined]>([
  ['application/json', '{"n":1}', { n: 1 }, undefined],
  ['application/problem+json', '[1]', [1], undefined],
  ['application/x-ndjson', '{"n":1}\n\n {"n":2}\n', [{ n: 1 }, { n: 2 }], undefined],
  ['application/json-seq', '\u001e{"n":1}\n\u001e{"n":2}\n', [{ n: 1 }, { n: 2 }], undefined],
  ['text/event-stream', 'data: 1\n\n', { kind: 'opaque' }, undefined],
  ['application/octet-stream', 'x', { kind: 'opaque' }, { type: 'string' }],
  ['text/plain', '5', 5, { type: 'integer' }],
  ['text/plain', '5', '5', { type: 'string' }],
  ['text/plain', '5', { kind: 'opaque' }, undefined],
  ['text/plain', '5', { kind: 'opaque' }, { type: 'object' }],
  ['text/plain; charset=nonsense', '5', { kind: 'opaque' }, { type: 'string' }],
  ['application/xml', '<S><n>1</n></S>', { n: 1 }, FORM],
  ['application/xml', '<S/>', { kind: 'opaque' }, undefined],
  ['application/x-www-form-urlencoded', 'n=1&tags=a&tags=b&note=1', { n: 1, tags: ['a', 'b'], note: '1' }, FORM],
  ['application/x-www-form-urlencoded', 'size[width]=3', { size: { width: 3 } }, FORM],
  ['application/x-www-form-urlencoded', 'size=%7B%22width%22%3A3%7D', { size: { width: 3 } }, FORM],
  [
    'application/x-www-form-urlencoded',
    'other=1',
    { other: '1' },
    { ...FORM, additionalProperties: { type: 'string' } },
  ],
  ['application/x-www-form-urlencoded', 'a=1', 'a=1', { type: 'string' }],
  ['application/x-www-form-urlencoded', 'a=1', { kind: 'opaque' }, undefined],
])('a body of %s: %j is %j', (type, text, value, schema) => {
  expect(read(text, type, schema)).toEqual(value);
});

test.each([
  ['application/json', '{"n":', /^must be JSON: /],
  ['application/x-ndjson', '{"n":1}\n{', /^must be JSON: /],
  ['application/xml', '<a><b></a>', /^must be XML: /],
  ['multipart/form-data; boundary=B', 'no part', /^must consist of parts between the boundary "B"$/],
])('a body of %s that is none is told: %s', (type, text, reason) => {
  expect(read(text, type, FORM)).toEqual({ kind: 'malformed', reason: expect.stringMatching(reason) });
});

test('a text is read by its charset', () => {
  const content = readBody(Buffer.from([0xe4]), 'text/plain; charset="iso-8859-1"', media({ type: 'string' }));
  expect(content).toMatchObject({ kind: 'value', json: { value: 'ä' } });
});

/** A multipart form of parts: the rest of the disposition, the type, the content. */
function multipart(...parts: readonly (readonly [string, string, string])[]): string {
  const written = parts.map(
    ([disposition, type, text]) =>
      `--B\r\nContent-Disposition: form-data; ${disposition}\r\n${type && `Content-Type: ${type}\r\n`}\r\n${text}\r\n`,
  );
  return `${written.join('')}--B--\r\n`;
}

test.each<[what: string, parts: string, value: object]>([
  ['a text', multipart(['name="note"', '', '12']), { note: '12' }],
  ['a number', multipart(['name="n"', 'text/plain', '12']), { n: 12 }],
  ['a list of parts', multipart(['name="tags"', '', 'a'], ['name="tags"', '', 'b']), { tags: ['a', 'b'] }],
  ['a list of one part', multipart(['name="tags"', '', 'a']), { tags: ['a'] }],
  ['a list in one part', multipart(['name="tags"', 'application/json', '["a","b"]']), { tags: ['a', 'b'] }],
  ['JSON', multipart(['name="size"', 'application/json', '{"width":3}']), { size: { width: 3 } }],
  ['JSON without its type', multipart(['name="size"', '', '{"width":3}']), { size: { width: 3 } }],
  ['JSON where a text is wanted', multipart(['name="note"', 'application/json', '"a"']), { note: '"a"' }],
  ['a file, as it is', multipart(['name="n"; filename="n.txt"', 'text/plain', '12']), { n: '12' }],
  ['a name without quotes', multipart(['name=n', '', '12']), { n: 12 }],
])('a part of a form is read: %s', (_, text, value) => {
  expect(read(text, 'multipart/form-data; boundary=B', FORM)).toEqual(value);
});

test('parts of other kinds have no names, and are not judged', () => {
  expect(read(multipart(['name="n"', '', '1']), 'multipart/mixed; boundary="B"', FORM)).toEqual({ kind: 'opaque' });
});

test('the bytes of a part are kept, and what stands before the first and after the last is not read', () => {
  const bytes = Buffer.concat([
    Buffer.from('before\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'),
    Buffer.from([0xff, 0x0d, 0x0a, 0x00]),
    Buffer.from('\r\n--B--\r\n--B\r\n\r\nafter'),
  ]);
  const [part, ...more] = readParts(bytes, 'multipart/form-data; boundary=B') ?? [];
  expect(part).toMatchObject({ name: 'f', type: 'text/plain', file: true });
  expect([...(part?.bytes ?? [])]).toEqual([0xff, 0x0d, 0x0a, 0x00]);
  expect(more.map(({ bytes: text }) => text.toString())).toEqual(['after']);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a; b"', 'a; b'],
  ['multipart/form-data', undefined],
])('the boundary of %s is %s', (type, boundary) => {
  expect(boundaryIn(type)).toBe(boundary);
});

test.each<[sent: string | undefined, type: string | undefined]>([
  [undefined, 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  ['application/vnd.x+json', 'application/json'],
  ['image/png', 'image/*'],
  ['text/plain', '*/*'],
])('%s is declared as %s', (sent, type) => {
  const declared = ['application/json', 'image/*', '*/*'].map((one) => ({ type: one }) as Media);
  expect(mediaOf(declared, sent)?.type).toBe(type);
});

test('what is not declared has no type', () => {
  expect(mediaOf([{ type: 'application/json' } as Media], 'text/plain')).toBeUndefined();
});
