/** Reads and writes the file of a baseline, as the command line and the configuration name it. */

import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { displayPath, whyUnreadable } from '../../contract/document/files';
import { type Baseline, baselineText, isGap, parseBaseline } from '../../report/baseline';
import type { KnownFinding } from '../../report/report';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import type { Io } from '../io';
import { whyUnwritable } from '../output/reportFile';
import type { LoadedConfiguration } from './configuration';

/** The options of all commands that compare with a baseline. */
export interface BaselineFlags {
  readonly baseline?: string;
  readonly baselineUpdate?: boolean;
  readonly baselineStrict?: boolean;
}

/**
 * Reads the baseline that the command line names, else the one that the configuration names, if either does.
 * @throws UsageError if it cannot be used.
 */
export function readBaseline(
  { baseline, baselineUpdate = false, baselineStrict = false }: BaselineFlags,
  configuration?: Pick<LoadedConfiguration, 'settings' | 'folder' | 'reading'>,
): Baseline | undefined {
  const configured = configuration?.settings.baseline;
  const options = {
    ...(baselineUpdate ? { isUpdated: true } : {}),
    ...(baselineStrict ? { isStrict: true } : {}),
  };
  if (baseline === '') throw new UsageError('--baseline names no file; is the variable that should hold it set?');
  if (baseline !== undefined) return { ...load(resolve(baseline), baselineUpdate), ...options };
  if (configuration && configured !== undefined) {
    const path = resolve(configuration.folder, configured);
    return { ...configuration.reading('/baseline', () => load(path, baselineUpdate)), ...options };
  }
  const useless = baselineUpdate ? '--baseline-update' : baselineStrict ? '--baseline-strict' : undefined;
  if (useless === undefined) return undefined;
  throw new UsageError(`${useless} needs the file of the baseline: --baseline FILE, or \`baseline\` in espalier.yaml.`);
}

function load(path: string, isUpdated: boolean): Baseline {
  const file = displayPath(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      throw new UsageError(`The baseline ${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
    if (isUpdated) return { file, findings: [] };
    throw new UsageError(`There is no baseline ${file}; --baseline-update writes it.`);
  }
  return { file, findings: isUpdated && text.trim() === '' ? [] : parseBaseline(text, file) };
}

/**
 * Writes the file after a run with `--baseline-update`, and says what changed.
 * @param findings what it should hold; undefined if the run did not come to its end.
 * @returns false if it could not be written.
 */
export function keepBaseline(
  baseline: Baseline | undefined,
  findings: readonly KnownFinding[] | undefined,
  { stderr }: Pick<Io, 'stderr'>,
): boolean {
  if (!baseline?.isUpdated) return true;
  const { file } = baseline;
  if (!findings) {
    stderr.write(`The baseline ${file} is as it was, since the run did not come to its end.\n`);
    return true;
  }
  try {
    writeWhole(resolve(file), baselineText(findings));
  } catch (error) {
    stderr.write(`The baseline ${file} could not be written: ${whyUnwritable(error as NodeJS.ErrnoException)}.\n`);
    return false;
  }
  const [before, now] = [baseline.findings, findings].map((all) => new Set(all.map(({ id }) => id)));
  const added = [...(now ?? [])].filter((id) => !before?.has(id)).length;
  const removed = [...(before ?? [])].filter((id) => !now?.has(id)).length;
  const gaps = findings.filter(isGap).length;
  const others = gaps === 0 ? '' : ` and ${count(gaps, 'requirement')} that nothing exercised`;
  stderr.write(
    `The baseline ${file} has ${count(findings.length - gaps, 'finding')}${others} now: ${added} more, ${removed} removed.\n`,
  );
  return true;
}

/** Writes under another name first. What was there stays if that fails. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}.partial`;
  try {
    rmSync(partial, { force: true });
    writeFileSync(partial, text, { flag: 'wx' });
    renameSync(partial, targetOf(path));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Follows a symbolic link, which stays one. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
