import { countVerdicts } from './outcome';
import { EXIT_CODES, type Report, type RequirementReport, type Verdict } from './report';

/**
 * Says why Espalier cannot have written a report, as the end of a sentence; undefined if the report is consistent.
 * Example: a requirement that passes has a finding.
 */
export function whyContradictory({
  requirements,
  counts,
  outcome,
  exitCode,
  waivers,
  coverage,
  baseline,
}: Report): string | undefined {
  const wrong = requirements.find(contradictsFindings);
  if (wrong) return `"${wrong.id}" has the verdict ${wrong.verdict} and ${wrong.findings.length || 'no'} findings`;
  const counted = countVerdicts(requirements);
  const miscounted = (Object.keys(counted) as Verdict[]).find((verdict) => counted[verdict] !== counts[verdict]);
  if (miscounted)
    return `it counts ${counts[miscounted]} requirements with the verdict ${miscounted}, and has ${counted[miscounted]}`;
  if (exitCode !== EXIT_CODES[outcome])
    return `its outcome is ${outcome}, with exit code ${exitCode} instead of ${EXIT_CODES[outcome]}`;
  if (counted.fail > 0 && (outcome === 'conforms' || outcome === 'incomplete'))
    return `its outcome is ${outcome}, and ${counted.fail} of its requirements failed`;
  if (
    outcome === 'violates' &&
    counted.fail === 0 &&
    !waivers.some(({ state }) => state !== 'applied') &&
    !baseline?.gone.length
  )
    return 'its outcome is violates, and nothing in it is violated';
  if (coverage && !(coverage.broken <= coverage.exercised && coverage.exercised <= coverage.clauses))
    return `${coverage.exercised} of ${coverage.clauses} clauses are said to be exercised, and ${coverage.broken} of these broken`;
  return undefined;
}

function contradictsFindings({ verdict, findings }: RequirementReport): boolean {
  switch (verdict) {
    case 'pass':
      return findings.length > 0;
    case 'fail':
    case 'warn':
      return findings.length === 0;
    case 'skip':
      // A waived requirement keeps its findings.
      return false;
    default:
      return verdict satisfies never;
  }
}
