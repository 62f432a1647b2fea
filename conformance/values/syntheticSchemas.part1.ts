/** What the places of a request can hold, as schemas that its values keep beside their own. */

import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import { FileError, type Files, type SourceFile } from '../../src/contract/document/files';
import { createSchemaReader, type Schema } from '../../src/contract/schema/schema';

/** A schema that stands in no contract. */
function schemaOf(value: unknown): Schema {
  const root: SourceFile = { path: '', text: '', value };
  const get: Files['get'] = (_, reference) => {
    throw new FileError(reference, 'there is no such file');
  };
  const files: Files = { root, get, paths: () => [''], read: () => new Map([['', root]]) };
  return createSchemaReader(files, openapi31).at({ value, file: root, pointer: '#' });
}

/** In text, what is empty is as nothing, and so is null. */
const SOMETHING = {
  type: ['string', 'number', 'boolean', 'array', 'object'],
  minLength: 1,
  minItems: 1,
  minProperties: 1,
};

/** A value of a parameter. */
export const IN_TEXT = schemaOf({
  ...SOMETHING,
  items: SOMETHING,
  additionalProperties: SOMETHING,
});

/** An object whose members are fields of a form. */
export const IN_FORM = schemaOf({
  type: 'object',
  minProperties: 1,
  additionalProperties: { ...SOMETHING, items: SOMETHING },
});
