import { satisfies } from '../../src/contract/schema/evaluate';
import { isOfFormat } from '../../src/contract/schema/formats';
import { createGenerator, isMade } from './generator';
import { dialectNamed, schemaOf, validOf, violatingTexts, whyNone, witnessOf } from './values.testing';

describe('examples come first', () => {
  test.each<[schema: object, value: unknown]>([
    [{ type: 'string', example: 'fern' }, 'fern'],
    [{ type: 'integer', examples: ['none', 3, 4] }, 3],
    [{ type: 'integer', default: 20, maximum: 30 }, 20],
    [{ type: 'integer', example: 40, default: 20, maximum: 30 }, 20],
    [{ type: 'object', properties: { a: { type: 'string', example: 'x' } } }, { a: 'x' }],
    [
      { type: 'object', properties: { a: { type: 'integer' } }, example: { a: 5, b: 6 } },
      { a: 5, b: 6 },
    ],
    [{ allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { type: 'integer', example: 8 } } }, 8],
  ])('%j', (schema, value) => {
    expect(witnessOf(schema)).toEqual(value);
  });

  test('what was handed over goes before, where it satisfies the schema', () => {
    const schema = { type: 'integer', example: 1, maximum: 9 };
    expect(witnessOf(schema, { examples: ['x', 10, 7] })).toBe(7);
  });
});

describe('a schema that refers to itself', () => {
  test.each<[name: string, schema: object, depth: number]>([
    [
      'by a member that may be left out',
      { $ref: '#/$defs/node', $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } } },
      2,
    ],
    [
      'by items',
      { type: 'object', required: ['children'], properties: { children: { type: 'array', items: { $ref: '#' } } } },
      4,
    ],
    [
      'by one of its branches',
      { type: 'object', required: ['of'], properties: { of: { oneOf: [{ $ref: '#' }, { type: 'integer' }] } } },
      3,
    ],
    [
      'by way of others',
      {
        $ref: '#/$defs/a',
        $defs: {
          a: { type: 'object', required: ['b'], properties: { b: { $ref: '#/$defs/b' } } },
          b: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } },
        },
      },
      5,
    ],
  ])('ends soon: %s', (_, schema, depth) => {
    expect(depthOf(witnessOf(schema))).toBeLessThanOrEqual(depth);
  });

  test.each<object>([
    { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } },
    { type: 'array', minItems: 1, items: { $ref: '#' } },
    { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, false] } } },
    { allOf: [{ $ref: '#' }], type: 'object', required: ['a'], properties: { a: { allOf: [{ $ref: '#' }] } } },
  ])('without an end has no value: %j', (schema) => {
    expect(whyNone(schema)).toBe('it leads back to itself without an end, or to what allows nothing');
  });

  test('without an end is only found to be so where its parts demand it together', () => {
    const node = { allOf: [{ required: ['next'] }, { type: 'object', properties: { next: { $ref: '#' } } }] };
    expect(whyNone(node)).toMatch(/it nests too deep$/);
  });

  test('is violated in each of its clauses, in itself and one level deeper', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' }, size: { type: 'integer', maximum: 9 } } };
    const violations = violatingTexts(schema);
    expect(Object.keys(violations).filter((each) => each.includes('maximum'))).toEqual([
      '/size maximum: more than 9',
      '/next/size maximum: more than 9',
    ]);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('chance', () => {
  const schema = { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } } };

  test('is the same for the same seed, name and schema, whatever was made before', () => {
    const one = createGenerator({ direction: 'request', seed: 1 });
    const other = createGenerator({ direction: 'request', seed: 1 });
    const whole = schemaOf(schema);
    other.valid(schemaOf({ type: 'integer' }));
    other.violations(whole);
    expect(other.witness(whole)).toEqual(one.witness(whole));
  });

  test('differs with the seed, and with what it is for', () => {
    const made = [{ seed: 1 }, { seed: 2 }, { seed: 1, name: 'POST /plants' }].map((options) =>
      JSON.stringify(witnessOf(schema, options)),
    );
    expect(new Set(made).size).toBe(3);
  });

  test('makes a text that is called a password one with a capital letter and a digit, where it has room', () => {
    const text = { type: 'string' };
    const properties = {
      password: text,
      newPwd: { ...text, minLength: 20 },
      passwordCode: text,
      pinPassword: { ...text, maxLength: 4 },
    };
    const { password, newPwd, passwordCode, pinPassword } = witnessOf({ type: 'object', properties }) as Record<
      string,
      unknown
    >;
    expect(password).toMatch(/^Zx7[a-z]{9}$/);
    expect(newPwd).toMatch(/^Zx7[a-z]{17}$/);
    expect(passwordCode).toMatch(/^[a-z]{12}$/);
    expect(pinPassword).toMatch(/^[a-z]{4}$/);
  });

  test('makes a text that is called an e-mail address one of nobody', () => {
    const schemas = {
      properties: { email: { type: 'string' }, user_email: { type: 'string' }, mailbox: { type: 'string' } },
    };
    const { email, user_email, mailbox } = witnessOf({ type: 'object', ...schemas }) as Record<string, string>;
    expect(email).toMatch(/^[a-z]+@example\.com$/);
    expect(user_email).toMatch(/^[a-z]+@example\.com$/);
    expect(mailbox).toMatch(/^[a-z]{12}$/);
  });

  test('makes a text that is called a URL one of nobody', () => {
    const text = { type: 'string' };
    const properties = {
      webhookUrl: text,
      urls: { type: 'array', minItems: 1, items: text },
      curl: text,
      hurl_code: text,
    };
    const { webhookUrl, urls, hurl_code } = witnessOf({ type: 'object', properties }) as Record<string, unknown>;
    expect(webhookUrl).toMatch(/^https:\/\/example\.com\/[a-z]+$/);
    expect(urls).toEqual([expect.stringMatching(/^https:\/\/example\.com\/[a-z]+$/)]);
    expect(hurl_code).toMatch(/^[a-z]{12}$/);
  });

  test('makes ids that name nothing', () => {
    const { id, name } = witnessOf(schema) as { id: string; name: string };
    expect(isOfFormat('uuid', id)).toBe(true);
    expect(name).toMatch(/^[a-z]{12}$/);
  });
});

describe('what every value is to keep', () => {
  const keeping = [schemaOf({ type: 'string', pattern: '^[!-~]+$' })];

  test('is kept by valid values and violations alike, and not violated', () => {
    const schema = { type: 'string', minLength: 2, maxLength: 5 };
    for (const json of validOf(schema, { keeping })) expect(json).toMatch(/^"[!-~]+"$/);
    expect(violatingTexts(schema, { keeping })).toEqual({
      'minLength: 1 character': expect.stringMatching(/^"[!-~]"$/),
      'maxLength: 6 characters': expect.stringMatching(/^"[!-~]{6}"$/),
    });
  });
});

describe('of other dialects', () => {
  test('null is let in as the dialect writes it', () => {
    const schema = schemaOf(
      { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true },
      dialectNamed('OpenAPI 3.0'),
    );
    const generator = createGenerator({ direction: 'request', seed: 1 });
    expect(generator.valid(schema).map(({ value }) => value)).toEqual(expect.arrayContaining([1, 2, null]));
    const { violations } = generator.violations(schema);
    expect(violations.map(({ keyword, value }) => [keyword, value])).toContainEqual(['exclusiveMinimum', 0]);
  });
});

describe('a contract that is wrong', () => {
  test('has no value where a reference leads nowhere, and the reason says so', () => {
    const made = createGenerator({ direction: 'request', seed: 1 }).witness(
      schemaOf({ $ref: '#/$defs/nothing', $defs: {} }),
    );
    expect(isMade(made) || made.unsatisfiable).toBe('$ref "#/$defs/nothing" leads nowhere.');
  });
});

test('a schema of very many members ends within the limits, with what is required', () => {
  const names = Array.from({ length: 60 }, (_, at) => `member${at}`);
  const node = {
    type: 'object',
    required: ['member7'],
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
  };
  const $defs = Object.fromEntries(
    names.map((name) => [
      name,
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          ...Object.fromEntries(names.map((other) => [other, { $ref: `#/$defs/${other}` }])),
        },
      },
    ]),
  );
  const witness = JSON.stringify(witnessOf({ ...node, $defs }));
  expect(witness).toContain('"member7":{"id":');
  expect(witness.length).toBeLessThan(64 * 1024);
});

test('what lies deeper than it can be written is not violated', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'integer' } } }, c: { type: 'integer' } },
  };
  const all = Object.keys(violatingTexts(schema)).length;
  const shallow = Object.values(violatingTexts(schema, { deepest: 1 }));
  expect(shallow.length).toBeLessThan(all);
  expect(shallow.filter((value) => /"b":[^0-9]/.test(value))).toEqual([]);
});

test('what has too many boundaries to show them all has a value all the same', () => {
  const text = { type: 'string' };
  const config = (at: number) => ({ from: text, key: text, kind: { type: 'string', enum: [`way-${at}`] } });
  // None says that it is an object: a text satisfies all of them.
  const branches = Array.from({ length: 8 }, (_, at) => ({
    required: ['name', 'type', 'config'],
    properties: {
      name: text,
      type: { type: 'string', enum: [at < 4 ? `kind-${at}` : 'mail'] },
      config: { type: 'object', required: at % 2 ? ['from', 'key'] : [], properties: config(at) },
    },
  }));
  const list = { required: ['name', 'list'], properties: { name: text, list: { type: 'array', items: text } } };
  const schema = schemaOf({ oneOf: [list, ...branches, branches[6]] });
  const [first] = createGenerator({ direction: 'request', seed: 1 }).valid(schema);
  expect(first && satisfies(schema, first.value, 'request')).toBe(true);
});
