/** Asks a person, change by change, who is wrong: the contract or the service. */

import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Amendment } from '../../amend/amendment';
import type { NamedReport } from '../../amend/seenAnswers';
import { updatedBaseline } from '../../report/baseline';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { keepBaseline, readBaseline } from '../settings/baselineFile';

/** What a person said of the changes. */
export interface Choices {
  readonly amend: readonly Amendment[];
  /** Their findings go into the baseline. */
  readonly later: readonly Amendment[];
}

/** Returns an answer to a question; undefined if nobody answers any more. */
type Ask = (question: string) => Promise<string | undefined>;

/** @throws UsageError if there is no terminal to ask in. */
export async function askInTerminal(
  amendments: readonly Amendment[],
  reports: readonly NamedReport[],
  { stderr, signal }: Io,
): Promise<Choices> {
  if (!process.stdin.isTTY) throw new UsageError('--interactive asks in a terminal, and the standard input is none.');
  const lines = createInterface({ input: process.stdin });
  try {
    return await choose(amendments, reports, (question) => {
      stderr.write(question);
      return lines.question('', { signal }).catch(() => undefined);
    });
  } finally {
    lines.close();
  }
}

const HELP =
  '  c  the contract is wrong: amend it\n  s  the service is wrong: leave the contract\n  l  later: into the baseline\n  q  stop here\n';

/** What is not answered is left as it is. */
export async function choose(
  amendments: readonly Amendment[],
  reports: readonly NamedReport[],
  ask: Ask,
): Promise<Choices> {
  const [amend, later]: [Amendment[], Amendment[]] = [[], []];
  const asked = amendments.flatMap(oneByOne);
  for (const [at, { amendment: each, about }] of asked.entries()) {
    const { shown, seen, kind, isOfRequests } = each;
    const report = reports.find(({ name }) => name === shown.report)?.report;
    const curl = report?.exchanges.find(({ index }) => index === shown.exchange)?.curl;
    const question = `\n${at + 1} of ${asked.length}  ${kind}${about}: ${seen}\n${isOfRequests ? '  Requests have this schema, too.\n' : ''}${curl === undefined ? '' : `  ${curl}\n`}`;
    let answer = await ask(`${question}${at === 0 ? HELP : ''}c, s, l or q: `);
    while (answer !== undefined && !/^[cslq]$/i.test(answer.trim())) answer = await ask(`${HELP}c, s, l or q: `);
    const letter = answer?.trim().toLowerCase();
    if (letter === undefined || letter === 'q') break;
    if (letter === 'c') amend.push(each);
    if (letter === 'l') later.push(each);
  }
  return { amend, later };
}

/** Kinds whose edits are about one value or one name each, of which one may be right and another wrong. */
const BY_VALUE: ReadonlySet<string> = new Set(['enum', 'required', 'members']);

/** Returns a change as those that a person decides about: each value of an enum, and each name, by itself. */
function oneByOne(amendment: Amendment): { readonly amendment: Amendment; readonly about: string }[] {
  const { kind, edits } = amendment;
  if (!BY_VALUE.has(kind) || edits.length < 2) return [{ amendment, about: '' }];
  return edits.map((edit) => {
    const { change, tokens } = edit;
    const value = 'append' in change ? change.append : 'take' in change ? change.take : tokens.at(-1);
    return { amendment: { ...amendment, edits: [edit] }, about: ` ${JSON.stringify(value)}` };
  });
}

/**
 * Adds the findings of changes that are put off to a baseline.
 * @param given the file that `--baseline` names.
 * @returns false if it could not be written.
 */
export function keepForLater(
  later: readonly Amendment[],
  reports: readonly NamedReport[],
  given: string | undefined,
  io: Io,
): boolean {
  const ids = new Set(later.flatMap(({ findings }) => findings));
  const unknown = later.filter(({ findings }) => findings.length === 0).length;
  if (unknown > 0) io.stderr.write(`${unknown} of them fail no run, so a baseline need not know them.\n`);
  if (ids.size === 0) return true;
  const file = resolve(given ?? 'espalier.baseline.json');
  const baseline = readBaseline({ baseline: file, baselineUpdate: true });
  let findings = baseline?.findings ?? [];
  for (const { report } of reports) {
    const requirements = report.requirements
      .map((each) => ({ ...each, findings: each.findings.filter(({ id }) => id !== undefined && ids.has(id)) }))
      .filter((each) => each.findings.length > 0);
    // What the file has stays in it.
    const asked = { isAsked: () => false, coverage: undefined, isCutShort: true };
    findings = updatedBaseline({ requirements, exchanges: report.exchanges }, { file, findings }, asked);
  }
  return keepBaseline(baseline, findings, io);
}
