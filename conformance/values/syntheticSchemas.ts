import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import type { Files, SourceFile } from '../../src/contract/document/files';
import { FileError } from '../../src/contract/document/files';
import type { Schema } from '../../src/contract/schema/schema';
import { createSchemaReader, isSchema } from '../../src/contract/schema/schema';

/** `false`, as dialects write it: nothing is allowed there. */
export function isForbidding(value: unknown): boolean {
  return value === false || (isSchema(value) && value.keywords === false);
}

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

type Keywords = Readonly<Record<string, unknown>>;

const made = new WeakSet<Schema>();

/** @param at the schema in whose place it speaks. */
export function madeUp(at: Schema, keywords: Keywords | boolean): Schema {
  const schema = { place: at.place, keywords };
  made.add(schema);
  return schema;
}

export function isMadeUp(schema: Schema): boolean {
  return made.has(schema);
}

/** Beside bounds of a number: what is nearest to them is asked for. */
export const NEAR = 'x-espalier-near';

/** Of an array: two of its items are to be the same. */
export const TWICE = 'x-espalier-twice';
