/** The part of the terminal's report that says what came of workflows: each step, its criteria, and its outputs. */

import { count } from '../../support/words';
import type { Report, WorkflowOutput, WorkflowReport, WorkflowStepReport } from '../report';
import { type Colors, cutTo, mark } from './terminalParts';
import { answeredStep, stepTarget } from './wording';

/** At most this many rows are written of steps where not all of the report is shown. */
const MOST_ROWS = 20;

/** Writes a row for each step: what came of it, the status that answered, and what it asked; below it its criteria and outputs. */
export function workflowSteps(
  { workflows = [] }: Report,
  colors: Colors,
  { width, whole }: { readonly width: number; readonly whole: boolean },
): string[] {
  if (workflows.length === 0) return [];
  const names = workflows.flatMap(({ id, steps }) => steps.map((step) => `${id}/${step.id}`.length));
  const widest = Math.min(Math.max(...names), Math.floor(width / 2));
  const blocks = workflows.flatMap((workflow) => blocksOf(workflow, widest, colors, width));
  let left = whole ? Number.POSITIVE_INFINITY : MOST_ROWS;
  const shown = blocks.filter((rows) => {
    left -= rows.length;
    return left >= 0;
  });
  const more = blocks.length - shown.length;
  return [
    '',
    colors.bold('Workflows'),
    '',
    ...shown.flat(),
    ...(more > 0 ? [`  … ${count(more, 'more step')} (--verbose)`] : []),
  ];
}

/** A block for each step. What the workflow gives stands below the last one. */
function blocksOf({ id, steps, outputs }: WorkflowReport, widest: number, colors: Colors, width: number): string[][] {
  const given =
    outputs.length === 0 ? [] : [`  ${cutTo(`outputs of ${id}`, width - 2)}`, ...outputRows(outputs, width)];
  return steps.map((step, at) => [
    stepRow(`${id}/${step.id}`, step, { widest, colors, width }),
    ...step.criteria.map(({ condition, kept }) => {
      const said = kept ? 'kept' : colors.red('not kept');
      return `        ${said}  ${cutTo(condition, width - 18)}`;
    }),
    ...outputRows(step.outputs, width),
    ...(at === steps.length - 1 ? given : []),
  ]);
}

function stepRow(
  name: string,
  step: WorkflowStepReport,
  { widest, colors, width }: { readonly widest: number; readonly colors: Colors; readonly width: number },
): string {
  const answered = answeredStep(step);
  const space = width - widest - answered.length - 12;
  const target = cutTo(stepTarget(step), Math.max(space, 10));
  return `  ${mark(step.verdict, colors)}  ${cutTo(name, widest).padEnd(widest)}  ${answered}  ${target}`;
}

function outputRows(outputs: readonly WorkflowOutput[], width: number): string[] {
  return outputs.map(({ name, value }) => `        ${cutTo(`${name} = ${value}`, width - 8)}`);
}
