import type { Finding, Report, RequirementReport } from '../report';
import type { RenderOptions } from './reporter';
import { captionOf, exchangeOf, headingOf, nameOf } from './text';

/** The findings as workflow commands, which GitHub shows on the lines of the contract. */
export function github(report: Report, { nameFile = (file) => file }: Partial<RenderOptions>): string {
  const judged = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const annotations = judged.flatMap((requirement) =>
    requirement.findings.map((finding) => annotation(finding, requirement, report, nameFile)),
  );
  const { outcome, reason, tool } = report;
  const stopped = reason === undefined ? [] : [command('error', { title: `${tool.name}: ${outcome}` }, reason)];
  return [...stopped, ...annotations].map((line) => `${line}\n`).join('');
}

function annotation(
  finding: Finding,
  requirement: RequirementReport,
  report: Report,
  nameFile: (file: string) => string,
): string {
  const { clause, operation, advice, statement } = requirement;
  const exchange = exchangeOf(finding, report);
  const place = { file: nameFile(clause.file), line: clause.line, col: clause.column };
  return command(
    levelOf(finding, requirement),
    { ...place, title: `${nameOf(requirement)}: ${operation}` },
    [
      headingOf(finding),
      `expected: ${finding.expected}`,
      `actual: ${finding.actual}`,
      `required: ${statement} (${requirement.reference})`,
      `mend: ${advice}`,
      ...(exchange ? [`seen: ${captionOf(exchange)}`, `again: ${exchange.curl}`] : []),
    ].join('\n'),
  );
}

/** What should be is a warning, unless a run in which warnings fail has failed for nothing else. */
function levelOf({ level }: Finding, { verdict, findings }: RequirementReport): 'error' | 'warning' {
  const failedByWarnings = verdict === 'fail' && findings.every((each) => each.level === 'should');
  return level === 'must' || failedByWarnings ? 'error' : 'warning';
}

/** As the runner reads it: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${list.join(',')}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
