import { placeOf } from '../../contract/clause';
import { groupBy, sum } from '../../support/collections';
import { createXmlBuilder } from '../../support/xmlBuilder';
import { shareSeen } from '../coverageShare';
import { type Leftover, type Report, type RequirementReport, requirementName, type Verdict } from '../report';
import { waivable, waiverLines, wantedBy } from './unexercised';
import { evidenceOf, sizeOf, titleOf, whySkipped } from './wording';

/** An element: its attributes have names that begin with `@`, its text the name `#text`, its children their own names. */
interface Element {
  readonly [name: string]: string | number | Element | readonly Element[];
}

interface TestCase {
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  readonly element: Element;
}

/**
 * Writes the report as JUnit XML, for Jenkins, GitLab and GitHub. An operation is a suite, and a requirement is a test case.
 * If the run as a whole did not conform, or verified nothing, another test case says so, so that nobody takes it for a success.
 */
export function junit(report: Report): string {
  const operations = groupBy(report.requirements, ({ operation }) => operation);
  const evidence = evidenceWithin(MOST_EVIDENCE, report);
  const suites = [...operations].map(([operation, requirements]) => {
    const times = report.exchanges.filter((each) => each.operation === operation).map(({ durationMs }) => durationMs);
    return suite(
      operation,
      requirements.map((each) => toTestCase(each, evidence.get(each) ?? [])),
      seconds(sum(times)),
      report,
    );
  });
  if (report.reason !== undefined) suites.push(suite(report.tool.name, [wholeRun(report)], seconds(0), report));
  if (report.leftovers?.length)
    suites.push(suite(`${report.tool.name}: left behind`, report.leftovers.map(leftBehind), seconds(0), report));
  const total = (name: string) => sum(suites.map((each) => Number(each[name])));
  const builder = createXmlBuilder({
    format: true,
    suppressEmptyNode: true,
    tagValueProcessor: (_, text) => legal(String(text)),
    // A parser reads a line end in an attribute as a space.
    attributeValueProcessor: (_, text) => legal(String(text).replace(/\s+/g, ' ')),
  });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': titleOf(report),
      '@tests': total('@tests'),
      '@failures': total('@failures'),
      '@errors': total('@errors'),
      '@time': seconds(report.durationMs),
      testsuite: suites,
    },
  });
}

function suite(name: string, cases: readonly TestCase[], time: string, report: Report): Element {
  const { target, contract, tool, startedAt, commit, run, baseline } = report;
  const number = (outcome: TestCase['outcome']) => cases.filter((each) => each.outcome === outcome).length;
  const seen = shareSeen(report);
  const properties = {
    ...(target === '' ? {} : { target }),
    contract: contract.file,
    tool: `${tool.name} ${tool.version}`,
    ...(seen === undefined ? {} : { seen }),
    ...(baseline ? { known: String(baseline.known), gone: String(baseline.gone.length) } : {}),
    ...(commit === undefined ? {} : { commit }),
    ...(run === undefined ? {} : { run }),
  };
  return {
    '@name': name,
    '@tests': cases.length,
    '@failures': number('failure'),
    '@errors': number('error'),
    '@skipped': number('skipped'),
    '@time': time,
    '@timestamp': startedAt,
    properties: {
      property: Object.entries(properties).map(([key, value]) => ({ '@name': key, '@value': value })),
    },
    testcase: cases.map(({ element }) => element),
  };
}

/** How many characters the evidence may have. GitLab takes a file of 30 MB at most, and names and statements need a part of that. */
const MOST_EVIDENCE = 15_000_000;

/** Writes the evidence of each requirement, the worst first, as long as there is room, in characters. */
function evidenceWithin(room: number, report: Report): ReadonlyMap<RequirementReport, readonly string[]> {
  const shown = new Map<RequirementReport, readonly string[]>();
  let left = room;
  for (const verdict of WORST_FIRST) {
    for (const requirement of report.requirements.filter((each) => each.verdict === verdict)) {
      const all = requirement.findings.map((finding) =>
        left > 0 ? evidenceOf(finding, requirement, report) : `${finding.message}: more is in the JSON report`,
      );
      left -= sum(all.map(({ length }) => length));
      shown.set(requirement, all);
    }
  }
  return shown;
}

const WORST_FIRST: readonly Verdict[] = ['fail', 'warn', 'skip'];

function toTestCase(requirement: RequirementReport, findings: readonly string[]): TestCase {
  // Many requirements are judged by the same exchange, so only the suite states the time.
  const named = { '@name': requirementName(requirement), '@classname': requirement.operation, '@time': seconds(0) };
  const { verdict, rule, statement, reference, advice } = requirement;
  switch (verdict) {
    case 'pass':
      return { outcome: 'passed', element: named };
    case 'warn':
      return { outcome: 'passed', element: { ...named, 'system-out': [...findings, advice].join('\n\n') } };
    case 'fail': {
      const message = requirement.findings.map((finding) => finding.message).join('; ');
      const text = [`${statement} (${reference})`, ...findings, advice].join('\n\n');
      return {
        outcome: 'failure',
        element: { ...named, failure: { '@message': message, '@type': rule, '#text': text } },
      };
    }
    case 'skip': {
      const wanted = wantedBy([requirement]).map((each) => `hand over ${each}`);
      const message = [whySkipped(requirement), ...wanted].join('; ');
      const waiver = waiverLines(waivable([requirement]));
      const pass = waiver.length === 0 ? [] : [['To let it pass, in espalier.yaml:', ...waiver].join('\n')];
      const text = [placeOf(requirement.clause), ...findings, ...pass].join('\n\n');
      return { outcome: 'skipped', element: { ...named, skipped: { '@message': message, '#text': text } } };
    }
    default:
      return verdict satisfies never;
  }
}

/** Makes the test case of the run as a whole. Unless the outcome is a violation, it is an error, since the target is not at fault. */
function wholeRun(report: Report): TestCase {
  const { outcome, reason = '', tool } = report;
  const element = { '@name': 'the run', '@classname': tool.name, '@time': seconds(0) };
  const cause = { '@message': `${outcome}: ${reason}`, '@type': outcome, '#text': `${reason}\n\n${sizeOf(report)}` };
  if (outcome === 'conforms') return { outcome: 'skipped', element: { ...element, skipped: { '@message': reason } } };
  return outcome === 'violates'
    ? { outcome: 'failure', element: { ...element, failure: cause } }
    : { outcome: 'error', element: { ...element, error: cause } };
}

/** Makes the test case of a thing that was left behind. It is no verdict: counted as skipped, it would make this report's numbers its own. */
function leftBehind({ operation, url, reason, curl }: Leftover): TestCase {
  const element = { '@name': url, '@classname': operation, '@time': seconds(0), 'system-out': `${reason}\n\n${curl}` };
  return { outcome: 'passed', element };
}

/** Escapes the characters that XML 1.0 cannot hold (§2.2), such as NUL → \u0000. */
function legal(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, (char) => {
    return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
