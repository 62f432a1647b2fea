/** Finds what a workflow says that cannot mean anything where it stands: it would be asked in vain, and the service blamed. */

import { pathParameters } from '../contract/contract';
import { escapePointer } from '../json/pointer';
import { isObject, type JsonObject } from '../json/value';
import { didYouMean } from '../support/words';
import { expressionsOfCondition } from './conditions';
import {
  type Nameable,
  type NameableWorkflow,
  whyMeaningless,
  whyNoExpression,
  whyNotInPath,
  whyWrongText,
  whyWrongWithin,
} from './meaning';
import type { MistakeAt } from './objects';
import { isSelector } from './selectors';
import { missingTarget } from './stepRequest';
import type { Step, Workflow } from './workflow';

/** An object of a document, or of its components, and where each of its members stands. */
export interface Placed {
  readonly item: JsonObject;
  readonly placeOf: (member: string) => string;
}

/** Returns the objects of a list, with those that stand in the components in place of the references to them. */
export type PlacedItems = (list: unknown, pointer: string) => readonly Placed[];

/** What a check needs to know of the documents. */
interface Documents {
  readonly items: PlacedItems;
  readonly inputsOf: (workflow: Workflow) => readonly string[] | undefined;
}

/** @param given the workflow as it stands in the document, at the pointer. */
export function mistakesOfWorkflows(
  workflow: Workflow,
  given: JsonObject,
  pointer: string,
  documents: Documents,
): MistakeAt[] {
  return new WorkflowCheck(workflow, given, pointer, documents).all();
}

/**
 * Returns what tells the names of the inputs of a workflow, undefined if nobody can know them all. One that declares none has those that others
 * hand to it.
 */
export function namedInputs(workflows: readonly Workflow[]): Documents['inputsOf'] {
  const handed = new Map<Workflow, string[]>();
  const hand = (to: Workflow, names: Iterable<string>) => handed.set(to, [...(handed.get(to) ?? []), ...names]);
  const namesOf = (parameters: Step['parameters']) => parameters.map(({ name }) => name);
  for (const { inputs, steps } of workflows)
    for (const { target, parameters, onSuccess, onFailure } of steps) {
      if ('workflow' in target) hand(target.workflow(), namesOf(parameters));
      // Where an action leads to a workflow, that has the inputs of this one, too.
      for (const action of [...onSuccess, ...onFailure])
        if (action.workflow) hand(action.workflow(), [...inputs.keys(), ...namesOf(action.parameters)]);
    }
  return (workflow) => {
    if (workflow.isOpen) return undefined;
    return workflow.inputs.size > 0 ? [...workflow.inputs.keys()] : (handed.get(workflow) ?? []);
  };
}

const NOT_SENT = 'the step has not been sent by then';
const NO_ANSWER = 'no answer belongs to the outputs of a workflow; name the output of a step';

class WorkflowCheck {
  private readonly found: MistakeAt[] = [];
  private readonly everywhere: Nameable;
  /** For each step, those after which it may come next. */
  private readonly leading = new Map<string, string[]>();

  constructor(
    private readonly workflow: Workflow,
    private readonly given: JsonObject,
    private readonly pointer: string,
    private readonly documents: Documents,
  ) {
    const { steps, document } = workflow;
    this.everywhere = {
      inputs: documents.inputsOf(workflow),
      steps: new Map(steps.map((step) => [step.id, outputNames(step)])),
      ended: new Set(steps.map(({ id }) => id)),
      workflows: new Map([...document.workflows].map(([id, other]) => [id, this.nameable(other)])),
      outputs: undefined,
      operation: undefined,
      whyUnanswered: undefined,
      hasSelf: document.self !== undefined,
    };
    for (const [at, { id, onSuccess, onFailure }] of steps.entries()) {
      this.lead(id, steps[at + 1]?.id);
      for (const { type, stepId } of [...onSuccess, ...onFailure]) {
        this.lead(id, stepId);
        // What a retry names runs before the step is tried again.
        if (type === 'retry' && stepId !== undefined) this.lead(stepId, id);
      }
    }
  }

  private lead(from: string, to: string | undefined): void {
    if (to !== undefined) this.leading.set(to, [...(this.leading.get(to) ?? []), from]);
  }

  all(): MistakeAt[] {
    const { given, pointer } = this;
    for (const [at, step] of this.workflow.steps.entries()) this.checkStep(step, at);
    this.checkCommonParameters();
    for (const name of ['successActions', 'failureActions'])
      this.checkActions(given[name], `${pointer}/${name}`, this.everywhere);
    this.checkOutputs(given['outputs'], `${pointer}/outputs`, { ...this.everywhere, whyUnanswered: NO_ANSWER });
    return this.found;
  }

  private checkStep(step: Step, at: number): void {
    const pointer = `${this.pointer}/steps/${at}`;
    const given = (this.given['steps'] as readonly JsonObject[])[at] as JsonObject;
    const before = { ...this.everywhere, ended: this.endedBefore(step.id), whyUnanswered: NOT_SENT };
    this.checkValues(this.documents.items(given['parameters'], `${pointer}/parameters`), before);
    this.checkOrder(given['dependsOn'], `${pointer}/dependsOn`, before);
    this.checkNames(step, this.documents.items(given['parameters'], `${pointer}/parameters`), pointer);
    const { requestBody } = given;
    if (isObject(requestBody)) {
      this.checkValue(requestBody['payload'], `${pointer}/requestBody/payload`, before);
      const replacements = `${pointer}/requestBody/replacements`;
      const placed = this.documents.items(requestBody['replacements'], replacements);
      this.checkValues(placed, before);
      const missing = step.body && missingTarget(step.body.payload, step.body.replacements);
      const lost = missing === undefined ? undefined : placed[missing];
      if (lost) this.tell(lost.placeOf('target'), `the body has no place \`${String(lost.item['target'])}\`.`);
    }
    const after = {
      ...before,
      ended: new Set([...before.ended, step.id]),
      ...('workflow' in step.target
        ? { outputs: Object.keys(step.target.workflow().outputs), operation: undefined }
        : { outputs: undefined, operation: step.target.operation }),
      whyUnanswered: undefined,
    };
    this.checkCriteria(given['successCriteria'], `${pointer}/successCriteria`, after);
    for (const name of ['onSuccess', 'onFailure']) this.checkActions(given[name], `${pointer}/${name}`, after);
    this.checkOutputs(given['outputs'], `${pointer}/outputs`, after);
  }

  /** What a step depends on (Arazzo 1.1) must come before it, and then does without more. */
  private checkOrder(given: unknown, pointer: string, { steps, ended }: Nameable): void {
    if (given === undefined) return;
    if (!Array.isArray(given)) this.tell(pointer, '`dependsOn` must be a list of steps.');
    for (const [at, name] of Array.isArray(given) ? given.entries() : []) {
      const id = String(name);
      if (id.startsWith('$')) this.tell(`${pointer}/${at}`, 'steps of other workflows are not supported there.');
      else if (!steps.has(id)) this.tell(`${pointer}/${at}`, `the workflow has no step "${id}".`);
      else if (!ended.has(id)) this.tell(`${pointer}/${at}`, `the step "${id}" comes later.`);
    }
  }

  /** The steps that may have run before a step does: those that lead to it, and those that lead to them. */
  private endedBefore(id: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (let open: readonly string[] = [id]; open.length > 0; ) {
      open = open.flatMap((each) => this.leading.get(each) ?? []).filter((each) => !found.has(each));
      for (const each of open) found.add(each);
    }
    return found;
  }

  /** Whether each parameter has a place in the request or an input of the workflow that is run, and each place in the path a parameter. */
  private checkNames(step: Step, parameters: readonly Placed[], pointer: string): void {
    const { target } = step;
    if ('workflow' in target) {
      const inputs = this.documents.inputsOf(target.workflow());
      for (const { item, placeOf } of parameters) {
        const name = String(item['name']);
        if (inputs && !inputs.includes(name))
          this.tell(placeOf('name'), `the workflow that is run has no input "${name}".${didYouMean(name, inputs)}`);
      }
      return;
    }
    for (const { item, placeOf } of parameters) {
      const { name, in: place } = item;
      if (place === undefined) this.tell(placeOf(''), 'a parameter of an operation must say where it is: `in`.');
      const why = place === 'path' ? whyNotInPath(target.operation, String(name)) : undefined;
      if (why !== undefined) this.tell(placeOf('name'), why);
    }
    const own = parameters.map(({ item }) => item);
    const has = [...own, ...this.workflow.parameters].filter((each) => each['in'] === 'path').map(({ name }) => name);
    const missing = pathParameters(target.operation).find(({ name }) => !has.includes(name));
    // A name that is wrong is told already.
    if (
      missing &&
      own.every(({ in: place, name }) => place !== 'path' || !whyNotInPath(target.operation, String(name)))
    )
      this.tell(pointer, `the step has no value for \`${missing.name}\` in the path of ${target.operation.name}.`);
  }

  /** Those of the workflow are for all of its steps: a name in the path must be in that of one of them. */
  private checkCommonParameters(): void {
    const parameters = this.documents.items(this.given['parameters'], `${this.pointer}/parameters`);
    this.checkValues(parameters, { ...this.everywhere, whyUnanswered: NOT_SENT });
    const operations = this.workflow.steps.flatMap(({ target }) => ('operation' in target ? target.operation : []));
    for (const { item, placeOf } of parameters) {
      const whys = operations.map((operation) => whyNotInPath(operation, String(item['name'])));
      if (item['in'] === 'path' && whys.every((why) => why !== undefined))
        this.tell(placeOf('name'), `no step has a parameter "${String(item['name'])}" in its path.`);
    }
  }

  private checkValues(placed: readonly Placed[], known: Nameable): void {
    for (const { item, placeOf } of placed) this.checkValue(item['value'], placeOf('value'), known);
  }

  private checkValue(value: unknown, pointer: string, known: Nameable): void {
    if (typeof value === 'string') this.tell(pointer, whyWrongText(value, known));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, item] of Object.entries(value)) this.checkValue(item, `${pointer}/${escapePointer(name)}`, known);
  }

  private checkActions(given: unknown, pointer: string, known: Nameable): void {
    for (const { item, placeOf } of this.documents.items(given, pointer)) {
      this.checkCriteria(item['criteria'], placeOf('criteria'), known);
      this.checkValues(this.documents.items(item['parameters'], placeOf('parameters')), known);
    }
  }

  private checkCriteria(given: unknown, pointer: string, known: Nameable): void {
    for (const { item, placeOf } of this.documents.items(given, pointer)) {
      const { condition, context, type = 'simple' } = item;
      if (typeof context === 'string') this.tell(placeOf('context'), whyNoExpression(context, known));
      const text = String(condition);
      const why =
        type === 'simple'
          ? expressionsOfCondition(text).map((each) => whyMeaningless(each, known))
          : [whyWrongWithin(text, known)];
      this.tell(
        placeOf('condition'),
        why.find((each) => each !== undefined),
      );
    }
  }

  private checkOutputs(given: unknown, pointer: string, known: Nameable): void {
    if (!isObject(given)) return;
    for (const [name, expression] of Object.entries(given)) {
      const place = `${pointer}/${escapePointer(name)}`;
      if (!/^[a-zA-Z0-9._-]+$/.test(name))
        this.tell(place, `the name of an output has letters, digits, \`.\`, \`-\` and \`_\` alone, not "${name}".`);
      const text = isSelector(expression) ? expression['context'] : expression;
      if (typeof text === 'string') this.tell(place, whyNoExpression(text, known));
    }
  }

  private nameable(workflow: Workflow): NameableWorkflow {
    return { inputs: this.documents.inputsOf(workflow), outputs: Object.keys(workflow.outputs) };
  }

  private tell(pointer: string, message: string | undefined): void {
    if (message !== undefined) this.found.push({ pointer, message });
  }
}

/** What runs a workflow has the outputs of that, too. */
function outputNames({ outputs, target }: Step): string[] {
  return [...Object.keys(outputs), ...('workflow' in target ? Object.keys(target.workflow().outputs) : [])];
}
