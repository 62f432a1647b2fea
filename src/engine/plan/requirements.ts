import type { Contract, Operation } from '../../contract/contract';
import { atOnce } from '../../support/letOthersRun';
import type { ScriptStep } from '../../workflows/script';
import type { Requirement, Rule } from '../model/rule';
import type { Selection } from '../model/settings';

/**
 * Binds rules to operations, in the order of the contract, then of the rules.
 * @param privateThings the operations whose things are private.
 * @param steps those of the script of the run.
 */
export function bindRequirements(...given: Parameters<typeof bindInParts>): Requirement[] {
  return atOnce(bindInParts(...given));
}

/** As {@link bindRequirements}, and stops after each rule. */
export function* bindInParts(
  { section, operations: all }: Pick<Contract, 'section' | 'operations'>,
  operations: readonly Operation[],
  rules: readonly Rule[],
  privateThings: Selection = () => false,
  steps: readonly ScriptStep[] = [],
): Generator<void, Requirement[]> {
  const isRequired = (rule: Rule, operation: Operation) => !rule.onlyPrivate || privateThings(operation);
  const requirements: Requirement[] = [];
  for (const operation of operations) {
    for (const media of [operation.requestBody ?? [], operation.responses].flat().flatMap((each) => each.media))
      yield* media.readAhead();
    for (const rule of rules) {
      for (const subject of isRequired(rule, operation) ? rule.bind(operation, all, steps) : []) {
        const about = [
          operation.name,
          ...(subject.response ? [subject.response.status] : []),
          ...(subject.callbacks?.slice(0, 1) ?? []).map(({ name }) => name),
          ...(subject.step ? [subject.step.name] : []),
          ...(subject.alternative?.schemes ?? []).map(({ name }) => name),
        ];
        requirements.push({ id: [...about, rule.id].join(' '), rule, subject, reference: referenceOf(rule, section) });
      }
      yield;
    }
  }
  return requirements;
}

/** "OpenAPI 3.1.0 §4.8.14, §4.4". */
export function referenceOf({ reference }: Pick<Rule, 'reference'>, section: Contract['section']): string {
  if (typeof reference === 'string') return reference;
  const [first = '', ...more] = reference.map(section);
  const standard = /^OpenAPI [\d.]+,? /.exec(first)?.[0] ?? '';
  return [first, ...more.map((each) => each.slice(each.startsWith(standard) ? standard.length : 0))].join(', ');
}
