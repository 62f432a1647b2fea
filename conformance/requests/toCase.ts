/** How a case is put: with which right, by which input, about which resource. */

import type { Operation, SecurityAlternative } from '../../src/contract/contract';
import type { Awaited, Case, CaseViolation, Chain, ChainStep, Needs, ProbeName } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Values } from '../../src/routing/pathTemplate';
import { type Authorisation, authorise, NOBODY } from '../../src/serialization/credentials';
import type { Input } from '../../src/serialization/input';
import { NO_INPUT } from '../../src/serialization/input';

export interface Resource {
  readonly values: Values;
  readonly exists: boolean;
  /** Whether it was handed over, or needs no handing over: only then must the target know it. */
  readonly handedOver: boolean;
  /** Where the run makes it, or has to be told of it: what is still to come of its values, and a name for it that no other thing has. */
  readonly made?: { readonly needs: Needs; readonly name: ChainName; readonly chain?: Chain };
}

/** Of a chain; and of what is made beside it in the same sequence, so that it can refer to that. */
export type ChainName = string | readonly [sequence: string, beside: string];

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

export interface CaseContent {
  readonly input: Input;
  readonly authorisation: Authorisation;
  readonly authorised: boolean;
  /** In place of the resource's. */
  readonly values?: Values;
  readonly handedOver?: boolean;
  readonly expect?: number;
  readonly violation?: CaseViolation;
  readonly method?: string;
  readonly needs?: Needs;
  readonly fills?: NonNullable<Case['fills']>;
  readonly chain?: Chain;
  readonly step?: ChainStep;
  readonly lists?: NonNullable<Case['lists']>;
  readonly unless?: Case;
  readonly located?: Case;
  readonly awaits?: Awaited;
}

export function toCase(
  probe: ProbeName,
  name: string,
  operation: Operation,
  resource: Resource,
  { input = NO_INPUT, authorisation, authorised, values = resource.values, handedOver = false, ...rest }: CaseContent,
): Case {
  return {
    name,
    probe,
    operation,
    values,
    input,
    authorisation,
    authorised,
    resource: resource.made ? [resource.made.name].flat() : resourceNames(operation, resource),
    ...(resource.made ? { needs: stillToCome(resource.made.needs, values), chain: resource.made.chain ?? 'own' } : {}),
    exists: resource.exists,
    handedOver: handedOver && resource.handedOver,
    ...rest,
  };
}

/** What a case says itself need not come. */
function stillToCome(needs: Needs, values: Values): Needs {
  return Object.fromEntries(Object.entries(needs).filter(([name]) => values[name] === undefined));
}

/** The thing itself and those that it lies in, each by its path: cases with the same may act on the same. */
function resourceNames({ path }: Operation, resource: Resource): readonly string[] {
  const known = named.get(resource);
  if (known?.path === path) return known.names;
  const names = namesAt(path, resource.values);
  named.set(resource, { path, names });
  return names;
}

/** Many cases are about the same one. */
const named = new WeakMap<Resource, { readonly path: string; readonly names: readonly string[] }>();

function namesAt(path: string, values: Values): readonly string[] {
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
