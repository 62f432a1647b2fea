/** Makes cases: with a credential, an input, and a resource. */

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
  /** Whether it was handed over, or need not be. Only then must the target know it. */
  readonly handedOver: boolean;
  /** If the run makes it, or finds it in an answer: the values that earlier answers will give, and a name that no other thing has. */
  readonly made?: { readonly needs: Needs; readonly name: ChainName; readonly chain?: Chain };
}

/** The name of a chain, or of things that are made beside a chain in the same sequence, so that the chain can refer to them. */
export type ChainName = string | readonly [sequence: string, beside: string];

/** How a request shows that it is to be let in. */
export interface Right {
  readonly authorisation: Authorisation;
  /** Whether the request has a credential. */
  readonly authorised: boolean;
  readonly alternative: SecurityAlternative | undefined;
}

/** Returns the credential as the contract declares it; undefined if one is needed and was not handed over. */
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
  /** Values that replace those of the resource. */
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

/** Returns the needs without those whose values the case has itself. */
function stillToCome(needs: Needs, values: Values): Needs {
  return Object.fromEntries(Object.entries(needs).filter(([name]) => values[name] === undefined));
}

/** Returns names for the thing and for the things that it lies in, by their paths. Cases with a common name may act on the same thing. */
function resourceNames({ path }: Operation, resource: Resource): readonly string[] {
  const known = named.get(resource);
  if (known?.path === path) return known.names;
  const names = namesAt(path, resource.values);
  named.set(resource, { path, names });
  return names;
}

/** The names are kept, since many cases are about the same resource. */
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
