import { folderOf } from '../../../src/cli/tests/cli.testing';
import { readContract } from '../../../src/contract/load';
import type { JsonValue } from '../../../src/json/value';
import { encodeQuery } from '../../../src/serialization/writeParameter';
import { writeParameter } from './parameterSlot';

/** Returns the query that a value of a whole query is written as; undefined if nothing can stand for it. */
async function queryOf(type: string, value: JsonValue): Promise<string | undefined> {
  const schema = { type: 'object', properties: { q: { type: 'string' } } };
  const parameters = [{ name: 'x', in: 'querystring', content: { [type]: { schema } } }];
  const paths = { '/search': { get: { parameters, responses: { 200: { description: 'd' } } } } };
  const document = { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths };
  const folder = folderOf({ 'openapi.json': JSON.stringify(document) });
  const [parameter] = (await readContract(`${folder}/openapi.json`)).operations[0]?.parameters ?? [];
  const part = parameter && writeParameter(parameter, value);
  return part?.query && encodeQuery(part.query);
}

const FORM = 'application/x-www-form-urlencoded';

test.each<[type: string, value: JsonValue, expected: string | undefined]>([
  [FORM, { q: 'a b', limit: 5 }, 'q=a%20b&limit=5'],
  [FORM, 'text', undefined],
  ['application/json', { q: 'a=b' }, '%7B%22q%22%3A%22a%3Db%22%7D'],
])('a whole query of %s is written without the name of its parameter: %j', async (type, value, expected) => {
  expect(await queryOf(type, value)).toBe(expected);
});
