import { join } from 'node:path';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { readContract } from '../../src/contract/load';
import { plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import { contractWith, readOnce } from '../contracts.testing';
import { probes } from '../probes';
import { suite } from '../suite';

/** The requests of a probe for `GET /books`, without what the engine leaves to the target. */
async function asked(name: string, get: object, thorough = false) {
  const contract = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/books': { get: { responses: { 200: { description: 'd' } }, ...get } } },
  };
  const folder = folderOf({ 'openapi.json': JSON.stringify(contract) });
  const loaded = await readContract(join(folder, 'openapi.json'));
  const own = probes.filter((probe) => probe.name === name);
  const { cases } = plan(
    loaded,
    { ...suite, probes: own },
    settingsOf({ everythingExists: true, writes: 'any', seed: 1, thorough }),
  );
  return cases.map((each) => ({ ...each, wire: toRequest(each, { basePath: '' }, []) }));
}

const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });

test('parameters that are long together are sent apart, each at its bound', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const parameters = names.map((name) => query(name, { type: 'string', maxLength: 5000 }));
  const cases = await asked('valid', { parameters });
  expect(Math.max(...cases.map(({ wire }) => wire.path.length))).toBeLessThan(8000);
  for (const name of names)
    expect(
      cases.some(({ request: { input } }) =>
        input.query.some((pair) => pair.name === name && [...pair.value].length === 5000),
      ),
    ).toBe(true);
});

test('each of several types that an answer may have is asked for', async () => {
  const content = { 'application/json': {}, 'text/csv': {}, 'image/*': {} };
  const cases = await asked('valid', { responses: { 200: { description: 'd', content } } });
  const accepted = cases.map(({ wire }) => wire.headers.find(([name]) => name === 'Accept')?.[1]);
  expect(accepted).toEqual(['*/*', 'application/json', 'text/csv', 'image/*']);
});

test('a 406 that is declared is asked for', async () => {
  const responses = { 200: { description: 'd' }, 406: { description: 'd' } };
  expect((await asked('provoke', { responses })).map(({ claim: { name } }) => name)).toEqual([
    'to be answered in a type that nobody has',
  ]);
});

test('an object in one text is not broken by what its members may be read as', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } };
  const parameters = [query('object', schema, { explode: false })];
  const texts = (await asked('invalid', { parameters })).map(({ wire }) => wire.path);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !text.includes('size'))).toEqual([]);
});

test.each([true, false])(
  'a parameter that is no object is not broken by parameters of other names (exploded: %s)',
  async (explode) => {
    const parameters = [
      query('limit', { type: 'integer' }, { explode }),
      query('ids', { type: ['array', 'null'] }, { explode }),
    ];
    const all = (await asked('invalid', { parameters }, true)).map(({ wire }) => wire.path);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((path) => !/[?&](limit|ids)=/.test(path))).toEqual([]);
  },
);

test('an object whose members are parameters of others, too, is not broken', async () => {
  const schema = { type: 'object', required: ['version'], properties: { version: { type: 'string' } } };
  const [template, version] = [query('template', schema), query('version', { type: 'string' })];
  expect((await asked('invalid', { parameters: [template] })).length).toBeGreaterThan(0);
  expect(await asked('invalid', { parameters: [template, version] })).toEqual([]);
});

test('an object of which no declared member is sent is as none', async () => {
  const schema = { type: 'object', required: ['version'], properties: { version: { type: 'integer' } } };
  const paths = (await asked('invalid', { parameters: [query('template', schema)] })).map(({ wire }) => wire.path);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(path).toMatch(/[?&](version|template)=/);
});

test('what is not broken at a further place by default is said to be open, and --thorough breaks it', async () => {
  const address = { type: 'object', required: ['street'], properties: { street: { type: 'string', maxLength: 9 } } };
  const names = 'abcdefghijkl'.split('');
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/components/schemas/Address' }]));
  const schema = { type: 'object', properties };
  const post = {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'd' } },
  };
  const contract = await readOnce(
    contractWith({ '/quotes': { post } }, { components: { schemas: { Address: address } } }),
  );
  const [operation] = contract.operations;
  if (!operation) throw new Error('The contract has no operation.');
  const reasons = (thorough: boolean) =>
    plan(contract, suite, settingsOf({ everythingExists: true, seed: 1, thorough }))
      .violable(operation)
      .flatMap(({ subject, unasked }) => (unasked === undefined ? [] : [[subject, unasked]]));
  expect(reasons(false)).toContainEqual(['/l/street', 'nothing breaks it at /l/street; --thorough asks it']);
  expect(reasons(true)).toEqual([]);
});

test('a form that is open to further fields is sent with those that the contract names', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, note: { type: 'string' } } };
  const get = { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } };
  const cases = await asked('valid', get);
  const fields = cases.flatMap(({ wire: { body } }) => [...new URLSearchParams(body?.toString()).keys()]);
  expect([...new Set(fields)].sort()).toEqual(['name', 'note']);
});

test('a value is valid outright by a clause of the contract alone: a text that must not be empty in a query is at no bound', async () => {
  const edgesOf = async (schema: object) => {
    const cases = await asked('valid', { parameters: [query('filter', schema)] });
    return cases.flatMap(({ claim: { edges = [] } }) => edges.map(({ clause, sent }) => [clause.pointer, sent]));
  };
  expect(await edgesOf({ type: 'string' })).toEqual([]);
  expect(await edgesOf({ type: 'string', minLength: 1 })).toContainEqual([
    '#/paths/~1books/get/parameters/0/schema/minLength',
    '1 character, the least, of plain letters',
  ]);
});

test.each<[what: string, parameter: object, isAsked: boolean]>([
  ['must be there, and must not be empty', { required: true }, true],
  ['may be left out', {}, false],
  ['may be empty', { required: true, allowEmptyValue: true }, false],
  ['may be empty by its schema', { required: true, schema: { type: 'string' } }, false],
  ['has a pattern that the empty text keeps', { required: true, schema: { type: 'string', pattern: '^a*$' } }, false],
])('a text in a query is sent without its value where it %s: %j', async (_, parameter, isAsked) => {
  const cases = await asked('invalid', { parameters: [query('text', { type: 'string', minLength: 1 }, parameter)] });
  expect(cases.some(({ wire }) => wire.path === '/books?text=')).toBe(isAsked);
});
