/** What a clause requires is told with its numbers as the contract writes them. */

import { openapi30 } from '../dialects/openapi-3.0';
import { openapi31 } from '../dialects/openapi-3.1';
import type { Files, SourceFile } from '../document/files';
import { evaluate, requirementOf } from './evaluate';
import { createSchemaReader } from './schema';

function requirements(text: string, value: unknown, dialect = openapi31): string[] {
  const root: SourceFile = { path: '/contract/schema.json', text, value: JSON.parse(text) };
  const files: Files = {
    root,
    get: (from) => from,
    paths: () => [root.path],
    read: () => new Map([[root.path, root]]),
  };
  const schema = createSchemaReader(files, dialect).at({ value: root.value, file: root, pointer: '#' });
  return evaluate(schema, value, { direction: 'response' }).map(requirementOf);
}

test.each([
  ['{ "maximum": 9223372036854775807 }', 1e19, 'must be 9223372036854775807 or less'],
  ['{ "minimum": -9223372036854775808 }', -1e19, 'must be -9223372036854775808 or more'],
  ['{ "exclusiveMaximum": 9223372036854775807 }', 1e19, 'must be less than 9223372036854775807'],
  ['{ "properties": { "id": { "maximum": 9007199254740993 } } }', { id: 1e19 }, 'must be 9007199254740993 or less'],
  // Such numbers are shown as they were.
  ['{ "maximum": 10 }', 11, 'must be 10 or less'],
  ['{ "maximum": 1e19 }', 1e20, 'must be 10000000000000000000 or less'],
])('%s breaks with %j: %s', (text, value, requirement) => {
  expect(requirements(text, value)).toEqual([requirement]);
});

test('an exclusive bound of OpenAPI 3.0 is written in the other keyword', () => {
  const text = '{ "maximum": 9223372036854775807, "exclusiveMaximum": true }';
  expect(requirements(text, 1e19, openapi30)).toEqual(['must be less than 9223372036854775807']);
});
