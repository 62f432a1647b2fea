/** `espalier.yaml`: how to verify a service, kept beside its contract. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';
import { formatMistake } from '../contract/contract';
import { makeDocumentFromString, YamlParseError } from '../contract/redocly';
import { clauseAt, displayPath } from '../contract/source';
import { nearest } from '../nearest';
import type { Waiver } from '../report';
import { UsageError } from '../wire/target';
import schema from './configuration.schema.json';

type Value = string | number | boolean;

/** As it is written; `configuration.schema.json` says what each member means. */
export interface Configuration {
  readonly target?: string;
  readonly token?: { readonly env: string };
  readonly params?: Readonly<Record<string, Value | readonly Value[]>>;
  readonly provoke?: readonly string[];
  readonly start?: string;
  readonly wait?: number;
  readonly setup?: string;
  readonly headers?: Readonly<Record<string, string | { readonly env: string }>>;
  readonly strict?: boolean;
  readonly closed?: boolean;
  readonly limits?: {
    readonly timeoutMs?: number;
    readonly lingerMs?: number;
    readonly maxBytes?: number;
    readonly concurrency?: number;
  };
  readonly waivers?: readonly Waiver[];
}

const NAME = 'espalier.yaml';

/** What a configuration may speak of: ids of rules, names of operations. */
export interface Vocabulary {
  readonly rules: readonly string[];
  readonly operations: readonly string[];
}

/** The configuration to use: the one given, else `espalier.yaml` beside the contract or in the working directory. */
export function configurationFile(given: string | undefined, contract: string): string | undefined {
  if (given !== undefined) return given;
  return [join(dirname(contract), NAME), NAME].find((file) => existsSync(file));
}

/**
 * Reads and validates a configuration.
 * @param file undefined for none.
 * @throws UsageError with every mistake as `file:line:column: message`.
 */
export function loadConfiguration(file: string | undefined, vocabulary: Vocabulary): Configuration {
  if (file === undefined) return {};
  const path = resolve(file);
  const { source, parsed } = parse(read(path), path);
  // A file that holds nothing but comments configures nothing.
  const configuration = (parsed ?? {}) as Configuration;
  const validate = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }).compile(schema);
  const mistakes = validate(configuration)
    ? [...unknownNames(configuration, vocabulary), ...inexactNumbers(configuration)]
    : (validate.errors ?? []).filter(isTelling).map(toMistake);
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ pointer, message }) =>
      formatMistake({ ...clauseAt(source, `#${pointer}`), message }),
    );
    throw new UsageError([...new Set(lines)].join('\n'));
  }
  return configuration;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${displayPath(path)}:1:1: the configuration cannot be read: ${(error as Error).message}`);
  }
}

function parse(text: string, path: string) {
  try {
    return makeDocumentFromString(text, path);
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error;
    const message = error.message.replace(/\s*\(\d+:\d+\)$/, '');
    throw new UsageError(
      formatMistake({ file: displayPath(path), line: error.line || 1, column: error.col || 1, message }),
    );
  }
}

interface Misplaced {
  /** JSON Pointer into the configuration. */
  readonly pointer: string;
  readonly message: string;
}

/** `anyOf` itself only repeats that none of its alternatives fits. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf';
}

function toMistake({ instancePath, keyword, message = '', params, parentSchema, data }: ErrorObject): Misplaced {
  // The items of a list have no names of their own.
  const name = instancePath.split('/').findLast((token) => !/^\d+$/.test(token)) ?? '';
  switch (keyword) {
    case 'additionalProperties': {
      const { additionalProperty } = params as { additionalProperty: string };
      const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
      const meant = nearest(additionalProperty, known);
      const hint = meant === undefined ? `; there are: ${known.join(', ')}` : `. Did you mean \`${meant}\`?`;
      return {
        pointer: `${instancePath}/${additionalProperty}`,
        message: `There is no setting \`${additionalProperty}\`${hint}`,
      };
    }
    case 'required':
      return {
        pointer: instancePath || '/',
        message: `\`${(params as { missingProperty: string }).missingProperty}\` is missing.`,
      };
    case 'pattern':
      return {
        pointer: instancePath,
        message: `\`${name}\` cannot be ${JSON.stringify(data)}: ${describePattern(parentSchema)}.`,
      };
    default:
      return { pointer: instancePath || '/', message: `\`${name || 'the configuration'}\` ${message}.` };
  }
}

function describePattern(schemaOfValue: unknown): string {
  const { description, pattern } = schemaOfValue as { description?: string; pattern?: string };
  return description?.replace(/\.$/, '') ?? `it must match ${pattern}`;
}

function unknownNames({ waivers = [] }: Configuration, { rules, operations }: Vocabulary): Misplaced[] {
  return waivers.flatMap(({ rule, operation }, at) => [
    ...(rules.includes(rule.split(' ')[0] ?? rule) ? [] : [unknownName(`/waivers/${at}/rule`, 'rule', rule, rules)]),
    ...(operation === undefined || operations.includes(operation)
      ? []
      : [unknownName(`/waivers/${at}/operation`, 'operation', operation, operations)]),
  ]);
}

/** YAML reads a number into a double, which would name something else than what is written. */
function inexactNumbers({ params = {} }: Configuration): Misplaced[] {
  return Object.entries(params).flatMap(([name, value]) =>
    [value].flat().some((each) => typeof each === 'number' && !Number.isSafeInteger(each))
      ? [{ pointer: `/params/${name}`, message: `\`${name}\` is a number that is not read exactly; put it in quotes.` }]
      : [],
  );
}

function unknownName(pointer: string, kind: string, name: string, known: readonly string[]): Misplaced {
  const meant = nearest(name, known);
  return {
    pointer,
    message: `There is no ${kind} "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  };
}
