/** Schemas of which making a value up could take for ever: the mock answers all the same, and other requests, too. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { someOf } from '../../src/support/testing/cases.testing';
import { type Mock, serveMock } from '../server';

const text = { type: 'string' };
const object = { type: 'object', patternProperties: { '^x-': text } };
const SCHEMAS = {
  members: object,
  many: { ...object, minProperties: 3 },
  beside: { ...object, required: ['name'], properties: { name: text }, additionalProperties: false, minProperties: 2 },
  nested: { type: 'object', required: ['a'], properties: { a: { ...text, pattern: '^(a+)+$' } } },
} as const;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** A contract that answers each of the schemas at a path of its name. @param more is beside its paths. */
function contractOf(more: object): string {
  const of = (schema: object) => ({
    get: {
      responses: {
        200: {
          description: 'ok',
          headers: { 'X-Letters': { schema: { ...text, pattern: '^(a+)+$' } } },
          content: {
            [JSON_TYPE]: { schema },
            [FORM]: { schema },
            'text/plain': { schema: { ...text, pattern: '^(a|b+)+$' } },
          },
        },
      },
    },
  });
  const paths = Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [`/${name}`, of(schema)]));
  const file = join(folderOf({}), 'openapi.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more }));
  return file;
}

/** In a contract with `x-json-schema-faker`, Prism makes values up, and is stopped after a while. */
describe.each([
  ['the mock', {}],
  ['Prism', { 'x-json-schema-faker': { 'min-items': 2 } }],
])('what %s makes up', (_, more) => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await serveMock({ contract: contractOf(more), port: 0, dynamic: true });
  });
  afterAll(() => mock.close());

  const all: readonly (readonly [string, string, RegExp])[] = [
    ['/members', JSON_TYPE, /^\{.*\}$/],
    ['/members', FORM, /^(?:x-.*)?$/],
    ['/many', JSON_TYPE, /^\{(?:[^:]+:[^:]+){3,}\}$/],
    ['/beside', JSON_TYPE, /"x-/],
    ['/nested', JSON_TYPE, /^\{"a":"a+"[,}]/],
    ['/nested', 'text/plain', /^[ab]+$/],
  ];
  // Prism takes all the time that it has for some of them.
  test.each('x-json-schema-faker' in more ? someOf(all, 4) : all)('%s as %s', async (path, accept, expected) => {
    const response = await fetch(mock.url + path, { headers: { accept, prefer: 'dynamic=true, seed=1' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-letters')).toMatch(/^a+$/);
    expect(await response.text()).toMatch(expected);
  });
});
