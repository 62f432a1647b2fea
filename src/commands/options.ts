/** Command line, configuration and environment → the options of a run. The former go before the latter. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { VerifyOptions } from '../verify';
import type { Target } from '../wire/target';
import { UsageError } from '../wire/target';
import type { Configuration } from './configuration';
import type { Io } from './io';
import { parseHeader, parseParams, parseProvocation, splitParams } from './params';

/** The options of `espalier verify` as they are written on the command line. */
export interface VerifyFlags {
  readonly contract?: string;
  readonly config?: string;
  readonly token?: string;
  readonly wrongToken?: string;
  readonly param?: readonly string[];
  readonly provoke?: readonly string[];
  readonly setup?: string;
  readonly start?: string;
  /** In seconds. */
  readonly wait?: number;
  readonly header?: readonly string[];
  readonly strict?: boolean;
  readonly closed?: boolean;
  readonly timeout?: number;
  /** In seconds. */
  readonly deadline?: number;
  readonly concurrency?: number;
  readonly report?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly list?: boolean;
  readonly insecure?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * @param onMock whether the mock is the target, which takes any token.
 * @throws UsageError naming the setting that cannot be used.
 */
export function toOptions(
  flags: VerifyFlags,
  configuration: Configuration,
  { env }: Io,
  onMock: boolean,
): Omit<VerifyOptions, 'target'> {
  const { waivers = [], provoke = [] } = configuration;
  const { concurrency = 4, deadlineS, ...limits } = configuration.limits ?? {};
  const deadline = flags.deadline ?? deadlineS;
  return {
    token: readToken(flags, configuration, env) ?? (onMock ? randomBytes(16).toString('hex') : undefined),
    wrongToken: flags.wrongToken,
    params: readParams(flags, configuration, env),
    provocations: (flags.provoke ?? provoke).map(parseProvocation),
    headers: readHeaders(flags, configuration, env),
    strict: flags.strict ?? configuration.strict ?? false,
    closed: flags.closed ?? configuration.closed ?? false,
    waivers,
    limits: flags.timeout === undefined ? limits : { ...limits, timeoutMs: flags.timeout },
    deadlineMs: deadline === undefined ? undefined : deadline * 1000,
    concurrency: flags.concurrency ?? concurrency,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    everythingExists: onMock,
  };
}

type Env = Io['env'];

function readToken(flags: VerifyFlags, { token }: Configuration, env: Env): string | undefined {
  const value = flags.token ?? (token ? fromEnv(token.env, 'The token', env) : env['ESPALIER_TOKEN']);
  if (value === '') throw new UsageError('The token is empty; is the variable that should hold it set?');
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) {
    throw new UsageError(
      'The token holds a character that no header field may hold, such as a space or a line end; hand over the token alone.',
    );
  }
  return value;
}

function fromEnv(name: string, what: string, env: Env): string {
  const value = env[name];
  if (value !== undefined) return value;
  throw new UsageError(`${what} should come from the environment variable ${name}, which is not set.`);
}

function readParams(flags: VerifyFlags, { params }: Configuration, env: Env): Record<string, string[]> {
  if (flags.param) return parseParams(flags.param);
  const pairs = splitParams(env['ESPALIER_PARAMS']);
  if (pairs.length > 0 || !params) return parseParams(pairs);
  return Object.fromEntries(Object.entries(params).map(([name, values]) => [name, [values].flat().map(String)]));
}

function readHeaders(flags: VerifyFlags, { headers = {} }: Configuration, env: Env): [string, string][] {
  const configured = Object.entries(headers).map(([name, value]) => {
    const text = typeof value === 'string' ? value : fromEnv(value.env, `The header "${name}"`, env);
    return parseHeader(`${name}: ${text}`);
  });
  return [...configured, ...(flags.header ?? []).map(parseHeader)];
}

/** @throws UsageError where a file cannot be read, or holds something else. */
export function tlsOptions({ insecure, ca, cert, key }: VerifyFlags): NonNullable<Target['tls']> {
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return {
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(ca === undefined ? {} : { ca: readPem(ca, 'certificate authority', 'CERTIFICATE') }),
    ...(cert === undefined ? {} : { cert: readPem(cert, 'client certificate', 'CERTIFICATE') }),
    ...(key === undefined ? {} : { key: readPem(key, 'key of the client certificate', 'PRIVATE KEY') }),
    files,
  };
}

function readPem(file: string, what: string, label: 'CERTIFICATE' | 'PRIVATE KEY'): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The ${what} ${file} cannot be read: ${(error as Error).message}`);
  }
  if (new RegExp(`-----BEGIN ([A-Z]+ )*${label}-----`).test(text)) return text;
  throw new UsageError(`The file ${file} holds no ${label.toLowerCase()} in PEM ("-----BEGIN ${label}-----").`);
}
