/**
 * Applies waivers. A waiver lets findings pass for now, states a reason, may expire on a day, and fails the run as soon as it is not needed any
 * more.
 */

import { type RequirementReport, requirementName, type Waiver, type WaiverReport } from './report';

export interface Waived {
  readonly requirements: readonly RequirementReport[];
  readonly waivers: readonly WaiverReport[];
}

/**
 * Applies waivers to requirements that did not pass. The verdict of a waived requirement becomes `skip`, and it keeps its findings.
 * @param today `YYYY-MM-DD`; a waiver holds up to and including its `until`.
 */
export function applyWaivers(
  requirements: readonly RequirementReport[],
  waivers: readonly Waiver[],
  today: string,
): Waived {
  const inForce = waivers.filter((each) => isInForce(each, today));
  const used = new Set<Waiver>();
  const waived = requirements.map((requirement) => {
    if (requirement.verdict === 'pass') return requirement;
    const waiver = inForce.find((each) => covers(each, requirement));
    if (!waiver) return requirement;
    used.add(waiver);
    const { reason, until } = waiver;
    return { ...requirement, verdict: 'skip' as const, waiver: { reason, ...(until === undefined ? {} : { until }) } };
  });
  return {
    requirements: withEchoes(waived),
    waivers: waivers.map((waiver) => ({
      ...waiver,
      state: used.has(waiver) ? 'applied' : inForce.includes(waiver) ? 'unused' : 'expired',
    })),
  };
}

/** A waiver of a finding covers its echoes, too: a requirement passes for now if all its findings are echoes of waived ones. */
function withEchoes(requirements: readonly RequirementReport[]): readonly RequirementReport[] {
  const waiverOf = new Map(requirements.flatMap(({ id, waiver }) => (waiver ? [[id, waiver] as const] : [])));
  return requirements.map((requirement) => {
    const { verdict, findings } = requirement;
    if (verdict === 'pass' || verdict === 'skip' || findings.length === 0) return requirement;
    const waivers = findings.map(({ echoOf }) => echoOf && waiverOf.get(echoOf.requirement));
    const [waiver] = waivers;
    return waiver && waivers.every((each) => each !== undefined)
      ? { ...requirement, verdict: 'skip' as const, waiver }
      : requirement;
  });
}

function isInForce({ until }: Waiver, today: string): boolean {
  return until === undefined || until >= today;
}

/** Tells whether a waiver lets the findings of a requirement pass. @param today as for {@link applyWaivers}. */
export function isWaived(requirement: Named, waivers: readonly Waiver[], today: string): boolean {
  return waivers.some((each) => isInForce(each, today) && covers(each, requirement));
}

type Named = Pick<RequirementReport, 'id' | 'rule' | 'operation'>;

function covers({ rule, operation }: Waiver, requirement: Named): boolean {
  const named = rule === requirement.rule || rule === requirementName(requirement);
  return named && (operation === undefined || operation === requirement.operation);
}

/** Returns the id of the rule that a waiver is about, without the status. */
export function waivedRule({ rule }: Waiver): string {
  return rule.split(' ')[0] ?? rule;
}

/**
 * Says why waivers fail a run; undefined if they do not.
 * @param partly whether this is a part of a run. Then a waiver may be unused, since another part may need it.
 */
export function whyWaiversFail(waivers: readonly WaiverReport[], partly = false): string | undefined {
  const reasons = waivers.flatMap(({ rule, operation, until, state }) => {
    const name = operation === undefined ? rule : `${rule} at ${operation}`;
    if (state === 'expired') return [`the waiver of ${name} expired on ${until}: mend what it let pass, or renew it`];
    if (state === 'unused' && !partly) return [`the waiver of ${name} no longer lets anything pass: remove it`];
    return [];
  });
  return reasons.length === 0 ? undefined : reasons.join('\n');
}
