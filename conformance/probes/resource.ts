/** What the probes share: which resource to ask about, and how a case on it is put. */

import type { Case, Known, ProbeName, Values } from '../../src/case';
import { type Operation, pathParameters } from '../../src/contract/contract';
import type { Fields } from '../../src/wire/exchange';

export interface Resource {
  readonly values: Values;
  readonly exists: boolean;
}

/** Improbable values for all path parameters; undefined where one cannot be made up. */
export function nowhere(operation: Operation, known: Known): Resource | undefined {
  const entries = pathParameters(operation).map((parameter) => [parameter.name, known.improbable(parameter)] as const);
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return { values: Object.fromEntries(entries) as Values, exists: known.everythingExists || entries.length === 0 };
}

/** What exists: what was handed over, and what has no parameters to be looked up by. */
export function existing(operation: Operation, known: Known): Resource[] {
  const values = known.resources(operation);
  if (values.length === 0 && pathParameters(operation).length === 0) return [{ values: {}, exists: true }];
  return values.map((each) => ({ values: each, exists: true }));
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

/** The credential as the contract declares it; undefined where one is needed and was not handed over. */
export function credential({ security }: Operation, { token }: Known): Fields | undefined {
  if (security.alternatives.length === 0) return [];
  if (token !== undefined) return [['Authorization', `Bearer ${token}`]];
  return security.optional ? [] : undefined;
}

/** The credential and the existing resources that a probe needs, or what is missing of them. */
export function authorisedOn(
  operation: Operation,
  known: Known,
):
  | {
      readonly request: { readonly headers: Fields; readonly authorised: boolean };
      readonly resources: readonly Resource[];
    }
  | { readonly missing: readonly string[] } {
  const headers = credential(operation, known);
  const resources = existing(operation, known);
  if (headers && resources.length > 0) return { request: { headers, authorised: headers.length > 0 }, resources };
  return { missing: [...(headers ? [] : [HAND_OVER_TOKEN]), ...(resources.length > 0 ? [] : handOver(operation))] };
}

export function toCase(
  probe: ProbeName,
  name: string,
  operation: Operation,
  resource: Resource,
  request: {
    readonly headers: Fields;
    readonly query?: string;
    readonly authorised: boolean;
    readonly values?: Values;
  },
): Case {
  const { values = resource.values, ...rest } = request;
  return {
    name,
    probe,
    operation,
    values,
    exists: resource.exists,
    resource: keyOf(operation, resource.values),
    ...rest,
  };
}

/** Cases with the same key may act on the same thing, whichever operation they belong to. */
function keyOf(operation: Operation, values: Values): string {
  const entries = Object.entries(values);
  return entries.length === 0
    ? operation.name
    : entries.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
