/** Makes the settings of a run from the command line, the configuration and the environment. The earlier of these goes first. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Contract } from '../../contract/contract';
import { whyUnreadable } from '../../contract/document/files';
import { bearerAlternative } from '../../contract/security';
import type { Provocation, Writes } from '../../engine/model/probe';
import type { GivenSettings, Settings } from '../../engine/model/settings';
import { refuseUnknownParams } from '../../engine/plan/handedOver';
import { refuseUselessProvocations } from '../../engine/plan/plan';
import { readSelection } from '../../engine/plan/selection';
import { parseShard } from '../../engine/plan/shard';
import { settingsOf } from '../../engine/settingsOf';
import { credentialVariable, otherCredentialVariable } from '../../redaction/redact';
import { UsageError } from '../../support/errors';
import type { Target } from '../../wire/target';
import type { Io } from '../io';
import { type BaselineFlags, readBaseline } from './baselineFile';
import { readCallbacks } from './callbacks';
import type { ConfigurationFlags, LoadedConfiguration } from './configuration';
import { pointerTo } from './configurationMistakes';
import { checkCredential, parseCredential, refuseMisspeltScheme, schemesOf } from './credentials';
import { readNeeds } from './operationNeeds';
import { checkHeader, parseHeader, parseParams, parseProvocation, splitParams } from './params';
import { waiversOfRules } from './vocabulary';

/** The options of all commands that judge exchanges. */
export interface RecordedFlags extends BaselineFlags, ConfigurationFlags {
  readonly contract?: string;
  readonly contractHeader?: readonly string[];
  readonly overlay?: readonly string[];
  /** False for `--no-extend`. */
  readonly extend?: boolean;
  readonly operation?: readonly string[];
  readonly strict?: boolean;
  readonly closed?: boolean;
  readonly complete?: boolean;
  /** From 0 to 1. */
  readonly coverageMin?: number;
  readonly report?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** What repeats a run: `7`, or `7.k3f9x2` with the salt by which its own names were made. */
export interface RunSeed {
  readonly seed: number;
  readonly salt?: string;
}

/** The options of `espalier verify` as they are written on the command line. */
export interface VerifyFlags extends RecordedFlags {
  readonly token?: string;
  readonly wrongToken?: string;
  readonly credential?: readonly string[];
  readonly otherCredential?: readonly string[];
  readonly param?: readonly string[];
  readonly writes?: Writes;
  readonly seed?: RunSeed;
  readonly shard?: string;
  readonly failFast?: boolean;
  readonly failed?: boolean;
  readonly watch?: boolean;
  /** In how many processes of this machine the run is made. */
  readonly processes?: number;
  readonly thorough?: boolean;
  readonly provoke?: readonly string[];
  readonly setup?: string;
  readonly start?: string;
  /** In seconds. */
  readonly wait?: number;
  readonly header?: readonly string[];
  readonly timeout?: number;
  /** In seconds. */
  readonly deadline?: number;
  readonly concurrency?: number;
  /** Of one process of several: how many it may find out to send at once. */
  readonly widest?: number;
  readonly rate?: number;
  readonly list?: boolean;
  readonly cleanup?: string;
  /** Whether a journal may be worked off although it is not signed. */
  readonly yes?: boolean;
  /** The file in which the run notes what it makes. */
  readonly journal?: string;
  readonly insecure?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Files with workflows that are run, and their inputs as `name=value`. */
  readonly workflow?: readonly string[];
  readonly workflowInput?: readonly string[];
  /** Whether only their steps are asked. */
  readonly stepsAlone?: boolean;
  /** The URL under which the service reaches this machine, and the port that it leads to. */
  readonly callbacksAt?: string;
  readonly callbacksPort?: number;
  /** A git revision: only what the contract has otherwise is verified. */
  readonly changedSince?: string;
}

/** Where a run takes its settings from. */
interface Sources {
  readonly flags: VerifyFlags;
  readonly configuration: LoadedConfiguration;
  readonly env: Io['env'];
  readonly contract: Contract;
}

/**
 * Makes the settings of a run.
 * @param onMock whether the mock is the target. It takes any token, so one is made up.
 * @throws UsageError that names the setting that cannot be used.
 */
export function toSettings(sources: Sources, onMock: boolean): Settings {
  const {
    flags,
    configuration: { settings },
  } = sources;
  const { concurrency, rate, deadlineS, ...limits } = settings.limits ?? {};
  const deadline = flags.deadline ?? deadlineS;
  return settingsOf({
    token: readToken(sources) ?? (onMock ? randomBytes(16).toString('hex') : undefined),
    ...readCredentials(sources),
    otherCredentials: readOtherCredentials(sources),
    privateThings: readPrivate(sources),
    certificate: flags.cert !== undefined,
    wrongToken: flags.wrongToken,
    operations: readNeeds(sources.configuration, sources.contract, (name, what) => fromEnv(name, what, sources.env)),
    // A target that is started for this run serves nobody else, so the run may write anything.
    writes: flags.writes ?? settings.writes ?? (flags.start !== undefined || onMock ? 'any' : undefined),
    selection: flags.operation && readSelection(flags.operation, sources.contract.operations),
    ...flags.seed,
    shard: flags.shard === undefined ? undefined : parseShard(flags.shard),
    complete: flags.complete ?? settings.complete,
    coverageMin: flags.coverageMin,
    failFast: flags.failFast,
    thorough: flags.thorough ?? settings.thorough,
    params: readParams(sources),
    provocations: readProvocations(sources),
    callbacks: readCallbacks(sources),
    headers: readHeaders(sources),
    strict: flags.strict ?? settings.strict,
    closed: flags.closed ?? settings.closed,
    scriptAlone: flags.stepsAlone,
    waivers: waiversOfRules(settings),
    baseline: readBaseline(flags, sources.configuration),
    limits: flags.timeout === undefined ? limits : { ...limits, timeoutMs: flags.timeout },
    deadlineMs: deadline === undefined ? undefined : deadline * 1000,
    concurrency: flags.concurrency ?? concurrency,
    widest: flags.widest,
    rate: flags.rate ?? rate,
    only: flags.only,
    skip: flags.skip,
    everythingExists: onMock,
    isPrivate: (flags.start ?? settings.start) === undefined ? undefined : true,
  });
}

/** Returns the bearer token that was handed over; undefined if there is none. */
function readToken({ flags, configuration, env }: Pick<Sources, 'flags' | 'configuration' | 'env'>) {
  const configured = configuration.settings.token;
  const variable = configured?.env;
  if (flags.token !== undefined || variable === undefined) return checkToken(flags.token ?? env['ESPALIER_TOKEN']);
  return configuration.reading('/token/env', () => checkToken(fromEnv(variable, 'The token', env)));
}

function checkToken(value: string | undefined): string | undefined {
  if (value === '') throw new UsageError('The token is empty; is the variable that should hold it set?');
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) {
    throw new UsageError(
      'The token holds a character that no header field may hold, such as a space or a line end; hand over the token alone.',
    );
  }
  return value;
}

/** @param what comes from the variable, as the subject of a sentence. @throws UsageError if it is not set. */
export function fromEnv(name: string, what: string, env: Io['env']): string {
  const value = env[name];
  if (value !== undefined) return value;
  throw new UsageError(`${what} should come from the environment variable ${name}, which is not set.`);
}

/**
 * Reads the values that may be used up. They come from one place: `--param`, else ESPALIER_PARAMS, else the configuration. With `--setup`,
 * the last two are ignored, since the command makes the values.
 */
function readParams({ flags, configuration, env, contract }: Sources): Record<string, string[]> {
  if (flags.param) return parseParams(flags.param);
  if (flags.setup !== undefined) return {};
  const pairs = splitParams(env['ESPALIER_PARAMS']);
  if (pairs.length > 0) return parseParams(pairs);
  const entries = Object.entries(configuration.settings.params ?? {}).map(([name, values]) => {
    const texts = [values].flat().map(String);
    configuration.reading(pointerTo('params', name), () => refuseUnknownParams(contract.operations, { [name]: texts }));
    return [name, texts] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Reads the credentials, by the names of security schemes: from the command line, else the configuration, else the environment. Says where
 * each came from, and the token.
 */
function readCredentials({ flags, configuration, env, contract }: Sources) {
  const schemes = schemesOf(contract);
  const names = [...schemes.keys()];
  const given = (flags.credential ?? []).map((text) => {
    const [name, value] = parseCredential(text, names);
    return [name, value, `--credential ${name}=…`] as const;
  });
  const configured = Object.entries(configuration.settings.credentials ?? {}).flatMap(([name, value]) =>
    configuration.reading(pointerTo('credentials', name), () => {
      refuseMisspeltScheme(name, names);
      // What is fetched is fetched once the target is there.
      if (value.env === undefined) return [];
      return [[name, fromEnv(value.env, `The credential "${name}"`, env), value.env] as const];
    }),
  );
  const surrounding = names.flatMap((name) => {
    const variable = [`ESPALIER_CREDENTIAL_${name}`, credentialVariable(name)].find((each) => env[each] !== undefined);
    return variable === undefined ? [] : [[name, env[variable] ?? '', variable] as const];
  });
  const credentials: Record<string, string> = Object.create(null);
  const origins: Record<string, string> = Object.create(null);
  for (const [name, value, origin] of [...surrounding, ...configured, ...given]) {
    checkCredential(name, value, schemes.get(name));
    credentials[name] = value;
    origins[name] = origin;
  }
  const variable = configuration.settings.token?.env ?? 'ESPALIER_TOKEN';
  return { credentials, origins: { token: flags.token === undefined ? variable : '--token', credentials: origins } };
}

/**
 * Reads the credentials of somebody else, by the names of security schemes: from the command line, else the environment.
 * @throws UsageError if one is the same as that of the first: then nobody else asks.
 */
function readOtherCredentials({ flags, configuration, env, contract }: Sources): Record<string, string> {
  const schemes = schemesOf(contract);
  const names = [...schemes.keys()];
  const surrounding = names.flatMap((name) => {
    const value = env[`ESPALIER_OTHER_CREDENTIAL_${name}`] ?? env[otherCredentialVariable(name)];
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = (flags.otherCredential ?? []).map((text) => parseCredential(text, names));
  const { credentials } = readCredentials({ flags, configuration, env, contract });
  const token = readToken({ flags, configuration, env });
  const others: Record<string, string> = Object.create(null);
  for (const [name, value] of [...surrounding, ...given]) {
    const scheme = schemes.get(name);
    checkCredential(name, value, scheme);
    const first = Object.hasOwn(credentials, name) ? credentials[name] : scheme?.http === 'bearer' ? token : undefined;
    if (value === first)
      throw new UsageError(
        `The other credential "${name}" is the same as the first: hand over one of somebody else (--other-credential).`,
      );
    others[name] = value;
  }
  return others;
}

/** Reads the operations whose things are private. */
function readPrivate({ configuration, contract: { operations } }: Sources): GivenSettings['privateThings'] {
  const patterns = configuration.settings.private ?? [];
  for (const [at, pattern] of patterns.entries())
    configuration.reading(pointerTo('private', at), () => readSelection([pattern], operations, 'private:'));
  return patterns.length === 0 ? undefined : readSelection(patterns, operations);
}

function readProvocations({ flags, configuration, contract }: Sources): Provocation[] {
  if (flags.provoke) return flags.provoke.map(parseProvocation);
  return (configuration.settings.provoke ?? []).map((text, at) =>
    configuration.reading(pointerTo('provoke', at), () => {
      const provocation = parseProvocation(text);
      refuseUselessProvocations(contract, [provocation]);
      return provocation;
    }),
  );
}

function readHeaders({ flags, configuration, env, contract }: Sources): [string, string][] {
  const guarded = contract.operations.some(({ security }) => bearerAlternative(security));
  const unprobed = (field: [name: string, value: string]) => {
    if (guarded && field[0].toLowerCase() === 'authorization') {
      throw new UsageError('The header "Authorization" is what is probed; hand the credential over with --token.');
    }
    return field;
  };
  const configured = Object.entries(configuration.settings.headers ?? {}).map(([name, value]) =>
    configuration.reading(pointerTo('headers', name), () =>
      unprobed(checkHeader(name, typeof value === 'string' ? value : fromEnv(value.env, `The header "${name}"`, env))),
    ),
  );
  return [...configured, ...(flags.header ?? []).map((text) => unprobed(parseHeader(text)))];
}

/** @throws UsageError if a file cannot be read, or does not hold what it should. */
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
    const why = whyUnreadable(error as NodeJS.ErrnoException);
    throw new UsageError(`The ${what} ${file} cannot be read: ${why}.`);
  }
  if (new RegExp(`-----BEGIN ([A-Z]+ )*${label}-----`).test(text)) return text;
  throw new UsageError(`The file ${file} holds no ${label.toLowerCase()} in PEM ("-----BEGIN ${label}-----").`);
}
