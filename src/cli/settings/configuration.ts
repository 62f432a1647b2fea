/** Reads `espalier.yaml`, which says how to verify a service, and is kept beside its contract. */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Mistake } from '../../contract/clause';
import { formatMistake } from '../../contract/clause';
import { isUrl } from '../../contract/document/download';
import { clauseAt, displayPath, type SourceFile, whyUnreadable } from '../../contract/document/files';
import { parseText } from '../../contract/document/parseText';
import { TextError } from '../../contract/document/textError';
import { lazy } from '../../support/caching';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import schema from './configuration.schema.json';
import type { Configuration } from './configurationContent';
import {
  type Misplaced,
  mistakesOf,
  pointerTo,
  schemaMistakes,
  untrusted,
  type Vocabulary,
} from './configurationMistakes';
import { inEnvironment, whyNoEnvironment } from './environments';

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
  /** The name of the environment that the user chose. */
  readonly environment?: string | undefined;
}

/** What a command line says of the configuration. */
export interface ConfigurationFlags {
  readonly config?: string;
  /** The name of an environment. */
  readonly env?: string;
}

/** Returns the configuration that the user chose: the given one, else that of the working directory. */
export function chosenConfiguration(flags: ConfigurationFlags, env: Io['env']): ConfigurationFile | undefined {
  const path = flags.config ?? (existsSync(NAME) ? NAME : undefined);
  return path === undefined ? undefined : { path, chosen: true, environment: environmentOf(flags, env) };
}

function environmentOf(flags: ConfigurationFlags, env: Io['env']): string | undefined {
  return flags.env ?? (env['ESPALIER_ENV'] || undefined);
}

/**
 * Finds the configuration to use: the given one, else `espalier.yaml` beside the contract, else `espalier.yaml` in the working directory.
 * @throws UsageError if there is none, and `--env` names an environment of it.
 */
export function findConfiguration(
  flags: ConfigurationFlags,
  contract: string,
  env: Io['env'],
): ConfigurationFile | undefined {
  const environment = environmentOf(flags, env);
  if (flags.config !== undefined) return { path: flags.config, chosen: true, environment };
  const path = [join(dirname(contract), NAME), NAME].find((file) => existsSync(file));
  if (path !== undefined)
    return { path, chosen: existsSync(NAME) && realpathSync(path) === realpathSync(NAME), environment };
  if (flags.env === undefined) return undefined;
  throw new UsageError(`There is no ${NAME} that could have the environment ${flags.env}; name one: --config FILE.`);
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
  const whole = (parsed ?? {}) as Configuration;
  const validate = configurationCheck();
  const mistakes = validate(whole)
    ? [
        ...mistakesOf(whole, vocabulary, (pointer) => writtenAt(source, pointer)),
        ...mistakesOfEnvironments(whole, vocabulary, source, configuration.environment),
        ...(configuration.chosen ? [] : untrusted(whole, configuration.path)),
      ]
    : schemaMistakes(validate.errors ?? []);
  const place = ({ pointer, message, value = false }: Misplaced): Mistake => {
    const { file, line, column } = clauseAt(source, `#${pointer}`, !value);
    return { file, line, column, message };
  };
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(place));
  const { settings, writtenAt: placeOf } = inEnvironment(whole, configuration.environment);
  return {
    settings,
    folder: dirname(path),
    reading(pointer, read) {
      try {
        return read();
      } catch (error) {
        throw error instanceof UsageError
          ? new ConfigurationError([place({ pointer: placeOf(pointer), message: error.message })])
          : error;
      }
    },
  };
}

/** @param chosen the environment that the user chose. */
function mistakesOfEnvironments(
  settings: Configuration,
  vocabulary: Vocabulary,
  source: SourceFile,
  chosen: string | undefined,
): Misplaced[] {
  const unknown = whyNoEnvironment(settings, chosen);
  const own = Object.entries(settings.environments ?? {}).flatMap(([name, part]) => {
    const at = pointerTo('environments', name);
    return mistakesOf(part, vocabulary, (pointer) => writtenAt(source, at + pointer)).map((mistake) => ({
      ...mistake,
      pointer: at + mistake.pointer,
    }));
  });
  return [...own, ...(unknown === undefined ? [] : [{ pointer: '/environments', message: unknown }])];
}

/**
 * Returns the contract that a configuration names, without reading the rest of it, which needs the contract: the absolute path of a file, or a
 * URL. Undefined where it names none.
 * @throws ConfigurationError if it cannot be read, has no such environment, or names a file that is not there.
 */
export function contractNamedBy(configuration: ConfigurationFile): string | undefined {
  const { contract, fail } = saidBefore(configuration);
  if (contract === undefined || isUrl(contract)) return contract;
  const file = resolve(dirname(resolve(configuration.path)), contract);
  if (!existsSync(file)) fail('/contract', `there is no file ${displayPath(file)}.`);
  return file;
}

/** What a configuration says that can be read before the contract is. */
interface SaidBefore {
  readonly contract?: string;
  readonly target?: string;
  readonly start?: string;
  /** In seconds. */
  readonly wait?: number;
  /** @throws ConfigurationError that names the place of a setting. */
  readonly fail: (pointer: string, message: string) => never;
}

/**
 * Reads what a configuration says of where the contract and the target are. What is of another type is left out: it is told once the whole file
 * is read.
 * @throws ConfigurationError if the file cannot be read, or has no such environment.
 */
export function saidBefore(configuration: ConfigurationFile): SaidBefore {
  const path = resolve(configuration.path);
  const source = parse(read(path), path);
  const { value } = source;
  const failAt = (pointer: string, message: string): never => {
    const { file, line, column } = clauseAt(source, `#${pointer}`, true);
    throw new ConfigurationError([{ file, line, column, message }]);
  };
  if (typeof value !== 'object' || value === null) return { fail: failAt };
  const unknown = whyNoEnvironment(value, configuration.environment);
  if (unknown !== undefined) failAt('/environments', unknown);
  const { settings, writtenAt: placeOf } = inEnvironment(value, configuration.environment);
  const said: Readonly<Record<string, unknown>> = { ...settings };
  const texts = (['contract', 'target', 'start'] as const).flatMap((name) => {
    const text = said[name];
    return typeof text === 'string' && text.trim() !== '' ? [[name, text] as const] : [];
  });
  const wait = typeof said['wait'] === 'number' ? { wait: said['wait'] } : {};
  return { ...Object.fromEntries(texts), ...wait, fail: (pointer, message) => failAt(placeOf(pointer), message) };
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
