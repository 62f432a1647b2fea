/** Keeps of the last run of a working directory what was wrong and how things were made, for `espalier again`, `espalier verify --failed` and `espalier init --workflow`. */

import { createHash } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countVerdicts } from '../../report/outcome';
import type { Report } from '../../report/report';
import { plainJson } from '../../report/reporters/json';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { makeStateFolder, ownStateFile } from '../settings/stateFolder';
import { readReport } from './readReport';
import { inChunks } from './reportFile';

/** Keeps the part of a report that tells what was wrong, and how things were made. That it cannot be written is no reason to end a run. */
export function keepLastReport(report: Report, env: Io['env']): void {
  const requirements = report.requirements.filter(({ findings }) => findings.length > 0);
  const named = new Set([
    ...requirements.flatMap(({ findings }) => findings.flatMap(({ exchange, after = exchange }) => [exchange, after])),
    ...(report.chains ?? []).flat(),
  ]);
  const { coverage: _, ...rest } = report;
  const kept: Report = {
    ...rest,
    requirements,
    counts: countVerdicts(requirements),
    observations: [],
    exchanges: report.exchanges.filter(({ index }) => named.has(index)),
  };
  try {
    const folder = makeStateFolder(env);
    const file = join(folder, nameOfLast());
    const partial = `${file}.${process.pid}.partial`;
    rmSync(partial, { force: true });
    try {
      writeParts(partial, plainJson(kept));
      renameSync(partial, file);
    } finally {
      rmSync(partial, { force: true });
    }
  } catch {
    // Then `again` says that there is none.
  }
}

/** Writes a text part by part, since that of a large run is long. */
function writeParts(file: string, parts: Iterable<string>): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    for (const chunk of inChunks(parts)) writeSync(descriptor, chunk);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws UsageError if there was no run in this working directory, or what it left may be somebody else's. */
export function readLastReport(env: Io['env']): Report {
  const file = ownStateFile(env, nameOfLast());
  if (file !== undefined) return readReport(file);
  throw new UsageError('There is no report of an earlier run in this folder; run espalier verify here first.');
}

/** Each working directory has a last run of its own. */
function nameOfLast(): string {
  const hash = createHash('sha256').update(resolve('.')).digest('hex').slice(0, 16);
  return `last-${hash}.json`;
}
