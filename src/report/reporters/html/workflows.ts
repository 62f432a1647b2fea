/** Makes the part of the page that says what came of workflows: each step, its criteria, and its outputs. */

import type { Report, WorkflowOutput, WorkflowStepReport } from '../../report';
import { answeredStep, stepTarget } from '../wording';
import { type Markup, markup } from './markup';
import { badge } from './requirement';
import { traits } from './traits';

/** How many steps are listed. The JSON report has all of them. */
const MOST_STEPS = 500;

export function workflowsSection(report: Report): Markup | string {
  const { workflows = [] } = report;
  if (workflows.length === 0) return '';
  let left = MOST_STEPS;
  const tables = workflows.map(({ id, steps, outputs }) => {
    const shown = steps.slice(0, Math.max(left, 0));
    left -= steps.length;
    return markup`<table class="workflow">
<caption>${id}</caption>
<thead><tr><th scope="col">Step</th><th scope="col">Asked, and answered</th><th scope="col">Criteria</th><th scope="col">Outputs</th></tr></thead>
${shown.map((step) => stepRow(step, report))}</table>
${outputs.length === 0 ? '' : markup`<p>Outputs of ${id}: ${outputsOf(outputs)}</p>\n`}`;
  });
  return markup`<section data-part aria-labelledby="workflows">
<h2 id="workflows">Workflows</h2>
${tables}${left < 0 ? markup`<p>${-left} more steps are in the JSON report.</p>\n` : ''}</section>
`;
}

function stepRow(step: WorkflowStepReport, report: Report): Markup {
  const { id, verdict, operation, exchange, criteria, outputs, reason } = step;
  const marks = traits({ verdicts: [verdict], rules: ['workflow'], operations: operation ? [operation] : [] }, report);
  const kept = criteria.map(
    (each) => markup`<li>${each.kept ? 'kept' : markup`<b>not kept</b>`} <code>${each.condition}</code></li>`,
  );
  const number = exchange === undefined ? '' : ` (exchange ${exchange})`;
  return markup`<tbody${marks}><tr><th scope="row">${badge(verdict)} ${id}</th><td>${stepTarget(step)}: ${answeredStep(step)}${number}${reason === undefined ? '' : `, since ${reason}`}</td><td>${kept.length === 0 ? '' : markup`<ul>${kept}</ul>`}</td><td>${outputsOf(outputs)}</td></tr></tbody>
`;
}

function outputsOf(outputs: readonly WorkflowOutput[]): Markup[] {
  return outputs.map(({ name, value }, at) => markup`${at === 0 ? '' : ', '}${name} = <code>${value}</code>`);
}
