/** What the configuration says of single operations: values, the body, the status that answers them. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Contract } from '../../contract/contract';
import { whyUnreadable } from '../../contract/document/files';
import { parseText } from '../../contract/document/parseText';
import { TextError } from '../../contract/document/textError';
import type { OperationOptions } from '../../engine/model/settings';
import type { JsonValue } from '../../json/value';
import { UsageError } from '../../support/errors';
import type { LoadedConfiguration } from './configuration';
import type { Configuration, LoginSettings, OperationSettings } from './configurationContent';
import { pointerTo } from './configurationMistakes';
import { type ReadVariable, withVariables } from './variables';

/**
 * Reads what the configuration says of single operations. Wherever a value stands, `{ env: NAME }` is the content of a variable. The body of a
 * login is the valid request of the operation that the login asks, unless that has a body of its own.
 * @throws UsageError if a variable is not set, or a file cannot be read.
 */
export function readNeeds(
  configuration: LoadedConfiguration,
  { operations }: Pick<Contract, 'operations'>,
  readVariable: ReadVariable,
): Record<string, OperationOptions> {
  const { settings } = configuration;
  const read = new NeedsReader(configuration, readVariable);
  const entries = Object.entries(settings.operations ?? {}).map(([name, written]) => [name, read.needs(name, written)]);
  const all: Record<string, OperationOptions> = Object.assign(Object.create(null), Object.fromEntries(entries));
  for (const [at, { request, body }] of loginsIn(settings)) {
    const [path = ''] = request.split(/[?#]/);
    const isAsked = operations.some(({ name, requestBody }) => name === path && requestBody !== undefined);
    const own = all[path];
    const isSettled = own !== undefined && (own.bodies.length > 0 || own.leaveOut !== undefined);
    if (isAsked && !isSettled && typeof body === 'object' && body !== null)
      all[path] = { params: {}, expect: undefined, leaveOut: undefined, ...own, ...read.body(path, body, at) };
  }
  return all;
}

/** Returns the logins of a configuration, each with the place of its body. */
function loginsIn({
  token,
  credentials = {},
}: Configuration): (readonly [at: readonly string[], login: LoginSettings])[] {
  const all = [
    [['token'], token?.login] as const,
    ...Object.entries(credentials).map(([name, { login }]) => [['credentials', name], login] as const),
  ];
  return all.flatMap(([at, login]) => (login ? [[[...at, 'login', 'body'], login] as const] : []));
}

class NeedsReader {
  constructor(
    private readonly configuration: LoadedConfiguration,
    private readonly readVariable: ReadVariable,
  ) {}

  needs(name: string, written: OperationSettings): OperationOptions {
    const { reading, folder } = this.configuration;
    const { params = {}, body, expect, 'leave out': leaveOut } = written;
    const at = ['operations', name];
    const secrets: Secrets = [];
    const texts = Object.entries(params).map(([key, values]) => {
      const filled = this.fill(name, values, [...at, 'params', key], secrets);
      return [key, [filled].flat().map(String)] as const;
    });
    const needs = {
      params: Object.assign(Object.create(null), Object.fromEntries(texts)) as OperationOptions['params'],
      expect,
      leaveOut,
      bodies: [],
      secrets,
    };
    if (body === undefined) return needs;
    // A file is data, in which nothing stands for anything else.
    if (isFileName(body))
      return { ...needs, bodies: [reading(pointerTo(...at, 'body'), () => readBody(body.$file, folder))] };
    const own = this.body(name, body, [...at, 'body']);
    return { ...needs, bodies: own.bodies, secrets: [...secrets, ...own.secrets] };
  }

  /** @param at where the body stands in the file. */
  body(name: string, body: unknown, at: readonly string[]) {
    const secrets: Secrets = [];
    return { bodies: [this.fill(name, body, at, secrets) as JsonValue], secrets };
  }

  private fill(name: string, value: unknown, at: readonly string[], secrets: Secrets): unknown {
    return withVariables(value, at, (variable, place) => {
      const label = `\`${place.at(-1) ?? ''}\` of ${name}`;
      const text = this.configuration.reading(pointerTo(...place), () => this.readVariable(variable, label));
      secrets.push([text, variable]);
      return text;
    });
  }
}

/** What came from variables, each with the name of its variable. */
type Secrets = [text: string, variable: string][];

function isFileName(body: unknown): body is { readonly $file: string } {
  return typeof body === 'object' && body !== null && '$file' in body && typeof body.$file === 'string';
}

/** Reads a body from a file beside the configuration. A .json or .yaml file is parsed; of any other file the text is the body. */
function readBody(file: string, folder: string): JsonValue {
  let text: string;
  try {
    text = readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new UsageError(`The body ${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
  if (!/\.(json|ya?ml)$/i.test(file)) return text;
  try {
    return parseText(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new UsageError(`The body ${file} cannot be read: ${error.message} (${error.line}:${error.column}).`);
  }
}
