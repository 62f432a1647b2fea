/** `--cleanup FILE` removes what an earlier run left. The content of the file is not trusted. */

import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from '../../../conformance/suite';
import { type Contract, isNoSegment, pathParameters } from '../../contract/contract';
import { isUrl } from '../../contract/document/download';
import { displayPath } from '../../contract/document/files';
import { quote } from '../../engine/evidence/curlLine';
import { toLeftovers } from '../../engine/evidence/leftovers';
import { Ledger } from '../../engine/ledger/ledger';
import type { CredentialSettings, Settings } from '../../engine/model/settings';
import { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { plan } from '../../engine/plan/plan';
import { LedgerSender } from '../../engine/run/ledgerSender';
import { createSending } from '../../engine/run/sending';
import { aimedAt } from '../../engine/settingsOf';
import { credentialVariable, secretsOf } from '../../redaction/redact';
import { type Items, pathKey } from '../../resources/kinds';
import { idsIn, type Thing } from '../../resources/things';
import { namesIn } from '../../routing/pathTemplate';
import { UsageError } from '../../support/errors';
import { abortAfter } from '../../support/waiting';
import { count } from '../../support/words';
import type { Target } from '../../wire/target';
import type { Io } from '../io';
import type { Left } from '../output/madeJournal';
import type { Configuration } from '../settings/configurationContent';
import type { VerifyFlags } from '../settings/options';

/** How long the clean-up may take, in milliseconds. */
const CLEANING_MS = 600_000;

/** A journal, and what is needed to remove the things that it names. */
interface CleanUp {
  /** The path of the journal. */
  readonly file: string;
  readonly left: Left;
  readonly target: Target;
  readonly contract: Contract;
  readonly settings: Settings;
}

/**
 * Removes what is left, and then the journal if nothing is left any more.
 * @returns exit code 0, or 2 if something is left.
 * @throws UsageError if the journal names a thing that the contract does not make.
 */
export async function cleanUp({ file, left, target, contract, settings: given }: CleanUp, io: Io): Promise<number> {
  const settings = aimedAt({ ...given, consent: { ...given.consent, writes: 'own' } }, target);
  const planned = plan(contract, suite, settings);
  const { things, intents, perhaps: untold, sent, isSigned } = left;
  for (const thing of [...things, ...intents]) {
    // An action may make what no operation of the contract is for.
    const kind = planned.kinds.items.find(({ item }) => item === thing.item);
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
  const gone: Thing[] = [];
  const sending = createSending(settings, target);
  const ledger = new Ledger({
    port: new LedgerSender({ ...sending, ask: planned.ask }),
    target,
    users: sending.users,
    show: planned.show,
    kinds: planned.kinds,
    mayRemove: true,
    looksLast: true,
    writes: 'own',
    onEvent: (event) => void ('gone' in event && gone.push(event.gone)),
  });
  for (const thing of things) ledger.add(thing);
  for (const intent of intents) ledger.suspect(intent);
  for (const each of untold) ledger.addPerhaps(each, contract.operations);
  ledger.addSent(sent);
  const unremoved = await ledger.settle(abortAfter(Math.min(settings.pace.deadlineMs ?? CLEANING_MS, CLEANING_MS)));
  const there = unremoved.filter(({ isUnseen }) => !isUnseen);
  for (const { operation, url, reason, curl } of toLeftovers(unremoved, settings, secretsOfRun(contract, settings)))
    io.stdout.write(`${operation} ${url}: ${reason}\n  ${curl}\n`);
  // What may be another's was let be, and is no longer the run's to remove.
  const letBe = new Set(
    unremoved.map(({ case: { request } }) =>
      keyOf(request.operation.path, idsIn(request.operation.path, request.values)),
    ),
  );
  const removed = gone.filter(({ item, ids }) => !letBe.has(keyOf(item, ids))).length;
  io.stdout.write(`${count(removed, 'thing')} of ${removed + there.length} removed\n`);
  if (there.length > 0) return 2;
  rmSync(file, { force: true });
  return 0;
}

function keyOf(path: string, ids: readonly string[]): string {
  return JSON.stringify([pathKey(path), ids]);
}

/** Says why no run can have made a thing: a request with its ids would be about something else. */
function whyUnfit({ item, ids }: Thing, kind: Items, isIntent: boolean, isSigned: boolean): string | undefined {
  const places = item.split('{}').length - 1;
  const shown = `${item} ${JSON.stringify(ids)}`;
  // If the request that made it got no answer, its own id may be unknown.
  if (ids.length !== places && !(isIntent && ids.length === places - 1))
    return `${shown} has ${count(ids.length, 'id')} for ${count(places, 'place')}`;
  const operation = kind.remover ?? kind.reader ?? kind.replacer ?? kind.patcher;
  const names = operation ? namesIn(operation.path) : [];
  const unfit = ids.find((id, at) => {
    const parameter = operation && pathParameters(operation).find(({ name }) => name === names[at]);
    // A slash in an id is sent as %2F, which some services take for a plain slash, and an id that a run sent may break the contract on purpose. A
    // signature shows that the id comes from the service or from the run itself.
    return isNoSegment(id) || (!isSigned && (!parameter?.accepts(id) || /[/\\]/.test(id)));
  });
  return unfit === undefined ? undefined : `${JSON.stringify(unfit)} of ${shown} cannot stand in that path`;
}

/** What the user said about where to clean up and with which credentials. */
interface Consent {
  readonly file: string;
  readonly left: Left;
  readonly flags: VerifyFlags;
  readonly settings: Configuration;
  readonly credentials: CredentialSettings;
  /** The target that the command line names, and the one that the configuration names. */
  readonly given: Target | undefined;
  readonly configured: Target | undefined;
}

/**
 * Returns the target to clean up at. A journal alone never decides who is sent a credential or asked to remove something.
 * @throws UsageError if the user has not named the target, names another one, or has not confirmed a file that is not signed.
 */
export function consentedTarget({ file, left, flags, settings, credentials, given, configured }: Consent): Target {
  const { target: url, isSigned } = left;
  const named = given ?? (hasForeignCredential(flags, settings, credentials) ? undefined : configured);
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

/** Tells whether a credential comes from another place than the configuration that names the target. */
function hasForeignCredential(
  flags: VerifyFlags,
  settings: Configuration,
  { token, credentials }: CredentialSettings,
): boolean {
  const isToken = token !== undefined && (flags.token !== undefined || settings.token === undefined);
  const named = Object.keys(credentials).some((name) => !Object.hasOwn(settings.credentials ?? {}, name));
  return isToken || named || [flags.credential, flags.header, flags.cert].some((each) => each !== undefined);
}

/** The settings of a run that a clean-up after it needs, too. */
interface SettingsOfRun {
  readonly contract: string;
  /** The configuration that was read, if there was one. */
  readonly configuration: { readonly path: string; readonly settings: Configuration } | undefined;
  readonly flags: VerifyFlags;
  readonly credentials: CredentialSettings;
}

/** Writes a command for a POSIX shell that removes what a journal names. Instead of credentials it holds the names of their variables. */
export function cleanUpCommand(
  file: string,
  target: Target,
  { contract, configuration, flags, credentials: handedOver }: SettingsOfRun,
): string {
  const { token, credentials, headers } = handedOver;
  const { settings = {} } = configuration ?? {};
  const secrets = secretsOf(handedOver);
  const variables = new Set<string>();
  const words = ['espalier', 'verify', word(urlOf(target)), '--cleanup', word(file)];
  words.push('--contract', word(isUrl(flags.contract) ? flags.contract : displayPath(resolve(contract))));
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
  for (const { env, ...written } of [settings.token ?? {}, ...Object.values(settings.credentials ?? {})])
    if (env === undefined) for (const variable of variablesIn(written)) variables.add(variable);
  for (const value of Object.values(settings.headers ?? {})) if (typeof value === 'object') variables.add(value.env);
  const configuredHeaders = Object.keys(settings.headers ?? {}).length;
  for (const [name, value] of headers.slice(configuredHeaders))
    words.push('--header', quote(`${name}: ${secrets.mask(name, value)}`));
  for (const name of ['ca', 'cert', 'key'] as const) {
    const named = flags[name];
    if (named !== undefined) words.push(`--${name}`, word(named));
  }
  if (flags.insecure) words.push('--insecure');
  return [...[...variables].map((name) => `${name}="$${name}"`), ...words].join(' ');
}

/** The variables that what a credential is fetched with comes from. */
function variablesIn(written: unknown): string[] {
  if (typeof written !== 'object' || written === null) return [];
  if ('env' in written && typeof written.env === 'string') return [written.env];
  return Object.values(written).flatMap(variablesIn);
}

/** Quotes a word where the shell would not read it as it is. */
function word(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
