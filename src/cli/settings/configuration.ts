/** Reads `espalier.yaml`, which says how to verify a service, and is kept beside its contract. */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Mistake } from '../../contract/clause';
import { formatMistake } from '../../contract/clause';
import { clauseAt, displayPath, type SourceFile, whyUnreadable } from '../../contract/document/files';
import { parseText } from '../../contract/document/parseText';
import { TextError } from '../../contract/document/textError';
import { lazy } from '../../support/caching';
import { UsageError } from '../../support/errors';
import schema from './configuration.schema.json';
import type { Configuration } from './configurationContent';
import { type Misplaced, mistakesOf, schemaMistakes, untrusted, type Vocabulary } from './configurationMistakes';

const NAME = 'espalier.yaml';

/** A configuration with the places of its settings. */
export interface LoadedConfiguration {
  readonly settings: Configuration;
  /** The folder in which files that the configuration names are looked for. */
  readonly folder: string;
  /**
   * Calls `read`, and adds the place of the setting to its error.
   * @param pointer JSON Pointer into the configuration.
   * @throws ConfigurationError if `read` throws a UsageError.
   */
  readonly reading: <T>(pointer: string, read: () => T) => T;
}

/** Says that the configuration cannot be used. Its message has one line for each mistake: `file:line:column: message`. */
export class ConfigurationError extends UsageError {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super([...new Set(mistakes.map(formatMistake))].join('\n'));
    this.mistakes = mistakes;
  }
}

export interface ConfigurationFile {
  readonly path: string;
  /** Whether the user chose the file. A file that lies beside a contract may have come along with it. */
  readonly chosen: boolean;
}

/** Finds the configuration to use: the given one, else `espalier.yaml` beside the contract, else `espalier.yaml` in the working directory. */
export function findConfiguration(given: string | undefined, contract: string): ConfigurationFile | undefined {
  if (given !== undefined) return { path: given, chosen: true };
  const path = [join(dirname(contract), NAME), NAME].find((file) => existsSync(file));
  return path === undefined
    ? undefined
    : { path, chosen: existsSync(NAME) && realpathSync(path) === realpathSync(NAME) };
}

/** Returns the text of the plain scalar at a place; undefined for any other value, and for an alias. */
function writtenAt(source: SourceFile, pointer: string): string | undefined {
  const { line, column } = clauseAt(source, `#${pointer}`, false);
  const text = source.text.split('\n')[line - 1] ?? '';
  if (text[column - 2] === '*') return undefined;
  return /^[\w.+-][^\s,\]}#]*/.exec(text.slice(column - 1))?.[0];
}

const configurationCheck = lazy(() => {
  // Ajv is loaded only here, since most runs have no configuration. That the schema itself is valid is for the tests to say.
  const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  return new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false }).compile(schema);
});

/**
 * Reads and validates a configuration.
 * @param configuration the file; undefined if there is none.
 * @throws ConfigurationError with every mistake.
 */
export function loadConfiguration(
  configuration: ConfigurationFile | undefined,
  vocabulary: Vocabulary,
): LoadedConfiguration {
  if (configuration === undefined) return { settings: {}, folder: '.', reading: (_, read) => read() };
  const path = resolve(configuration.path);
  const source = parse(read(path), path);
  const parsed = source.value;
  // A file that holds only comments is read as null, and sets nothing.
  const settings = (parsed ?? {}) as Configuration;
  const validate = configurationCheck();
  const mistakes = validate(settings)
    ? [
        ...mistakesOf(settings, vocabulary, (pointer) => writtenAt(source, pointer)),
        ...(configuration.chosen ? [] : untrusted(settings, configuration.path)),
      ]
    : schemaMistakes(validate.errors ?? []);
  const place = ({ pointer, message, value = false }: Misplaced): Mistake => {
    const { file, line, column } = clauseAt(source, `#${pointer}`, !value);
    return { file, line, column, message };
  };
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(place));
  return {
    settings,
    folder: dirname(path),
    reading(pointer, read) {
      try {
        return read();
      } catch (error) {
        throw error instanceof UsageError
          ? new ConfigurationError([place({ pointer, message: error.message })])
          : error;
      }
    },
  };
}

/**
 * Returns the files that a configuration extends a run by, without reading the rest of it: what they define is part of the names that the rest may
 * use. None where the configuration is wrong, of which {@link loadConfiguration} tells.
 */
export function filesOfExtensions(configuration: ConfigurationFile): {
  readonly names: readonly string[];
  /** Calls `read` for one of them, and adds its place to the error. */
  readonly reading: <T>(at: number, read: () => T) => T;
} {
  const path = resolve(configuration.path);
  const source = parse(read(path), path);
  const { extend } = (source.value ?? {}) as { readonly extend?: unknown };
  const names = Array.isArray(extend) ? extend.filter((each) => typeof each === 'string') : [];
  const place = (at: number) => clauseAt(source, `#/extend/${at}`, false);
  return {
    names,
    reading(at, act) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        const { file, line, column } = place(at);
        throw new ConfigurationError([{ file, line, column, message: error.message }]);
      }
    },
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    const message = `the configuration cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`;
    throw new ConfigurationError([{ file: displayPath(path), line: 1, column: 1, message }]);
  }
}

function parse(text: string, path: string): SourceFile {
  try {
    return { path, text, value: parseText(text) };
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { message, line, column } = error;
    throw new ConfigurationError([{ file: displayPath(path), line, column, message: `this is not YAML: ${message}.` }]);
  }
}
