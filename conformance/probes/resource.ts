/** What the probes share: which resource to ask about, with which right, and how a case is put. */

import {
  type Case,
  type Input,
  type Known,
  NO_INPUT,
  type ProbeName,
  type Values,
  type Violation,
} from '../../src/case';
import { type Operation, type Parameter, pathParameters, type SecurityAlternative } from '../../src/contract/contract';
import { type Authorisation, authorise, NOBODY } from '../../src/request/credentials';
import { type JsonValue, toText } from '../../src/request/value';
import { createGenerator } from '../values';
import { improbableValue } from '../values/path';
import { inputsOf } from './inputs';

export interface Resource {
  readonly values: Values;
  readonly exists: boolean;
  /** Whether it was handed over, or needs no handing over: only then must the target know it. */
  readonly handedOver: boolean;
}

/** Improbable values for all path parameters; undefined where one cannot be made up. */
export function nowhere(operation: Operation, known: Known): Resource | undefined {
  const entries = pathParameters(operation).map(
    (parameter) => [parameter.name, improbableValue(parameter, known.random(operation))] as const,
  );
  if (entries.some(([, value]) => value === undefined)) return undefined;
  const exists = known.everythingExists || entries.length === 0;
  return { values: Object.fromEntries(entries) as Values, exists, handedOver: exists };
}

const found = new WeakMap<Known, Map<Operation, Resource[]>>();

/** What exists: what was handed over, what has no parameters to be looked up by, and on the mock anything. */
export function existing(operation: Operation, known: Known): Resource[] {
  const all = found.get(known) ?? new Map<Operation, Resource[]>();
  found.set(known, all);
  const resources = all.get(operation) ?? find(operation, known);
  all.set(operation, resources);
  return resources;
}

function find(operation: Operation, known: Known): Resource[] {
  const values = known.resources(operation);
  if (values.length > 0) return values.map((each) => ({ values: each, exists: true, handedOver: true }));
  if (pathParameters(operation).length === 0) return [{ values: {}, exists: true, handedOver: true }];
  const made = known.everythingExists ? (nowhere(operation, known) ?? madeUp(operation, known)) : undefined;
  return made ? [{ ...made, exists: true, handedOver: true }] : [];
}

/** What may exist: values that the contract itself gives, or has few of. Only for requests that change nothing. */
export function possible(operation: Operation, known: Known): Resource[] {
  const resources = existing(operation, known);
  if (resources.length > 0 || !isFree(operation, known)) return resources;
  const made = madeUp(operation, known);
  return made ? [made] : [];
}

/** Whether it may be asked for whatever it changes. */
export function isFree(operation: Operation, { writes, everythingExists }: Known): boolean {
  return operation.safe || everythingExists || writes === 'any';
}

function madeUp(operation: Operation, known: Known): Resource | undefined {
  const entries = pathParameters(operation).map(
    (parameter) => [parameter.name, textsFor(parameter, known)[0]] as const,
  );
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return { values: Object.fromEntries(entries) as Values, exists: false, handedOver: false };
}

/** Texts that satisfy a path parameter's schema, the contract's own examples first. */
export function textsFor(parameter: Parameter, known: Known): string[] {
  const { schema, name } = parameter;
  if (!schema) return ['any'];
  const generator = createGenerator({ direction: 'request', seed: known.seed });
  return generator.valid(schema, { name }).flatMap(({ value }) => {
    const text = pathText(value);
    return text !== undefined && parameter.accepts(text) ? [text] : [];
  });
}

function pathText(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return toText(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((each) => (typeof each === 'object' ? undefined : toText(each)));
  return texts.every((text) => text !== undefined && !text.includes(',')) ? texts.join(',') : undefined;
}

/**
 * Those on which requests are tried that must be refused. With two or more at hand the last one is spared:
 * where it answers and the others no longer do, a refused request had an effect.
 */
export function tried(operation: Operation, known: Known): Resource[] {
  const resources = existing(operation, known);
  return resources.length > 1 ? resources.slice(0, -1) : resources;
}

/** The parameters to hand over, as they are written on the command line. */
export function handOver(operation: Operation): string[] {
  const what = operation.safe ? 'that exists' : 'that exists and may be used up';
  return pathParameters(operation).map(({ name }) => `a value of "${name}" ${what} (--param ${name}=VALUE)`);
}

export const HAND_OVER_TOKEN = 'a bearer token (--token TOKEN, or ESPALIER_TOKEN)';

/** What to hand over for an operation to be let in. */
export function handOverCredential({ security: { alternatives } }: Operation, known: Known): string[] {
  const [easiest] = [...alternatives].sort((one, other) => one.schemes.length - other.schemes.length);
  return (easiest?.schemes ?? [])
    .filter((scheme) => known.credentials(scheme) === undefined)
    .map((scheme) => {
      if (scheme.http === 'bearer') return HAND_OVER_TOKEN;
      if (scheme.in === 'connection') return 'a client certificate (--cert FILE --key FILE)';
      const value = scheme.http === 'basic' ? 'USER:PASSWORD' : 'VALUE';
      return `the credential of the security scheme "${scheme.name}" (--credential ${scheme.name}=${value})`;
    });
}

/** How a probe asks that is to be let in. */
export interface Right {
  readonly authorisation: Authorisation;
  /** Whether a credential is shown. */
  readonly authorised: boolean;
  readonly alternative: SecurityAlternative | undefined;
}

/** The credential as the contract declares it; undefined where one is needed and was not handed over. */
export function right(operation: Operation, known: Known): Right | undefined {
  const letIn = authorise(operation.security, known.credentials);
  if (!letIn) return undefined;
  const { alternative, authorisation } = letIn;
  return { alternative, authorisation, authorised: alternative !== undefined };
}

export const NO_RIGHT: Right = { authorisation: NOBODY, authorised: false, alternative: undefined };

/** The plainest valid input; undefined where none can be made. */
export function plainInput(operation: Operation, known: Known): Input | undefined {
  return inputsOf(operation, known).valid[0]?.input;
}

export interface Asked {
  readonly input: Input;
  readonly authorisation: Authorisation;
  readonly authorised: boolean;
  /** In place of the resource's. */
  readonly values?: Values;
  readonly handedOver?: boolean;
  readonly expect?: number;
  readonly violation?: Violation;
  readonly method?: string;
}

export function toCase(
  probe: ProbeName,
  name: string,
  operation: Operation,
  resource: Resource,
  { input = NO_INPUT, authorisation, authorised, values = resource.values, handedOver = false, ...rest }: Asked,
): Case {
  return {
    name,
    probe,
    operation,
    values,
    input,
    authorisation,
    authorised,
    resource: resourceNames(operation, resource.values),
    exists: resource.exists,
    handedOver: handedOver && resource.handedOver,
    ...rest,
  };
}

/** The thing itself and those that it lies in, each by its path: cases with the same may act on the same. */
function resourceNames({ path }: Operation, values: Values): string[] {
  const segments = path.split('/');
  const names: string[] = [];
  let name = '';
  for (const segment of segments.slice(1)) {
    const filled = segment.replace(/\{([^{}]*)\}/g, (_, parameter: string) =>
      encodeURIComponent((values[parameter] ?? '').toWellFormed()),
    );
    name += `/${filled}`;
    if (segment.includes('{')) names.push(name);
  }
  return names.length > 0 ? names : [path];
}
