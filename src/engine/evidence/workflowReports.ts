/** What came of workflows → their part of the report, without secrets. */

import { isObject, type JsonValue, toJson } from '../../json/value';
import { type Secrets, variableOf } from '../../redaction/redact';
import type { WorkflowOutput, WorkflowReport, WorkflowStepReport } from '../../report/report';
import { isSecretByName } from '../../resources/vocabulary/secrets';
import type { OutputTold, StepTold, WorkflowTold } from '../../workflows/script';
import { CleanTexts } from './cleanTexts';

/** Returns the member of the report, or none where no workflow was told of. */
export function workflowReports(told: readonly WorkflowTold[], secrets: Secrets): { workflows?: WorkflowReport[] } {
  if (told.length === 0) return {};
  const texts = new CleanTexts(secrets);
  const workflows = told.map(({ id, clause, steps, outputs }) => ({
    id: texts.text(id, undefined),
    clause,
    steps: steps.map((step) => stepReport(step, texts)),
    outputs: outputs.map((each) => outputOf(each, undefined, texts)),
  }));
  return { workflows };
}

function stepReport(step: StepTold, texts: CleanTexts): WorkflowStepReport {
  const { id, clause, operation, workflow, isGood, reason, index, status, criteria, outputs } = step;
  return {
    id: texts.text(id, undefined),
    clause,
    ...(operation ? { operation: operation.name } : {}),
    ...(workflow === undefined ? {} : { workflow: texts.text(workflow, undefined) }),
    verdict: isGood === undefined ? 'skip' : isGood ? 'pass' : 'fail',
    ...(reason === undefined ? {} : { reason: texts.sentence(reason, index) }),
    ...(index === undefined ? {} : { exchange: index }),
    ...(status === undefined ? {} : { status }),
    criteria: criteria.map(({ text, clause: place, isMet }) => ({
      condition: texts.text(text, index),
      clause: place,
      kept: isMet,
    })),
    outputs: outputs.map((each) => outputOf(each, index, texts)),
  };
}

/** What the name, or the place that it comes from, calls a secret is not shown. */
function outputOf(
  { name, expression, value }: OutputTold,
  index: number | undefined,
  texts: CleanTexts,
): WorkflowOutput {
  const [from = ''] = /[^/.#]*$/.exec(expression) ?? [];
  const shown = hidden(value, isSecretByName(from) ? from : name);
  return { name: texts.text(name, index), value: texts.text(toJson(shown), index) };
}

function hidden(value: JsonValue, name: string): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => hidden(item, name));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hidden(item, key)])) as JsonValue;
  return typeof value === 'string' && isSecretByName(name) ? variableOf(name) : value;
}
