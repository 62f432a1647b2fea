import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import type { Files, SourceFile } from '../../src/contract/document/files';
import { FileError } from '../../src/contract/document/files';
import type { Schema } from '../../src/contract/schema/schema';
import { createSchemaReader, PlainSchema } from '../../src/contract/schema/schema';

/** What holds the schemas that do not stand in a contract. */
const ours = new WeakSet<SourceFile>();

/** Tells whether a schema stands in a file of the contract. */
export function isOfContract({ file }: Schema['place']): boolean {
  return !ours.has(file);
}

/** Creates a schema that does not stand in a contract. */
function schemaOf(value: unknown): Schema {
  const root: SourceFile = { path: '', text: '', value };
  ours.add(root);
  const get: Files['get'] = (_, reference) => {
    throw new FileError(reference, 'there is no such file');
  };
  const files: Files = { root, get, paths: () => [''], read: () => new Map([['', root]]) };
  return createSchemaReader(files, openapi31).at({ value, file: root, pointer: '#' });
}

/** A value that does not look empty: in text, an empty value and null are the same as no value. */
const SOMETHING = {
  type: ['string', 'number', 'boolean', 'array', 'object'],
  minLength: 1,
  minItems: 1,
  minProperties: 1,
};

/** The values that a parameter can have. */
export const IN_TEXT = schemaOf({
  ...SOMETHING,
  items: SOMETHING,
  additionalProperties: SOMETHING,
});

/** Objects whose members are the fields of a form. */
export const IN_FORM = schemaOf({
  type: 'object',
  minProperties: 1,
  additionalProperties: { ...SOMETHING, items: SOMETHING },
});

/** Objects whose lists have two items at the least: one alone does not show how items are kept apart. */
export const WITH_LISTS = schemaOf({ type: 'object', additionalProperties: { minItems: 2 } });

/** Tells whether a schema keeps values to what can be written, and is not of the contract: it wants no members of its own. */
export function onlyKeeps(schema: Schema): boolean {
  return schema === IN_TEXT || schema === IN_FORM || schema === WITH_LISTS;
}

type Keywords = Readonly<Record<string, unknown>>;

/** Is a class of its own, so that it can be told from a schema of the contract. */
class MadeUpSchema extends PlainSchema {}

/**
 * Makes up a schema.
 * @param at the schema whose place it takes.
 */
export function madeUp(at: Schema, keywords: Keywords | boolean): Schema {
  return new MadeUpSchema(at.place, keywords);
}

export function isMadeUp(schema: Schema): boolean {
  return schema instanceof MadeUpSchema;
}

/** Asks for a number next to the bounds that stand beside this keyword. */
export const NEAR = 'x-espalier-near';

/** Asks for an array with two equal items. */
export const TWICE = 'x-espalier-twice';
