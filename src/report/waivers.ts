/** Waivers: what a user lets pass for now, with a reason, and never for longer than it is true. */

import { type RequirementReport, requirementName, type Waiver, type WaiverReport } from './report';

export interface Waived {
  readonly requirements: readonly RequirementReport[];
  readonly waivers: readonly WaiverReport[];
}

/**
 * Applies waivers to requirements that did not pass; a waived one becomes `skip` and keeps its findings.
 * @param today `YYYY-MM-DD`; a waiver holds up to and including its `until`.
 */
export function applyWaivers(
  requirements: readonly RequirementReport[],
  waivers: readonly Waiver[],
  today: string,
): Waived {
  const inForce = waivers.filter(({ until }) => until === undefined || until >= today);
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
    requirements: waived,
    waivers: waivers.map((waiver) => ({
      ...waiver,
      state: used.has(waiver) ? 'applied' : inForce.includes(waiver) ? 'unused' : 'expired',
    })),
  };
}

function covers({ rule, operation }: Waiver, requirement: RequirementReport): boolean {
  const named = rule === requirement.rule || rule === requirementName(requirement);
  return named && (operation === undefined || operation === requirement.operation);
}

/** Id of the rule that a waiver is about, without the status. */
export function waivedRule({ rule }: Waiver): string {
  return rule.split(' ')[0] ?? rule;
}

/**
 * Why waivers fail a run; undefined where they do not.
 * @param partly whether it is a part of a run: what lets nothing pass there may be needed in another.
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
