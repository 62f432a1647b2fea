import { head, load } from '../contract/contract.testing';
import { parsedBody } from '../json/exactJson';
import { guessedNames } from './guessedNames';
import { kindsOf } from './kinds';
import { namingMembers } from './names';

const done = { responses: { 200: { description: 'ok' }, 201: { description: 'made' } } };
const changed = { responses: { 200: { description: 'ok' } } };

/** Reads a contract with these operations, each written as `POST /things/{id}`. */
async function kindsIn(...operations: string[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    const responses = method.endsWith('!') ? done : changed;
    paths[path] = { ...paths[path], [method.replace('!', '').toLowerCase()]: { parameters, ...responses } };
  }
  return kindsOf((await load({ ...head('3.1'), paths })).operations);
}

test.each([
  ['/pools/{pool_name}', ['poolname', 'name']],
  ['/variables/{variable_key}', ['variablekey', 'key']],
  ['/volumes/{id_or_name}', ['idorname', 'id', 'name']],
  ['/volumes/{idOrName}', ['idorname', 'id', 'name']],
  ['/beds/{bedroom}', ['bedroom']],
  ['/users/{user}', ['user', 'userid', 'id', 'uuid', 'guid', 'useridentifier', 'identifier', 'pk']],
])('an item of %s is named by the members %s', async (path, expected) => {
  const [kind] = (await kindsIn(`GET ${path}`)).items;
  expect(kind && namingMembers(kind)).toEqual(expected);
});

test.each([
  ['a slash', ['POST /a', 'POST /a/', 'GET /a/{id}', 'GET /a/{id}/'], 'POST /a', 'GET /a/{id}'],
  ['a slash alone', ['POST /a/', 'GET /a/{id}/'], 'POST /a/', 'GET /a/{id}/'],
  ['.json', ['POST /a.json', 'GET /a/{id}.json'], 'POST /a.json', 'GET /a/{id}.json'],
  ['.json, or not', ['POST /a.json', 'POST /a', 'GET /a/{id}.json'], 'POST /a', 'GET /a/{id}.json'],
])('paths with %s at their end are one collection', async (_, operations, maker, reader) => {
  const kinds = await kindsIn(...operations);
  expect(kinds.all.map((kind) => [kind.item, kind.maker.name, kind.reader?.name])).toEqual([['/a/{}', maker, reader]]);
});

test('an operation below a twin path makes things of the same kind, and stands for none of them', async () => {
  const kinds = await kindsIn('POST /a', 'POST /a/', 'DELETE /a/{id}', 'DELETE /a/{id}/');
  const [kind] = kinds.all;
  expect([kind?.remover?.name, kinds.items.length]).toEqual(['DELETE /a/{id}', 1]);
});

test.each([
  [['PUT /a/{id}', 'POST /a/{id}'], 'PUT /a/{id}'],
  [['PUT /a/{id}', 'POST! /a/{id}'], 'POST /a/{id}'],
  [['PUT! /a/{id}', 'POST! /a/{id}'], 'PUT /a/{id}'],
  [['POST /a/{id}'], 'POST /a/{id}'],
  [['POST /a', 'POST! /a/{id}'], 'POST /a'],
])('of %s, items are made by %s', async (operations, maker) => {
  expect((await kindsIn(...operations)).all.map((kind) => kind.maker.name)).toEqual([maker]);
});

test('guesses at names in the order of their likelihood, and at no other texts', async () => {
  const [kind] = (await kindsIn('POST /a', 'GET /a/{code}')).items;
  const body = parsedBody(Buffer.from('{"note":"x","meta":{"ref_id":"r1","size":"3"},"name":"n1","id":5}'));
  if (!kind || !body) throw new Error('There is no such kind.');
  const guesses = guessedNames(kind, body, { input: { like: { title: 't1', name: 'n2' } } as never });
  expect(guesses).toEqual([
    { text: '5', place: '/id' },
    { text: 'n1', place: '/name' },
    { text: 'r1', place: '/meta/ref_id' },
    { text: 'n2', place: undefined },
  ]);
});
