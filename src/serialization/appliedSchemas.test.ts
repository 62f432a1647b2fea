/** Each way in which a schema says something of a member or an item × each reader and writer of texts. */

import type { Media } from '../contract/contract';
import { heldComponent, sayingOfItem, sayingOfMember, silentOfMember } from '../contract/schema/applicators.testing';
import type { Schema } from '../contract/schema/schema';
import { componentSchemaOf } from '../contract/schema/schema.testing';
import { readForm } from './formReadings';
import { readBody } from './readBody';
import { readParameter } from './readParameter';
import { writeBody } from './writeBody';
import { readXml } from './xml';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const BYTES = { type: 'string', format: 'binary' };

function schemaOf(written: object, held: object): Schema {
  return componentSchemaOf({ type: 'object', ...written }, heldComponent(held));
}

function mediaOf(type: string, schema: Schema): Media {
  return { type, declared: type, schema, encodings: new Map() } as unknown as Media;
}

function readBodyAs(type: string, text: string, schema: Schema): unknown {
  const read = readBody(Buffer.from(text), type, mediaOf(type.split(';')[0] ?? '', schema));
  return read.kind === 'value' ? read.json.value : read.kind;
}

function readQuery(style: 'form' | 'deepObject', query: string, schema: Schema): unknown {
  const parameter = { name: 'p', in: 'query', style, explode: true, allowReserved: false } as const;
  const texts = { values: new Map<string, string>(), query: new URLSearchParams(query), headers: {} };
  return readParameter(parameter, schema, new Set(), texts);
}

function readField(text: string, schema: Schema): unknown {
  const parameter = { name: 'p', in: 'header', style: 'simple', explode: true, allowReserved: false } as const;
  const texts = { values: new Map<string, string>(), query: new URLSearchParams(), headers: { p: text } };
  return readParameter(parameter, schema, new Set(), texts);
}

type Read = (schema: Schema) => unknown;

/** Each reads `5` as the member `a`: as a number where nothing says that it is a text. */
const READERS = new Map<string, Read>([
  ['a form that the mock reads', (schema) => readBodyAs('application/x-www-form-urlencoded', 'a=5', schema)],
  [
    'a part of a multipart body',
    (schema) =>
      readBodyAs(
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n5\r\n--x--\r\n',
        schema,
      ),
  ],
  ['a deep object in the query', (schema) => readQuery('deepObject', 'p[a]=5', schema)],
  ['an object spread over the query', (schema) => readQuery('form', 'a=5', schema)],
  ['an object in a header field', (schema) => readField('a=5', schema)],
]);

/** The same of those that read a text where nothing says that it is a number. */
const READERS_OF_TEXT = new Map<string, Read>([
  ['a form that a service reads', (schema) => readForm('a=5', schema, 'request')],
  ['an element of XML', (schema) => readXml('<S><a>5</a></S>', schema)],
]);

const CALLERS = [
  ...[...READERS].map(([what, read]) => ({ what, read, held: TEXT, said: '5', silent: 5 })),
  ...[...READERS_OF_TEXT].map(([what, read]) => ({ what, read, held: NUMBER, said: 5, silent: '5' })),
];

test.each(CALLERS)('$what is read as each applicator says', ({ read, held, said, silent }) => {
  const readBy = (all: ReadonlyMap<string, object>) =>
    [...all].map(([keyword, written]) => [keyword, read(schemaOf(written, held))]);
  expect(readBy(sayingOfMember(held))).toEqual([...sayingOfMember(held).keys()].map((each) => [each, { a: said }]));
  expect(readBy(silentOfMember(held))).toEqual([...silentOfMember(held).keys()].map((each) => [each, { a: silent }]));
});

test.each([...sayingOfItem(TEXT)])('an item in the query is read as %s says', (_, written) => {
  const schema = componentSchemaOf({ type: 'array', ...written }, heldComponent(TEXT));
  expect(readQuery('form', 'p=5&p=6', schema)).toContain('5');
});

test.each([...sayingOfMember(BYTES)])('a part of a multipart body is a file as %s says', (_, written) => {
  const sent = writeBody(mediaOf('multipart/form-data', schemaOf(written, BYTES)), { a: 'x' });
  expect(sent?.bytes.toString()).toContain('filename=');
});
