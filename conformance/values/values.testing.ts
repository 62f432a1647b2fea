/** Schemas for the tests of values, as a contract would hold them, and what is made of them in a form that is read at a glance. */

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

/** @param value a schema; with `$defs` it may refer to `#/$defs/…`. */
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
  const found = dialects.find((dialect) => dialect.name === name);
  if (!found) throw new Error(`there is no dialect ${name}`);
  return found;
}

type Options = ValueOptions & Partial<GeneratorOptions>;

function generator({ direction = 'request', seed = 1, thorough = false }: Options) {
  return createGenerator({ direction, seed, thorough });
}

/** @throws Error with the reason where there is none. */
export function witnessOf(value: unknown, options: Options = {}): MutableJson {
  const made = generator(options).witness(schemaOf(value), options);
  if (!isMade(made)) throw new Error(made.unsatisfiable);
  return made.value;
}

export function whyNone(value: unknown, options: Options = {}): string {
  const made = generator(options).witness(schemaOf(value), options);
  if (isMade(made)) throw new Error(`${writeJson(made.value)} satisfies it`);
  return made.unsatisfiable;
}

/** The JSON of each, in the order in which they are made. */
export function validOf(value: unknown, options: Options = {}): string[] {
  return generator(options)
    .valid(schemaOf(value), options)
    .map((each) => writeJson(each.value));
}

/** What the valid values show: "/a maxLength: 3 characters, the most". */
export function shownByValues(value: unknown, options: Options = {}): string[] {
  return generator(options)
    .valid(schemaOf(value), options)
    .flatMap(({ shows }) => shows.map(({ keyword, path, what }) => `${path} ${keyword}: ${what}`.trim()));
}

/** "/a maxLength: 4 characters" → the JSON of the whole. */
export function violatingTexts(value: unknown, options: Options = {}): Record<string, string> {
  const { violations } = generator(options).violations(schemaOf(value), options);
  return Object.fromEntries(
    violations.map((each) => [`${each.path} ${each.keyword}: ${each.what}`.trim(), writeJson(each.value)]),
  );
}

/** "maxLength: why there is none". */
export function inviolableOf(value: unknown, options: Options = {}): string[] {
  const { inviolable } = generator(options).violations(schemaOf(value), options);
  return inviolable.map(({ keyword, reason }) => `${keyword}: ${reason}`);
}

export function directions(): Direction[] {
  return ['request', 'response'];
}
