/** Reads workflows: documents of the Arazzo Specification 1.0. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ContractError } from '../contract/clause';
import type { Contract } from '../contract/contract';
import { clauseAt, displayPath, FileError, openFiles, type SourceFile } from '../contract/document/files';
import { escapePointer, pointerTokens, valueAt } from '../json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../json/value';
import { nearest } from '../support/words';
import { type Criterion, readCriterion } from './criteria';
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
  return new WorkflowFiles(contract).open(resolve(file));
}

/** Says what is wrong at a place of a document. */
function mistakeAt(source: SourceFile, pointer: string, message: string): ContractError {
  return new ContractError([{ ...clauseAt(source, pointer, false), message }], [source.path]);
}

function openSource(file: string): SourceFile {
  try {
    return openFiles(file).root;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { path, line, column, message } = error;
    const sentence = message.endsWith('.') ? message : `the workflows cannot be read: ${message}.`;
    throw new ContractError([{ file: displayPath(path), line, column, message: sentence }], [path]);
  }
}

/**
 * Returns the file of the contract that an Arazzo document speaks of: its first source of the type `openapi` that is a file. Undefined if it names
 * none that is there. The document itself is not checked.
 * @throws ContractError if the document cannot be read.
 */
export function contractNamedIn(file: string): string | undefined {
  const { path, value } = openSource(resolve(file));
  const sources = isObject(value) && Array.isArray(value['sourceDescriptions']) ? value['sourceDescriptions'] : [];
  return sources
    .filter((each) => isObject(each) && (each['type'] ?? 'openapi') === 'openapi' && typeof each['url'] === 'string')
    .map((each) => resolve(dirname(path), String(each['url'])))
    .find((each) => existsSync(each));
}

/** `$steps.make.outputs.id`, alone or within a text. */
const NAMED_OUTPUT = /\$steps\.([A-Za-z0-9_-]+)\.outputs\.([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)/g;

function hintOf(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

class WorkflowFiles {
  private readonly read = new Map<string, WorkflowDocument>();

  constructor(readonly contract: Contract) {}

  open(path: string): WorkflowDocument {
    const known = this.read.get(path);
    if (known) return known;
    const source = openSource(path);
    const { value } = source;
    if (!isObject(value) || typeof value['arazzo'] !== 'string')
      throw mistakeAt(source, '#', 'this is no Arazzo document: it should start with `arazzo: 1.0.1`.');
    if (!/^1\.0\.\d+/.test(value['arazzo']))
      throw mistakeAt(source, '#/arazzo', `Arazzo ${value['arazzo']} is not supported. Espalier reads 1.0.`);
    const workflows = new Map<string, Workflow>();
    const document: WorkflowDocument = { source, components: value['components'], workflows };
    this.read.set(path, document);
    const reader = new DocumentReader(document, value as JsonObject, this);
    for (const [id, workflow] of reader.workflows()) workflows.set(id, workflow);
    reader.resolveReferences();
    return document;
  }
}

const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie']);

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
      onSuccess: this.actions(workflow['successActions'], `${pointer}/successActions`),
      onFailure: this.actions(workflow['failureActions'], `${pointer}/failureActions`),
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
    const known = new Map(read.map((step) => [step.id, step]));
    this.checkSteps(workflow, pointer, known);
    const dependsOn = Array.isArray(workflow['dependsOn']) ? workflow['dependsOn'] : [];
    return {
      id,
      document: this.document,
      clause: clauseAt(this.document.source, pointer, false),
      inputs: this.inputs(workflow['inputs'], `${pointer}/inputs`),
      dependsOn: dependsOn.map((name: unknown, at) => this.workflowNamed(name, `${pointer}/dependsOn/${at}`)),
      parameters: this.parameters(workflow['parameters'], `${pointer}/parameters`),
      steps: read,
      outputs: this.outputs(workflow['outputs'], `${pointer}/outputs`),
    };
  }

  /** Finds expressions that name a step or an output that the workflow does not have, wherever they stand: their value could never come. */
  private checkSteps(value: unknown, pointer: string, known: ReadonlyMap<string, Step>): void {
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value))
        if (name !== 'description' && name !== 'summary')
          this.checkSteps(member, `${pointer}/${escapePointer(name)}`, known);
    if (typeof value !== 'string') return;
    for (const [, id = '', output = ''] of value.matchAll(NAMED_OUTPUT)) {
      const step = known.get(id);
      if (!step) throw this.mistake(pointer, `the workflow has no step "${id}".${hintOf(id, [...known.keys()])}`);
      const names = Object.keys(step.outputs);
      // What runs a workflow has the outputs of that, too. A name may have dots in it.
      if ('workflow' in step.target || names.some((name) => output === name || output.startsWith(`${name}.`))) continue;
      throw this.mistake(pointer, `the step "${id}" has no output "${output}".${hintOf(output, names)}`);
    }
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
      onSuccess: onSuccess === undefined ? usual.onSuccess : this.actions(onSuccess, `${pointer}/onSuccess`),
      onFailure: onFailure === undefined ? usual.onFailure : this.actions(onFailure, `${pointer}/onFailure`),
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
    const meant = nearest(
      bare,
      operations.flatMap((each) => each.operationId ?? []),
    );
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw this.mistake(`${pointer}/operationId`, `the contract has no operation "${bare}".${hint}`);
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

  private inputs(given: unknown, pointer: string): Workflow['inputs'] {
    const schema = isObject(given) && typeof given['$ref'] === 'string' ? this.referred(given['$ref'], pointer) : given;
    const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
    const required: readonly unknown[] =
      isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
    return new Map(
      Object.entries(properties).map(([name, property]) => {
        const { format, default: usual } = isObject(property) ? property : {};
        const isSecret = format === 'password';
        return [name, { isRequired: required.includes(name), isSecret, usual: usual as JsonValue | undefined }];
      }),
    );
  }

  private referred(reference: string, pointer: string): unknown {
    const value = reference.startsWith('#/') ? valueAt(this.value, reference.slice(1)) : undefined;
    if (value === undefined) throw this.mistake(pointer, `nothing stands at ${reference} in this document.`);
    return value;
  }

  /** A parameter or an action may be one of the components: `reference: $components.parameters.page`. */
  private resolved(item: JsonObject, pointer: string): JsonObject {
    const { reference } = item;
    if (reference === undefined) return item;
    const [, kind = '', name = ''] = /^\$components\.(\w+)\.(.+)$/.exec(String(reference)) ?? [];
    const value = valueAt(this.document.components, `/${kind}/${escapePointer(name)}`);
    if (!isObject(value)) throw this.mistake(`${pointer}/reference`, `there is no ${String(reference)}.`);
    return { ...(value as JsonObject), ...item };
  }

  private parameters(given: unknown, pointer: string): StepParameter[] {
    return this.list(given, pointer).map((item, at) => {
      const { name, in: place, value } = this.resolved(item, `${pointer}/${at}`);
      if (typeof name !== 'string' || value === undefined)
        throw this.mistake(`${pointer}/${at}`, 'a parameter must have a `name` and a `value`.');
      if (place !== undefined && !PLACES.has(place))
        throw this.mistake(`${pointer}/${at}/in`, '`in` must be path, query, header or cookie.');
      return { name, in: place as StepParameter['in'], value };
    });
  }

  private body(given: unknown, pointer: string): StepBody | undefined {
    if (given === undefined) return undefined;
    if (!isObject(given)) throw this.mistake(pointer, '`requestBody` must be an object with a `payload`.');
    const { contentType, payload = null, replacements } = given as JsonObject;
    return {
      contentType: typeof contentType === 'string' ? contentType : undefined,
      payload,
      replacements: this.list(replacements, `${pointer}/replacements`).map(({ target, value }, at) => {
        if (typeof target !== 'string' || !/^(\/|$)/.test(target) || value === undefined)
          throw this.mistake(
            `${pointer}/replacements/${at}`,
            'a replacement must have a JSON Pointer as its `target`, and a `value`.',
          );
        return { target, value };
      }),
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

  private actions(given: unknown, pointer: string): Action[] {
    return this.list(given, pointer).map((item, at) => {
      const place = `${pointer}/${at}`;
      const { type, stepId, workflowId, retryAfter = 0, retryLimit = 1, criteria } = this.resolved(item, place);
      if (type !== 'end' && type !== 'goto' && type !== 'retry')
        throw this.mistake(place, 'the `type` of an action must be end, goto or retry.');
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
      };
    });
  }

  private outputs(given: unknown, pointer: string): Readonly<Record<string, string>> {
    if (given === undefined) return {};
    if (!isObject(given) || !Object.values(given).every((each) => typeof each === 'string'))
      throw this.mistake(pointer, '`outputs` must give each name an expression.');
    return given as Readonly<Record<string, string>>;
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
    return mistakeAt(this.document.source, pointer, message);
  }
}
