/** What one rule tells before others at the same answers, such as a crash before its media type, and what those answers have in common. */

import type { EchoOf } from '../../report/report';
import type { Sighted } from './echoes';
import type { History } from './history';
import { type FoundBreach, foundIn, type RequirementState } from './requirementReport';

/** Finds what only shows at answers of which another rule tells first: that a crash has the wrong media type. @returns what each echoes. */
export function toldFirst(
  states: readonly RequirementState[],
  byOperation: ReadonlyMap<string, readonly RequirementState[]>,
): Map<Sighted, EchoOf> {
  const levelOf = ({ requirement: { rule } }: RequirementState, { breach }: FoundBreach) => breach.level ?? rule.level;
  const echoes = new Map<Sighted, EchoOf>();
  for (const first of states.filter(({ requirement: { rule } }) => rule.isFirst)) {
    const { id, subject } = first.requirement;
    // Only what the form of a declared answer shows. That a crash refuses nobody, or leaves something behind, is another mistake.
    const others = (byOperation.get(subject.operation.name) ?? []).filter(
      ({ requirement }) => requirement.subject.response !== undefined,
    );
    for (const found of foundIn(first)) {
      const { message } = found.breach;
      const all = new Set(found.exchanges);
      const isMust = levelOf(first, found) === 'must';
      for (const other of others)
        for (const each of other === first ? [] : foundIn(other))
          if (each.exchanges.every((index) => all.has(index)) && (isMust || levelOf(other, each) !== 'must'))
            echoes.set(each.sighted, { requirement: id, message });
    }
  }
  return echoes;
}

/** Returns what says of a finding what its exchanges have in common. */
export function explainer({ requirement: { rule, subject } }: RequirementState, history: History) {
  return ({ exchanges }: FoundBreach): string | undefined => {
    if (!rule.explain) return undefined;
    const breaking = new Set(exchanges);
    const all = history.of(subject.operation);
    return rule.explain(
      all.filter(({ index }) => breaking.has(index)),
      all.filter(({ index }) => !breaking.has(index)),
    );
  };
}
