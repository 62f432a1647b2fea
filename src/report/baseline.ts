/**
 * The breaches that a team knows of: a file that says which findings are not new. A run then fails on new ones only. It also says what no run
 * could exercise when it was written, so that a run is incomplete only where it exercises less than before.
 */

import { isObject } from '../json/value';
import { UsageError } from '../support/errors';
import { count } from '../support/words';
import { clausePointer, type FindingIdentity, identityOf, lastingNames, shortIdOf } from './findingIds';
import { isKnownGap, isUnexercised } from './outcome';
import type { BaselineReport, CoverageReport, Finding, KnownFinding, Report, RequirementReport } from './report';
import { requirementName } from './report';

/** What a file says, and its name. */
export interface Baseline {
  readonly file: string;
  readonly findings: readonly KnownFinding[];
  /** All that the run finds becomes known. */
  readonly isUpdated?: boolean;
  /** A run fails if it looked for a known breach and did not find it. */
  readonly isStrict?: boolean;
}

/** What a run asked for. */
export interface SearchedFor {
  /** Tells whether an exchange of this probe was sent to the operation. */
  readonly isAsked: (operation: string, probe: string) => boolean;
  readonly coverage: CoverageReport | undefined;
  /** The operations of the contract, whether or not they were selected; undefined if they are not known. */
  readonly declared?: readonly string[];
  /** Whether the run was cut short. Then it says nothing about what it did not find. */
  readonly isCutShort: boolean;
}

/** The version of the file's format. */
const FORMAT = 1;
const MARK = 'espalierBaseline';
/** The kind of a line that says that nothing exercised the requirement. */
const UNEXERCISED = 'not exercised';

type KnowsFinding = (
  requirement: Parameters<typeof identityOf>[0],
  finding: Parameters<typeof identityOf>[1] & Pick<Finding, 'names'>,
) => boolean;

/** Returns a function that tells whether a baseline has a finding: the same breach, with no name that is new. */
export function knownBy({ findings, isUpdated = false }: Baseline): KnowsFinding {
  const byKey = new Map(findings.map((each) => [keyOf(each), new Set(each.names)]));
  return (requirement, finding) => {
    if (isUpdated) return true;
    const names = byKey.get(keyOf(identityOf(requirement, finding)));
    return names !== undefined && lastingNames(finding).every((name) => names.has(name));
  };
}

function keyOf({ operation, rule, level, clause, kind = '' }: Omit<FindingIdentity, 'kind'> & { kind?: string }) {
  return [operation, rule, level, clause, kind].join('\n');
}

export interface Compared {
  readonly requirements: readonly RequirementReport[];
  readonly baseline: BaselineReport;
}

/**
 * Marks the findings that a baseline has. A requirement with no other findings is let pass for now: its verdict becomes `skip`, as with a
 * waiver, and it keeps its findings. What is waived is left as it is.
 */
export function applyBaseline(
  requirements: readonly RequirementReport[],
  baseline: Baseline,
  asked: SearchedFor,
): Compared {
  const knows = knownBy(baseline);
  const isStrict = requirements.some(
    ({ verdict, findings }) => verdict === 'fail' && findings.every(({ level }) => level === 'should'),
  );
  const marked = withKnownEchoes(
    requirements.map((each) => {
      if (!isBroken(each)) return each;
      const findings = each.findings.map((finding) =>
        knows(each, finding) ? { ...finding, known: true as const } : finding,
      );
      return { ...each, findings };
    }),
  );
  const gaps = new Set(baseline.findings.filter(isGap).map(keyOf));
  const isGapBefore = (each: RequirementReport) => baseline.isUpdated || gaps.has(keyOf(gapOf(each)));
  const judged = marked.map((each) => {
    if (isBroken(each)) return judgedAnew(each, baseline.file, isStrict);
    return isUnexercised(each) && isGapBefore(each) ? asBefore(each, baseline.file) : each;
  });
  return {
    requirements: judged,
    baseline: {
      file: baseline.file,
      known: knownIn(marked).size,
      gone: baseline.isUpdated ? [] : goneOf(requirements, baseline, asked).filter((each) => !isGap(each)),
      ...unexercisedIn(judged),
      ...(baseline.isStrict ? { strict: true as const } : {}),
      ...(baseline.isUpdated ? { updated: true as const } : {}),
    },
  };
}

/** Tells whether a line says that nothing exercised a requirement. All others say what breaks one. */
export function isGap({ kind }: KnownFinding): boolean {
  return kind === UNEXERCISED;
}

/** Returns what the file says of a requirement that nothing exercised. */
function gapOf(requirement: RequirementReport): FindingIdentity {
  return identityOf(requirement, { level: requirement.level, kind: UNEXERCISED });
}

/** Lets pass for now that nothing exercised a requirement, since nothing did so before. */
function asBefore(requirement: RequirementReport, file: string): RequirementReport {
  return { ...requirement, waiver: { reason: `not exercised before either, by the baseline ${file}`, known: true } };
}

function unexercisedIn(requirements: readonly RequirementReport[]): Pick<BaselineReport, 'unexercised'> {
  const unexercised = requirements.filter(isKnownGap).length;
  return unexercised === 0 ? {} : { unexercised };
}

function isBroken({ verdict }: RequirementReport): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** An echo of what is known is known, too. */
function withKnownEchoes(requirements: readonly RequirementReport[]): readonly RequirementReport[] {
  const known = new Set(
    requirements.flatMap(({ id, findings }) =>
      findings.flatMap(({ known: isKnown, message }) => (isKnown ? [`${id}\n${message}`] : [])),
    ),
  );
  if (known.size === 0) return requirements;
  return requirements.map((each) => {
    const isEcho = ({ echoOf }: Finding) => echoOf && known.has(`${echoOf.requirement}\n${echoOf.message}`);
    if (!each.findings.some((finding) => !finding.known && isEcho(finding))) return each;
    return { ...each, findings: each.findings.map((one) => (isEcho(one) ? { ...one, known: true as const } : one)) };
  });
}

/** Gives a requirement the verdict that its new findings alone have. */
function judgedAnew(requirement: RequirementReport, file: string, isStrict: boolean): RequirementReport {
  const { findings, verdict } = requirement;
  const fresh = findings.filter(({ known }) => !known);
  if (fresh.length === findings.length) return requirement;
  if (fresh.length === 0)
    return { ...requirement, verdict: 'skip', waiver: { reason: `in the baseline ${file}`, known: true } };
  const isHint = verdict === 'warn' || (!isStrict && fresh.every(({ level }) => level === 'should'));
  return { ...requirement, verdict: isHint ? 'warn' : 'fail' };
}

/** Returns the content of the file after several parts of a run, or several tests, were merged. */
export function updatedByMerge(merged: Report, baseline: Baseline): KnownFinding[] | undefined {
  if (merged.outcome === 'error') return undefined;
  const asked = { ...askedOf(merged.exchanges), coverage: merged.coverage, isCutShort: false };
  return updatedBaseline(merged, baseline, asked);
}

/** Returns the identities of the findings that are marked as known, each once. */
function knownIn(requirements: readonly RequirementReport[]): Set<string> {
  return new Set(
    requirements.flatMap((each) =>
      each.findings.flatMap((finding) => (finding.known ? [keyOf(identityOf(each, finding))] : [])),
    ),
  );
}

/** Returns what a baseline has and a run looked for and did not find. A run that was cut short may have found it later. */
function goneOf(
  requirements: readonly RequirementReport[],
  { findings }: Baseline,
  asked: SearchedFor,
): KnownFinding[] {
  if (asked.isCutShort) return [];
  const found = new Set(
    requirements.flatMap((each) => [
      ...each.findings.map((finding) => keyOf(identityOf(each, finding))),
      ...(isUnexercised(each) || isKnownGap(each) ? [keyOf(gapOf(each))] : []),
    ]),
  );
  const hasLooked = lookedBy(requirements, asked);
  return findings.filter((each) => !found.has(keyOf(each)) && hasLooked(each));
}

/** Returns a function that tells whether a run would have seen a breach, if it were still there. */
function lookedBy(
  requirements: readonly RequirementReport[],
  { isAsked, coverage, declared }: SearchedFor,
): (known: KnownFinding) => boolean {
  const byName = new Map(requirements.map((each) => [`${each.operation}\n${requirementName(each)}`, each]));
  const operations = new Set(requirements.map(({ operation }) => operation));
  const rules = new Set(requirements.map(({ rule }) => rule));
  const unseen = new Set(
    (coverage?.unexercised ?? []).flatMap(({ clause, operations: at }) =>
      at.map((index) => `${coverage?.operations[index]?.operation}\n${clausePointer(clause)}`),
    ),
  );
  return ({ operation, rule, clause, probe }) => {
    if (declared && !declared.includes(operation)) return true;
    const requirement = byName.get(`${operation}\n${rule}`);
    // The contract no longer requires it of an operation that was selected, by a rule that was selected.
    if (!requirement) return operations.has(operation) && rules.has(rule.split(' ')[0] ?? rule);
    if (requirement.exchanges === 0 || unseen.has(`${operation}\n${clause}`)) return false;
    return probe === undefined || isAsked(operation, probe);
  };
}

/** Says why a baseline fails a run: with `--baseline-strict`, since it has what no longer occurs. Undefined if it does not. */
export function whyBaselineFails(baseline: Report['baseline']): string | undefined {
  if (!baseline?.strict || baseline.gone.length === 0) return undefined;
  const { gone, file } = baseline;
  const told = gone.slice(0, MOST_TOLD).map(({ id, operation, rule }) => `${id} (${rule} at ${operation})`);
  const more = gone.length > told.length ? ` and ${gone.length - told.length} more` : '';
  return `the baseline ${file} has ${count(gone.length, 'finding')} that no longer ${gone.length === 1 ? 'occurs' : 'occur'}: ${told.join(', ')}${more}; --baseline-update removes ${gone.length === 1 ? 'it' : 'them'}`;
}

const MOST_TOLD = 5;

/** Returns what the report of merged parts says of the baseline of its parts: what is gone in one part and found in no other is gone. */
export function mergedBaseline(
  parts: readonly Report[],
  requirements: readonly RequirementReport[],
): Report['baseline'] {
  const all = parts.flatMap(({ baseline }) => baseline ?? []);
  const [first] = all;
  if (!first) return undefined;
  const known = knownIn(requirements);
  const gone = new Map(all.flatMap((each) => each.gone.map((one) => [keyOf(one), one] as const)));
  return {
    file: first.file,
    known: known.size,
    gone: [...gone].flatMap(([key, one]) => (known.has(key) ? [] : [one])),
    ...unexercisedIn(requirements),
    ...(all.some(({ strict }) => strict) ? { strict: true as const } : {}),
  };
}

/**
 * Returns the content of the file after a run: all that the run found and nobody waived, what nothing exercised, and what the file had before
 * and the run did not look for. What was in the file and is still found stays as it was, but for new names.
 */
export function updatedBaseline(
  { requirements, exchanges }: Pick<Report, 'requirements' | 'exchanges'>,
  baseline: Baseline,
  asked: SearchedFor,
): KnownFinding[] {
  const before = new Map(baseline.findings.map((each) => [keyOf(each), each]));
  const isGone = new Set(goneOf(requirements, baseline, asked).map(keyOf));
  const probes = new Map(exchanges.map(({ index, probe }) => [index, probe]));
  const now = new Map<string, KnownFinding>();
  for (const requirement of requirements)
    for (const finding of requirement.waiver && !requirement.waiver.known ? [] : requirement.findings) {
      const identity = identityOf(requirement, finding);
      const key = keyOf(identity);
      const earlier = now.get(key) ?? before.get(key);
      const names = [...new Set([...(earlier?.names ?? []), ...lastingNames(finding)])].sort();
      now.set(key, toKnown(identity, names, earlier?.probe ?? probes.get(finding.after ?? finding.exchange)));
    }
  for (const requirement of requirements)
    if (isUnexercised(requirement) || isKnownGap(requirement)) {
      const gap = gapOf(requirement);
      now.set(keyOf(gap), toKnown(gap, [], undefined));
    }
  const kept = [...before].flatMap(([key, each]) => (now.has(key) || isGone.has(key) ? [] : [each]));
  return [...now.values(), ...kept].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function toKnown(identity: FindingIdentity, names: readonly string[], probe: string | undefined): KnownFinding {
  const { operation, rule, level, clause, kind } = identity;
  return {
    ...{ operation, rule, level, clause },
    ...(kind === '' ? {} : { kind }),
    ...(names.length === 0 ? {} : { names }),
    ...(probe === undefined ? {} : { probe }),
    id: shortIdOf(identity),
  };
}

/** Writes the file: one finding a line, sorted, so that two branches that change it can be merged by a person. */
export function baselineText(findings: readonly KnownFinding[]): string {
  const lines = findings.map((each) => `    ${JSON.stringify(each)}`);
  return `{\n  "${MARK}": ${FORMAT},\n  "findings": [\n${lines.join(',\n')}${lines.length === 0 ? '' : '\n'}  ]\n}\n`;
}

/**
 * Reads the content of the file.
 * @throws UsageError if it is none, or a later version of this program wrote it.
 */
export function parseBaseline(text: string, file: string): KnownFinding[] {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (text.trim() === '') throw new UsageError(`The baseline ${file} is empty; --baseline-update writes it.`);
    const conflict = text.search(/^(<{7}|={7}|>{7})/m);
    const [, told] = / position (\d+)/.exec((error as Error).message) ?? [];
    const at = conflict < 0 ? Number(told) : conflict;
    const line = Number.isNaN(at) ? '' : ` (line ${text.slice(0, at).split('\n').length})`;
    const why = conflict < 0 ? '' : ': a merge conflict is left in it';
    throw new UsageError(`The baseline ${file} is no JSON${line}${why}.`);
  }
  if (!isObject(content) || !(MARK in content))
    throw new UsageError(`${file} is no baseline of Espalier; name another file, which --baseline-update then writes.`);
  const { [MARK]: version, findings } = content;
  if (typeof version === 'number' && version > FORMAT)
    throw new UsageError(`A later version of Espalier wrote the baseline ${file}; use that one.`);
  if (version !== FORMAT || !Array.isArray(findings))
    throw new UsageError(`The baseline ${file} is damaged: it has no list of findings.`);
  return findings.map((each: unknown, at) => {
    const wrong = isObject(each) ? wrongMember(each) : 'operation';
    if (wrong === undefined) return each as unknown as KnownFinding;
    throw new UsageError(`The baseline ${file} is damaged: its finding ${at + 1} has no usable "${wrong}".`);
  });
}

function wrongMember(finding: Readonly<Record<string, unknown>>): string | undefined {
  const isText = (name: string) => typeof finding[name] === 'string';
  const { names = [], level } = finding;
  if (level !== 'must' && level !== 'should') return 'level';
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return 'names';
  return (
    ['id', 'operation', 'rule', 'clause'].find((name) => !isText(name)) ??
    ['kind', 'probe'].find((name) => finding[name] !== undefined && !isText(name))
  );
}

/** Says what the exchanges of a report show to have been asked. Of a large run, it has only some of the exchanges. */
export function askedOf(exchanges: Report['exchanges']): Pick<SearchedFor, 'isAsked'> {
  const asked = new Set(exchanges.map(({ operation, probe }) => `${operation}\n${probe}`));
  return { isAsked: (operation, probe) => asked.has(`${operation}\n${probe}`) };
}
