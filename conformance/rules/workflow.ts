import type { Rule } from '../../src/engine/model/rule';

/** "A list of assertions to determine the success of the step. Each assertion is described using a Criterion Object. All assertions MUST be satisfied for the step to be deemed successful." */
export const workflow: Rule = {
  id: 'workflow',
  level: 'must',
  statement: 'Every step of a workflow succeeds by its own criteria (with --workflow only).',
  reference: 'Arazzo 1.0.1 §4.6.5',
  advice: 'Look at what the step expects in the Arazzo document, and at what the service answered.',
  probes: ['workflow'],
  bind: (operation, _operations, steps) =>
    steps
      .filter((step) => step.operation === operation)
      .map((step) => ({
        operation,
        step,
        clause: step.clause,
        optional() {
          const unsent = step.whyUnsent();
          if (!unsent) return undefined;
          return unsent.isMeant ? unsent.reason : { reason: unsent.reason };
        },
      })),
  judge({ scripted }, { step }) {
    if (!scripted || scripted.step !== step) return undefined;
    return scripted.unexpected.map(({ message, expected, actual, clause }) => ({
      message,
      names: [step.name],
      clause,
      expected,
      actual,
    }));
  },
};
