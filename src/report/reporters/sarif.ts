import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Clause, farPointer, type Mistake } from '../../contract/clause';
import { count } from '../../support/words';
import { fails, type Occurrence } from '../causes';
import { findingId } from '../findingIds';
import type { Report, RequirementReport } from '../report';
import type { RenderOptions } from './reporter';
import { captionOf, causeOf, exchangeOf, headingOf, titleOf } from './wording';

/** A message, as SARIF §3.11 has it. */
interface Message {
  readonly text: string;
}

/** SARIF §3.49. */
interface Descriptor {
  readonly id: string;
  readonly shortDescription: Message;
  readonly help: Message;
  readonly defaultConfiguration: { readonly level: Level };
}

/** SARIF §3.27.10. */
type Level = 'error' | 'warning' | 'note';

interface Result {
  readonly ruleId: string;
  readonly level: Level;
  readonly message: Message;
  readonly locations: readonly object[];
  readonly partialFingerprints?: Readonly<Record<string, string>>;
  readonly suppressions?: readonly object[];
}

/**
 * Writes the report as SARIF 2.1.0, for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 * Each finding is a result, at its clause of the contract; its fingerprint is its id, which stays the same from run to run. What a waiver or
 * the baseline lets pass is there, too, as suppressed. Mistakes of the contract or the configuration are results of a rule of their own.
 */
export function sarif(report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const { tool, mistakes = [], requirements } = report;
  const found = requirements
    .flatMap((requirement) => requirement.findings.map((finding) => ({ requirement, finding })))
    .map((occurrence) => ({ rule: occurrence.requirement, result: toResult(occurrence, report, nameFile) }))
    .sort((one, other) => LEVELS.indexOf(one.result.level) - LEVELS.indexOf(other.result.level));
  const shown = found.slice(0, MOST_RESULTS);
  const rules = [...new Map(shown.map(({ rule }) => [rule.rule, descriptorOf(rule)])).values()];
  const driver = {
    name: tool.name,
    version: tool.version,
    semanticVersion: tool.version,
    rules: mistakes.length > 0 ? [...rules, MISTAKE] : rules,
  };
  const results = [...mistakes.map((each) => mistakeResult(each, nameFile)), ...shown.map(({ result }) => result)];
  const run = {
    tool: { driver },
    invocations: [invocationOf(report, found.length - shown.length)],
    columnKind: 'utf16CodeUnits',
    automationDetails: { id: `${tool.name}/${titleOf(report)}/` },
    results,
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** GitHub takes so many results of a run, and refuses a file with more. */
const MOST_RESULTS = 25_000;

/** The worst first. */
const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

function descriptorOf({ rule, statement, reference, advice, level }: RequirementReport): Descriptor {
  return {
    id: rule,
    shortDescription: { text: statement },
    help: { text: `${advice} (${reference})` },
    defaultConfiguration: { level: level === 'must' ? 'error' : 'warning' },
  };
}

/** The rule that a mistake in a file breaks. */
const MISTAKE: Descriptor = {
  id: 'mistake',
  shortDescription: { text: 'The contract and the configuration can be used as they are written.' },
  help: { text: 'Mend the place that the mistake names; espalier check tells all mistakes of a contract.' },
  defaultConfiguration: { level: 'error' },
};

function mistakeResult(mistake: Mistake, nameFile: (file: string) => string): Result {
  return {
    ruleId: MISTAKE.id,
    level: 'error',
    message: { text: [farPointer(mistake), mistake.message].filter((each) => each !== undefined).join(': ') },
    locations: [locationOf(mistake, nameFile)],
  };
}

function toResult(occurrence: Occurrence, report: Report, nameFile: (file: string) => string): Result {
  const { requirement, finding } = occurrence;
  const { rule, operation, waiver, verdict } = requirement;
  const clause = finding.clause ?? requirement.clause;
  const id = findingId(requirement, finding);
  const letsPass = finding.known ? 'The baseline has it.' : waiver?.reason;
  const isPassed = finding.known || verdict === 'skip' || verdict === 'pass';
  return {
    ruleId: rule,
    level: isPassed ? 'note' : fails(occurrence) ? 'error' : 'warning',
    message: { text: messageOf(occurrence, report) },
    locations: [locationOf(clause, nameFile, operation)],
    // By the second name GitHub knows a result again.
    partialFingerprints: { 'findingId/v1': id, primaryLocationLineHash: `${id}:1` },
    ...(letsPass === undefined ? {} : { suppressions: [{ kind: 'external', justification: letsPass }] }),
  };
}

function messageOf({ requirement, finding }: Occurrence, report: Report): string {
  const [exchange, before] = [exchangeOf(finding, report), causeOf(finding, report)];
  return [
    `${headingOf(finding)} at ${requirement.operation}.`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...(before ? [`after: ${captionOf(before)}`, `sent: ${before.curl}`] : []),
    ...(exchange ? [`seen: ${captionOf(exchange)}`, `again: ${exchange.curl}`] : []),
  ].join('\n');
}

/** SARIF §3.28. @param operation whose clause it is. */
function locationOf(
  place: Pick<Clause, 'file' | 'line' | 'column'> & Partial<Clause>,
  nameFile: (file: string) => string,
  operation?: string,
): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(nameFile(place.file)) },
      region: { startLine: place.line, startColumn: place.column },
    },
    ...(operation === undefined
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: `${operation} ${place.pointer ?? ''}`.trim(), kind: 'member' }] }),
  };
}

/** Writes the name of a file as a URI (SARIF §3.4.3): a relative one stays relative. */
function uriOf(file: string): string {
  return isAbsolute(file) ? pathToFileURL(file).href : file.split(sep).map(encodeURIComponent).join('/');
}

/** SARIF §3.20. @param left how many results had no room. */
function invocationOf({ outcome, exitCode, reason, startedAt, target }: Report, left: number): object {
  const notes = [
    ...(reason === undefined ? [] : [{ level: outcome === 'error' ? 'error' : 'note', message: { text: reason } }]),
    ...(left === 0
      ? []
      : [{ level: 'warning', message: { text: `${count(left, 'finding')} more are in the JSON report.` } }]),
  ];
  return {
    executionSuccessful: outcome !== 'error',
    exitCode,
    exitCodeDescription: outcome,
    startTimeUtc: startedAt,
    ...(notes.length === 0 ? {} : { toolExecutionNotifications: notes }),
    ...(target === '' ? {} : { properties: { target } }),
  };
}
