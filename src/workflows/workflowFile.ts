/** Reads workflows: documents of the Arazzo Specification 1.0 and 1.1. */

import { dirname, resolve } from 'node:path';
import type { ContractError } from '../contract/clause';
import type { Contract } from '../contract/contract';
import { clauseAt } from '../contract/document/files';
import { escapePointer, pointerTokens, valueAt } from '../json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../json/value';
import { didYouMean } from '../support/words';
import { mistakesOfWorkflows, namedInputs, type Placed, type PlacedItems } from './checkWorkflow';
import { type Criterion, readCriterion } from './criteria';
import { declaredInputs } from './inputs';
import { unknownMembers, versionOf } from './objects';
import { SelectorError, withoutSelectors } from './selectors';
import { mistakeIn, openSource, refuseAll } from './sourceText';
import {
  type Action,
  LONGEST_RETRY_WAIT_MS,
  type Step,
  type StepBody,
  type StepParameter,
  type Workflow,
  type WorkflowDocument,
  type WorkflowReference,
} from './workflow';

/** A wait before a retry takes at most this long, in seconds, and a step is tried again at most this often. */
const MOST_SECONDS = LONGEST_RETRY_WAIT_MS / 1000;
const MOST_TRIES = 100;

/**
 * Reads a document, and those of Arazzo that it names.
 * @throws ContractError if a file cannot be read, is no such document, or asks for something that is not supported.
 */
export function readWorkflows(file: string, contract: Contract): WorkflowDocument {
  const files = new WorkflowFiles(contract);
  const document = files.open(resolve(file));
  files.check();
  return document;
}

class WorkflowFiles {
  private readonly read = new Map<string, WorkflowDocument>();
  private readonly readers: DocumentReader[] = [];

  constructor(readonly contract: Contract) {}

  open(path: string): WorkflowDocument {
    const known = this.read.get(path);
    if (known) return known;
    const source = openSource(path);
    const { value } = source;
    if (!isObject(value) || typeof value['arazzo'] !== 'string')
      throw mistakeIn(source, '#', 'this is no Arazzo document: it should start with `arazzo: 1.0.1`.');
    const version = versionOf(value['arazzo']);
    if (version === undefined)
      throw mistakeIn(source, '#/arazzo', `Arazzo ${value['arazzo']} is not supported. Espalier reads 1.0 and 1.1.`);
    refuseAll(source, unknownMembers(value, version), true);
    const workflows = new Map<string, Workflow>();
    const { components, $self } = value;
    const self = typeof $self === 'string' ? $self : undefined;
    const document: WorkflowDocument = { source, version, components, workflows, self };
    this.read.set(path, document);
    const reader = new DocumentReader(document, value as JsonObject, this);
    for (const [id, workflow] of reader.workflows()) workflows.set(id, workflow);
    this.readers.push(reader);
    reader.resolveReferences();
    return document;
  }

  /** @throws ContractError if something that was read cannot mean anything. */
  check(): void {
    const inputsOf = namedInputs([...this.read.values()].flatMap(({ workflows }) => [...workflows.values()]));
    for (const reader of this.readers) reader.check(inputsOf);
  }
}

/** What may follow a step (§4.6.7, §4.6.8). */
const AFTER_SUCCESS = ['end', 'goto'] as const;
const AFTER_FAILURE = ['end', 'goto', 'retry'] as const;

function placeOf(pointer: string, member: string): string {
  return member === '' ? pointer : `${pointer}/${member}`;
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const;
/** Arazzo 1.1 also has `channel`, of AsyncAPI. */
const MORE_PLACES = [...PLACES, 'querystring'] as const;

/** Reads one document. Pointers are those of the values in its text. */
class DocumentReader {
  private readonly references: WorkflowReference[] = [];

  constructor(
    private readonly document: WorkflowDocument,
    private readonly value: JsonObject,
    private readonly files: WorkflowFiles,
  ) {}

  /** @throws ContractError if a workflow is named that there is not. */
  resolveReferences(): void {
    for (const reference of this.references) reference();
  }

  /** @throws ContractError if something cannot mean anything where it stands. */
  check(inputsOf: (workflow: Workflow) => readonly string[] | undefined): void {
    const given = this.list(this.value['workflows'], '#/workflows');
    const items: PlacedItems = (list, pointer) => this.placed(list, pointer);
    const found = [...this.document.workflows.values()].flatMap((workflow, at) =>
      mistakesOfWorkflows(workflow, given[at] ?? {}, `#/workflows/${at}`, { items, inputsOf }),
    );
    refuseAll(this.document.source, found, false);
  }

  workflows(): [string, Workflow][] {
    const workflows = this.list(this.value['workflows'], '#/workflows');
    if (workflows.length === 0) throw this.mistake('#/workflows', '`workflows` must have at least one workflow.');
    const seen = new Set<string>();
    return workflows.map((workflow, at) => {
      const pointer = `#/workflows/${at}`;
      const id = this.id(workflow['workflowId'], 'workflowId', pointer, seen);
      return [id, this.workflow(id, workflow, pointer)];
    });
  }

  private workflow(id: string, workflow: JsonObject, pointer: string): Workflow {
    const steps = this.list(workflow['steps'], `${pointer}/steps`);
    if (steps.length === 0) throw this.mistake(`${pointer}/steps`, '`steps` must have at least one step.');
    const actions = {
      onSuccess: this.actions(workflow['successActions'], `${pointer}/successActions`, AFTER_SUCCESS),
      onFailure: this.actions(workflow['failureActions'], `${pointer}/failureActions`, AFTER_FAILURE),
    };
    const seen = new Set<string>();
    const read = steps.map((step, at) => this.step(step, `${pointer}/steps/${at}`, seen, actions));
    for (const [at, { onSuccess, onFailure }] of read.entries())
      for (const { stepId } of [...onSuccess, ...onFailure])
        if (stepId !== undefined && !seen.has(stepId))
          throw this.mistake(
            `${pointer}/steps/${at}`,
            `an action leads to the step "${stepId}", which the workflow does not have.`,
          );
    const { dependsOn = [] } = workflow;
    if (!Array.isArray(dependsOn))
      throw this.mistake(`${pointer}/dependsOn`, '`dependsOn` must be a list of workflows.');
    return {
      id,
      document: this.document,
      clause: clauseAt(this.document.source, pointer, false),
      ...this.inputs(workflow['inputs'], `${pointer}/inputs`),
      dependsOn: dependsOn.map((name: unknown, at) => this.workflowNamed(name, `${pointer}/dependsOn/${at}`)),
      parameters: this.parameters(workflow['parameters'], `${pointer}/parameters`),
      steps: read,
      outputs: this.outputs(workflow['outputs'], `${pointer}/outputs`),
    };
  }

  private step(
    step: JsonObject,
    pointer: string,
    seen: Set<string>,
    usual: Pick<Step, 'onSuccess' | 'onFailure'>,
  ): Step {
    const id = this.id(step['stepId'], 'stepId', pointer, seen);
    const { onSuccess, onFailure } = step;
    return {
      id,
      clause: clauseAt(this.document.source, pointer, false),
      target: this.target(step, pointer),
      parameters: this.parameters(step['parameters'], `${pointer}/parameters`),
      body: this.body(step['requestBody'], `${pointer}/requestBody`),
      criteria: this.criteria(step['successCriteria'], `${pointer}/successCriteria`),
      onSuccess:
        onSuccess === undefined ? usual.onSuccess : this.actions(onSuccess, `${pointer}/onSuccess`, AFTER_SUCCESS),
      onFailure:
        onFailure === undefined ? usual.onFailure : this.actions(onFailure, `${pointer}/onFailure`, AFTER_FAILURE),
      outputs: this.outputs(step['outputs'], `${pointer}/outputs`),
    };
  }

  private target(step: JsonObject, pointer: string): Step['target'] {
    const { operationId, operationPath, workflowId } = step;
    if ([operationId, operationPath, workflowId].filter((each) => each !== undefined).length !== 1)
      throw this.mistake(pointer, 'a step must have one of `operationId`, `operationPath` and `workflowId`.');
    if (workflowId !== undefined) return { workflow: this.workflowNamed(workflowId, `${pointer}/workflowId`) };
    const { operations } = this.files.contract;
    if (operationPath !== undefined) {
      const at = `${pointer}/operationPath`;
      const [, source] = /^\{\$sourceDescriptions\.(.+)\.url\}/.exec(String(operationPath)) ?? [];
      if (source !== undefined && !this.sources().some((each) => each['name'] === source))
        throw this.mistake(at, `\`sourceDescriptions\` has no source "${source}".`);
      const [, fragment] = /#(\/paths\/.+)$/.exec(String(operationPath)) ?? [];
      if (fragment === undefined)
        throw this.mistake(at, '`operationPath` must end with the place of an operation: `#/paths/~1plants/get`.');
      const [, path, method = ''] = pointerTokens(fragment);
      const operation = operations.find((each) => each.name === `${method.toUpperCase()} ${path}`);
      if (!operation) throw this.mistake(at, `the contract has no operation ${method.toUpperCase()} ${path}.`);
      return { operation };
    }
    const name = String(operationId);
    const bare = this.withoutSource(name);
    const operation = operations.find((each) => each.operationId === name || each.operationId === bare);
    if (operation) return { operation };
    const ids = operations.flatMap((each) => each.operationId ?? []);
    throw this.mistake(`${pointer}/operationId`, `the contract has no operation "${bare}".${didYouMean(bare, ids)}`);
  }

  /** `$sourceDescriptions.shop.getOrder`, `shop.getOrder` → `getOrder`, where `shop` is a source. */
  private withoutSource(name: string): string {
    const bare = name.replace(/^\$sourceDescriptions\./, '');
    const source = this.sources().find((each) => bare.startsWith(`${each['name']}.`));
    return source ? bare.slice(String(source['name']).length + 1) : bare;
  }

  private sources(): JsonObject[] {
    return this.list(this.value['sourceDescriptions'], '#/sourceDescriptions');
  }

  private workflowNamed(name: unknown, pointer: string): WorkflowReference {
    const reference = (): Workflow => {
      const text = String(name);
      const [, sourceName, id = text] = /^\$sourceDescriptions\.([^.]+)\.(?:workflows\.)?(.+)$/.exec(text) ?? [];
      const document = sourceName === undefined ? this.document : this.documentOf(sourceName, pointer);
      const workflow = document.workflows.get(id);
      if (workflow) return workflow;
      throw this.mistake(pointer, `there is no workflow "${id}".`);
    };
    this.references.push(reference);
    return reference;
  }

  private documentOf(name: string, pointer: string): WorkflowDocument {
    const source = this.sources().find((each) => each['name'] === name);
    if (source?.['type'] !== 'arazzo')
      throw this.mistake(pointer, `\`sourceDescriptions\` has no source "${name}" of the type \`arazzo\`.`);
    const url = String(source['url']);
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url))
      throw this.mistake(pointer, `the source "${name}" is a URL. Espalier reads workflows from files alone.`);
    return this.files.open(resolve(dirname(this.document.source.path), url));
  }

  private inputs(given: unknown, pointer: string): Pick<Workflow, 'inputs' | 'isOpen'> {
    const read = declaredInputs(given, this.value);
    if (typeof read === 'string') throw this.mistake(pointer, `nothing stands at ${read} in this document.`);
    return read;
  }

  /** A parameter or an action may be one of the components: `reference: $components.parameters.page`. */
  private resolved(item: JsonObject, pointer: string): Placed {
    const { reference, value } = item;
    if (reference === undefined) return { item, placeOf: (member) => placeOf(pointer, member) };
    const [, kind = '', name = ''] = /^\$components\.(\w+)\.(.+)$/.exec(String(reference)) ?? [];
    const place = `/${kind}/${escapePointer(name)}`;
    const component = valueAt(this.document.components, place);
    if (!isObject(component)) throw this.mistake(`${pointer}/reference`, `there is no ${String(reference)}.`);
    return {
      item: { ...(component as JsonObject), ...(value === undefined ? {} : { value }) },
      placeOf: (member) =>
        member === '' || (member === 'value' && value !== undefined)
          ? placeOf(pointer, member)
          : `#/components${place}/${member}`,
    };
  }

  private placed(given: unknown, pointer: string): Placed[] {
    return this.list(given, pointer).map((item, at) => this.resolved(item, `${pointer}/${at}`));
  }

  private parameters(given: unknown, pointer: string): StepParameter[] {
    return this.list(given, pointer).map((item, at) => {
      const { name, in: place, value } = this.resolved(item, `${pointer}/${at}`).item;
      if (typeof name !== 'string' || value === undefined)
        throw this.mistake(`${pointer}/${at}`, 'a parameter must have a `name` and a `value`.');
      const places: readonly NonNullable<StepParameter['in']>[] = this.isLater ? MORE_PLACES : PLACES;
      const known = places.find((each) => each === place);
      if (place !== undefined && known === undefined)
        throw this.mistake(
          `${pointer}/${at}/in`,
          `\`in\` must be ${places.slice(0, -1).join(', ')} or ${places.at(-1)}.`,
        );
      return { name, in: known, value: this.selected(value, `${pointer}/${at}/value`) };
    });
  }

  private get isLater(): boolean {
    return this.document.version !== '1.0';
  }

  /** Puts expressions in place of selectors. */
  private selected(value: JsonValue, pointer: string): JsonValue {
    if (!this.isLater) return value;
    try {
      return withoutSelectors(value);
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw this.mistake(pointer, error.message);
    }
  }

  private body(given: unknown, pointer: string): StepBody | undefined {
    if (given === undefined) return undefined;
    if (!isObject(given)) throw this.mistake(pointer, '`requestBody` must be an object with a `payload`.');
    const { contentType, payload = null, replacements } = given as JsonObject;
    return {
      contentType: typeof contentType === 'string' ? contentType : undefined,
      payload: this.selected(payload, `${pointer}/payload`),
      replacements: this.list(replacements, `${pointer}/replacements`).map(
        ({ target, value, targetSelectorType: type = 'jsonpointer' }, at) => {
          if ((isObject(type) ? type['type'] : type) !== 'jsonpointer')
            throw this.mistake(`${pointer}/replacements/${at}/targetSelectorType`, 'targets are JSON Pointers alone.');
          if (typeof target !== 'string' || !/^(\/|$)/.test(target) || value === undefined)
            throw this.mistake(
              `${pointer}/replacements/${at}`,
              'a replacement must have a JSON Pointer as its `target`, and a `value`.',
            );
          return { target, value: this.selected(value, `${pointer}/replacements/${at}/value`) };
        },
      ),
    };
  }

  private criteria(given: unknown, pointer: string): Criterion[] {
    return this.list(given, pointer).map((item, at) => {
      const place = `${pointer}/${at}`;
      const criterion = readCriterion(item, clauseAt(this.document.source, place, false));
      if (typeof criterion === 'string') throw this.mistake(place, criterion);
      return criterion;
    });
  }

  private actions(given: unknown, pointer: string, types: readonly Action['type'][]): Action[] {
    return this.list(given, pointer).map((item, at) => {
      const place = `${pointer}/${at}`;
      const { item: action } = this.resolved(item, place);
      const { type: named, stepId, workflowId, retryAfter = 0, retryLimit = 1, criteria, parameters } = action;
      const type = types.find((each) => each === named);
      if (type === undefined)
        throw this.mistake(
          place,
          `the \`type\` of such an action must be ${types.slice(0, -1).join(', ')} or ${types.at(-1)}.`,
        );
      if (type === 'goto' && (stepId === undefined) === (workflowId === undefined))
        throw this.mistake(place, 'a `goto` must have either a `stepId` or a `workflowId`.');
      if (stepId !== undefined && workflowId !== undefined)
        throw this.mistake(place, 'an action must not have both a `stepId` and a `workflowId`.');
      if (typeof retryAfter !== 'number' || !(retryAfter >= 0) || retryAfter > MOST_SECONDS)
        throw this.mistake(
          `${place}/retryAfter`,
          `\`retryAfter\` must be a number of seconds, at most ${MOST_SECONDS}.`,
        );
      if (typeof retryLimit !== 'number' || !(Number.isInteger(retryLimit) && retryLimit >= 0))
        throw this.mistake(`${place}/retryLimit`, '`retryLimit` must be a whole number that is not negative.');
      return {
        type,
        stepId: typeof stepId === 'string' ? stepId : undefined,
        workflow: workflowId === undefined ? undefined : this.workflowNamed(workflowId, `${place}/workflowId`),
        retryAfterMs: retryAfter * 1000,
        retryLimit: Math.min(retryLimit, MOST_TRIES),
        criteria: this.criteria(criteria, `${place}/criteria`),
        parameters: this.parameters(parameters, `${place}/parameters`),
      };
    });
  }

  private outputs(given: unknown, pointer: string): Readonly<Record<string, string>> {
    if (given === undefined) return {};
    const read = isObject(given) ? this.selected(given as JsonValue, pointer) : undefined;
    if (!isObject(read) || !Object.values(read).every((each) => typeof each === 'string'))
      throw this.mistake(pointer, '`outputs` must give each name an expression.');
    return read as Readonly<Record<string, string>>;
  }

  private id(given: unknown, name: string, pointer: string, seen: Set<string>): string {
    if (typeof given !== 'string' || given === '') throw this.mistake(pointer, `a \`${name}\` is missing.`);
    if (seen.has(given)) throw this.mistake(pointer, `the \`${name}\` "${given}" stands twice.`);
    seen.add(given);
    return given;
  }

  private list(given: unknown, pointer: string): JsonObject[] {
    if (given === undefined) return [];
    if (Array.isArray(given) && given.every((item) => isObject(item))) return given as JsonObject[];
    throw this.mistake(pointer, 'this must be a list of objects.');
  }

  private mistake(pointer: string, message: string): ContractError {
    return mistakeIn(this.document.source, pointer, message);
  }
}
