/** Chains of requests that a run sent → a document of Arazzo 1.0 that does the same, as a person would write it. */

import { Document, isMap, isSeq, type Node } from 'yaml';
import type { Operation, Parameter } from '../contract/contract';
import { escapePointer } from '../json/pointer';
import type { JsonValue } from '../json/value';
import type { Answered } from '../resources/answered';
import { type Kind, kindsOf } from '../resources/kinds';
import { idsIn } from '../resources/things';
import type { MadeThing, ReadChain } from './chainsMade';
import { type KindName, kindNames, type LifeStep, LOOKS, operationWords, ROLES, sentenceOf } from './stepNames';
import { NoStep, requestOf, type WrittenRequest } from './stepOfExchange';

interface WrittenStep extends Partial<WrittenRequest> {
  readonly stepId: string;
  readonly operationId?: string;
  readonly operationPath?: string;
  readonly successCriteria: readonly { readonly condition: string }[];
  outputs?: Record<string, string>;
}

interface WrittenWorkflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly inputs?: { readonly type: 'object'; readonly properties: Record<string, JsonValue> };
  readonly steps: readonly WrittenStep[];
}

/** Where the contract lies, seen from the document, and its name there. */
export interface ContractSource {
  readonly name: string;
  readonly url: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

interface WrittenWorkflows {
  readonly workflows: readonly WrittenWorkflow[];
  /** What a run did with things and no workflow does, each as a sentence without its end. */
  readonly left: readonly string[];
}

/** An exchange that uses a thing that the same chain made. */
interface Use {
  readonly exchange: Answered;
  readonly chain: ReadChain;
  readonly made: MadeThing;
}

/** Writes a workflow for each kind of thing that was made and used, and one for each other thing that was done with it. */
export function writeWorkflows(chains: readonly ReadChain[], source: ContractSource): WrittenWorkflows {
  const uses = chains.flatMap((chain) => usesIn(chain, source.operations));
  const given = { source, uses, names: kindNames(kindsOf(source.operations).all) };
  const written = [...new Set(uses.map(({ made }) => made.kind))].flatMap((kind) => {
    const ofKind = uses.filter(({ made }) => made.kind === kind);
    const isOther = ({ exchange }: Use) => roleOf(exchange.case.request.operation, kind) === undefined;
    const draft = new Draft(given, kind);
    const workflow = draft.lifecycle(ofKind.filter((use) => !isOther(use) || isSafe(use)));
    const others = ofKind
      .filter((use) => isOther(use) && !isSafe(use))
      .map((use) => {
        const other = new Draft(given, kind);
        return { workflow: other.single(use), left: other.left };
      });
    return [{ workflow, left: draft.left }, ...others];
  });
  return {
    workflows: written.flatMap(({ workflow }) => workflow ?? []),
    left: [...new Set([...chains.flatMap(unnamedIn), ...written.flatMap((each) => each.left)])],
  };
}

function unnamedIn({ unnamed }: ReadChain): string[] {
  return unnamed.map((operation) => `${operation}: no expression gives the name of what it made`);
}

function isSafe({ exchange }: Use): boolean {
  return exchange.case.request.operation.safe;
}

/** What all workflows of a document share. */
interface Given {
  readonly source: ContractSource;
  readonly uses: readonly Use[];
  readonly names: ReadonlyMap<Kind, KindName>;
}

function usesIn(chain: ReadChain, operations: readonly Operation[]): Use[] {
  const kinds = kindsOf(operations);
  const makers = new Set(chain.made.map(({ maker }) => maker));
  return chain.exchanges.flatMap((exchange): Use[] => {
    if (makers.has(exchange)) return [];
    const { operation, values } = exchange.case.request;
    const named = idsIn(operation.path, values);
    const listed = kinds.listedBy(operation);
    const made =
      chain.made.find(({ kind }) => kind === listed) ??
      chain.made.findLast(({ text, kind }) => named.at(-1) === text || (named.includes(text) && kind !== listed));
    return made ? [{ exchange, chain, made }] : [];
  });
}

function roleOf(operation: Operation, { lister, reader, replacer, patcher, remover }: Kind): LifeStep | undefined {
  const at = [lister, reader, replacer, patcher, remover].indexOf(operation);
  return ROLES[at];
}

/** One workflow while it is written. */
class Draft {
  readonly left: string[] = [];
  private steps: readonly WrittenStep[] = [];
  private readonly inputs: Record<string, JsonValue> = {};
  private makers = new Map<Kind, { readonly step: WrittenStep; readonly made: MadeThing }>();
  private readonly begun = new Set<Kind>();

  constructor(
    private readonly given: Given,
    private readonly kind: Kind,
  ) {}

  /** Makes a thing, and does in turn what the run did with such things. */
  lifecycle(uses: readonly Use[]): WrittenWorkflow | undefined {
    const name = this.nameOf(this.kind);
    const of = (use: Use) => roleOf(use.exchange.case.request.operation, this.kind);
    const tryRole = (role: LifeStep) => {
      const use = uses.find((each) => of(each) === role);
      return use !== undefined && this.tryUse(`${role}-${role === 'list' ? name.many : name.one}`, use);
    };
    const looked = LOOKS.filter(tryRole);
    // What belongs to it can be looked at as long as it is there.
    for (const use of uses) if (!of(use)) this.tryUse(operationWords(use.exchange.case.request.operation), use);
    const roles = [...looked, ...ROLES.filter((role) => !LOOKS.includes(role)).filter(tryRole)];
    if (this.steps.length <= this.makers.size) return undefined;
    this.removeOthers();
    return this.workflow(`${name.one}-lifecycle`, sentenceOf(name, roles));
  }

  /** Makes a thing, and does one thing with it. */
  single(use: Use): WrittenWorkflow | undefined {
    const { operation } = use.exchange.case.request;
    const id = operationWords(operation);
    if (!this.tryUse(id, use)) return undefined;
    return this.workflow(id, `Sends ${operation.name} for a new ${this.nameOf(this.kind).one.replaceAll('-', ' ')}.`);
  }

  private nameOf(kind: Kind): KindName {
    return this.given.names.get(kind) ?? { one: 'thing', many: 'things' };
  }

  private workflow(workflowId: string, summary: string): WrittenWorkflow {
    const hasInputs = Object.keys(this.inputs).length > 0;
    const inputs = hasInputs ? { inputs: { type: 'object' as const, properties: this.inputs } } : {};
    return { workflowId, summary, ...inputs, steps: this.steps };
  }

  /** Adds a step with all that it needs, or nothing. */
  private tryUse(stepId: string, { exchange, chain, made }: Use): boolean {
    const [steps, makers] = [this.steps, new Map(this.makers)];
    try {
      this.make(made, chain);
      this.add(stepId, exchange, chain);
      return true;
    } catch (error) {
      if (!(error instanceof NoStep)) throw error;
      this.steps = steps;
      this.makers = makers;
      this.begun.clear();
      this.left.push(`${exchange.case.request.operation.name}: ${error.message}`);
      return false;
    }
  }

  /** Makes a thing unless the workflow has made one of its kind. @returns the expression of its name. */
  private make(made: MadeThing, chain: ReadChain): string {
    const { kind, maker } = made;
    const there = this.makers.get(kind);
    if (there) {
      const { stepId } = there.step;
      there.step.outputs = { ...there.step.outputs, [there.made.output]: there.made.expression };
      return `$steps.${stepId}.outputs.${there.made.output}`;
    }
    if (this.begun.has(kind)) throw new NoStep('it needs another thing of the same kind');
    this.begun.add(kind);
    const step = this.add(`create-${this.nameOf(kind).one}`, maker, chain);
    this.makers.set(kind, { step, made });
    this.begun.delete(kind);
    return this.make(made, chain);
  }

  private add(stepId: string, exchange: Answered, chain: ReadChain): WrittenStep {
    const { operation } = exchange.case.request;
    const named = new Map<Kind, MadeThing>();
    const request = requestOf(exchange, this.given.source.operations, {
      made: chain.made,
      nameOf: (made) => {
        if ((named.get(made.kind) ?? made) !== made) throw new NoStep('it needs two things of the same kind');
        named.set(made.kind, made);
        return this.make(made, chain);
      },
      input: (parameter, value) => this.input(parameter, value),
    });
    const step: WrittenStep = {
      stepId: this.freeId(stepId),
      ...this.named(operation),
      ...(request.parameters.length > 0 ? { parameters: request.parameters } : {}),
      ...(request.requestBody ? { requestBody: request.requestBody } : {}),
      successCriteria: [{ condition: `$statusCode == ${exchange.response?.status}` }],
    };
    this.steps = [...this.steps, step];
    return step;
  }

  private freeId(stepId: string): string {
    const isTaken = (id: string) => this.steps.some((step) => step.stepId === id);
    let number = 2;
    while (isTaken(`${stepId}-${number}`)) number++;
    return isTaken(stepId) ? `${stepId}-${number}` : stepId;
  }

  private input({ name, types }: Parameter, value: JsonValue): string {
    this.inputs[name] = { type: types[0] ?? 'string', default: value };
    return `$inputs.${name}`;
  }

  private named(operation: Operation): Pick<WrittenStep, 'operationId' | 'operationPath'> {
    const { operations, name } = this.given.source;
    const { operationId, path, method } = operation;
    const isUnique = operations.filter((each) => each.operationId === operationId).length === 1;
    if (operationId !== undefined && isUnique) return { operationId };
    const place = `#/paths/${escapePointer(path)}/${method.toLowerCase()}`;
    return { operationPath: `{$sourceDescriptions.${name}.url}${place}` };
  }

  /** Removes what was made for the thing, the last first. */
  private removeOthers(): void {
    for (const [kind] of [...this.makers].reverse()) {
      const removal = this.given.uses.find(({ exchange }) => exchange.case.request.operation === kind.remover);
      if (kind !== this.kind && removal) this.tryUse(`delete-${this.nameOf(kind).one}`, removal);
    }
  }
}

/** @param run the command that runs the document. */
export function workflowsText({ workflows }: WrittenWorkflows, source: ContractSource, run: string): string {
  const document = new Document(
    {
      arazzo: '1.0.1',
      info: { title: `Workflows of ${source.title}`, version: '1.0.0' },
      sourceDescriptions: [{ name: source.name, url: source.url, type: 'openapi' }],
      workflows,
    },
    // Some parsers take `2026-01-31` for more than a text, and `no` for false.
    { aliasDuplicateObjects: false, compat: 'yaml-1.1' },
  );
  document.commentBefore = ` Written of what a run made and did with it; run it with:\n ${run}`;
  if (isMap(document.contents))
    for (const { key } of document.contents.items.slice(2)) (key as Node).spaceBefore = true;
  const list = document.get('workflows');
  if (isSeq(list)) for (const workflow of list.items.slice(1)) (workflow as Node).spaceBefore = true;
  return document.toString({ lineWidth: 120 });
}
