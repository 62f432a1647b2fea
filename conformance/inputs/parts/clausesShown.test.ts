/** How the part of a request is named that a value shows or breaks a clause of. */

import { openapi31 } from '../../../src/contract/dialects/openapi-3.1';
import type { Files, SourceFile } from '../../../src/contract/document/files';
import { createSchemaReader } from '../../../src/contract/schema/schema';
import { placeIn, violationOf } from './clausesShown';

test.each([
  ['filter', '', 'filter'],
  ['filter', '/limit', '/limit of filter'],
  ['X-Filter in the header', '/order/0', '/order/0 of X-Filter in the header'],
  ['the body', '', 'the body'],
  ['the body', '/name', '/name'],
])('of %s, the place "%s" is called %s', (part, path, named) => {
  expect(placeIn(part, path)).toBe(named);
});

test.each([
  ['{ "maximum": 9223372036854775807 }', 'maximum', 'maximum: 9223372036854775807'],
  ['{ "minimum": -9223372036854775808 }', 'minimum', 'minimum: -9223372036854775808'],
  ['{ "maximum": 10 }', 'maximum', 'maximum: 10'],
  ['{ "enum": ["a", "b"] }', 'enum', 'enum: a or b'],
])('of %s, the clause %s is called "%s"', (text, keyword, named) => {
  const root: SourceFile = { path: '/contract/schema.json', text, value: JSON.parse(text) };
  const files: Files = {
    root,
    get: (from) => from,
    paths: () => [root.path],
    read: () => new Map([[root.path, root]]),
  };
  const schema = createSchemaReader(files, openapi31).at({ value: root.value, file: root, pointer: '#' });
  expect(violationOf({ schema, keyword, path: '', what: '' }, 'limit').clauseText).toBe(named);
});
