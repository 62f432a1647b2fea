/** References where the standard has no place for one are read as what they name, and told. */

import { folderOf } from '../cli/tests/cli.testing';
import type { Contract } from './contract';
import { readContract } from './load';

const HEAD = "openapi: 3.0.3\ninfo: { title: T, version: '1' }\n";
const OK = "responses: { '200': { $ref: '../parts/answers.yaml#/ok' } }";
const ANSWERS = "ok: { description: o, content: { application/json: { schema: { $ref: 'schemas.yaml#/Bed' } } } }\n";
const BED = 'Bed: { type: object, properties: { width: { type: integer } } }\n';

async function read(files: Readonly<Record<string, string>>): Promise<Contract> {
  const folder = folderOf({ 'parts/answers.yaml': ANSWERS, 'parts/schemas.yaml': BED, ...files });
  return readContract(`${folder}/openapi.yaml`);
}

const messages = (contract: Contract) => {
  const { mistakes, warnings } = contract.check(true);
  return { mistakes: mistakes.map(({ message }) => message), warnings: warnings.map(({ message }) => message) };
};

const told = (title: string) =>
  `The standard has no place for \`$ref\` in ${title}; what it names is read in its place.`;

test.each<[what: string, files: Readonly<Record<string, string>>, title: string]>([
  [
    'an operation',
    {
      'openapi.yaml': `${HEAD}paths: { /beds: { get: { $ref: 'ops/list.yaml' } } }\n`,
      'ops/list.yaml': `operationId: list\n${OK}\n`,
    },
    'an operation',
  ],
  [
    'all paths',
    {
      'openapi.yaml': `${HEAD}paths: { $ref: 'ops/all.yaml' }\n`,
      'ops/all.yaml': `/beds: { get: { operationId: list, ${OK} } }\n`,
    },
    'paths, which begin with a slash',
  ],
  [
    'the answers of an operation',
    {
      'openapi.yaml': `${HEAD}paths: { /beds: { get: { operationId: list, responses: { $ref: 'ops/answers.yaml' } } } }\n`,
      'ops/answers.yaml': "'200': { $ref: '../parts/answers.yaml#/ok' }\n",
    },
    'responses, whose names are 200, 4XX or default',
  ],
  [
    'an operation within a path of another file',
    {
      'openapi.yaml': `${HEAD}paths: { /beds: { $ref: 'ops/beds.yaml' } }\n`,
      'ops/beds.yaml': "get: { $ref: 'list.yaml#/all' }\n",
      'ops/list.yaml': `all:\n  operationId: list\n  ${OK}\n`,
    },
    'an operation',
  ],
])('%s may be a reference', async (_, files, title) => {
  const contract = await read(files);
  const [operation] = contract.operations;
  expect(operation?.name).toBe('GET /beds');
  expect(operation?.operationId).toBe('list');
  expect(operation?.responses[0]?.media[0]?.schema?.keywords).toHaveProperty('$ref');
  const { mistakes, warnings } = messages(contract);
  expect(mistakes).toEqual([]);
  expect(warnings).toContain(told(title));
});

test('a place within what was named is that of the file in which it stands', async () => {
  const contract = await read({
    'openapi.yaml': `${HEAD}paths: { /beds: { get: { $ref: 'ops/list.yaml' } } }\n`,
    'ops/list.yaml': `operationId: list\n${OK}\n`,
  });
  const [answer] = contract.operations[0]?.responses ?? [];
  expect(contract.operations[0]?.clause.file).toMatch(/ops\/list\.yaml$/);
  expect(answer?.clause).toMatchObject({ file: expect.stringMatching(/answers\.yaml$/), line: 1 });
});

test('what stands beside a reference goes before what it names', async () => {
  const contract = await read({
    'openapi.yaml': `${HEAD}paths: { /beds: { get: { operationId: mine, $ref: 'ops/list.yaml' } } }\n`,
    'ops/list.yaml': `operationId: list\ntags: [theirs]\n${OK}\n`,
  });
  expect(contract.operations[0]).toMatchObject({ operationId: 'mine', tags: ['theirs'] });
});

test('a text may be that of another file', async () => {
  const contract = await read({
    'openapi.yaml': `${HEAD}tags: [{ name: beds, description: { $ref: 'parts/texts.yaml#/beds' } }]\npaths: {}\n`,
    'parts/texts.yaml': 'beds: |\n  All beds.\n',
  });
  expect(messages(contract)).toEqual({ mistakes: [], warnings: [told('`description`')] });
});

test('the components may be those of another file, and references lead to them', async () => {
  const list =
    "responses: { '200': { description: o, content: { text/json: { schema: { $ref: '#/components/schemas/Bed' } } } } }";
  const contract = await read({
    'openapi.yaml': `${HEAD}paths: { /beds: { get: { ${list} } } }\ncomponents: { schemas: { $ref: 'parts/schemas.yaml' } }\n`,
  });
  expect(messages(contract)).toEqual({ mistakes: [], warnings: [told('`schemas`')] });
});

test('places of one kind are told once, with their number', async () => {
  const contract = await read({
    'openapi.yaml': `${HEAD}paths: { /beds: { get: { $ref: 'ops/a.yaml' }, post: { $ref: 'ops/b.yaml' }, put: { $ref: 'ops/b.yaml' } } }\n`,
    'ops/a.yaml': `${OK}\n`,
    'ops/b.yaml': `${OK}\n`,
  });
  expect(messages(contract).warnings).toEqual([`${told('an operation')} So it is at 2 other places.`]);
  expect(contract.operations).toHaveLength(3);
});

test.each([
  ['leads nowhere', "{ $ref: 'ops/none.yaml' }", {}],
  ['leads back to itself', "{ $ref: 'ops/a.yaml' }", { 'ops/a.yaml': "$ref: 'a.yaml'\n" }],
  ['names what has no such shape', "{ $ref: 'ops/a.yaml' }", { 'ops/a.yaml': '[1]\n' }],
])('one that %s is a mistake', async (_, get, files) => {
  const contract = await read({ 'openapi.yaml': `${HEAD}paths: { /beds: { get: ${get} } }\n`, ...files });
  expect(messages(contract).mistakes).not.toEqual([]);
});

test.each([
  ['itself', "A: { $ref: '#/components/schemas/A' }"],
  ['each other', "A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' }"],
  ['what they lie in', "A: { properties: { a: { $ref: '#/components/schemas/A' } } }"],
])('references that lead to %s end', async (_, schemas) => {
  const contract = await read({
    'openapi.yaml': `${HEAD}paths: { /beds: { get: { $ref: 'ops/a.yaml' } } }\ncomponents: { schemas: { ${schemas} } }\n`,
    'ops/a.yaml': `${OK}\n`,
  });
  expect(contract.operations).toHaveLength(1);
});

test('files that name each other over and over end', async () => {
  const twice = (next: string) => `a: { $ref: '${next}' }\nb: { $ref: '${next}' }\n`;
  const links = Array.from({ length: 40 }, (_, at) => [`ops/${at}.yaml`, twice(`${at + 1}.yaml`)] as const);
  const looped = { 'ops/loop.yaml': "callbacks: { again: { $ref: 'loop.yaml' } }\n" };
  const contract = await read({
    'openapi.yaml': `${HEAD}paths: { $ref: 'ops/0.yaml', /beds: { get: { $ref: 'ops/loop.yaml' } } }\n`,
    ...Object.fromEntries(links),
    ...looped,
  });
  expect(messages(contract).mistakes).not.toEqual([]);
});
