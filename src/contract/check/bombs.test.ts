import { atOnce } from '../../support/letOthersRun';
import { dialects } from '../dialects';
import type { Files, SourceFile } from '../document/files';
import { checkContract } from './check';
import { whyUnusable } from './structure';

type Schemas = Readonly<Record<string, unknown>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Forty schemas, each of which leads to the next one. */
function chain(link: (next: object) => object, last: object = { type: 'string' }): Schemas {
  const links = Array.from({ length: 40 }, (_, at) => [`A${at}`, link(ref(`A${at + 1}`))]);
  return { ...Object.fromEntries(links), A40: last };
}

function checkingOf(schemas: Schemas) {
  const value = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } };
  const root: SourceFile = { path: '/contract/openapi.json', text: JSON.stringify(value, null, 1), value };
  const files: Files = { root, get: () => root, paths: () => [root.path], read: () => new Map([[root.path, root]]) };
  const dialect = dialects.find(({ name }) => name.includes('3.1'));
  if (!dialect) throw new Error('there is no dialect 3.1');
  return { files, dialect, root };
}

function told(schemas: Schemas): string[] {
  return atOnce(checkContract(checkingOf(schemas), false)).mistakes.map(({ message }) => message);
}

const both = (type: string, next: object) => ({
  type,
  required: ['a', 'b'],
  properties: { a: next, b: next },
});

describe('schemas that many ways lead to are told', () => {
  test.each<[string, (next: object) => object]>([
    ['allOf', (next) => ({ allOf: [next, next] })],
    ['anyOf', (next) => ({ anyOf: [next, { type: 'null' }, next] })],
    ['oneOf', (next) => ({ oneOf: [{ allOf: [next, { minLength: 1 }] }, { allOf: [next, { maxLength: 1 }] }] })],
    ['not', (next) => ({ not: { allOf: [next, next] } })],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    ['if', (next) => ({ if: next, then: next, else: next })],
    ['dependentSchemas', (next) => ({ dependentSchemas: { a: next, b: next } })],
    ['$ref beside others', (next) => ({ ...next, allOf: [next] })],
  ])('by %s', (_, link) => {
    expect(told(chain(link))).toEqual([expect.stringContaining('too many to be judged')]);
  });

  test('wherever the walk to them begins, also where parts of them were walked before', () => {
    const { root, ...checking } = checkingOf(chain((next) => ({ allOf: [next, next] })));
    const schemas = (root.value as { components: { schemas: Record<string, object> } }).components.schemas;
    const why = [38, 33, 28, 20, 10, 0].map((at) => {
      const place = { value: schemas[`A${at}`], file: root, pointer: `#/components/schemas/A${at}` };
      return whyUnusable({ kind: 'Schema', place }, checking)?.message.includes('too many');
    });
    expect(why).toEqual([undefined, undefined, undefined, true, true, true]);
  });

  test('but not one that is composed of a thousand others, each once, nor a member that is the whole again', () => {
    const parts = Array.from({ length: 1000 }, (_, at) => ({ required: [`p${at}`] }));
    expect(told({ S: { allOf: parts } })).toEqual([]);
    expect(told({ S: { anyOf: [{ properties: { a: ref('S'), b: ref('S') } }, { type: 'null' }] } })).toEqual([]);
  });
});

describe('schemas that only large values satisfy are told', () => {
  test.each<[string, Schemas]>([
    ['members of members', chain((next) => both('object', next))],
    ['items of items', chain((next) => ({ type: 'array', minItems: 2, items: next }))],
    ['items that must be contained', chain((next) => ({ type: 'array', contains: next, minContains: 2 }))],
    ['items', { S: { type: 'array', minItems: 1e9, items: { type: 'string' } } }],
    ['a text', { S: { type: 'string', minLength: 1e9 } }],
    ['members', { S: { type: 'object', minProperties: 1e8 } }],
  ])('of %s', (_, schemas) => {
    expect(told(schemas)).toEqual([expect.stringContaining('neither made nor judged')]);
  });

  test.each<[string, Schemas]>([
    ['members that may be left out', chain((next) => ({ type: 'object', properties: { a: next, b: next } }))],
    ['what may be something else', chain((next) => ({ required: ['a', 'b'], properties: { a: next, b: next } }))],
    ['what may be null', chain((next) => ({ anyOf: [both('object', next), { type: 'null' }] }))],
    ['members that one direction leaves out', chain((next) => both('object', { ...next, readOnly: true }))],
    ['a schema that needs itself', { S: both('object', ref('S')) }],
    ['the most items, however many', { S: { type: 'array', maxItems: 1e9 } }],
  ])('but not %s', (_, schemas) => {
    expect(told(schemas)).toEqual([]);
  });
});
