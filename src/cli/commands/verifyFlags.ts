/** Refuses what a command line of `verify` says and cannot be meant, and reads the URL of the target. */

import { displayPath } from '../../contract/document/files';
import { UsageError } from '../../support/errors';
import { joinedByAnd } from '../../support/words';
import { parseTarget, type Target } from '../../wire/target';
import type { Io } from '../io';
import type { ConfigurationFile, LoadedConfiguration } from '../settings/configuration';
import { atGivenTarget } from '../settings/environments';
import type { VerifyFlags } from '../settings/options';

export function refuseContradictions(flags: VerifyFlags): void {
  for (const name of ['start', 'setup'] as const) {
    if (flags[name]?.trim() === '') {
      throw new UsageError(`--${name} is empty; is the variable that should hold it set?`);
    }
  }
  if (flags.setup !== undefined && (flags.param ?? []).length > 0) {
    throw new UsageError('--setup and --param both say what may be used up; leave one of them out.');
  }
  if (flags.cleanup !== undefined && (flags.list || flags.start !== undefined || (flags.report ?? []).length > 0)) {
    throw new UsageError('--cleanup verifies nothing; leave --list, --start and --report out.');
  }
  if (flags.shard !== undefined && (flags.processes ?? 1) > 1) {
    throw new UsageError('--shard makes one part of a run, and --processes all of them; leave one of them out.');
  }
  if (flags.cleanup !== undefined && flags.journal !== undefined) {
    throw new UsageError('--cleanup makes nothing that --journal could note; leave one of them out.');
  }
  if (flags.yes && flags.cleanup === undefined) {
    throw new UsageError('--yes confirms what --cleanup FILE removes; name the file, or leave it out.');
  }
  if (flags.baselineUpdate && (flags.list || flags.cleanup !== undefined)) {
    throw new UsageError('--baseline-update writes what a run finds; leave --list and --cleanup out.');
  }
  if (flags.baselineUpdate && flags.shard !== undefined) {
    throw new UsageError(
      'A part of a run does not know what the others find; leave --baseline-update to espalier merge, which has it, too.',
    );
  }
  if (flags.failed && flags.operation) {
    throw new UsageError('--failed and --operation both say which operations are verified; leave one of them out.');
  }
  if (flags.list && (flags.report ?? []).length > 0) {
    throw new UsageError('--list sends nothing that --report could report; leave one of them out.');
  }
}

/** @throws UsageError if the target is to be started or waited for, but has no URL. */
export function refuseStart(flags: VerifyFlags, { settings, reading }: LoadedConfiguration): void {
  for (const name of ['start', 'wait'] as const) {
    const refuse = (how: string) => {
      throw new UsageError(`Name the URL at which the target will answer: ${how}.`);
    };
    if (flags[name] !== undefined) refuse(`espalier verify URL --${name} …`);
    if (settings[name] !== undefined) reading(`/${name}`, () => refuse('as `target`, or espalier verify URL'));
  }
}

/** Reads the URL of the target. An address without a scheme, such as `localhost:8080`, is taken for http. */
export function readTarget(url: string, tls: NonNullable<Target['tls']>, io: Io): Target {
  const target = targetAt(url, tls);
  if (isBare(url)) io.stderr.write(`${url} is taken for http://${url}.\n`);
  return target;
}

/** As {@link readTarget}, and says nothing. */
export function targetAt(url: string, tls: NonNullable<Target['tls']>): Target {
  return parseTarget(isBare(url) ? `http://${url}` : url, tls);
}

function isBare(url: string): boolean {
  return /^([\w.-]+|\[[\d:a-f.]+\]):\d+(\/[^?#]*)?$/i.test(url);
}

/**
 * Returns the target of a run, and what the configuration says of it. Where the command line names another one than the configuration speaks of,
 * what the configuration hands over is not for that, and the user is told so.
 */
export function atTarget(
  loaded: LoadedConfiguration,
  found: ConfigurationFile | undefined,
  given: Target | undefined,
  tls: NonNullable<Target['tls']>,
  io: Io,
): { readonly configuration: LoadedConfiguration; readonly target: Target | undefined } {
  const { target: named } = loaded.settings;
  const read = (url: string) => (given ? targetAt(url, tls) : readTarget(url, tls, io));
  const own = named === undefined ? undefined : loaded.reading('/target', () => read(named));
  const { settings, left } = atGivenTarget(loaded.settings, own, given);
  if (left.length > 0 && found && own && given)
    io.stderr.write(
      `${displayPath(found.path)} is about ${own.origin}: its ${joinedByAnd(left.map((name) => `\`${name}\``))} ` +
        `${left.length === 1 ? 'is' : 'are'} not used at ${given.origin}. Name that target in it, or say on the command line what you hand over.\n`,
    );
  return { configuration: { ...loaded, settings }, target: given ?? own };
}
