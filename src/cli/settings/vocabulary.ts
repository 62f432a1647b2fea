import { suite } from '../../../conformance/suite';
import type { Contract } from '../../contract/contract';
import { bindRequirements } from '../../engine/plan/requirements';
import { requirementName, type Waiver } from '../../report/report';
import { BREAK_KINDS } from '../diff/breaks';
import { nameOfWebhook } from '../diff/callbackBreaks';
import type { Configuration } from './configurationContent';
import type { Vocabulary } from './configurationMistakes';
import type { LoadedExtensions } from './extensionFiles';

/** Returns the names that a configuration for a contract may use. */
export function vocabularyOf(
  contract: Contract,
  { rules: own, isLeftOut }: Pick<LoadedExtensions, 'rules' | 'isLeftOut'> = { rules: [], isLeftOut: false },
): Vocabulary {
  const { operations } = contract;
  const rules = [...suite.rules, ...own];
  return {
    rules: rules.map(({ id }) => id),
    isOwnLeftOut: isLeftOut,
    changes: BREAK_KINDS,
    rulesElsewhere: BREAK_KINDS,
    operations: operations.map(({ name }) => name),
    requirements: () =>
      bindRequirements(contract, operations, rules).map(({ id, rule, subject: { operation } }) => ({
        operation: operation.name,
        name: requirementName({ id, rule: rule.id, operation: operation.name }),
      })),
  };
}

/** Returns the names that a configuration may use where two contracts are compared. */
export function vocabularyOfDiff(...contracts: readonly Contract[]): Vocabulary {
  return {
    rules: BREAK_KINDS,
    changes: BREAK_KINDS,
    // Which there are, the commands know that judge by them.
    isOwnLeftOut: true,
    rulesElsewhere: suite.rules.map(({ id }) => id),
    operations: [
      ...new Set(
        contracts.flatMap(({ operations, webhooks = [] }) => [
          ...operations.map(({ name }) => name),
          ...webhooks.map(nameOfWebhook),
        ]),
      ),
    ],
    requirements: () => [],
  };
}

/** Returns the waivers of what a run judges. */
export function waiversOfRules({ waivers = [] }: Configuration): readonly Waiver[] {
  return waivers.filter(({ rule }) => !isBreak(rule));
}

/** Returns the waivers of what a comparison of two contracts tells. */
export function waiversOfBreaks({ waivers = [] }: Configuration): readonly Waiver[] {
  return waivers.filter(({ rule }) => isBreak(rule));
}

function isBreak(rule: string): boolean {
  return (BREAK_KINDS as readonly string[]).includes(rule);
}
