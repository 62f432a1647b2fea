/** Schemas for tests of values, as they would stand in a contract, and the results in a readable form. */

import { type Dialect, dialects } from '../../src/contract/dialects';
import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import { FileError, type Files, type SourceFile } from '../../src/contract/document/files';
import { createSchemaReader, type Direction, type Schema } from '../../src/contract/schema/schema';
import {
  createGenerator,
  type GeneratorOptions,
  isMade,
  type MutableJson,
  type ValueOptions,
  writeJson,
} from './generator';

/**
 * Creates a schema.
 * @param value the schema; with `$defs` it may refer to `#/$defs/…`.
 */
export function schemaOf(value: unknown, dialect: Dialect = openapi31): Schema {
  const root: SourceFile = { path: '/contract/schema.json', text: JSON.stringify(value), value };
  const get: Files['get'] = (from, reference) => {
    if (reference === '') return from;
    throw new FileError(reference, 'there is no such file');
  };
  const files: Files = { root, get, paths: () => [root.path], read: () => new Map([[root.path, root]]) };
  return createSchemaReader(files, dialect).at({ value, file: root, pointer: '#' });
}

export function dialectNamed(name: string): Dialect {
  const named = dialects.find((dialect) => dialect.name === name);
  if (!named) throw new Error(`there is no dialect ${name}`);
  return named;
}

type Options = ValueOptions & Partial<GeneratorOptions>;

function generator({ direction = 'request', seed = 1, thorough = false }: Options) {
  return createGenerator({ direction, seed, thorough });
}

/**
 * Returns the witness.
 * @throws Error with the reason if there is none.
 */
export function witnessOf(value: unknown, options: Options = {}): MutableJson {
  const result = generator(options).witness(schemaOf(value), options);
  if (!isMade(result)) throw new Error(result.unsatisfiable);
  return result.value;
}

export function whyNone(value: unknown, options: Options = {}): string {
  const result = generator(options).witness(schemaOf(value), options);
  if (isMade(result)) throw new Error(`${writeJson(result.value)} satisfies it`);
  return result.unsatisfiable;
}

/** Returns the JSON of each valid value, in the order in which they are made. */
export function validOf(value: unknown, options: Options = {}): string[] {
  return generator(options)
    .valid(schemaOf(value), options)
    .map((valid) => writeJson(valid.value));
}

/** Returns what the valid values show: "/a maxLength: 3 characters, the most". */
export function shownByValues(value: unknown, options: Options = {}): string[] {
  return generator(options)
    .valid(schemaOf(value), options)
    .flatMap(({ shows }) => shows.map(({ keyword, path, what }) => `${path} ${keyword}: ${what}`.trim()));
}

/** Returns the JSON of each violation by its description: "/a maxLength: 4 characters". */
export function violatingTexts(value: unknown, options: Options = {}): Record<string, string> {
  const { violations } = generator(options).violations(schemaOf(value), options);
  return Object.fromEntries(
    violations.map((violation) => [
      `${violation.path} ${violation.keyword}: ${violation.what}`.trim(),
      writeJson(violation.value),
    ]),
  );
}

/** Returns the clauses that cannot be violated: "maxLength: why there is none". */
export function inviolableOf(value: unknown, options: Options = {}): string[] {
  const { inviolable } = generator(options).violations(schemaOf(value), options);
  return inviolable.map(({ keyword, reason }) => `${keyword}: ${reason}`);
}

export function directions(): Direction[] {
  return ['request', 'response'];
}

/** Returns the clauses that are broken only if all is wanted, with their places: "/shipping/city maxLength". */
export function unbrokenOf(value: unknown, options: Options = {}): string[] {
  const { unbroken } = generator(options).violations(schemaOf(value), options);
  return unbroken.map(({ keyword, path }) => `${path} ${keyword}`);
}
