import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import { readJson } from '../json/exactJson';
import { ALL_CASES, testWide } from '../support/testing/cases.testing';
import { ContractError, formatMistake } from './clause';
import { readContract } from './load';

const HEAD = { openapi: '3.1.0', info: { title: 'T', version: '1' } };

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** A contract in which the schema `S` is what a request has, and what its answer has. */
function withSchemas(schemas: Readonly<Record<string, unknown>>, media: object = {}): object {
  const content = { 'application/json': { schema: ref('S'), ...media } };
  const parameters = [{ name: 'q', in: 'query', schema: ref('S') }];
  const post = { parameters, requestBody: { content }, responses: { 200: { description: 'ok', content } } };
  return { ...HEAD, paths: { '/a': { post } }, components: { schemas } };
}

interface Looked {
  /** What its check tells, or why it cannot be read. */
  readonly told: string[];
  readonly operations: string[];
  /** What is wrong with bodies; undefined where they cannot be judged. */
  readonly breaches: (string[] | undefined)[];
}

/** Reads JSON that nests deeper than `readJson` goes, too: values come from elsewhere as well. */
function anyDepth(text: string): ReturnType<typeof readJson> {
  const isDeep = /^(\[|\{"a":){2000}/.test(text);
  return isDeep
    ? { value: JSON.parse(text), length: text.length, written: { get: () => undefined }, repeated: [] }
    : readJson(text);
}

/** Asks for all that a contract has to say. */
async function look(contract: object | string, bodies: readonly string[] = []): Promise<Looked> {
  const folder = folderOf({});
  const file = join(folder, 'openapi.yaml');
  writeFileSync(file, typeof contract === 'string' || Buffer.isBuffer(contract) ? contract : JSON.stringify(contract));
  try {
    const { check, operations } = await readContract(file);
    const { mistakes, warnings } = check(true);
    const breaches: (string[] | undefined)[] = [];
    for (const { parameters, requestBody, responses, security, servers, unsupported, clause } of operations) {
      expect([security, servers, unsupported ?? '', clause.line, requestBody?.media ?? []]).toHaveLength(5);
      for (const parameter of parameters) expect(typeof parameter.accepts('x'.repeat(30))).toBe('boolean');
      for (const media of [...responses, ...(requestBody ? [requestBody] : [])].flatMap((each) => each.media)) {
        expect(media.schemaClause.line).toBeGreaterThan(0);
        for (const body of bodies)
          breaches.push(media.judge?.(anyDepth(body))?.map(({ path, requirement }) => `${path} ${requirement}`.trim()));
      }
    }
    const told = [...mistakes, ...warnings].map((each) => formatMistake(each).replace(/^.*?openapi\.yaml:/, ''));
    return { told, operations: operations.map(({ name }) => name), breaches };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { told: [error.message.replace(/^.*?openapi\.yaml:/, '')], operations: [], breaches: [] };
  }
}

function repeated(count: number, open: string, middle: string, close: string): string {
  return open.repeat(count) + middle + close.repeat(count);
}

function chain(count: number, link: (next: object) => object): Record<string, unknown> {
  const links = Array.from({ length: count }, (_, at) => [`A${at}`, link(ref(`A${at + 1}`))] as const);
  return { S: ref('A0'), ...Object.fromEntries(links), [`A${count}`]: { type: 'string' } };
}

describe('a text that is made to wear somebody out is refused', () => {
  const laughs = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n');
  const merged = Array.from({ length: 2000 }, (_, at) => `b${at}: { <<: *a }`).join('\n');
  const members = Array.from({ length: 100 }, (_, at) => `k${at}: 1`).join(', ');
  test.each([
    ['aliases of aliases', `a0: &a0 [x]\n${laughs}\n`, 'its aliases (*name) stand for more than 1000000 values'],
    ['an alias to what holds it', 'a: &a { b: *a }\n', 'an alias (*name) leads back to what holds it'],
    ['the same merged over and over', `a: &a { ${members} }\n${merged}\n`, '`<<` merges more than 100000 members'],
    ['JSON that nests', repeated(100_000, '{"a":', '1', '}'), 'it is nested more than 500 deep'],
    ['JSON that nests, of lists', repeated(100_000, '[', '', ']'), 'it is nested more than 500 deep'],
    ['YAML that nests, in a flow', `a: ${repeated(100_000, '[', '', ']')}`, 'it is nested more than 500 deep'],
    ['YAML that nests, in a block', '- '.repeat(100_000), 'it is nested more than 500 deep'],
  ])('%s', async (_, text, message) => {
    expect((await look(text)).told).toEqual([expect.stringContaining(message)]);
  });
});

describe('what leads back to itself is told', () => {
  const kinds = ['parameters', 'responses', 'requestBodies', 'headers', 'examples', 'links', 'callbacks', 'pathItems'];
  test.each(kinds)('%s', async (kind) => {
    const to = (name: string) => ({ $ref: `#/components/${kind}/${name}` });
    const own = (which: string, value: object) => (kind === which ? value : {});
    const media = { schema: {}, ...own('examples', { examples: { x: to('A') } }) };
    const answer = { description: 'ok', content: { 'application/json': media } };
    const response = {
      ...answer,
      ...own('headers', { headers: { X: to('A') } }),
      ...own('links', { links: { x: to('A') } }),
    };
    const operation = {
      ...own('parameters', { parameters: [to('A')] }),
      ...own('requestBodies', { requestBody: to('A') }),
      ...own('callbacks', { callbacks: { x: to('A') } }),
      responses: { 200: kind === 'responses' ? to('A') : response },
    };
    const paths = { '/a': { ...own('pathItems', to('A')), get: operation } };
    const { told } = await look({ ...HEAD, paths, components: { [kind]: { A: to('B'), B: to('C'), C: to('A') } } }, [
      '1',
    ]);
    expect(told).toEqual([expect.stringContaining('leads back to itself, by way of other references alone.')]);
  });

  test('security schemes', async () => {
    const to = (name: string) => ({ $ref: `#/components/securitySchemes/${name}` });
    const get = { security: [{ A: [] }], responses: { 204: { description: 'ok' } } };
    const components = { securitySchemes: { A: to('B'), B: to('A') } };
    const { told } = await look({ ...HEAD, paths: { '/a': { get } }, components });
    expect(told).toEqual([expect.stringContaining('leads back to itself, by way of other references alone.')]);
  });

  test.each([
    ['by allOf', { S: { allOf: [ref('S')] } }],
    ['by not', { S: { not: ref('S') } }],
    ['by way of another', { S: { allOf: [ref('T')] }, T: { anyOf: [{ type: 'string' }, ref('S')] } }],
    ['by references alone', { S: ref('T'), T: ref('S') }],
  ])('schemas, %s', async (_, schemas) => {
    expect((await look(withSchemas(schemas), ['{}', '1'])).told).toEqual([
      expect.stringContaining('This schema refers to itself before it says anything of a value'),
    ]);
  });

  test('but not a schema that holds itself', async () => {
    const tree = { type: 'object', properties: { kids: { type: 'array', items: ref('S') }, next: ref('S') } };
    const { told, breaches } = await look(withSchemas({ S: tree }), ['{"kids":[{"next":{"kids":[1]}}]}']);
    expect(told).toEqual([]);
    expect(breaches[0]).toEqual(['/kids/0/next/kids/0 must be object']);
  });
});

describe('names that every object has are names as any other', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'length'])('%s', async (name) => {
    const text = JSON.stringify({
      ...HEAD,
      tags: [{ name: 'NAME' }],
      security: [{ NAME: [] }],
      paths: {
        '/NAME/{NAME}': {
          get: {
            operationId: 'NAME',
            tags: ['NAME'],
            parameters: [
              {
                name: 'NAME',
                in: 'path',
                required: true,
                schema: { $ref: '#/components/schemas/NAME/properties/NAME' },
              },
              { name: 'NAME', in: 'header', schema: { type: 'string' } },
            ],
            responses: {
              200: {
                description: 'ok',
                headers: { NAME: { schema: {} } },
                content: {
                  'application/json': {
                    schema: { $ref: '#/components/schemas/NAME' },
                    examples: { NAME: { value: { NAME: 'x' } } },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          NAME: {
            type: 'object',
            required: ['NAME'],
            properties: { NAME: { type: 'string', format: 'NAME' }, b: { $ref: '#/components/schemas/NAME' } },
            additionalProperties: false,
          },
        },
        securitySchemes: { NAME: { type: 'http', scheme: 'basic' } },
      },
    }).replaceAll('NAME', name);
    const bodies = [`{"${name}":"x","b":{"${name}":"y"}}`, `{"b":{"${name}":1},"c":1}`];
    const { told, operations, breaches } = await look(text, bodies);
    expect({ told, operations }).toEqual({ told: [], operations: [`GET /${name}/{${name}}`] });
    expect(breaches[0]).toEqual([]);
    expect(breaches[1]?.sort()).toEqual([
      `/b/${name} must be string`,
      'must have the property "NAME"'.replace('NAME', name),
      'must not have the property "c"',
    ]);
  });

  test.each(['__proto__', 'constructor', 'paths/constructor', 'components/schemas/__proto__'])(
    'and where there is none of that name, #/%s leads nowhere',
    async (pointer) => {
      const { told } = await look(withSchemas({ S: { $ref: `#/${pointer}` } }), ['{}']);
      expect(told).toEqual([expect.stringContaining(`$ref "#/${pointer}" leads nowhere.`)]);
    },
  );

  test.each(['constructor', '__proto__', 'toString'])(
    'a format called %s is one that nothing is judged by',
    async (format) => {
      const { told, breaches } = await look(withSchemas({ S: { type: ['string', 'integer'], format } }), ['"x"', '1']);
      expect({ told, breaches }).toEqual({ told: [], breaches: [[], [], [], []] });
    },
  );
});

test('names with percent signs, and characters that are half of one', async () => {
  const get = { responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('50%') } } } } };
  const parameters = [{ name: 'b%', in: 'path', required: true, schema: { type: 'string' } }];
  const contract = {
    ...HEAD,
    paths: { '/50%/{b%}': { parameters, get } },
    components: { schemas: { '50%': { type: 'integer' } } },
  };
  // The name of a component must not have one; it is followed all the same.
  const { told, breaches } = await look(contract, ['"x"']);
  expect(told).toEqual([expect.stringContaining('the name "50%" may have letters')]);
  expect(breaches).toEqual([['must be integer']]);

  const half = await look(withSchemas({ S: { type: 'string', enum: ['\ud800'], pattern: '\ud800' } }), [
    '"\\ud800"',
    '"x"',
  ]);
  expect(half.told).toEqual([]);
  expect(half.breaches[0]).toEqual([]);
  expect(half.breaches[1]).toHaveLength(2);
});

test('anchors and addresses that lead nowhere are told', async () => {
  for (const schema of [{ $dynamicRef: '#nowhere' }, { $ref: '#nowhere' }, { $dynamicRef: 'https://x.invalid/#a' }]) {
    const { told, breaches } = await look(withSchemas({ S: schema }), ['{}']);
    expect(told).toEqual([expect.stringMatching(/leads nowhere|cannot be followed/)]);
    expect(breaches[0]).toBeUndefined();
  }
});

describe('long ways are gone to their end', () => {
  test.each([
    ['references', (next: object) => next, ['must be string']],
    ['members', (next: object) => ({ properties: { x: next } }), []],
  ])('of %s', async (_, link, found) => {
    const { told, breaches } = await look(withSchemas(chain(2000, link)), ['1']);
    expect(told).toEqual([]);
    expect(breaches[0]).toEqual(found);
  });

  testWide('or judge nothing, where they are deeper than anybody looks, which is told', async () => {
    const { told, breaches } = await look(withSchemas(chain(1000, (next) => ({ allOf: [next] }))), ['1', '"x"']);
    expect(told).toEqual([expect.stringContaining('too deep to be judged')]);
    expect(told[0]).toMatch(/^\d+:\d+ #/);
    expect(breaches[1]).toBeUndefined();
  });

  test('of a schema that is nested as deep as is read, and a body as deep', async () => {
    const schema = JSON.parse(repeated(240, '{"properties":{"a":', '{"type":"string"}', '}}'));
    const { told, breaches } = await look(withSchemas({ S: schema }), [repeated(240, '{"a":', '1', '}')]);
    expect(told).toEqual([]);
    expect(breaches[0]).toEqual([`${'/a'.repeat(240)} must be string`]);
  });
});

describe('branches within branches are judged in time', () => {
  const either = (next: object) => ({ anyOf: [next, { type: 'integer', allOf: [next] }, next] });
  const tree = {
    oneOf: [
      { type: 'object', required: ['a'], properties: { k: ref('S') } },
      { type: 'object', properties: { k: ref('S'), a: false } },
      { type: 'integer' },
    ],
  };
  const twice = (next: object) => ({
    properties: { a: { readOnly: true } },
    required: ['a', 'b'],
    allOf: [next, next],
  });
  const all = { ...chain(60, twice), A60: { type: 'object' } };
  test.each<[string, Record<string, unknown>, string, string[], boolean]>([
    [
      'of members that are hidden',
      { ...all, A0: { ...twice(ref('A1')), properties: { a: { writeOnly: true } } } },
      '{"b":1}',
      [],
      true,
    ],
    [
      'of one value',
      chain(60, either),
      '1',
      ['must satisfy a schema of `anyOf`; nearest is A1 (it must satisfy a schema of `anyOf`)'],
      true,
    ],
    ['of values within values', { S: tree }, repeated(60, '{"k":', '1', '}'), [], false],
    [
      'that none fits',
      { S: tree },
      repeated(60, '{"k":', '"x"', '}'),
      [
        'must satisfy exactly one schema of `oneOf`; nearest is oneOf/1 (/k must satisfy exactly one schema of `oneOf`)',
      ],
      false,
    ],
  ])('%s', async (_, schemas, body, found, tooMany) => {
    const { told, breaches } = await look(withSchemas(schemas, { example: JSON.parse(body) }), [body]);
    expect(breaches[0]).toEqual(found);
    const [excess, examples] = [
      told.filter((each) => /too many/.test(each)),
      told.filter((each) => /example/.test(each)),
    ];
    expect([excess, examples]).toEqual([
      tooMany ? [expect.anything()] : [],
      found.flatMap(() => [expect.anything(), expect.anything()]),
    ]);
  });
});

const ALMOST = `${'a'.repeat(60)}!`;

test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a?){40}a{40}$', '^(.*a){30}$'])(
  'a pattern that takes others for ever is judged: %s',
  async (pattern) => {
    const schema = { type: 'array', items: { type: 'string', pattern } };
    const { told, breaches } = await look(withSchemas({ S: schema }, { example: [ALMOST] }), [
      JSON.stringify([ALMOST]),
    ]);
    const broken = expect.stringContaining('/0 must match the pattern');
    expect(told).toEqual([broken, broken]);
    expect(breaches[0]).toEqual([broken]);
  },
);

/** What refers to four groups may hold sixty letters in 500,000 ways. */
const ENDLESS = '^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b$';

describe('patterns that take too many steps neither break nor pass anything', () => {
  const text = ALMOST;
  test.each([ENDLESS, '^((a{1,100}b){1,100}c){1,100}$'])('%s', async (pattern) => {
    const schema = { type: 'array', items: { type: 'string', pattern } };
    const { told, breaches } = await look(withSchemas({ S: schema }, { example: [text] }), [JSON.stringify([text])]);
    expect(told).toEqual([]);
    // Nobody can tell, which is no pass.
    expect(breaches[0]).toBeUndefined();
  });

  test('nor do names that they are tried on', async () => {
    const schema = { patternProperties: { [ENDLESS]: { type: 'string' } }, additionalProperties: false };
    const { breaches } = await look(withSchemas({ S: schema }), [JSON.stringify({ [text]: 1, c: 1 })]);
    expect(breaches[0]).toEqual(['must not have the property "c"']);
  });

  testWide('nor does a list of many such texts, which takes no longer than some of them', async () => {
    const schema = { type: 'array', items: { type: 'string', pattern: ENDLESS } };
    const many = Array.from({ length: ALL_CASES ? 20_000 : 1000 }, (_, at) => `${'a'.repeat(60)}${at}`);
    const { breaches } = await look(withSchemas({ S: schema }), [JSON.stringify(many)]);
    expect(breaches[0]).toBeUndefined();
  });
});

test('numbers that no computer holds are told, or left out', async () => {
  const schema = { type: 'number', maximum: 'GREAT', minimum: 1, multipleOf: 'SMALL' };
  const text = JSON.stringify(withSchemas({ S: schema }))
    .replace('"GREAT"', '1e400')
    .replace('"SMALL"', '1e-400');
  const { told, breaches } = await look(text, ['1e400', '1e-400', '2']);
  expect(told).toEqual([expect.stringContaining('`multipleOf` must be more than 0.')]);
  expect(breaches.slice(0, 3)).toEqual([[], ['must be 1 or more'], []]);
});

testWide('a thousand mistakes are told, most of them without a suggestion', async () => {
  const get = (at: number) => ({ get: { responses: { 200: { $ref: `#/components/responses/X${at}` } } } });
  const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`/a${at}`, get(at)]));
  const { told, operations } = await look({ ...HEAD, paths, components: { responses: { Y: { description: 'ok' } } } });
  expect([told.length, operations.length]).toEqual([1000, 1000]);
});

const MANY = ALL_CASES ? 100_000 : 10_000;

describe('large bodies are judged', () => {
  const many = <Item>(length: number, item: (at: number) => Item) =>
    JSON.stringify(Array.from({ length }, (_, at) => item(at)));
  test.each([
    [
      'that break a clause in each item',
      { items: { required: ['a'] } },
      many(MANY, () => ({})),
      '/0 must have the property "a"',
    ],
    ['that have no item twice', { uniqueItems: true }, many(MANY, (at) => ({ at })), undefined],
    [
      'that have one',
      { uniqueItems: true },
      many(MANY, (at) => at % (MANY - 1)),
      `must not have the same item twice (items 0 and ${MANY - 1})`,
    ],
    [
      'by a long list',
      { items: { enum: Array.from({ length: MANY / 2 }, (_, at) => `v${at}`) } },
      many(MANY / 2, (at) => `v${at}`),
      undefined,
    ],
    [
      'of objects in a long list',
      { items: { enum: Array.from({ length: 5000 }, (_, at) => ({ at })) } },
      many(20_000, (at) => ({ at: at % 5001 })),
      '/5000 must be one of',
    ],
  ])('%s', async (_, schema, body, found) => {
    const { breaches } = await look(withSchemas({ S: { type: 'array', ...schema } }), [body]);
    expect(breaches[0]?.slice(0, 1)).toEqual(found === undefined ? [] : [expect.stringContaining(found)]);
  });

  test('of many names by many patterns', async () => {
    const patternProperties = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`^x${at}-`, { type: 'string' }]),
    );
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x${at}-y`, at === 100 ? 1 : 'a']));
    const { breaches } = await look(withSchemas({ S: { patternProperties } }), [JSON.stringify(body)]);
    expect(breaches[0]).toEqual(['/x100-y must be string']);
  });

  test('that nest deeper than a stack goes, as far as that', async () => {
    const schemas = {
      S: {
        anyOf: [
          { type: 'array', items: ref('S') },
          { type: 'object', properties: { a: ref('S') } },
        ],
      },
    };
    const { breaches } = await look(withSchemas(schemas), [
      repeated(100_000, '[', '', ']'),
      repeated(100_000, '{"a":', '{}', '}'),
    ]);
    expect(breaches.slice(0, 2)).toEqual([undefined, undefined]);
  });
});

test('anchors that give a schema ever more meanings are followed so far, and judge nothing', async () => {
  const schemas: Record<string, object> = { S: { $ref: 'https://x.invalid/0x' } };
  for (let at = 0; at < 30; at++) {
    for (const side of ['x', 'y'])
      schemas[`D${at}${side}`] = {
        $id: `https://x.invalid/${at}${side}`,
        $defs: { d: { $dynamicAnchor: `n${at}`, minLength: side === 'x' ? 1 : 2 } },
        anyOf: ['x', 'y'].map((next) => ({ $ref: `https://x.invalid/${at + 1}${next}` })),
      };
  }
  for (const side of ['x', 'y'])
    schemas[`D30${side}`] = { $id: `https://x.invalid/30${side}`, $dynamicRef: 'https://x.invalid/0x#n0' };
  const { breaches } = await look(withSchemas(schemas), ['1']);
  expect(breaches).toEqual([undefined, undefined]);
});
