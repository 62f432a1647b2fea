/** Workflows → a script: which step comes next, and what its answer has to show. Sends nothing. */

import type { Operation } from '../contract/contract';
import { type JsonValue, toJson } from '../json/value';
import { retryAfter } from '../wire/sendPatiently';
import { type EndedWorkflow, type NamedValues, type Scope, valueOfExpression, withValues } from './expressions';
import type {
  OutputTold,
  Script,
  ScriptAnswer,
  ScriptOrder,
  ScriptStep,
  StepTold,
  Unexpected,
  WorkflowTold,
} from './script';
import { stepRequest } from './stepRequest';
import { type Action, LONGEST_RETRY_WAIT_MS, type Step, type StepParameter, type Workflow } from './workflow';

/** What came of a workflow. */
interface Ended {
  readonly isGood: boolean;
  readonly outputs: NamedValues;
}

/** What came of a step: what expressions may name then, and what it does not show. */
interface Seen {
  readonly scope: Scope;
  readonly unexpected: readonly Unexpected[];
}

type Orders<Result> = Generator<ScriptOrder, Result, ScriptAnswer>;

/**
 * Makes a script that runs workflows in their order, each after those that it depends on.
 * @param inputs by name, for every workflow that has an input of that name.
 * @param handOver writes how an input is handed over.
 */
export function scriptOf(
  workflows: readonly Workflow[],
  inputs: NamedValues,
  handOver: (name: string) => string,
): Script {
  const running = new RunningWorkflows(inputs, handOver);
  for (const workflow of workflows) running.prepare(workflow);
  return {
    steps: running.all(),
    secrets: running.secrets,
    told: () => running.told(),
    *orders() {
      for (const workflow of workflows) yield* running.once(workflow);
    },
  };
}

/** A step that asks an operation, and what became of it. */
class AskingStep implements ScriptStep {
  isSent = false;
  reason: string | undefined;
  /** Of the exchange. */
  index: number | undefined;

  constructor(
    readonly name: string,
    readonly operation: Operation,
    readonly clause: ScriptStep['clause'],
  ) {}

  whyUnsent(): ReturnType<ScriptStep['whyUnsent']> {
    if (this.isSent) return undefined;
    return { reason: this.reason ?? 'no workflow came to this step', isMeant: this.reason === undefined };
  }
}

class RunningWorkflows {
  readonly secrets: Record<string, JsonValue> = {};
  private readonly steps = new Map<Step, AskingStep>();
  private readonly prepared = new Set<Workflow>();
  private readonly ended = new Map<Workflow, Ended>();
  /** What those that have ended had and gave, by id. */
  private readonly values = new Map<string, EndedWorkflow>();
  private readonly ran = new Map<Step, Pick<StepTold, 'isGood' | 'criteria' | 'outputs' | 'status'>>();
  private depth = 0;

  constructor(
    private readonly inputs: NamedValues,
    private readonly handOver: (name: string) => string,
  ) {}

  all(): readonly AskingStep[] {
    return [...this.steps.values()];
  }

  told(): WorkflowTold[] {
    return [...this.prepared].map(({ id, clause, steps, outputs }) => ({
      id,
      clause,
      steps: steps.map((step) => this.toldOf(step)),
      outputs: toldOutputs(outputs, this.values.get(id)?.outputs ?? {}),
    }));
  }

  private toldOf(step: Step): StepTold {
    const { id, clause, target } = step;
    const asking = this.steps.get(step);
    const whatItDoes =
      'workflow' in target
        ? { operation: undefined, workflow: target.workflow().id }
        : { operation: target.operation, workflow: undefined };
    const ran = this.ran.get(step) ?? { isGood: undefined, criteria: [], outputs: [], status: undefined };
    return { id, clause, ...whatItDoes, ...ran, reason: asking?.whyUnsent()?.reason, index: asking?.index };
  }

  /** Takes note of the steps of a workflow, and of all that it may run. */
  prepare(workflow: Workflow): void {
    if (this.prepared.has(workflow)) return;
    this.prepared.add(workflow);
    for (const [name, { isSecret, usual }] of workflow.inputs) {
      const value = this.inputs[name] ?? usual;
      if (isSecret && value !== undefined) this.secrets[name] = value;
    }
    for (const depended of workflow.dependsOn) this.prepare(depended());
    for (const step of workflow.steps) {
      const { target } = step;
      if ('workflow' in target) this.prepare(target.workflow());
      else this.steps.set(step, new AskingStep(`${workflow.id}/${step.id}`, target.operation, step.clause));
      for (const { workflow: other } of [...step.onSuccess, ...step.onFailure]) if (other) this.prepare(other());
    }
  }

  /** Runs a workflow unless it was run already, after those that it depends on. */
  *once(workflow: Workflow): Orders<Ended> {
    const before = this.ended.get(workflow);
    return before ?? (yield* this.run(workflow, this.inputs));
  }

  private *run(workflow: Workflow, given: NamedValues): Orders<Ended> {
    if (this.depth >= MOST_DEPTH) return this.leaveOut(workflow, 'workflows run each other too deeply');
    this.depth++;
    try {
      // Those that depend on each other in a circle find this one ended.
      this.ended.set(workflow, { isGood: false, outputs: {} });
      for (const depended of workflow.dependsOn) {
        const other = depended();
        const { isGood } = yield* this.once(other);
        if (!isGood) return this.leaveOut(workflow, `the workflow ${other.id}, which it depends on, did not succeed`);
      }
      const inputs: Record<string, JsonValue> = {};
      for (const [name, { usual, isRequired }] of workflow.inputs) {
        const value = given[name] ?? usual;
        if (value !== undefined) inputs[name] = value;
        else if (isRequired)
          return this.leaveOut(workflow, `its input \`${name}\` is missing; hand it over: ${this.handOver(name)}`);
      }
      const ended = yield* this.runSteps(workflow, { ...given, ...inputs });
      this.ended.set(workflow, ended);
      this.values.set(workflow.id, { inputs, outputs: ended.outputs });
      return ended;
    } finally {
      this.depth--;
    }
  }

  private leaveOut(workflow: Workflow, reason: string): Ended {
    for (const step of workflow.steps) this.leaveOutStep(step, reason);
    const ended = { isGood: false, outputs: {} };
    this.ended.set(workflow, ended);
    return ended;
  }

  private leaveOutStep(step: Step, reason: string): void {
    const asking = this.steps.get(step);
    if (asking) asking.reason = reason;
  }

  private *runSteps(workflow: Workflow, inputs: NamedValues): Orders<Ended> {
    const scope = {
      inputs,
      steps: new Map<string, NamedValues>(),
      workflows: this.values,
      self: workflow.document.self,
    };
    const tries = new Map<Step, number>();
    let isGood = true;
    let at = 0;
    for (let taken = 0; ; taken++) {
      const step = workflow.steps[at];
      if (!step) break;
      if (taken === MOST_STEPS) {
        isGood = false;
        this.tellRest(
          workflow,
          at - 1,
          `the workflow had sent ${MOST_STEPS} steps by then; it may lead back without end`,
        );
        break;
      }
      const result = yield* this.runStep(workflow, step, scope, tries);
      const { next } = result;
      if (next === 'on') at++;
      else if (next === 'again') continue;
      else if (next === 'end') {
        isGood = result.isGood;
        if (!isGood) this.tellRest(workflow, at, `the workflow ended at the step ${step.id}, which did not succeed`);
        break;
      } else if (next.stepId !== undefined) at = workflow.steps.findIndex(({ id }) => id === next.stepId);
      else if (next.workflow) {
        const { isGood: isOtherGood } = yield* this.run(next.workflow(), { ...inputs, ...result.handed });
        isGood = isOtherGood;
        break;
      }
    }
    const outputs = outputsOf(workflow.outputs, scope);
    return { isGood, outputs };
  }

  private tellRest(workflow: Workflow, at: number, reason: string): void {
    for (const step of workflow.steps.slice(at + 1)) this.leaveOutStep(step, reason);
  }

  private *runStep(
    workflow: Workflow,
    step: Step,
    scope: Scope & { readonly steps: Map<string, NamedValues> },
    tries: Map<Step, number>,
  ): Orders<{
    readonly isGood: boolean;
    readonly next: 'on' | 'again' | 'end' | Action;
    readonly handed?: NamedValues;
  }> {
    const seen = yield* this.see(workflow, step, scope);
    if (!seen) return { isGood: false, next: 'end' };
    const isGood = seen.unexpected.length === 0;
    this.note(step, seen, scope.steps);
    const action = (isGood ? step.onSuccess : step.onFailure).find(
      (each) =>
        (each.type !== 'retry' || (tries.get(step) ?? 0) < each.retryLimit) &&
        each.criteria.every(({ isMet }) => isMet((expression) => valueOfExpression(expression, seen.scope))),
    );
    const isAsked = this.steps.has(step);
    if (action?.type === 'retry') {
      tries.set(step, (tries.get(step) ?? 0) + 1);
      if (isAsked) yield { kind: 'judged', unexpected: undefined };
      const ms = retryMs(action, seen.scope);
      if (ms > 0) yield { kind: 'wait', ms };
      yield* this.runBetween(workflow, action, scope, handedOver(action.parameters, seen.scope));
      return { isGood, next: 'again' };
    }
    // A step that leads elsewhere where it does not succeed expects that.
    const unexpected = action?.type === 'goto' ? [] : seen.unexpected;
    if (action?.type === 'goto') this.note(step, { ...seen, unexpected }, scope.steps);
    if (isAsked) yield { kind: 'judged', unexpected };
    if (action?.type === 'goto') return { isGood, next: action, handed: handedOver(action.parameters, seen.scope) };
    return { isGood, next: action || !isGood ? 'end' : 'on' };
  }

  /** Runs what a retry names before the step is tried again. What that leads to by itself is not run. */
  private *runBetween(
    workflow: Workflow,
    { stepId, workflow: other }: Action,
    scope: Scope & { readonly steps: Map<string, NamedValues> },
    handed: NamedValues,
  ): Orders<void> {
    if (other) yield* this.run(other(), { ...scope.inputs, ...handed });
    const step = workflow.steps.find(({ id }) => id === stepId);
    if (!step) return;
    const seen = yield* this.see(workflow, step, scope);
    if (!seen) return;
    this.note(step, seen, scope.steps);
    if (this.steps.has(step)) yield { kind: 'judged', unexpected: seen.unexpected };
  }

  private note(step: Step, { scope, unexpected }: Seen, outputs: Map<string, NamedValues>): void {
    const values = outputsOfStep(step, scope);
    outputs.set(step.id, values);
    const lookUp = (expression: string) => valueOfExpression(expression, scope);
    const judged = 'workflow' in step.target ? [] : step.criteria;
    this.ran.set(step, {
      isGood: unexpected.length === 0,
      criteria: judged.map(({ text, clause, isMet }) => ({ text, clause, isMet: isMet(lookUp) })),
      outputs: toldOutputs(step.outputs, values),
      status: 'workflow' in step.target ? undefined : scope.exchange?.response?.status,
    });
  }

  /** Does what a step does, and looks at what came of it. @returns undefined if nothing was sent. */
  private *see(workflow: Workflow, step: Step, scope: Scope): Orders<Seen | undefined> {
    return 'workflow' in step.target
      ? yield* this.runCalled(step.target.workflow(), step, scope)
      : yield* this.ask(workflow, step, step.target.operation, scope);
  }

  /** @returns undefined if nothing was sent. */
  private *ask(workflow: Workflow, step: Step, operation: Operation, scope: Scope): Orders<Seen | undefined> {
    const asking = this.steps.get(step);
    if (!asking) return undefined;
    const request = stepRequest(operation, together(workflow.parameters, step.parameters), step.body, scope);
    if (typeof request === 'string') {
      asking.reason = request;
      return undefined;
    }
    const answer = yield { kind: 'send', step: asking, request };
    if (!answer || 'whyUnsent' in answer) {
      asking.reason = answer?.whyUnsent ?? 'the run did not get that far';
      return undefined;
    }
    asking.isSent = true;
    const { exchange } = answer;
    asking.index = exchange.index;
    const after = { ...scope, exchange };
    return { scope: after, unexpected: exchange.response ? unexpectedIn(step, after) : [unanswered(step)] };
  }

  private *runCalled(called: Workflow, step: Step, scope: Scope): Orders<Seen> {
    const given = { ...this.inputs, ...handedOver(step.parameters, scope) };
    const { isGood, outputs } = yield* this.run(called, given);
    const failed = { message: '', expected: '', actual: '', clause: step.clause };
    return { scope: { ...scope, outputs }, unexpected: isGood ? [] : [failed] };
  }
}

/** Of workflows that run each other, and of the steps of one workflow, so many are run. */
const MOST_DEPTH = 20;
const MOST_STEPS = 1000;

/** "If an HTTP Retry-After response header was returned [...], then it SHOULD overrule this particular field value" (Arazzo 1.0.1 §4.6.8.1); a run waits no longer than a workflow itself may say. */
function retryMs({ retryAfterMs }: Action, { exchange }: Scope): number {
  const askedMs = exchange?.response ? retryAfter(exchange.response) : undefined;
  return askedMs === undefined ? retryAfterMs : Math.min(askedMs, LONGEST_RETRY_WAIT_MS);
}

/** Those of the step go before those of its workflow. */
function together(common: readonly StepParameter[], own: readonly StepParameter[]): StepParameter[] {
  const keyOf = ({ name, in: place }: StepParameter) => `${place} ${place === 'header' ? name.toLowerCase() : name}`;
  return [...new Map([...common, ...own].map((each) => [keyOf(each), each])).values()];
}

function outputsOf(outputs: Readonly<Record<string, string>>, scope: Scope): NamedValues {
  const values = Object.entries(outputs).flatMap(([name, expression]) => {
    const value = valueOfExpression(expression, scope);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** What parameters hand to a workflow as its inputs. */
function handedOver(parameters: readonly StepParameter[], scope: Scope): NamedValues {
  const values = parameters.flatMap(({ name, value }) => {
    const input = withValues(value, scope);
    return input === undefined ? [] : [[name, input] as const];
  });
  return Object.fromEntries(values);
}

function toldOutputs(expressions: Readonly<Record<string, string>>, values: NamedValues): OutputTold[] {
  return Object.entries(values).map(([name, value]) => ({ name, expression: expressions[name] ?? '', value }));
}

/** What runs a workflow has the outputs of that, too. */
function outputsOfStep({ outputs }: Step, scope: Scope): NamedValues {
  return { ...scope.outputs, ...outputsOf(outputs, scope) };
}

function unanswered({ clause }: Step): Unexpected {
  return { message: 'the step was not answered', expected: 'an answer', actual: 'none', clause };
}

/** What an answer does not show that the criteria of its step ask for. Without criteria, a refusal is no success. */
function unexpectedIn(step: Step, scope: Scope): Unexpected[] {
  const status = scope.exchange?.response?.status ?? 0;
  if (step.criteria.length === 0) {
    if (status < 400) return [];
    const message = `the step "${step.id}" did not succeed: it has no criteria, and a refusal is no success`;
    return [{ message, expected: 'a status below 400', actual: `the status ${status}`, clause: step.clause }];
  }
  const lookUp = (expression: string) => valueOfExpression(expression, scope);
  return step.criteria
    .filter(({ isMet }) => !isMet(lookUp))
    .map(({ text, clause, shown }) => ({
      message: `the step "${step.id}" did not succeed: its criterion \`${text}\` is not met`,
      expected: text,
      actual:
        shown.map((expression) => `${expression} is ${shortly(lookUp(expression))}`).join(', ') ||
        `the status ${status}`,
      clause,
    }));
}

function shortly(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  const text = toJson(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** In characters. */
const LONGEST_SHOWN = 200;
