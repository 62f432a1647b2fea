import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Amends, amendmentsFor } from '../../amend/amend';
import { AMENDMENT_KINDS, type Amendment, type AmendmentKind } from '../../amend/amendment';
import { editText } from '../../amend/editText';
import type { NamedReport } from '../../amend/seenAnswers';
import { overlayText } from '../../amend/toOverlay';
import type { Contract } from '../../contract/contract';
import { displayPath } from '../../contract/document/files';
import { readContract } from '../../contract/load';
import { readSelection } from '../../engine/plan/selection';
import { UsageError } from '../../support/errors';
import { count, didYouMean } from '../../support/words';
import type { Io } from '../io';
import { readReport } from '../output/readReport';
import { writeReportFile } from '../output/reportFile';
import { type ContractFlags, findContract } from '../settings/contractSource';
import { askInTerminal, keepForLater } from './amendChoices';

interface AmendFlags extends ContractFlags {
  readonly contract?: string;
  readonly write?: boolean;
  /** Names of kinds, separated by commas. */
  readonly only?: readonly string[];
  readonly operation?: readonly string[];
  /** Asks in the terminal for each change. */
  readonly interactive?: boolean;
  /** Where what is put off is kept. */
  readonly baseline?: string;
}

/**
 * Makes the contract true to what reports show: writes an OpenAPI overlay to stdout, or changes the files of the contract.
 * @returns exit code 0; 2 if the baseline could not be written.
 * @throws UsageError if a report or an option cannot be used, ContractError if the contract cannot be read.
 */
export async function amendCommand(files: readonly string[], flags: AmendFlags, io: Io): Promise<number> {
  const kinds = readKinds(flags.only ?? []);
  const reports = files.map((name): NamedReport => ({ name, report: readReport(name) }));
  const file = await findContract(flags.contract ?? contractOf(reports), flags, io);
  const overlays = flags.overlay ?? [];
  const contract = await readContract(file, overlays);
  refuseForeign(reports, contract);
  const selection = readSelection(flags.operation ?? [], contract.operations);
  const unwanted = new Set(contract.operations.filter((each) => !selection(each)).map(({ name }) => name));
  const drafts = new Drafts(file, overlays, contract);
  try {
    const options = { kinds, isWanted: (operation: string) => !unwanted.has(operation) };
    const found = await amendmentsFor(reports, contract, options, (amendments) => drafts.read(amendments));
    const choices = flags.interactive ? await askInTerminal(found.amendments, reports, io) : undefined;
    const amends = choices ? { amendments: choices.amend, left: [] } : found;
    if (choices && !keepForLater(choices.later, reports, flags.baseline, io)) return 2;
    if (flags.write) await writeContract(amends.amendments, overlays);
    else io.stdout.write(overlayText(amends.amendments, contract.parsed(), contract.title, process.cwd()));
    io.stderr.write(summaryOf(amends, contract, found.amendments.length, flags.write === true));
  } finally {
    drafts.remove();
  }
  return 0;
}

function readKinds(texts: readonly string[]): ReadonlySet<AmendmentKind> {
  const names = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  for (const name of names) {
    if ((AMENDMENT_KINDS as readonly string[]).includes(name)) continue;
    throw new UsageError(
      `--only ${name} is not known; there are ${AMENDMENT_KINDS.join(', ')}.${didYouMean(name, AMENDMENT_KINDS)}`,
    );
  }
  return new Set(names.length > 0 ? (names as AmendmentKind[]) : USUAL_AMENDMENTS);
}

/** Header fields are many, and few of them are meant for clients. */
export const USUAL_AMENDMENTS: readonly AmendmentKind[] = AMENDMENT_KINDS.filter((kind) => kind !== 'headers');

/** Returns the contract that the reports name, if it is there. */
function contractOf([first]: readonly NamedReport[]): string | undefined {
  const named = first?.report.contract.file;
  return named !== undefined && existsSync(named) ? named : undefined;
}

function refuseForeign(reports: readonly NamedReport[], contract: Contract): void {
  const names = new Set(contract.operations.map(({ name }) => name));
  for (const { name, report } of reports) {
    const { exchanges } = report;
    if (exchanges.length > 0 && !exchanges.some(({ operation }) => names.has(operation)))
      throw new UsageError(
        `${name} has no exchange of an operation of ${contract.file}. Is it the right contract (--contract FILE)?`,
      );
  }
}

/** The contract with changes that are not made yet. */
export class Drafts {
  private readonly folder = mkdtempSync(join(tmpdir(), 'espalier-amend-'));
  private written = 0;

  constructor(
    private readonly file: string,
    private readonly overlays: readonly string[],
    private readonly contract: Contract,
  ) {}

  read(amendments: readonly Amendment[]): Promise<Contract> {
    const draft = join(this.folder, `${this.written++}.yaml`);
    writeFileSync(draft, overlayText(amendments, this.contract.parsed(), '', this.folder));
    return readContract(this.file, [...this.overlays, draft]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function writeContract(amendments: readonly Amendment[], overlays: readonly string[]): Promise<void> {
  if (overlays.length > 0)
    throw new UsageError('--write changes the contract itself, so it cannot be combined with --overlay.');
  const edits = amendments.flatMap((amendment) => amendment.edits);
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const changed = editText(
      readFileSync(file, 'utf8'),
      edits.filter((edit) => edit.file === file),
    );
    await writeReportFile(file, changed);
  }
}

/** Left findings that are alike are told once. */
const MOST_LEFT = 20;

/** @param asked how many changes the reports ask for, whether or not they are made. */
function summaryOf({ amendments, left }: Amends, contract: Contract, asked: number, isWritten: boolean): string {
  const made = amendments.map(
    ({ kind, seen, shown, isOfRequests }) =>
      `  ${kind.padEnd(11)} ${seen} (exchange ${shown.exchange} of ${basename(shown.report)})${isOfRequests ? '; requests have this schema, too' : ''}\n`,
  );
  const lines = [...new Set(left.map(({ seen, why }) => `  ${seen}: ${why}.\n`))];
  const more = lines.length > MOST_LEFT ? `  and ${lines.length - MOST_LEFT} more\n` : '';
  const where = isWritten ? `made in ${displayPath(resolve(contract.file))}` : 'in the overlay';
  return [
    amendments.length === 0
      ? asked === 0
        ? `Nothing that the reports show asks for a change of ${contract.file}.\n`
        : `No change was chosen, so ${contract.file} stays as it is. The reports ask for ${count(asked, 'change')}.\n`
      : `${count(amendments.length, 'change')} ${where}; look at each: a service may be wrong, too.\n`,
    ...made,
    ...(lines.length > 0 ? ['Left as it is:\n', ...lines.slice(0, MOST_LEFT), more] : []),
  ].join('');
}
