import { suite } from '../../../conformance/suite';
import type { Contract } from '../../contract/contract';
import { bindRequirements } from '../../engine/verdict/requirements';
import { requirementName } from '../../report/report';
import type { Vocabulary } from './configurationMistakes';

/** Returns the names that a configuration for a contract may use. */
export function vocabularyOf(contract: Contract): Vocabulary {
  const { operations } = contract;
  return {
    rules: suite.rules.map(({ id }) => id),
    operations: operations.map(({ name }) => name),
    requirements: () =>
      bindRequirements(contract, operations, suite.rules).map(({ id, rule, subject: { operation } }) => ({
        operation: operation.name,
        name: requirementName({ id, rule: rule.id, operation: operation.name }),
      })),
  };
}
