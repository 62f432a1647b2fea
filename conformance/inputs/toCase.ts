/** Makes cases: with a credential, an input, and a resource. */

import type { Operation, SecurityAlternative, SecurityScheme } from '../../src/contract/contract';
import type {
  Case,
  ChainKind,
  ChainPlace,
  Claim,
  Instead,
  Needs,
  PlannedRequest,
  ProbeName,
  Touched,
  WaitsFor,
} from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Values } from '../../src/routing/pathTemplate';
import { type Authorisation, authoriseEach, NOBODY } from '../../src/serialization/credentials';
import type { Input } from '../../src/serialization/input';

export interface Resource {
  readonly values: Values;
  readonly exists: boolean;
  /** Whether it was handed over, or need not be. Only then must the target know it. */
  readonly handedOver: boolean;
  /** If the run makes it, or finds it in an answer: the values that earlier answers will give, and a name that no other thing has. */
  readonly made?: { readonly needs: Needs; readonly name: Touched; readonly chain?: ChainKind };
}

/** Names what a chain makes. */
export function chainNamed(name: string): Touched {
  return { thing: name, within: [] };
}

/** How a request shows that it is to be let in. */
export interface Right {
  readonly authorisation: Authorisation;
  /** Whether the request has a credential. */
  readonly authorised: boolean;
  readonly alternative: SecurityAlternative | undefined;
  /** Whether other requests go with another credential. */
  readonly isFurther?: true;
  /** Whether it is the right of somebody else. */
  readonly byOther?: true;
}

/** Returns the credential as the contract declares it; undefined if one is needed and was not handed over. */
export function right(operation: Operation, known: Pick<Known, 'handedOver'>): Right | undefined {
  return rights(operation, known)[0];
}

/** Returns all ways to be let in for which credentials were handed over. Most requests use the first of them. */
export function rights({ security }: Operation, { handedOver }: Pick<Known, 'handedOver'>): Right[] {
  return authoriseEach(security, handedOver.credentials).map(({ alternative, authorisation }, at) => ({
    alternative,
    authorisation,
    authorised: alternative !== undefined,
    ...(at === 0 ? {} : { isFurther: true }),
  }));
}

/** Returns how somebody else shows a credential that was handed over; undefined if there is none. What it does not replace stays as it is. */
export function othersRight({ security }: Operation, { handedOver }: Pick<Known, 'handedOver'>): Right | undefined {
  const { others, credentials } = handedOver;
  const way = authoriseEach(security, (scheme) => others(scheme) ?? credentials(scheme)).find(({ alternative }) => {
    const schemes = alternative?.schemes ?? [];
    // A client certificate names the first one.
    return (
      schemes.some((each) => others(each) !== undefined) && schemes.every(({ in: where }) => where !== 'connection')
    );
  });
  return way && { alternative: way.alternative, authorisation: way.authorisation, authorised: false, byOther: true };
}

/** Describes the place of a credential: "the key X-Api-Key", "the credential of oauth". */
export function describeScheme({ name, http, field }: SecurityScheme): string {
  return http === undefined ? `the key ${field || name}` : `the credential of ${name}`;
}

/** Describes all credentials of an alternative: "the key X-Api-Key and the credential of oauth". */
export function describeAlternative(alternative: SecurityAlternative | undefined): string {
  return alternative?.schemes.map(describeScheme).join(' and ') ?? 'no credential';
}

export const NO_RIGHT: Right = { authorisation: NOBODY, authorised: false, alternative: undefined };

/** What a probe says about a case, apart from its resource. */
interface CaseContent
  extends Pick<PlannedRequest, 'authorisation' | 'authorised' | 'misplaced' | 'isFurther' | 'byOther' | 'method'>,
    Pick<Claim, 'edges' | 'expect' | 'violation' | 'ofPrivate'>,
    Omit<WaitsFor, 'instead'>,
    Omit<ChainPlace, 'kind'> {
  readonly input: Input;
  /** Values that replace those of the resource. */
  readonly values?: Values;
  readonly handedOver?: boolean;
  /** In place of the resource's. */
  readonly chain?: ChainKind;
  /** Where the run is to make the resource and cannot: what is asked about in its place. */
  readonly otherwise?: Values | undefined;
}

export function toCase(
  probe: ProbeName,
  name: string,
  operation: Operation,
  resource: Resource,
  content: CaseContent,
): Case {
  const { input, authorisation, authorised, misplaced, isFurther, byOther, method, ofPrivate } = content;
  const { values = resource.values, handedOver = false, allowed, turn, repeats } = content;
  const { edges, expect, violation, fills, located, unless, failed, taken, changes, step, awaits, lists } = content;
  const { made } = resource;
  const kind = content.chain ?? (made && (made.chain ?? 'own'));
  const needs = content.needs ?? (made && stillToCome(made.needs, values));
  const isWaiting = needs || fills || located || unless || failed || taken || changes || allowed || turn || repeats;
  const instead = made && needs && content.otherwise && insteadAt(operation, { ...content.otherwise, ...values });
  return {
    request: {
      operation,
      values,
      input,
      authorisation,
      authorised,
      ...given({ misplaced, isFurther, byOther, method }),
    },
    claim: {
      probe,
      name,
      exists: resource.exists,
      handedOver: handedOver && resource.handedOver,
      ...given({ edges, expect, violation, ofPrivate }),
    },
    touches: made ? made.name : thingAt(operation, resource),
    ...(isWaiting
      ? { waitsFor: given({ needs, fills, located, unless, failed, taken, changes, allowed, turn, repeats, instead }) }
      : {}),
    ...(kind ? { chain: { kind, ...given({ step, awaits, lists }) } } : {}),
  };
}

function insteadAt(operation: Operation, values: Values): Instead {
  return { values, touches: touchesAt(operation, values) };
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Without the members that are undefined. */
function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Returns the needs without those whose values the case has itself. */
function stillToCome(needs: Needs, values: Values): Needs {
  return Object.fromEntries(Object.entries(needs).filter(([name]) => values[name] === undefined));
}

/** Returns names for the thing and for the things that it lies in, by their paths. Cases with a common name may act on the same thing. */
function thingAt({ path }: Operation, resource: Resource): Touched {
  const known = touched.get(resource);
  if (known?.path === path) return known.touches;
  const touches = thingIn(path, resource.values);
  touched.set(resource, { path, touches });
  return touches;
}

/** The names are kept, since many cases are about the same resource. */
const touched = new WeakMap<Resource, { readonly path: string; readonly touches: Touched }>();

/** Names the thing that a path with these values names, and the things that it lies in. */
export function touchesAt({ path }: Operation, values: Values): Touched {
  return thingIn(path, values);
}

function thingIn(path: string, values: Values): Touched {
  const segments = path.split('/');
  const within: string[] = [];
  let name = '';
  for (const segment of segments.slice(1)) {
    const filled = segment.replace(/\{([^{}]*)\}/g, (_, parameter: string) =>
      encodeURIComponent((values[parameter] ?? '').toWellFormed()),
    );
    name += `/${filled}`;
    if (segment.includes('{')) within.push(name);
  }
  const thing = within.pop() ?? path;
  return { thing, within };
}
