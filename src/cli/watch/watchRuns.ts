/** `verify --watch` runs again whenever the contract, the configuration or the service changes, and when a person wants it. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { ContractError } from '../../contract/clause';
import { expectedContract } from '../../contract/contractFile';
import { displayPath } from '../../contract/document/files';
import { UsageError } from '../../support/errors';
import { watch } from '../../support/watching';
import { verifyCommand } from '../commands/verify';
import type { Io } from '../io';
import { usableReports } from '../output/reports';
import { ConfigurationError } from '../settings/configuration';
import type { VerifyFlags } from '../settings/options';
import { type Choice, KEYS, nextWish } from './keys';
import { watchSources } from './sourceFiles';

/** How long files must stay unchanged before a run begins, in milliseconds: editors and formatters save in several steps. */
const SETTLED_MS = 200;

/**
 * Verifies until somebody ends it.
 * @returns the exit code of the last run.
 * @throws UsageError if the first run shows that the command line cannot be used.
 */
export async function watchCommand(url: string | undefined, flags: VerifyFlags, io: Io): Promise<number> {
  if (flags.list || flags.cleanup !== undefined || flags.baselineUpdate)
    throw new UsageError('--watch runs again and again; leave --list, --cleanup and --baseline-update out.');
  const changes = new Changes(flags, io);
  let chosen = flags;
  let exitCode = 2;
  let isFirst = true;
  try {
    while (!io.signal.aborted) {
      exitCode = await runOnce(url, chosen, io, changes, isFirst);
      isFirst = false;
      if (io.signal.aborted) break;
      io.stderr.write(`Waiting for changes${io.stdin?.isTTY ? `; ${KEYS}` : ''}.\n`);
      const wish = await changes.or((signal) => nextWish(io, signal));
      if (wish?.wants === 'end') break;
      if (wish) chosen = flagsFor(wish, flags);
    }
  } finally {
    await changes.close();
  }
  return exitCode;
}

function flagsFor(wish: Choice, flags: VerifyFlags): VerifyFlags {
  const { operation: _, failed: __, ...rest } = flags;
  switch (wish.wants) {
    case 'all':
      return flags;
    case 'failed':
      return { ...rest, failed: true };
    case 'operation':
      return { ...rest, operation: [wish.name] };
    default:
      return wish satisfies never;
  }
}

/** What a person writes may be broken for a while: then it is told, and the next change is waited for. */
async function runOnce(
  url: string | undefined,
  flags: VerifyFlags,
  io: Io,
  changes: Changes,
  isFirst: boolean,
): Promise<number> {
  try {
    return await verifyCommand(url, flags, io, (files) => changes.follow(files));
  } catch (error) {
    const isWritten = error instanceof ContractError || error instanceof ConfigurationError;
    if (!(isWritten || (error instanceof UsageError && !isFirst))) throw error;
    if (error instanceof ContractError) changes.follow(error.files);
    io.stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** Notes changes, also those during a run. */
class Changes {
  private readonly files: ReturnType<typeof watch>;
  private readonly sources: ReturnType<typeof watchSources> | undefined;
  private settling: NodeJS.Timeout | undefined;
  private isDue = false;
  private wake: () => void = () => {};
  /** Nothing else may keep the process alive while it waits. */
  private readonly alive = setInterval(() => {}, 60_000);

  constructor(
    private readonly flags: VerifyFlags,
    private readonly io: Io,
  ) {
    this.files = watch(this.ownFiles(), async () => this.note());
    const reports = usableReports(flags.report ?? []).flatMap(({ file }) => file ?? []);
    const written = [...reports, ...(flags.baseline === undefined ? [] : [flags.baseline])];
    if (flags.start !== undefined)
      this.sources = watchSources('.', written, (file) => {
        this.note(file);
      });
  }

  /** Watches the files of a contract, too. */
  follow(contractFiles: readonly string[]): void {
    this.files.follow([...new Set([...this.ownFiles(), ...contractFiles])]);
  }

  /** Waits for a change, for what `other` waits for, or for the end. */
  async or<T>(other: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const woken = new AbortController();
    this.wake = () => woken.abort();
    if (this.isDue) this.wake();
    try {
      return await other(AbortSignal.any([woken.signal, this.io.signal]));
    } finally {
      this.wake = () => {};
      this.isDue = false;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.settling);
    clearInterval(this.alive);
    this.sources?.close();
    await this.files.close();
  }

  private note(file?: string): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.io.stderr.write(
        `\n${file === undefined ? 'The contract or the configuration' : displayPath(file)} changed.\n`,
      );
      this.isDue = true;
      this.wake();
    }, SETTLED_MS);
  }

  private ownFiles(): string[] {
    const { contract, config = 'espalier.yaml' } = this.flags;
    const file = contract ?? expectedContract(undefined);
    return [config, ...(existsSync(file) ? [file] : [])].map((each) => resolve(each));
  }
}
