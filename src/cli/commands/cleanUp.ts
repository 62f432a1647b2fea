/** `--cleanup FILE`: works off what an earlier run left. Nothing in the file is trusted. */

import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from '../../../conformance/suite';
import { type Contract, isNoSegment, pathParameters } from '../../contract/contract';
import { displayPath } from '../../contract/document/files';
import { quote } from '../../engine/evidence/toEvidence';
import { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { plan } from '../../engine/plan/plan';
import { createLedger } from '../../engine/run/ledger';
import { createPace } from '../../engine/run/pace';
import { type RunVerifyOptions, toLeftovers } from '../../engine/verify';
import { credentialVariable, secretsOf } from '../../redaction/redact';
import type { Kind } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import { namesIn } from '../../routing/pathTemplate';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { LIMITS } from '../../wire/send';
import type { Target } from '../../wire/target';
import type { Io } from '../io';
import type { Left } from '../output/madeJournal';
import type { Configuration } from '../settings/configurationContent';
import type { VerifyFlags } from '../settings/options';

/** For all that an earlier run left, in milliseconds. */
const CLEANING_MS = 600_000;

/** A journal, and what is used to work it off. */
export interface CleanUp {
  /** The journal's own. */
  readonly file: string;
  readonly left: Left;
  readonly target: Target;
  readonly contract: Contract;
  readonly options: Omit<RunVerifyOptions, 'target'>;
}

/**
 * Removes what is left, and the journal where nothing is left in it any more.
 * @returns 0, or 2 where something is left.
 * @throws UsageError where the journal speaks of what the contract does not have.
 */
export async function cleanUp({ file, left, target, contract, options }: CleanUp, io: Io): Promise<number> {
  const planned = plan(contract, suite, { ...options, writes: 'own', everythingExists: false });
  const { things, intents, isSigned } = left;
  for (const thing of [...things, ...intents]) {
    const kind = planned.kinds.at(thing.item);
    if (!kind)
      throw new UsageError(
        `The contract makes nothing at ${thing.item}; name the contract of the run that made it (--contract FILE).`,
      );
    const why = whyUnfit(thing, kind, intents.includes(thing as (typeof intents)[number]), isSigned);
    if (why !== undefined)
      throw new UsageError(`--cleanup names ${file}, in which ${why}; nothing was sent. Did a run write this file?`);
  }
  const perhaps = intents.length === 0 ? '' : `, and ${count(intents.length, 'thing')} that may have been made`;
  io.stderr.write(`To be removed at ${target.origin}${target.basePath}: ${count(things.length, 'thing')}${perhaps}.\n`);
  let gone = 0;
  const ledger = createLedger({
    ...planned,
    mayRemove: true,
    target,
    limits: { ...LIMITS, ...options.limits },
    pace: createPace({ concurrency: options.concurrency ?? 4, rate: options.rate }),
    headers: options.headers ?? [],
    onEvent: (event) => void ('gone' in event && gone++),
  });
  for (const thing of things) ledger.add(thing);
  for (const intent of intents) ledger.suspect(intent);
  const unremoved = await ledger.settle(Math.min(options.deadlineMs ?? CLEANING_MS, CLEANING_MS));
  const there = unremoved.filter(({ isUnseen }) => !isUnseen);
  for (const { operation, url, reason, curl } of toLeftovers(
    unremoved,
    { ...options, target },
    secretsOfRun(contract, options),
  ))
    io.stdout.write(`${operation} ${url}: ${reason}\n  ${curl}\n`);
  io.stdout.write(`${count(gone, 'thing')} of ${gone + there.length} removed\n`);
  if (there.length > 0) return 2;
  rmSync(file, { force: true });
  return 0;
}

/** Why a thing cannot be one that a run has made: what it is called would ask for something else. */
function whyUnfit({ item, ids }: Thing, kind: Kind, isIntent: boolean, isSigned: boolean): string | undefined {
  const places = item.split('{}').length - 1;
  const shown = `${item} ${JSON.stringify(ids)}`;
  // What was never answered may lack its own name.
  if (ids.length !== places && !(isIntent && ids.length === places - 1))
    return `${shown} has ${count(ids.length, 'id')} for ${count(places, 'place')}`;
  const operation = kind.remover ?? kind.reader ?? kind.replacer ?? kind.patcher;
  const names = operation ? namesIn(operation.path) : [];
  const unfit = ids.find((id, at) => {
    const parameter = operation && pathParameters(operation).find(({ name }) => name === names[at]);
    // A slash that a service gave away itself is sent as %2F, and the signature shows that it did; not every service keeps that apart.
    return isNoSegment(id) || !parameter?.accepts(id) || (!isSigned && /[/\\]/.test(id));
  });
  return unfit === undefined ? undefined : `${JSON.stringify(unfit)} of ${shown} cannot stand in that path`;
}

/** What the user said of where to clean up, and by which right. */
export interface Consent {
  readonly file: string;
  readonly left: Left;
  readonly flags: VerifyFlags;
  readonly settings: Configuration;
  readonly options: Omit<RunVerifyOptions, 'target'>;
  /** The target that the command line names, and the one that the configuration does. */
  readonly given: Target | undefined;
  readonly configured: Target | undefined;
}

/**
 * The target to clean up at: nobody is sent a credential, or asked to remove anything, because a file says so.
 * @throws UsageError where the user has not named it, names another, or has not confirmed a file that nobody signed.
 */
export function consentedTarget({ file, left, flags, settings, options, given, configured }: Consent): Target {
  const { target: url, isSigned } = left;
  const named = given ?? (hasForeignCredential(flags, settings, options) ? undefined : configured);
  if (!named || (!given && urlOf(named) !== url))
    throw new UsageError(
      `${file} is of a run at ${url}; name that URL if it is yours: espalier verify ${url} --cleanup ${file}.`,
    );
  if (urlOf(named) !== url) throw new UsageError(`${file} is of a run at ${url}, not at ${urlOf(named)}.`);
  if (!isSigned && !flags.yes)
    throw new UsageError(
      `${file} is not signed by a run of yours, or was changed since; look at what it names, and add --yes if all of that may be removed at ${url}.`,
    );
  return named;
}

function urlOf({ origin, basePath }: Target): string {
  return origin + basePath;
}

/** Whether a credential comes from elsewhere than the configuration that names the target. */
function hasForeignCredential(
  flags: VerifyFlags,
  settings: Configuration,
  { token, credentials = {} }: Omit<RunVerifyOptions, 'target'>,
): boolean {
  const isToken = token !== undefined && (flags.token !== undefined || settings.token === undefined);
  const named = Object.keys(credentials).some((name) => !Object.hasOwn(settings.credentials ?? {}, name));
  return isToken || named || [flags.credential, flags.header, flags.cert].some((each) => each !== undefined);
}

/** What a run was told, as far as it takes it to clean up after it. */
export interface Told {
  readonly contract: string;
  /** The configuration that was read, where there was one. */
  readonly configuration: { readonly path: string; readonly settings: Configuration } | undefined;
  readonly flags: VerifyFlags;
  readonly options: Omit<RunVerifyOptions, 'target'>;
}

/** A command for a POSIX shell that works a journal off. Of credentials it holds the names of their variables alone. */
export function cleanUpCommand(
  file: string,
  target: Target,
  { contract, configuration, flags, options }: Told,
): string {
  const { token, credentials = {} } = options;
  const { settings = {} } = configuration ?? {};
  const secrets = secretsOf(options);
  const variables = new Set<string>();
  const words = ['espalier', 'verify', word(urlOf(target)), '--cleanup', word(file)];
  words.push('--contract', word(displayPath(resolve(contract))));
  if (configuration) words.push('--config', word(displayPath(resolve(configuration.path))));
  if (token !== undefined) {
    if (flags.token !== undefined && settings.token) words.push('--token', '"$ESPALIER_TOKEN"');
    else variables.add(settings.token?.env ?? 'ESPALIER_TOKEN');
  }
  const given = new Set(flags.credential?.map((text) => text.slice(0, text.indexOf('='))));
  for (const name of Object.keys(credentials)) {
    const configured = settings.credentials?.[name];
    const variable = credentialVariable(name);
    if (configured && given.has(name)) words.push('--credential', `${word(`${name}=`)}"$${variable}"`);
    else variables.add(configured?.env ?? variable);
  }
  for (const value of Object.values(settings.headers ?? {})) if (typeof value === 'object') variables.add(value.env);
  const configuredHeaders = Object.keys(settings.headers ?? {}).length;
  for (const [name, value] of options.headers?.slice(configuredHeaders) ?? [])
    words.push('--header', quote(`${name}: ${secrets.mask(name, value)}`));
  for (const name of ['ca', 'cert', 'key'] as const) {
    const named = flags[name];
    if (named !== undefined) words.push(`--${name}`, word(named));
  }
  if (flags.insecure) words.push('--insecure');
  return [...[...variables].map((name) => `${name}="$${name}"`), ...words].join(' ');
}

/** As a shell reads it as it is. */
function word(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
